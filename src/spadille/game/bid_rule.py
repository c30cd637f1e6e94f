"""The small language in which a table says what a seat may bid; `docs/bids.md` describes it.

4+ or nil
if partner nil: 4+; if partner bid: nil; any
if round 2: spades or nil; if every 4th round: 3; any
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal

from msgspec import Struct, structs

from .cards import RANKS, Card, Suit
from .errors import ParseError

LONGEST_BID_RULE = 500
"""The most characters that a rule may have."""

MOST_CONDITIONS = 10
"""The most conditions that one clause may have."""

MOST_ALTERNATIVES = 20
"""The most alternatives that one clause may offer."""

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
    "2+ or nil",
    "hearts",
    "3 * aces",
    "if partner bid: partner; any",
    "if last: rest; any",
    "if last: nil; any",
    "if holds SJ: nil; any",
    "if holds S9: nil; any",
    "if shortest = 0: nil; any",
    "if behind >= 100: any; 1+",
    "round",
    "if round 1: any; previous",
    "if round 2: spades or nil; if round 3: 4+ or nil; any",
    "if every 2nd round: 3; 1",
    "if every 4th round from 1: any; if every 4th round from 2: spades or nil; 4+ or nil",
)
"""Common bidding conventions, including tournament ones."""

Amount = int | str
"""A number, or the word for a quantity: `spades`, `partner`, `rest` and so on."""


class Situation(Struct, frozen=True):
    """Everything that a bid may depend on: the hand, the bids so far, the round and the score.

    `suits` counts the hand by suit in play. `partner` is the sum of the partners' bids so far and
    None while none has bid; `partner_nil` is True if one of them is nil. `others` is the sum of all
    bids so far. `previous` is the seat's bid in the previous round, None in the first. `bags`
    counts the side's bags, and `behind` is how many points another side leads by.
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
    bags: int = 0
    behind: int = 0


class Term(Struct, frozen=True):
    """`factor` times an amount plus `plus`, such as `3 * aces + 1`."""

    amount: Amount
    factor: int = 1
    plus: int = 0


class Span(Struct, frozen=True):
    """All bids from `low` to `high`, or to the highest possible bid if `high` is None."""

    low: Term
    high: Term | None


ANY_NUMBER = Span(Term(0), None)
"""All bids of tricks, including zero if that is a bid."""


class Said(Struct, frozen=True):
    """A condition that is one of the words of the language, such as `partner nil`."""

    word: str


class Holds(Struct, frozen=True):
    """The seat holds a card."""

    card: Card


class Every(Struct, frozen=True):
    """The round has the number `first`, or comes any multiple of `period` rounds later."""

    first: int
    period: int


class Compared(Struct, frozen=True):
    """A comparison of two terms, such as `longest >= 8`; `round 2` is one, too."""

    left: Term
    relation: Literal["=", "<=", ">="]
    right: Term


Condition = Said | Holds | Every | Compared


class Clause(Struct, frozen=True):
    """The spans of bids, with or without nil, for a seat that meets all conditions."""

    conditions: tuple[Condition, ...]
    spans: tuple[Span, ...]
    nil: bool


BidRule = tuple[Clause, ...]

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

