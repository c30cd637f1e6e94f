"""The small language in which a table says what a seat may bid; `docs/bids.md` describes it.

4+ or nil
if partner nil: 4+; if partner bid: nil; any
"""

import re
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from .cards import Card, Suit
from .errors import ParseError

LONGEST_BID_RULE = 500
"""Characters that a rule may have."""

MOST_CONDITIONS = 10
"""Conditions that one clause may have."""

MOST_ALTERNATIVES = 20
"""Bids from which one clause may leave the choice."""

FORMATS = (
    "any",
    "spades",
    "spades or nil",
    "if partner nil: 1+; if partner bid: nil; any",
    "3",
    "1",
    "4 or nil",
    "4+ or nil",
    "3 or 4 or nil",
    "3 or nil",
    "hearts",
    "3 * aces",
    "if partner bid: partner; any",
    "if last: rest; any",
    "if last: nil; any",
    "if holds SJ: nil; any",
    "if holds S9: nil; any",
    "round",
    "if round 1: any; previous",
)
"""What is bid usually, and at tournaments."""

Amount = int | str
"""A number, or the word for one that is counted: `spades`, `partner`, `rest` and so on."""


class Situation(Struct, frozen=True):
    """What a bid may depend on: the hand, the bids so far, and the number of the round.

    `suits` counts the hand by suit in play. `partner` is the sum of the partners' bids so far and
    None while none has bid; `partner_nil` tells whether one of them is nil. `others` is the sum
    of all bids so far. `previous` is the seat's bid of the round before, None in the first.
    """

    cards: tuple[Card, ...]
    suits: dict[Suit, int]
    partner: int | None
    partner_nil: bool
    first: bool
    last: bool
    others: int
    tricks: int
    round: int
    previous: int | None


class Term(Struct, frozen=True):
    """`factor` times an amount plus `plus`, such as `3 * aces + 1`."""

    amount: Amount
    factor: int = 1
    plus: int = 0


class Span(Struct, frozen=True):
    """All bids from `low` to `high`; without a `high` to the highest there is."""

    low: Term
    high: Term | None


class Clause(Struct, frozen=True):
    """The spans of bids, with or without nil, for a seat for which all conditions hold."""

    conditions: tuple[str, ...]
    spans: tuple[Span, ...]
    nil: bool


BidRule = tuple[Clause, ...]

_AMOUNTS: dict[str, Callable[[Situation], int]] = {
    "spades": lambda at: at.suits.get(Suit.SPADES, 0),
    "hearts": lambda at: at.suits.get(Suit.HEARTS, 0),
    "diamonds": lambda at: at.suits.get(Suit.DIAMONDS, 0),
    "clubs": lambda at: at.suits.get(Suit.CLUBS, 0),
    "aces": lambda at: sum(card.is_ace for card in at.cards),
    "partner": lambda at: at.partner or 0,
    "rest": lambda at: at.tricks - at.others,
    "round": lambda at: at.round,
    "previous": lambda at: 1 if at.previous is None else at.previous,
    "tricks": lambda at: at.tricks,
}
_CONDITIONS: dict[str, Callable[[Situation], bool]] = {
    "partner nil": lambda at: at.partner_nil,
    "partner bid": lambda at: at.partner is not None,
    "first": lambda at: at.first,
    "last": lambda at: at.last,
    "round 1": lambda at: at.round == 1,
}
_OF_OTHER_BIDS = {"partner", "rest", "partner nil", "partner bid", "first", "last"}
_TERM = re.compile(r"(?:(\d{1,2}) ?\* ?)?([a-z]+|\d{1,2})(?: ?([+-]) ?(\d{1,2}))?")
_HOLDS = re.compile(r"holds ([CDHSJ][2-9TJQKAELB])")


@lru_cache(maxsize=4096)  # bounded: people ask a server about rules of their own
def parse_bid_rule(text: str) -> BidRule:
    """The rule written as `text`.

    Raises:
        ParseError: when it cannot be read.
    """
    if len(text) > LONGEST_BID_RULE:
        raise _unreadable(text[:LONGEST_BID_RULE])
    clauses = tuple(_clause(part.strip()) for part in text.split(";"))
    if clauses[-1].conditions or any(not clause.conditions for clause in clauses[:-1]):
        raise _unreadable(text)
    return clauses


