"""Show why and how long the player has to wait before bots of a level can play."""

from contextlib import aclosing
from math import ceil
from typing import Any

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ....bots import load_level
from ....game import Message, SeatView, T
from ...streams import InputError
from ...wording import in_words
from ..canvas import ink
from ..setting import Setting
from ..voice import level_name
from ..widgets import SmallNotice, warn

_LEAST = 0.08
"""A smaller share is too little to estimate the remaining time."""

_MINUTE = 60


class PreparingScreen(ModalScreen[str | None]):
    """Closes with an empty text when the level is ready, a problem if it fails, None to go back.

    Keys pressed on this screen are lost, because they are not meant for the next one. While players
    wait for the coach, they can read advice from the heuristics.
    """

    BINDINGS = [Binding("escape,f10", "dismiss(None)", show=False)]  # noqa: RUF012

    def __init__(self, level: str, setting: Setting, asked: SeatView | None) -> None:
        super().__init__()
        self._asked = asked
        self._level = level
        self._preparation = setting.preparation
        self._clock = setting.clock
        self._voice = setting.voice

    def compose(self) -> ComposeResult:
        """Yield the reason for the wait, a progress bar and, before a hint, quick advice."""
        say = self._voice.say
        level = level_name(self._level.partition(":")[0], self._voice)
        heading = say("Preparing bots of the level {level}", level=level)
        about = T(
            "Strong bots need machine code that is compiled once for this computer. "
            "After that, games of this level start at once."
        )
        back = T("Press Escape to go back to the first page.")
        if self._asked is not None:
            heading = say("Preparing the coach")
            about = T(
                "The coach needs machine code that is compiled once for this computer. After "
                "that, hints appear at once."
            )
            back = T("Press Escape to go back to the table.")
        with Vertical(classes="question"):
            yield Static(heading, classes="heading", markup=False)
            yield Static(say(about), id="why", markup=False)
            yield Static(id="bar", markup=False)
            if self._asked is not None:
                thumb = load_level("intermediate").decide(self._asked)
                best = say("Quick advice: {action}.", action=in_words(thumb.action))
                yield Static(best, classes="heading", markup=False)
                yield Static(say(thumb.reason), id="meanwhile", markup=False)
            yield Static(say(back), id="note", markup=False)
        yield SmallNotice(self._voice)

    def on_mount(self) -> None:
        """Show an empty progress bar, and start to prepare the level."""
        self._show(0, 0)
        self._prepare()

    @work
    async def _prepare(self) -> None:
        began = self._clock.time()
        try:
            async with aclosing(self._preparation.shares(self._level)) as shares:
                async for share in shares:
                    self._show(share, self._clock.time() - began)
        except InputError as error:
            sentence = T("This level cannot be prepared here: {why}")
            self.dismiss(self._voice.say(sentence, why=str(error)))
        else:
            self.dismiss("")

    def _show(self, share: float, seconds: float) -> None:
        full, empty = self._voice.mark("█", "#"), self._voice.mark("░", ".")
        width = 54
        done = round(min(share, 1) * width)
        bar = Content.assemble((full * done, ink("gold")), (empty * (width - done), ink("muted")))
        left = self._voice.say(_time_left(share, seconds))
        self.query_one("#bar", Static).update(Content("\n").join([bar, Content(left)]))


async def made_ready(
    app: App[Any], level: str, setting: Setting, asked: SeatView | None = None
) -> bool:
    """Return True if bots of a level can start, or the coach if it is `asked` about a position.

    If something must be prepared first, wait for it.
    """
    if not setting.preparation.needed(level):
        return True
    problem = await app.push_screen_wait(PreparingScreen(level, setting, asked))
    if problem:
        warn(app, problem)
    return problem == ""


def _time_left(share: float, seconds: float) -> Message:
    """Return a sentence about the remaining time at this rate."""
    if share < _LEAST:
        return Message("This takes one to three minutes.")
    left = seconds * (1 - share) / share
    if left > _MINUTE:
        return Message.counted(
            "about one minute left", "about {n} minutes left", round(left / _MINUTE)
        )
    return Message("about {seconds} seconds left", seconds=max(5 * ceil(left / 5), 5))
