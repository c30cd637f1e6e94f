"""Map action numbers to actions, and list the legal ones.

Choices of several cards are sequences. Each number adds one card, `DONE` ends a choice before its
largest size if that is allowed, and reaching the largest size ends it automatically.
"""

from collections import Counter
from collections.abc import Iterator
from operator import index
from typing import Any

from ..game import (
    BLIND_NIL,
    NIL,
    Adjust,
    Bid,
    Card,
    Choose,
    Game,
    Hand,
    IllegalActionError,
    Keep,
    Look,
    NoTrump,
    Play,
    PlayerAction,
    Seat,
    ThrowIn,
)
from ..notation import action_numbers as numbers

CARD_BY_ID: tuple[Card, ...] = tuple(Card)
"""Every card by its id."""

_FIXED: dict[PlayerAction, int] = {
    NIL: numbers.NIL,
    BLIND_NIL: numbers.BLIND_NIL,
    Look(): numbers.LOOK,
    ThrowIn(): numbers.THROW_IN,
    Keep("first"): numbers.KEEP_FIRST,
    Keep("next"): numbers.KEEP_NEXT,
    NoTrump(wanted=False): numbers.WITH_TRUMP,
    NoTrump(wanted=True): numbers.NO_TRUMP,
}
_MO = {"": numbers.BID, "little": numbers.LITTLE_MO, "big": numbers.BIG_MO}


def _number(action: PlayerAction, bid: Bid | None) -> int:
    """Return the number of an action other than a choice of cards; `bid` is the seat's bid."""
    match action:
        case Play(card=card, low=low):
            return numbers.LOW_ACE + card.suit if low else numbers.CARD + card.id
        case Adjust(by=by):
            assert bid is not None
            return numbers.BID + bid.tricks + by
        case Bid(nil=False, tricks=tricks, blind=blind, mo=mo):
            return (numbers.BLIND_BID if blind else _MO[mo]) + tricks
        case _:
            return _FIXED[action]


def number_of(action: Any, bid: Bid | None = None) -> int | None:
    """Return the number of an action, given the seat's bid; None if it has none.

    Choices of several cards have one number for each card, and optional actions such as claims
    have none.
    """
    match action:
        case Play() | Bid():
            return _number(action, bid)
        case Adjust():
            return None if bid is None else _number(action, bid)
        case _:
            return _FIXED.get(action)


def turn_actions(game: Game, seat: Seat) -> dict[int, PlayerAction]:
    """Return the actions of a seat's turn by number, without choices of cards."""
    assert game.round is not None
    options = game.legal_actions(seat)
    bid = game.round.bids[seat]
    asked = [*options.actions, *(other for other in options.aside if other == ThrowIn())]
    return {_number(action, bid): action for action in asked}


def card_numbers(choose: Choose, chosen: Hand) -> Iterator[int]:
    """Yield the numbers that continue a choice of which `chosen` is already chosen."""
    if len(chosen) < max(choose.sizes):
        rest = Counter(choose.cards) - Counter(chosen)
        yield from (numbers.CARD + card.id for card in rest)
    if len(chosen) in choose.sizes:
        yield numbers.DONE


def as_number(action: object) -> int:
    """Return an agent's action, a Python or NumPy integer, as a plain number.

    Raises:
        IllegalActionError: if it is not an integer.
    """
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalActionError(
            "envs/no-number", "an action must be a whole number, not {action}", action=repr(action)
        ) from None


def meaning(number: int) -> str:
    """Return what a number does, in a few words.

    >>> meaning(51), meaning(62), meaning(171)
    ('SA', 'bid 3', 'done')

    Raises:
        IllegalActionError: if it is not the number of an action.
    """
    number = as_number(number)
    if not 0 <= number < numbers.ACTIONS:
        raise IllegalActionError(
            "envs/illegal-number",
            "{number} is not an action; actions are numbers from 0 to {last}",
            number=number,
            last=numbers.ACTIONS - 1,
        )
    if number < numbers.LOW_ACE:
        return str(CARD_BY_ID[number])
    if number < numbers.BID:
        return f"{'CDHS'[number - numbers.LOW_ACE]}A low"
    for first, name in _BID_NAMES:
        if first <= number < first + numbers.MOST_TRICKS + 1:
            return name.format(number - first)
    return _NAMES[number]


_BID_NAMES = (
    (numbers.BID, "bid {}"),
    (numbers.BLIND_BID, "bid {} blind"),
    (numbers.LITTLE_MO, "bid {} with Little Mo"),
    (numbers.BIG_MO, "bid {} with Big Mo"),
)
_NAMES = {
    numbers.NIL: "nil",
    numbers.BLIND_NIL: "blind nil",
    numbers.LOOK: "look",
    numbers.THROW_IN: "throw in",
    numbers.DONE: "done",
    numbers.KEEP_FIRST: "keep the first",
    numbers.KEEP_NEXT: "keep the next",
    numbers.WITH_TRUMP: "with trump",
    numbers.NO_TRUMP: "without trump",
}
