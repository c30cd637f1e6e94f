"""Hands so poor that a table lets players throw them in (D10)."""

from collections import Counter

from .cards import RANKS, Hand, Suit
from .hand_test import parse_hand_test, passes
from .ranking import TRUMP, Ranking
from .rules import Rules

_FACES = {RANKS.index("J"), RANKS.index("Q"), RANKS.index("K")}


def deficient(rules: Rules, ranking: Ranking, hand: Hand) -> bool:
    """Return True if `hand` passes one of the table's tests."""
    if not (rules.deal.deficient or rules.deal.deficient_when):
        return False
    lengths = Counter(ranking.suit_of[card] for card in hand)
    tests = {
        "one_spade": lengths[TRUMP] <= 1,
        "no_spades": lengths[TRUMP] == 0,
        "no_faces": not any(card.rank in _FACES and card.suit <= TRUMP for card in hand),
        "seven_of_suit": any(
            length >= 7 for suit, length in lengths.items() if suit not in {TRUMP, Suit.JOKERS}
        ),
    }
    if any(tests[test] for test in rules.deal.deficient):
        return True
    return passes(parse_hand_test(rules.deal.deficient_when), lengths, hand)