def bids_by_rule(rule: BidRule, at: Situation) -> tuple[frozenset[int], bool]:
    """The numbers a seat may bid, 0 to all tricks, and whether it may bid nil."""
    clause = next(clause for clause in rule if all(_holds(name, at) for name in clause.conditions))
    numbers = {
        number
        for span in clause.spans
        for number in range(
            _clamped(span.low, at), (_clamped(span.high, at) if span.high else at.tricks) + 1
        )
    }
    return frozenset(numbers), clause.nil


def heeds_other_bids(rule: BidRule) -> bool:
    """Whether what may be bid depends on what others have bid."""
    return not _heeded(rule).isdisjoint(_OF_OTHER_BIDS)


def heeds_nothing(rule: BidRule) -> bool:
    """Whether the same may be bid with any cards, after any bids, in any round."""
    return _heeded(rule) <= {"tricks"}


def _heeded(rule: BidRule) -> set[str]:
    """What decides about the bids, by the words of the language."""
    terms = [term for clause in rule for span in clause.spans for term in (span.low, span.high)]
    words = {term.amount for term in terms if term and isinstance(term.amount, str)}
    return words.union(*(clause.conditions for clause in rule))


def _clause(text: str) -> Clause:
    conditions: tuple[str, ...] = ()
    bids = text
    if text.startswith("if "):
        head, colon, bids = text.removeprefix("if ").partition(":")
        if not colon:
            raise _unreadable(text)
        conditions = tuple(_condition(name.strip()) for name in head.split(" and "))
    words = bids.split(" or ")
    if len(conditions) > MOST_CONDITIONS or len(words) > MOST_ALTERNATIVES:
        raise _unreadable(text)
    spans: list[Span] = []
    nil = False
    for word in words:
        if word.strip() == "nil":
            nil = True
        elif word.strip() == "any":
            nil = True
            spans.append(Span(Term(1), None))
        else:
            spans.append(_span(word.strip()))
    return Clause(conditions, tuple(spans), nil)


def _condition(name: str) -> str:
    held = _HOLDS.fullmatch(name)
    if name not in _CONDITIONS and not (held and held[1] in Card._value2member_map_):
        raise _unreadable(name)
    return name


def _span(text: str) -> Span:
    if text.endswith("+"):
        return Span(_term(text.removesuffix("+").strip()), None)
    first, to, second = text.partition(" to ")
    low = _term(first.strip())
    high = _term(second.strip()) if to else low
    if _always_above(low, high):
        raise _unreadable(text)
    return Span(low, high)


def _always_above(low: Term, high: Term) -> bool:
    """Whether a span is empty whatever is counted, as its ends have changed places."""
    if isinstance(low.amount, int) and isinstance(high.amount, int):
        return low.factor * low.amount + low.plus > high.factor * high.amount + high.plus
    return (low.amount, low.factor) == (high.amount, high.factor) and low.plus > high.plus


def _term(text: str) -> Term:
    match = _TERM.fullmatch(text)
    if not match:
        raise _unreadable(text)
    factor, word, sign, plus = match.groups()
    if not word.isdecimal() and word not in _AMOUNTS:
        raise _unreadable(text)
    return Term(
        int(word) if word.isdecimal() else word,
        int(factor or 1),
        int(plus or 0) * (-1 if sign == "-" else 1),
    )


def _holds(condition: str, at: Situation) -> bool:
    held = _HOLDS.fullmatch(condition)
    if held:
        return Card(held[1]) in at.cards
    return _CONDITIONS[condition](at)


def _clamped(term: Term, at: Situation) -> int:
    amount = term.amount if isinstance(term.amount, int) else _AMOUNTS[term.amount](at)
    return max(0, min(at.tricks, term.factor * amount + term.plus))


def _unreadable(words: str) -> ParseError:
    """The error for words that are not of the language."""
    return ParseError(
        "rules/bids",
        "bidding.bids: cannot read {words}; it is said as in {example}",
        words=repr(words),
        example=repr("if partner nil: 4+; if last: rest; 3 or nil"),
    )
