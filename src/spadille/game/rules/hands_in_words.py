"""What a hand must be, said in words instead of in the language of tests."""

from ..hand_test import Condition, parse_hand_test
from ..text import Message, T
from .listing import all_of

_AMOUNTS = {
    "clubs": T("clubs"),
    "diamonds": T("diamonds"),
    "hearts": T("hearts"),
    "spades": T("spades"),
    "honours": T("honours (ace to jack)"),
    "points": T("points (ace 4, king 3, queen 2, jack 1)"),
    "highest": T("as its highest card (jack 11 to ace 14)"),
    "longest": T("cards in its longest suit but spades"),
}


def hand_test_words(test: str) -> list[Message]:
    """Each of the hands that pass a test."""
    return [all_of([_condition(one) for one in group]) for group in parse_hand_test(test)]


def _condition(condition: Condition) -> Message:
    amount = Message(_AMOUNTS[condition.amount])
    if condition.low == condition.high:
        return Message("exactly {number} {amount}", number=condition.low, amount=amount)
    if condition.low == 0:
        return Message("at most {number} {amount}", number=condition.high, amount=amount)
    return Message("at least {number} {amount}", number=condition.low, amount=amount)
