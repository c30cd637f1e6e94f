"""The small language in which a table says which hands are deficient; `docs/bids.md` describes it.

points < 5
spades = 0 and highest < 12 or longest >= 8
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct

from .cards import RANKS, Card, Hand, Suit
from .errors import ParseError

EXAMPLES = "points < 5", "honours = 0 or longest >= 8", "spades = 0 and highest < 12"

MOST_CONDITIONS = 8
MOST_AMOUNT = 99
"""The highest amount that a test may name."""


class Condition(Struct, frozen=True):
    """The condition that an amount lies between `low` and `high`, inclusive."""

    amount: str
    low: int
    high: int


HandTest = tuple[tuple[Condition, ...], ...]
"""A hand passes if it meets all conditions of one of the groups."""

_JACK = RANKS.index("J")
_FIRST_RANK = 2
_POINTS_ABOVE = _JACK - 1
_SIDE_SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)


def _honours(hand: Hand) -> list[Card]:
    return [card for card in hand if card.suit is not Suit.JOKERS and card.rank >= _JACK]


def _highest(hand: Hand) -> int:
    printed = (card.rank for card in hand if card.suit is not Suit.JOKERS)
    return max((rank + _FIRST_RANK for rank in printed), default=0)


AMOUNTS: dict[str, Callable[[Mapping[Suit, int], Hand], int]] = {
    "clubs": lambda lengths, _: lengths[Suit.CLUBS],
    "diamonds": lambda lengths, _: lengths[Suit.DIAMONDS],
    "hearts": lambda lengths, _: lengths[Suit.HEARTS],
    "spades": lambda lengths, _: lengths[Suit.SPADES],
    "honours": lambda _, hand: len(_honours(hand)),
    "points": lambda _, hand: sum(card.rank - _POINTS_ABOVE for card in _honours(hand)),
    "highest": lambda _, hand: _highest(hand),
    "longest": lambda lengths, _: max(lengths[suit] for suit in _SIDE_SUITS),
}
"""The quantities that a test can count, with the suits in order."""

_CONDITION = re.compile(r"([a-z]+) ?(<=|>=|<|>|=) ?(\d{1,2})")


@lru_cache(maxsize=256)  # bounded, because people send a server rules that they wrote
def parse_hand_test(text: str) -> HandTest:
    """Return the test written as `text`; no hand passes an empty test.

    Raises:
        ParseError: when it cannot be read.
    """
    if not text.strip():
        return ()
    groups = [part.split(" and ") for part in text.split(" or ")]
    if sum(map(len, groups)) > MOST_CONDITIONS:
        raise _unreadable(text)
    return tuple(tuple(_condition(word.strip()) for word in group) for group in groups)


def passes(test: HandTest, lengths: Mapping[Suit, int], hand: Hand) -> bool:
    """Return True if `hand`, with that many cards of each suit in play, passes the test."""
    return any(
        all(each.low <= AMOUNTS[each.amount](lengths, hand) <= each.high for each in group)
        for group in test
    )


def _condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text)
    if not match or match[1] not in AMOUNTS:
        raise _unreadable(text)
    number = int(match[3])
    low, high = {
        "<": (0, number - 1),
        "<=": (0, number),
        "=": (number, number),
        ">=": (number, MOST_AMOUNT),
        ">": (number + 1, MOST_AMOUNT),
    }[match[2]]
    return Condition(match[1], low, high)


def _unreadable(words: str) -> ParseError:
    """Return the error for words that are not part of the language."""
    return ParseError(
        "rules/deficient-when",
        "deal.deficient_when: cannot read {words}; write it as in {example}",
        words=repr(words),
        example=repr(EXAMPLES[-1]),
    )
