"""Encode the bid language as numbers for kernels; `game/legal_bids.py` describes them."""

from ..game import (
    BidRule,
    Card,
    Compared,
    Condition,
    Every,
    Holds,
    Message,
    Said,
    SpadesError,
    Term,
)
from .encoding import BID_WORDS
from .game.legal_bids import AMOUNTS, CONDITIONS, NO_TERM, RELATIONS

_NOBODY = -1


def bid_code(rule: BidRule, kinds: dict[Card, int]) -> list[int]:
    """Return the numbers that encode a rule; `kinds` are the kinds of the cards in the deck.

    Raises:
        SpadesError: if the rule is too long for kernels.
    """
    code = [len(rule)]
    for clause in rule:
        code.append(len(clause.conditions))
        for condition in clause.conditions:
            code.extend(_condition(condition, kinds))
        code.extend((int(clause.nil), len(clause.spans)))
        for span in clause.spans:
            code.extend((*_term(span.low), *_term(span.high)))
    if len(code) > BID_WORDS:
        raise SpadesError(
            "fast/bids-too-long",
            Message("bidding.bids is too long for simulations; shorten it"),
        )
    return code


def _condition(condition: Condition, kinds: dict[Card, int]) -> tuple[int, ...]:
    match condition:
        case Said(word=word):
            return CONDITIONS.index(word), 0, 0
        case Holds(card=card):
            return CONDITIONS.index("holds"), kinds.get(card, _NOBODY), 0
        case Every(first=first, period=period):
            return CONDITIONS.index("every"), first, period
        case Compared(left=left, relation=relation, right=right):
            kind = CONDITIONS.index("compared"), RELATIONS.index(relation), 0
            return (*kind, *_term(left), *_term(right))


def _term(term: Term | None) -> tuple[int, int, int, int]:
    if term is None:
        return NO_TERM, 0, 0, 0
    if isinstance(term.amount, int):
        return 0, term.amount, term.factor, term.plus
    return AMOUNTS.index(term.amount), 0, term.factor, term.plus