_AMOUNTS: dict[str, Callable[[Situation], int]] = {
    "spades": lambda at: at.suits.get(Suit.SPADES, 0),
    "hearts": lambda at: at.suits.get(Suit.HEARTS, 0),
    "diamonds": lambda at: at.suits.get(Suit.DIAMONDS, 0),
    "clubs": lambda at: at.suits.get(Suit.CLUBS, 0),
    "aces": lambda at: _of_rank(at, "A"),
    "kings": lambda at: _of_rank(at, "K"),
    "queens": lambda at: _of_rank(at, "Q"),
    "jacks": lambda at: _of_rank(at, "J"),
    "points": lambda at: sum(points * _of_rank(at, rank) for rank, points in POINTS.items()),
    "longest": lambda at: max(at.suits.get(suit, 0) for suit in _SUITS[:-1]),
    "shortest": lambda at: min(at.suits.get(suit, 0) for suit in _SUITS),
    "partner": lambda at: at.partner or 0,
    "rest": lambda at: at.tricks - at.others,
    "round": lambda at: at.round,
    "previous": lambda at: 1 if at.previous is None else at.previous,
    "tricks": lambda at: at.tricks,
    "bags": lambda at: at.bags,
    "behind": lambda at: at.behind,
}
_CONDITIONS: dict[str, Callable[[Situation], bool]] = {
    "partner nil": lambda at: at.partner_nil,
    "partner bid": lambda at: at.partner is not None,
    "first": lambda at: at.first,
    "last": lambda at: at.last,
}
_OF_OTHER_BIDS = {"partner", "rest", "partner nil", "partner bid", "first", "last"}
_TERM = re.compile(r"(?:(\d{1,2}) ?\* ?)?([a-z]+|\d{1,3})(?: ?([+-]) ?(\d{1,2}))?")
_HIGHEST_NUMBER = 99
"""No bid is higher, but scores may be compared with higher numbers."""

_HOLDS = re.compile(r"holds ([CDHSJ][2-9TJQKAELB])")
_ROUND = re.compile(r"round ([1-9]\d?|100)")
_EVERY = re.compile(r"every ([2-9]|[1-9]\d)(?:st|nd|rd|th) round(?: from ([1-9]\d?))?")
_COMPARED = re.compile(r"([^<>=]+)(<=|>=|<|>|=)([^<>=]+)")


def _of_rank(at: Situation, rank: str) -> int:
    number = RANKS.index(rank)
    return sum(card.rank == number and card.suit is not Suit.JOKERS for card in at.cards)


