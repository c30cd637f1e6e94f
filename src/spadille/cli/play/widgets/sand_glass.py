"""The sand-glass: how long the person still has for the turn."""

from math import ceil

from textual.content import Content
from textual.widgets import Static

from ....game import T
from ..canvas import ink
from ..words import Words

_GRAINS = 6
"""Signs of sand in a full glass."""

_SHORT = 5
"""Seconds before the end at which it warns, in a short turn in the last quarter."""


class SandGlass(Static):
    """Takes no room where no time runs."""

    def __init__(self, words: Words) -> None:
        super().__init__(id="glass", markup=False)
        self._words = words
        self.display = False

    def show(self, left: float | None, limit: int) -> None:
        """Shows the seconds left of `limit`; None hides the glass."""
        self.display = left is not None
        if left is None:
            return
        seconds = ceil(left)
        sand = ceil(_GRAINS * seconds / limit)
        colour = "alarm" if seconds <= min(_SHORT, limit / 4) else "gold"
        full, empty = self._words.mark("█", "#"), self._words.mark("░", ".")
        text = self._words.say(T("{seconds} s"), seconds=seconds)
        self.update(
            Content.assemble(
                (full * sand, ink(colour)),
                (empty * (_GRAINS - sand), ink("muted")),
                (f" {text:>5}", ink(colour, bold=True)),
            )
        )
