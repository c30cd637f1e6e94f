"""The themes of puzzles, and why a choice is right or wrong, in sentences."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...bots import Chances
from ...game import Bid, Game, Message, Play, PlayerAction, Seat, T, decimal
from .puzzle import Puzzle, action_of

Chance = Callable[[Chances], float | None]
"""The chance of an event at the end of a round, or None if it does not apply."""

_WANTED, _UNWANTED = True, False

_SEEN = 0.05
_SEEN_BAGS = 0.3
"""The differences in chances and in bags that are worth a sentence."""


def nil_of(seat: Seat) -> Chance:
    """Return the chance that the nil of a seat holds."""
    return lambda end: end.nils[seat]


def why(puzzle: Puzzle, action: PlayerAction) -> tuple[Message, ...]:
    """Return the outcome of a choice compared to the right one, or why the right one is right.

    The tuple is empty if the action is not a choice in this puzzle.
    """
    choice = puzzle.choice_of(action)
    if choice is None:
        return ()
    if choice == puzzle.right:
        second = action_of(puzzle.choices[1].actions[0])
        if puzzle.sees == "all":
            told = tuple(Message(THEMES[name].sentence) for name in puzzle.themes)
            won = any(THEMES[name].told for name in puzzle.themes)
            return told if won else (*told, *_differences(puzzle, action, second))
        return (*_differences(puzzle, action, second), _cost(puzzle, second))
    right = action_of(puzzle.right.actions[0])
    found = tuple(_differences(puzzle, right, action))
    if puzzle.sees == "all" and found:
        return found
    return (*found, _cost(puzzle, action))


def _cost(puzzle: Puzzle, action: PlayerAction) -> Message:
    choice = puzzle.choice_of(action)
    assert choice is not None
    lost = puzzle.right.value - choice.value
    if puzzle.sees == "all":
        return Message(
            "With all cards in view {choice} costs {points} points.",
            choice=_word(action),
            points=f"{lost:.0f}",
        )
    return Message(
        "On average {choice} costs {points} points.", choice=_word(action), points=f"{lost:.0f}"
    )


def _word(action: PlayerAction) -> Message:
    match action:
        case Play(card=card):
            return Message("the {card}", card=card)
        case Bid(nil=True):
            return Message("nil")
        case _:
            return Message("a bid of {bid}", bid=str(action))


def _differences(puzzle: Puzzle, right: PlayerAction, other: PlayerAction) -> Iterator[Message]:
    """Yield the ways in which the round ends worse after another choice."""
    good, bad = puzzle.after(right), puzzle.after(other)
    game = puzzle.game()
    assert good is not None
    assert bad is not None
    assert game.to_act is not None
    opened = puzzle.sees == "all"
    for fact in _facts(game, game.to_act):
        first, second = fact.chance(good), fact.chance(bad)
        if first is None or second is None:
            continue
        if (first - second if fact.wanted else second - first) >= _SEEN:
            yield Message(
                fact.opened if opened else fact.in_deals,
                right=_word(right), choice=_word(other), seat=fact.seat,
                good=round(100 * first), bad=round(100 * second),
            )  # fmt: skip
    side = game.rules.side_of(game.to_act)
    if opened and good.contracts[1 - side] == bad.contracts[1 - side]:
        given = round((good.bags[1 - side] or 0.0) - (bad.bags[1 - side] or 0.0))
        if given > 0:
            yield Message.counted(
                "After {choice} the others take one fewer bag.",
                "After {choice} the others take {n} fewer bags.",
                given,
                choice=_word(other),
            )
    fewer, more = good.bags[side] or 0.0, bad.bags[side] or 0.0
    if more - fewer < _SEEN_BAGS:
        return
    if opened:
        yield Message.counted(
            "After {choice} your side takes one more bag.",
            "After {choice} your side takes {n} more bags.",
            round(more - fewer),
            choice=_word(other),
        )
    else:
        yield Message(
            "Bags of your side on average: {good} after {right}, {bad} after {choice}.",
            good=decimal(fewer), bad=decimal(more), right=_word(right), choice=_word(other),
        )  # fmt: skip


class _Fact(NamedTuple):
    """Something that may hold at the end of a round, and how its loss is shown.

    `opened` is its sentence if all hands are seen, `in_deals` if it is a matter of chance.
    """

    chance: Chance
    wanted: bool
    seat: Seat
    opened: str
    in_deals: str


def _facts(game: Game, seat: Seat) -> Iterator[_Fact]:
    rules = game.rules
    side = rules.side_of(seat)
    if game.phase != "bidding":
        yield _Fact(
            lambda end: end.contracts[side], _WANTED, seat,
            T("After {choice} your side misses its contract."),
            T(
                "Your contract is made in {good} of 100 deals after {right}, "
                "in {bad} after {choice}."
            ),
        )  # fmt: skip
        yield _Fact(
            lambda end: end.contracts[1 - side], _UNWANTED, seat,
            T("After {choice} the others make their contract."),
            T(
                "The others make their contract in {good} of 100 deals after {right}, "
                "in {bad} after {choice}."
            ),
        )  # fmt: skip
    for other in rules.seats:
        mine = rules.side_of(other) == side
        if other == seat:
            opened = T("After {choice} your nil fails.")
            deals = T(
                "Your nil holds in {good} of 100 deals after {right}, in {bad} after {choice}."
            )
        elif mine:
            opened = T("After {choice} your partner's nil fails.")
            deals = T(
                "Your partner's nil holds in {good} of 100 deals after {right}, "
                "in {bad} after {choice}."
            )
        else:
            opened = T("After {choice} {seat}'s nil holds.")
            deals = T(
                "{seat}'s nil holds in {good} of 100 deals after {right}, in {bad} after {choice}."
            )
        yield _Fact(nil_of(other), mine, other, opened, deals)


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
