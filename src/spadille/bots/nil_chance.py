"""How likely a hand is to take no trick."""

from collections.abc import Iterable
from math import exp

from ..game import TRUMP, Bid, Card, Rules, Suit, hand_of, without

_MISSED = 2 / 3
"""The chance that a given card outside is not in the one hand that matters."""

_SAFE = {1: -0.5, 2: 2.45, 3: 0.3}
_SIDE_ROUNDS = (2.5, 1.6, 0.85)
_SPADE_ROUNDS = (2.5, 2.5, 2.2)
_LONG_SPADE = 1.7
_COVER = 0.1
_NO_COVER = 2.3
_UNKNOWN_COVER = 0.4
"""The logarithm of the odds of an open nil: for a harmless hand against so many opponents; less by
so much for the danger in each round of a side suit and of spades, and for each spade after the
third; more for each trick the partner has bid above the usual, and less when he bid nil himself or
has not bid yet. Rounded from logistic regressions over some 5,000 forced nils of pairs; the
figures for a table without partners only fit its overall success."""

_USUAL_BID = 2.7

_BLIND_COVERED = (0.22, 0.52, 0.72, 0.8, 0.85)
_BLIND_DRAFTED = (0.07, 0.1, 0.12, 0.12)
_BLIND_ALONE = 0.07
_BLIND_UNCOVERED = 0.1
"""How often a blind nil is made: with so many cards exchanged, after a draft with so many cards
swapped, and without a partner, each from 400 forced ones and rounded down; beside a partner's nil
by estimate."""


def nil_chance(hand: Iterable[Card], rules: Rules, partner: Bid | None = None) -> float:
    """The chance that an open nil on `hand` is made; with the ace of spades it is none.

    `partner` is what the partner has bid, if he has.
    """
    no_cover = partner is not None and partner.nil
    exchanged = 0 if no_cover else rules.exchange.nil_cards
    cards = without(hand_of(hand), most_dangerous(hand, exchanged))
    if Card.SA in cards:
        return 0.0
    opponents = rules.players - len(rules.sides[0])
    score = _SAFE[opponents] - nil_danger(cards)
    if no_cover:
        score -= _NO_COVER
    elif partner is not None:
        score += _COVER * (partner.tricks - _USUAL_BID)
    elif len(rules.sides[0]) > 1:
        score -= _UNKNOWN_COVER
    return 1 / (1 + exp(-score))


def nil_danger(hand: Iterable[Card]) -> float:
    """By how much a hand lowers the odds of a nil, as their logarithm."""
    ranks: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for card in hand:
        ranks[card.suit].append(card.rank)
    spades = ranks.pop(TRUMP)
    side = sum(_danger(held, _SIDE_ROUNDS) for held in ranks.values())
    long = max(0, len(spades) - 3)
    return side + _danger(spades, _SPADE_ROUNDS) + _LONG_SPADE * long


def most_dangerous(hand: Iterable[Card], count: int) -> tuple[Card, ...]:
    """The `count` cards without which the hand is safest for nil, the worst first."""
    rest = list(hand)
    chosen: list[Card] = []
    for _ in range(count):
        worst = max(
            rest,
            key=lambda card: (
                card is Card.SA,
                -nil_danger(other for other in rest if other is not card),
                card.rank,
            ),
        )
        rest.remove(worst)
        chosen.append(worst)
    return tuple(chosen)


def blind_nil_chance(rules: Rules, partner: Bid | None = None) -> float:
    """The chance that a nil on unseen cards is made, by how often these bots make it."""
    if rules.drafted:
        return _BLIND_DRAFTED[rules.exchange.swap_cards]
    if len(rules.sides[0]) == 1:
        return _BLIND_ALONE
    if partner is not None and partner.nil:
        return _BLIND_UNCOVERED
    return _BLIND_COVERED[rules.exchange.blind_nil_cards]


def _danger(ranks: list[int], weights: tuple[float, ...]) -> float:
    """How likely a holding in a suit is to be forced to win, weighted by the round of the suit.

    The nth lowest card is for the nth round. It wins when the partner holds nothing higher and
    both opponents have something lower to play.
    """
    total = 0.0
    for nth, (rank, weight) in enumerate(zip(sorted(ranks), weights, strict=False)):
        higher = 12 - rank - sum(other > rank for other in ranks)
        lower = rank - nth
        total += weight * _MISSED**higher * (1 - _MISSED**lower) ** 2
    return total
