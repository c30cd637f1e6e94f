"""Put the small languages of bids and hands into words, and join several things in a sentence."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..bid_rule import (
    ANY_NUMBER,
    Clause,
    Compared,
    Condition,
    Every,
    Holds,
    Said,
    Span,
    Term,
    parse_bid_rule,
)
from ..hand_test import Condition as HandCondition
from ..hand_test import parse_hand_test
from ..text import Message, T


def listed(things: Sequence[Any]) -> Message:
    """Return the things separated by commas: ace of spades, 2 of clubs, 3 of hearts."""
    places = {f"p{index}": thing for index, thing in enumerate(things)}
    return Message(", ".join(f"{{{place}}}" for place in places), **places)


def alternatives(things: Sequence[Any]) -> Message:
    """Return the things with "or" before the last one."""
    if len(things) == 1:
        return listed(things)
    return Message("{one} or {other}", one=listed(things[:-1]), other=things[-1])


def all_of(things: Sequence[Message]) -> Message:
    """Return the things with "and" between them."""
    said = things[0]
    for thing in things[1:]:
        said = Message("{one} and {other}", one=said, other=thing)
    return said


_AMOUNTS = {
    "spades": T("the number of spades they hold"),
    "hearts": T("the number of hearts they hold"),
    "diamonds": T("the number of diamonds they hold"),
    "clubs": T("the number of clubs they hold"),
    "aces": T("the number of aces they hold"),
    "kings": T("the number of kings they hold"),
    "queens": T("the number of queens they hold"),
    "jacks": T("the number of jacks they hold"),
    "points": T("the points they hold (ace 4, king 3, queen 2, jack 1)"),
    "longest": T("the length of their longest suit other than spades"),
    "shortest": T("the length of their shortest suit"),
    "partner": T("the partner's bid"),
    "rest": T("the tricks that are not bid yet"),
    "round": T("the number of the round"),
    "previous": T("their bid of the previous round (1 in the first round)"),
    "tricks": T("the number of all tricks"),
    "bags": T("the number of bags their side has"),
    "behind": T("the number of points by which their side is behind"),
}
_CONDITIONS = {
    "partner nil": T("a partner has bid nil"),
    "partner bid": T("a partner has bid"),
    "first": T("no one has bid yet"),
    "last": T("everyone else has bid"),
}
_RELATIONS = {
    "=": T("{left} is {right}"),
    ">=": T("{left} is at least {right}"),
    "<=": T("{left} is at most {right}"),
}


def bid_sentences(rule: str, hand_size: int, *, nil: bool, zero: bool) -> Iterator[Message]:
    """Yield sentences on what may be bid openly by a rule; nil and zero may be allowed, too."""
    clauses = parse_bid_rule(rule)
    for number, clause in enumerate(clauses):
        bids = _bids(clause, nil=nil)
        if clause.conditions:
            yield Message(
                T("Otherwise, if {conditions}, a player bids {bids}.")
                if number
                else T("If {conditions}, a player bids {bids}."),
                conditions=all_of([_condition(one) for one in clause.conditions]),
                bids=bids,
            )
        elif number:
            yield Message("Otherwise a player bids {bids}.", bids=bids)
        elif rule == "any":
            yield Message("A bid is a number of tricks from 1 to {size}.", size=hand_size)
        else:
            yield Message("A player bids {bids}.", bids=bids)
    spans = [span for clause in clauses for span in clause.spans if span != ANY_NUMBER]
    if any(_may_be_zero(span.low) for span in spans):
        yield _zero(nil=nil, zero=zero)


def _zero(*, nil: bool, zero: bool) -> Message:
    if zero:
        return Message("If that is nothing, the bid is zero.")
    if nil:
        return Message("If that is nothing, the bid is nil.")
    return Message("If that is nothing, the bid is one.")


def _may_be_zero(low: Term) -> bool:
    least = low.amount if isinstance(low.amount, int) else int(low.amount in {"round", "tricks"})
    return low.factor * least + low.plus <= 0


def _bids(clause: Clause, *, nil: bool) -> Message:
    things: list[Message | int] = [_span(span) for span in clause.spans]
    if clause.nil and nil:
        things.append(Message("nil"))
    return alternatives(things or [1])


def _span(span: Span) -> Message | int:
    low = _term(span.low)
    if span.high is None:
        if span in {ANY_NUMBER, Span(Term(1), None)}:
            return Message("any number of tricks")
        return Message("{low} or more", low=low)
    if span.high == span.low:
        return low
    return Message("{low} to {high}", low=low, high=_term(span.high))


def _term(term: Term) -> Message | int:
    if isinstance(term.amount, int):
        return term.factor * term.amount + term.plus
    amount = Message(_AMOUNTS[term.amount])
    if term.factor != 1:
        amount = Message("{factor} times {amount}", factor=term.factor, amount=amount)
    if term.plus > 0:
        return Message("{plus} more than {amount}", plus=term.plus, amount=amount)
    if term.plus < 0:
        return Message("{minus} less than {amount}", minus=-term.plus, amount=amount)
    return amount


def _condition(condition: Condition) -> Message:
    match condition:
        case Said(word=word):
            return Message(_CONDITIONS[word])
        case Holds(card=card):
            return Message("the hand holds the {card}", card=card)
        case Every(first=first, period=period):
            return Message(
                "it is round {first}, {second}, {third} and so on",
                first=first,
                second=first + period,
                third=first + 2 * period,
            )
        case Compared(left=Term(amount="round", factor=1, plus=0), relation="=", right=right):
            if right == Term(1):
                return Message("it is the first round")
            return Message("it is round {number}", number=_term(right))
        case Compared(left=left, relation=relation, right=right):
            return Message(_RELATIONS[relation], left=_term(left), right=_term(right))


_COUNTED = {
    "clubs": T("clubs"),
    "diamonds": T("diamonds"),
    "hearts": T("hearts"),
    "spades": T("spades"),
    "honours": T("honors (ace to jack)"),
    "points": T("points (ace 4, king 3, queen 2, jack 1)"),
    "highest": T("as its highest card (jack 11 to ace 14)"),
    "longest": T("cards in its longest suit other than spades"),
}


def hand_test_words(test: str) -> list[Message]:
    """Return a description of each kind of hand that passes a test."""
    return [all_of([_hand_condition(one) for one in group]) for group in parse_hand_test(test)]


def _hand_condition(condition: HandCondition) -> Message:
    amount = Message(_COUNTED[condition.amount])
    if condition.low == condition.high:
        return Message("exactly {number} {amount}", number=condition.low, amount=amount)
    if condition.low == 0:
        return Message("at most {number} {amount}", number=condition.high, amount=amount)
    return Message("at least {number} {amount}", number=condition.low, amount=amount)
