"""How likely a hand is to take no trick."""

from collections.abc import Iterable
from math import exp

from ..game import TRUMP, Card, Rules, Suit, hand_of, without

_MISSED = 2 / 3
"""The chance that a given card outside is not in the one hand that matters."""

_UNCOVERED = 0.5
"""What is left of the chance when the partner, who should cover, bid nil as well."""


def nil_chance(hand: Iterable[Card], rules: Rules, *, partner_nil: bool = False) -> float:
    """The chance that an open nil on `hand` is made; with the ace of spades it is none."""
    exchanged = 0 if partner_nil else rules.exchange.nil_cards
    cards = without(hand_of(hand), most_dangerous(hand, exchanged))
    if Card.SA in cards:
        return 0.0
    chance = 1 / (1 + exp(-nil_score(cards)))
    return chance * _UNCOVERED if partner_nil else chance


def nil_score(hand: Iterable[Card]) -> float:
    """How safe a hand is for nil: the logarithm of the odds, as far as this estimate goes."""
    cards = list(hand)
    ranks = {suit: [card.rank for card in cards if card.suit is suit] for suit in Suit}
    spades = ranks.pop(TRUMP)
    side = sum(danger(held) for held in ranks.values())
    return 2.0 - 1.6 * side - 2.5 * danger(spades) - 0.5 * max(0, len(spades) - 3)


def most_dangerous(hand: Iterable[Card], count: int) -> tuple[Card, ...]:
    """The `count` cards without which the hand is safest for nil, the worst first."""
    rest = list(hand)
    chosen: list[Card] = []
    for _ in range(count):
        worst = max(
            rest,
            key=lambda card: (
                card is Card.SA,
                nil_score(other for other in rest if other is not card),
                card.rank,
            ),
        )
        rest.remove(worst)
        chosen.append(worst)
    return tuple(chosen)


def blind_nil_chance(rules: Rules, *, partner_nil: bool = False) -> float:
    """The chance that a nil on unseen cards is made."""
    if rules.drafted:
        return 0.3 + 0.05 * rules.exchange.swap_cards
    chance = 0.12 + 0.09 * rules.exchange.blind_nil_cards
    return chance * _UNCOVERED if partner_nil else chance


def danger(ranks: list[int]) -> float:
    """How many tricks this holding in a suit is likely to be forced to win.

    The nth lowest card is for the nth round. It wins when the partner holds nothing higher and
    both opponents have something lower to play.
    """
    total = 0.0
    for nth, rank in enumerate(sorted(ranks)[:3]):
        higher = 12 - rank - sum(other > rank for other in ranks)
        lower = rank - nth
        total += _MISSED**higher * (1 - _MISSED**lower) ** 2
    return total
