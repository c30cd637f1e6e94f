"""What puzzles are about: a position has every theme whose definition applies to it."""

from collections.abc import Callable
from typing import NamedTuple

from ...game import T
from . import goals, plays
from .case import Case


class Theme(NamedTuple):
    """The name of a theme, its sentence about the right choice, and its condition.

    The sentence is for open hands. With hidden hands, only `told` themes are looked for, which show
    in the chances.
    """

    title: str
    sentence: str
    holds: Callable[[Case], bool]
    told: bool = False


def themes_of(case: Case) -> tuple[str, ...]:
    """Return the themes of a position with all hands open."""
    return tuple(name for name, theme in THEMES.items() if theme.holds(case))


def themes_told(case: Case) -> tuple[str, ...]:
    """Return the themes of a position in which a seat sees only its hand."""
    if case.game.phase == "bidding":
        return ("bid",)
    return tuple(name for name, theme in THEMES.items() if theme.told and theme.holds(case))


def _is_bid(case: Case) -> bool:
    return case.game.phase == "bidding"


THEMES: dict[str, Theme] = {
    "make": Theme(
        T("Make the contract"), T("No other card makes your side's contract."),
        goals.makes, told=True,
    ),
    "set": Theme(
        T("Set the contract"), T("No other card sets the others' contract."),
        goals.sets, told=True,
    ),
    "nil": Theme(
        T("Keep your nil"), T("No other card keeps your nil."), goals.keeps_nil, told=True
    ),
    "cover": Theme(
        T("Cover the nil"), T("No other card keeps your partner's nil."), goals.covers, told=True
    ),
    "set-nil": Theme(
        T("Set a nil"), T("No other card breaks the opponent's nil."), goals.sets_nil, told=True
    ),
    "throw-bag": Theme(
        T("Throw the bag"), T("After every other card your side takes more bags."),
        goals.throws_bag, told=True,
    ),
    "take-bag": Theme(
        T("Take the bag"),
        T("Your contract is already made, and a bag costs less than any other card loses."),
        goals.takes_bag, told=True,
    ),
    "duck": Theme(T("Duck"), T("You could win this trick, but it is better not to."), plays.ducks),
    "finesse": Theme(
        T("Finesse"),
        T("A lower card wins although an opponent who plays before it has a higher one."),
        plays.finesses,
    ),
    "cash": Theme(
        T("Cash out"), T("The high card wins now; later it would not."), plays.cashes
    ),
    "draw": Theme(
        T("Draw trumps"), T("Spades are led, and an opponent has to follow with one."), plays.draws
    ),
    "leave": Theme(
        T("Leave trumps alone"), T("It is better to keep spades than to lead them."), plays.leaves
    ),
    "endplay": Theme(
        T("Endplay"),
        T("An opponent wins the trick and has to lead, which costs them a trick."),
        plays.throws_in,
    ),
    "last-trick": Theme(
        T("Last trick"), T("It decides who wins the last trick."), plays.wins_last
    ),
    "bid": Theme(T("Bid"), T("It is the bid with the highest average value."), _is_bid),
}  # fmt: skip
"""All themes by name; a position may have several."""