@lru_cache(maxsize=4096)  # bounded, because people send a server rules that they wrote
def parse_bid_rule(text: str) -> BidRule:
    """Return the rule written as `text`.

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
    """Return the numbers a seat may bid, 0 to all tricks, and whether it may bid nil."""
    clause = next(clause for clause in rule if all(_holds(one, at) for one in clause.conditions))
    numbers = {
        number
        for span in clause.spans
        for number in range(
            _clamped(span.low, at), (_clamped(span.high, at) if span.high else at.tricks) + 1
        )
    }
    return frozenset(numbers), clause.nil


def heeds_other_bids(rule: BidRule) -> bool:
    """Return True if what may be bid depends on what others have bid."""
    return not _heeded(rule).isdisjoint(_OF_OTHER_BIDS)


@lru_cache(maxsize=4096)
def rule_of_round(rule: BidRule, number: int) -> BidRule:
    """Return the part of a rule that applies in the round with that number."""
    left: list[Clause] = []
    for clause in rule:
        others = tuple(one for one in clause.conditions if not _is_of_round(one))
        of_round = (one for one in clause.conditions if _is_of_round(one))
        if all(_holds(one, _in_round(number)) for one in of_round):
            left.append(structs.replace(clause, conditions=others))
            if not others:
                break
    return tuple(left)


def _is_of_round(condition: Condition) -> bool:
    """Return True if a condition depends only on the number of the round."""
    return set(_words(condition)) == {"round"}


def _in_round(number: int) -> Situation:
    return Situation((), {}, None, False, False, False, 0, 0, number, None)  # noqa: FBT003


def heeds_round(rule: BidRule) -> bool:
    """Return True if what may be bid depends on the number of the round."""
    return "round" in _heeded(rule)


def heeds_nothing(rule: BidRule) -> bool:
    """Return True if the same may be bid with any cards, after any bids, in any round."""
    return _heeded(rule) <= {"tricks"}


def _heeded(rule: BidRule) -> set[str]:
    """Return what the bids depend on, as words of the language."""
    terms = [term for clause in rule for span in clause.spans for term in (span.low, span.high)]
    words = {term.amount for term in terms if term and isinstance(term.amount, str)}
    return words.union(*(_words(one) for clause in rule for one in clause.conditions))


def _words(condition: Condition) -> Iterator[str]:
    """Yield what a condition depends on, as words of the language."""
    match condition:
        case Said(word=word):
            yield word
        case Holds():
            yield "holds"
        case Every():
            yield "round"
        case Compared(left=left, right=right):
            yield from (str(term.amount) for term in (left, right) if isinstance(term.amount, str))


def _clause(text: str) -> Clause:
    conditions: tuple[Condition, ...] = ()
    bids = text
    if text.startswith("if "):
        head, colon, bids = text.removeprefix("if ").partition(":")
        if not colon:
            raise _unreadable(text)
        conditions = tuple(_condition(one.strip()) for one in head.split(" and "))
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
            spans.append(ANY_NUMBER)
        else:
            spans.append(_span(word.strip()))
    return Clause(conditions, tuple(spans), nil)


def _condition(text: str) -> Condition:
    if text in _CONDITIONS:
        return Said(text)
    held = _HOLDS.fullmatch(text)
    if held and held[1] in Card._value2member_map_:
        return Holds(Card(held[1]))
    if numbered := _ROUND.fullmatch(text):
        return Compared(Term("round"), "=", Term(int(numbered[1])))
    if every := _EVERY.fullmatch(text):
        return Every(int(every[2] or every[1]), int(every[1]))
    if compared := _COMPARED.fullmatch(text):
        left, relation, right = compared.groups()
        return _compared(_term(left.strip()), relation, _term(right.strip()))
    raise _unreadable(text)


def _compared(left: Term, relation: str, right: Term) -> Compared:
    match relation:
        case "<":
            return Compared(left, "<=", structs.replace(right, plus=right.plus - 1))
        case ">":
            return Compared(left, ">=", structs.replace(right, plus=right.plus + 1))
        case "<=":
            return Compared(left, "<=", right)
        case ">=":
            return Compared(left, ">=", right)
        case _:
            return Compared(left, "=", right)


def _span(text: str) -> Span:
    if text.endswith("+"):
        return Span(_bid(text.removesuffix("+").strip()), None)
    first, to, second = text.partition(" to ")
    low = _bid(first.strip())
    high = _bid(second.strip()) if to else low
    if _always_above(low, high):
        raise _unreadable(text)
    return Span(low, high)


def _always_above(low: Term, high: Term) -> bool:
    """Return True if a span is empty no matter what is counted, as its ends are reversed."""
    if isinstance(low.amount, int) and isinstance(high.amount, int):
        return low.factor * low.amount + low.plus > high.factor * high.amount + high.plus
    return (low.amount, low.factor) == (high.amount, high.factor) and low.plus > high.plus


def _bid(text: str) -> Term:
    term = _term(text)
    if isinstance(term.amount, int) and term.amount > _HIGHEST_NUMBER:
        raise _unreadable(text)
    return term


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


def _holds(condition: Condition, at: Situation) -> bool:
    match condition:
        case Said(word=word):
            return _CONDITIONS[word](at)
        case Holds(card=card):
            return card in at.cards
        case Every(first=first, period=period):
            return at.round >= first and (at.round - first) % period == 0
        case Compared(left=left, relation="=", right=right):
            return _value(left, at) == _value(right, at)
        case Compared(left=left, relation="<=", right=right):
            return _value(left, at) <= _value(right, at)
        case Compared(left=left, right=right):
            return _value(left, at) >= _value(right, at)


def _value(term: Term, at: Situation) -> int:
    amount = term.amount if isinstance(term.amount, int) else _AMOUNTS[term.amount](at)
    return term.factor * amount + term.plus


def _clamped(term: Term, at: Situation) -> int:
    return max(0, min(at.tricks, _value(term, at)))


def _unreadable(words: str) -> ParseError:
    """Return the error for words that are not part of the language."""
    return ParseError(
        "rules/bids",
        "bidding.bids: cannot read {words}; write it as in {example}",
        words=repr(words),
        example=repr("if partner nil: 4+; if last: rest; 3 or nil"),
    )
