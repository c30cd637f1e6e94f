"""Find the themes of a position: it has every theme whose condition it meets."""

from collections.abc import Callable

from spadille.study.puzzles import THEMES

from . import goals, plays
from .case import Case

CONDITIONS: dict[str, Callable[[Case], bool]] = {
    "make": goals.makes,
    "set": goals.sets,
    "nil": goals.keeps_nil,
    "cover": goals.covers,
    "set-nil": goals.sets_nil,
    "throw-bag": goals.throws_bag,
    "take-bag": goals.takes_bag,
    "duck": plays.ducks,
    "finesse": plays.finesses,
    "cash": plays.cashes,
    "draw": plays.draws,
    "leave": plays.leaves,
    "endplay": plays.throws_in,
    "last-trick": plays.wins_last,
}
"""The condition of each theme of a position in play."""


def themes_of(case: Case) -> tuple[str, ...]:
    """Return the themes of a position with all hands open."""
    return tuple(name for name, holds in CONDITIONS.items() if holds(case))


def themes_told(case: Case) -> tuple[str, ...]:
    """Return the themes of a position in which a seat sees only its hand."""
    if case.game.phase == "bidding":
        return ("bid",)
    return tuple(name for name, holds in CONDITIONS.items() if THEMES[name].told and holds(case))
