"""How likely a hand is to take no trick."""

from collections.abc import Iterable, Sequence
from math import exp

from ..game import TRUMP, Bid, Card, Rules, Suit, hand_of, without
from .order import ORDINARY, Order, order_of

_MISSED = 2 / 3
"""The chance that a given card outside is not in the one hand that matters, with hands of 13."""

_SAFE_OF_TWO = -0.5
_SAFE_COVERED = 2.45
_SAFE_ALONE = 0.3
_SIDE_ROUNDS = (2.5, 1.6, 0.85)
_SPADE_ROUNDS = (2.5, 2.5, 2.2)
_LONG_SPADE = 1.7
_COVER = 0.1
_NO_COVER = 2.3
_UNKNOWN_COVER = 0.4
"""The logarithm of the odds of an open nil: for a harmless hand, by who is at the table; less by
so much for the danger in each round of a side suit and of spades, and for each spade after the
third; more for each trick the partner has bid above the usual, and less when the partner bid nil or
has not bid yet. Rounded from logistic regressions over some 5,000 forced nils of pairs; the
figures for a table without partners only fit its overall success."""

_FORCED_RUFF = 0.7
"""How much each spade endangers a nil that has to ruff, by estimate."""

_USUAL_BID = 2.7

_ANNOUNCED = 0.08
"""The same for each trick that the opponents have bid above the usual: they hold the high cards,
and cannot afford to lose tricks. By estimate."""

_BLIND_COVERED = (0.22, 0.52, 0.72, 0.8, 0.85)
_BLIND_DRAFTED = (0.07, 0.1, 0.12, 0.12)
_BLIND_ALONE = 0.07
_BLIND_UNCOVERED = 0.1
"""How often a blind nil is made: with so many cards exchanged, after a draft with so many cards
swapped, and without a partner, each from 400 forced ones and rounded down; beside a partner's nil
by estimate."""

_LEFT = 2.2
"""By how much the logarithm of the odds of a blind nil rises for each trick fewer that the bids of
the others leave: of some 500 forced ones by the last to bid, in pairs, 18 in a hundred were made
after 8 tricks, 39 after 9 and 67 after 10."""

_MOST = 1.9
"""By how much at the most, as no more was tried."""

_BLIND_HAND = 13
"""The size of the hands for which these figures hold."""

_TWO = 2


def nil_chance(
    hand: Iterable[Card],
    rules: Rules,
    partner: Bid | None = None,
    *,
    alone: bool | None = None,
    opponents: Sequence[Bid] = (),
) -> float:
    """The chance that an open nil on `hand` is made; with the highest trump it is none.

    `partner` is what the partners have bid, if they have, and `opponents` are the bids of those of
    them who have; `alone` tells whether there are no partners, which else depends on the table.
    """
    alone = _is_solo(rules) if alone is None else alone
    no_cover = partner is not None and partner.nil
    helped = not alone and (not no_cover or rules.exchange.between_nils)
    exchanged = rules.exchange.nil_cards if helped else 0
    order = order_of(rules, aces_low=True)
    missed = _missed(rules)
    cards = without(hand_of(hand), most_dangerous(hand, exchanged, order, missed))
    if any(order.is_trump(card) and not order.above[card] for card in cards):
        return 0.0
    score = _safe(rules, alone=alone) - nil_danger(cards, order, missed)
    if rules.play.void != "any" or rules.play.duty in {"assassin", "secret_assassin"}:
        score -= _FORCED_RUFF * sum(order.is_trump(card) for card in cards)
    if no_cover:
        score -= _NO_COVER
    elif partner is not None:
        score += _COVER * (partner.tricks - _USUAL_BID)
    elif not alone:
        score -= _UNKNOWN_COVER
    usual = _USUAL_BID * rules.hand_size / rules.players / (_BLIND_HAND / 4)
    score += _ANNOUNCED * sum(bid.tricks - usual for bid in opponents if not bid.nil)
    return 1 / (1 + exp(-score))


