"""The themes of puzzles, and their sentences."""

from typing import NamedTuple

from ...game import T


class Theme(NamedTuple):
    """The name of a theme and its sentence about the right choice, which is for open hands.

    Puzzles with hidden hands have only `told` themes, which show in the chances.
    """

    title: str
    sentence: str
    told: bool = False


THEMES: dict[str, Theme] = {
    "make": Theme(
        T("Make the contract"), T("No other card makes your side's contract."), told=True
    ),
    "set": Theme(T("Set the contract"), T("No other card sets the others' contract."), told=True),
    "nil": Theme(T("Keep your nil"), T("No other card keeps your nil."), told=True),
    "cover": Theme(T("Cover the nil"), T("No other card keeps your partner's nil."), told=True),
    "set-nil": Theme(T("Set a nil"), T("No other card breaks the opponent's nil."), told=True),
    "throw-bag": Theme(
        T("Throw the bag"), T("After every other card your side takes more bags."), told=True
    ),
    "take-bag": Theme(
        T("Take the bag"),
        T("Your contract is already made, and a bag costs less than any other card loses."),
        told=True,
    ),
    "duck": Theme(T("Duck"), T("You could win this trick, but it is better not to.")),
    "finesse": Theme(
        T("Finesse"),
        T("A lower card wins although an opponent who plays before it has a higher one."),
    ),
    "cash": Theme(T("Cash out"), T("The high card wins now; later it would not.")),
    "draw": Theme(T("Draw trumps"), T("Spades are led, and an opponent has to follow with one.")),
    "leave": Theme(T("Leave trumps alone"), T("It is better to keep spades than to lead them.")),
    "endplay": Theme(
        T("Endplay"),
        T("An opponent wins the trick and has to lead, which costs them a trick."),
    ),
    "last-trick": Theme(T("Last trick"), T("It decides who wins the last trick.")),
    "bid": Theme(T("Bid"), T("It is the bid with the highest average value.")),
}
"""All themes by name; a position may have several."""