def _is_solo(rules: Rules) -> bool:
    return len(rules.sides[0]) == 1


def _safe(rules: Rules, *, alone: bool) -> float:
    if rules.players == _TWO:
        return _SAFE_OF_TWO
    return _SAFE_ALONE if alone else _SAFE_COVERED


def _missed(rules: Rules) -> float:
    """The chance that a given card outside is not in the one hand that matters."""
    if rules.drafted:
        return _MISSED
    return 1 - rules.hand_size / (len(rules.deck_cards) - rules.hand_size)


def nil_danger(hand: Iterable[Card], order: Order = ORDINARY, missed: float = _MISSED) -> float:
    """By how much a hand lowers the odds of a nil, as their logarithm."""
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in hand:
        suits[order.suit_of[card]].append(card)
    del suits[Suit.JOKERS]
    trumps = [] if order.trump is None else suits.pop(TRUMP)
    side = sum(_danger(held, _SIDE_ROUNDS, order, missed) for held in suits.values())
    long = max(0, len(trumps) - 3)
    return side + _danger(trumps, _SPADE_ROUNDS, order, missed) + _LONG_SPADE * long


def most_dangerous(
    hand: Iterable[Card], count: int, order: Order = ORDINARY, missed: float = _MISSED
) -> tuple[Card, ...]:
    """The `count` cards without which the hand is safest for nil, the worst first."""
    rest = list(hand)
    chosen: list[Card] = []
    for _ in range(count):
        worst = max(
            range(len(rest)),
            key=lambda at: (
                order.is_trump(rest[at]) and not order.above[rest[at]],
                -nil_danger((*rest[:at], *rest[at + 1 :]), order, missed),
                order.level[rest[at]],
            ),
        )
        chosen.append(rest.pop(worst))
    return tuple(chosen)


def blind_nil_chance(
    rules: Rules,
    partner: Bid | None = None,
    *,
    alone: bool | None = None,
    expected: float | None = None,
) -> float:
    """The chance that a nil on unseen cards is made, by how often these bots make it.

    It was measured with hands of 13 before anybody else had bid; the fewer tricks a seat can
    expect, the safer it is. `expected` are those that the bids so far leave to it.
    """
    usual = _BLIND_HAND / 2 if rules.drafted else _BLIND_HAND / 4
    alone = _is_solo(rules) if alone is None else alone
    chance = _usual_blind(rules, partner, alone=alone)
    share = rules.hand_size / rules.players
    chance = float(chance ** (share / usual))
    odds = chance / (1 - chance)
    if expected is not None:
        odds *= exp(max(-_MOST, min(_MOST, _LEFT * (share - expected))))
    return odds / (1 + odds)


def _usual_blind(rules: Rules, partner: Bid | None, *, alone: bool) -> float:
    if rules.drafted:
        return _BLIND_DRAFTED[rules.exchange.swap_cards]
    if alone:
        return _BLIND_ALONE
    if partner is not None and partner.nil:
        return _BLIND_UNCOVERED
    return _BLIND_COVERED[rules.exchange.blind_nil_cards]


def _danger(cards: list[Card], weights: tuple[float, ...], order: Order, missed: float) -> float:
    """How likely a holding in a suit is to be forced to win, weighted by the round of the suit.

    The nth lowest card is for the nth round. It wins when the partner holds nothing higher and
    both opponents have something lower to play.
    """
    total = 0.0
    mine = sum(order.mask(cards))
    low_first = sorted(cards, key=order.level.__getitem__)
    for card, weight in zip(low_first, weights, strict=False):
        above = order.above[card]
        higher = (above & ~mine).bit_count()
        lower = (order.full[order.suit_of[card]] & ~above & ~mine).bit_count()
        total += weight * missed**higher * (1 - missed**lower) ** 2
    return total
