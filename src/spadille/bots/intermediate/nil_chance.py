"""Estimate how likely a hand is to take no trick."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, log
from random import Random

from ...game import Bid, Card, Hand, Rules, Suit, hand_of, without
from ..certain import certain_trumps
from ..heuristics.own_nil import most_dangerous as heuristic
from ..heuristics.own_nil import suit_danger
from ..heuristics.reading import cards_of, powers
from ..order import Order, order_of
from .first_clubs import first_trick_chance, later_danger

_MISSED = 2 / 3
"""The chance that a card outside is not in the one hand that matters, with hands of 13."""

_OF_TWO = -0.5
_ALONE = 0.3
"""The log odds of an open nil on a harmless hand at tables without partners, less its `nil_danger`.
Only the overall success was fitted."""

_COVERED = 2.98
_WEIGHT = 1.33
_COVER = 0.42
_NO_COVER = 2.8
_BEHIND = 0.22
_HOPELESS = 0.57
"""With partners, `nil_danger` has a weight. Each trick that the partner bid above the usual adds to
the log odds, and their nil and each opponent who has already bid lower them. Below zero, they are
only part of that. From logistic regressions over 10,000 nils that `intermediate` bid or was made to
bid against 16 kinds of players (`research/fit_bidding.py`). Only `_NO_COVER` is more than the 0.93
found there, because the partner's nil loses its cover as well.
"""

_FORCED_RUFF = 0.93
"""An estimate of how much each spade endangers a nil that has to ruff."""

_USUAL_BID = 2.7

_ANNOUNCED = 0.11
"""The same for each trick that the opponents have bid above the usual, because they hold the high
cards and cannot afford to lose tricks."""

_BLIND_COVERED = (0.22, 0.52, 0.72, 0.8, 0.85)
_BLIND_DRAFTED = (0.07, 0.1, 0.12, 0.12)
_BLIND_ALONE = 0.07
_BLIND_UNCOVERED = 0.1
"""How often a blind nil is made: by the number of cards exchanged, by the number swapped after a
draft, and without a partner. Each was measured on 400 forced blind nils and rounded down; the value
with a partner's nil is an estimate.
"""

_LEFT = 0.65
_SURE = 5.0
_KNOWN = 0.35
"""The log odds of a blind nil rise with each trick fewer that the other bids leave: up to `_SURE`
in all, with each trick adding a share of the rest at the rate `_LEFT`. They fall by `_KNOWN` once
all have bid, because fewer very good or very bad hands remain. Fitted to the last bidder of pairs:
in 40,000 sampled deals 4% were made after 7 tricks, 16% after 8, 35% after 9, 57% after 10 and 68%
after 11. In 500 games of `intermediate` it was 18% after 8, 39% after 9 and 67% after 10.
"""

_CERTAIN = 30.0
"""Log odds beyond this make no difference."""

_HANDS = 300
"""How many hands are sampled to estimate the effect of other rules for the first trick."""

_BLIND_HAND = 13
"""The hand size for which these figures hold."""

_TWO = 2


def nil_chance(
    hand: Iterable[Card],
    rules: Rules,
    partner: Bid | None = None,
    *,
    alone: bool,
    opponents: Sequence[Bid] = (),
) -> float:
    """Return the chance that an open nil on `hand` is made: 0 if a trump is sure to win.

    `partner` is the bid of the partners, if they have bid; `opponents` are the bids of the
    opponents so far; `alone` is True if there are no partners.
    """
    no_cover = partner is not None and partner.nil
    helped = not alone and (not no_cover or rules.exchange.between_nils)
    exchanged = rules.exchange.nil_cards if helped else 0
    order = order_of(rules, aces_low=True)
    cards = without(hand_of(hand), most_dangerous(hand, exchanged, order, _missed(rules)))
    if certain_trumps(cards, order):
        return 0.0
    danger, first = _dangers(cards, rules, order)
    score = _ALONE if rules.players > _TWO else _OF_TWO
    score = score - danger if alone else _COVERED - _WEIGHT * danger
    if rules.play.forces_ruffs:
        score -= _FORCED_RUFF * sum(order.is_trump(card) for card in cards)
    if no_cover:
        score -= _NO_COVER
    elif partner is not None:
        score += _COVER * (partner.tricks - _USUAL_BID)
    if not alone:
        score -= _BEHIND * len(opponents)
    usual = _USUAL_BID * rules.hand_size / rules.players / (_BLIND_HAND / 4)
    score += _ANNOUNCED * sum(bid.tricks - usual for bid in opponents if not bid.nil)
    if score < 0 and not alone:
        score *= _HOPELESS
    return (1 - first) / (1 + exp(-score))


def _dangers(cards: Hand, rules: Rules, order: Order) -> tuple[float, float]:
    """Return the `nil_danger` of a hand, and the chance that it has to win the first trick.

    Where everyone plays their lowest club to that trick, no one can duck it or cover it.
    """
    missed = _missed(rules)
    if rules.play.first_trick != "lowest_clubs":
        return nil_danger(cards, order, missed), 0.0
    others = tuple(card for card in cards if order.suit_of[card] is not Suit.CLUBS)
    danger = nil_danger(others, order, missed) + later_danger(cards, rules, order, missed)
    return danger, first_trick_chance(cards, rules, order)


def _missed(rules: Rules) -> float:
    """Return the chance that a given card outside my hand is not in the one hand that matters."""
    if rules.drafted:
        return _MISSED
    return 1 - rules.hand_size / (len(rules.deck_cards) - rules.hand_size)


def nil_danger(hand: Iterable[Card], order: Order, missed: float) -> float:
    """Return how much a hand lowers the log odds of a nil."""
    cards, chances = cards_of(order), powers(missed)
    return sum(
        suit_danger(cards, suit, mine, chances) for suit, mine in enumerate(order.mask(hand))
    )


def most_dangerous(
    hand: Iterable[Card], count: int, order: Order, missed: float = _MISSED
) -> tuple[Card, ...]:
    """Return the `count` cards whose removal makes the hand safest for nil, the worst first."""
    rest = list(hand)
    chosen: list[Card] = []
    for _ in range(count):
        suit, bit = heuristic(cards_of(order), order.mask(rest), powers(missed))
        worst = next(
            card
            for card in rest
            if order.suit_of[card] is Suit(suit) and bit in order.bits_of(card)
        )
        rest.remove(worst)
        chosen.append(worst)
    return tuple(chosen)


def blind_nil_chance(
    rules: Rules,
    partner: Bid | None = None,
    *,
    alone: bool,
    expected: float | None = None,
    known: float = 0.0,
) -> float:
    """Return the chance that a nil on unseen cards is made, by how often these bots make it.

    It was measured with hands of 13 before anyone else had bid; the fewer tricks a seat can expect,
    the safer it is. `expected` is how many the bids so far leave for it, and `known` is the share
    of the others that have bid.
    """
    usual = _BLIND_HAND / 2 if rules.drafted else _BLIND_HAND / 4
    chance = _usual_blind(rules, partner, alone=alone)
    share = rules.hand_size / rules.players
    chance = float(chance ** (share / usual))
    score = log(chance / (1 - chance))
    if rules.play.first_trick == "lowest_clubs":
        score += _of_first_clubs(rules, alone=alone)
    if expected is not None:
        score += _SURE * (1 - exp(-_LEFT * (share - expected))) - _KNOWN * known
        score = max(score, -_CERTAIN)
    return 1 / (1 + exp(-score))


@lru_cache(maxsize=256)  # bounded, because people send a server rules that they wrote
def _of_first_clubs(rules: Rules, *, alone: bool) -> float:
    """Return how much forced lowest clubs in the first trick add to the log odds of a nil.

    It is the average over hands, each weighted by how uncertain its nil is.
    """
    free = rules.with_options({"play.first_trick": "any"})
    deck, rng = rules.deck_cards, Random(0)
    total = weights = 0.0
    for _ in range(_HANDS):
        hand = rng.sample(deck, rules.hand_size)
        usual, forced = (nil_chance(hand, table, alone=alone) for table in (free, rules))
        if usual and forced:
            weight = usual * (1 - usual)
            total += weight * log(forced * (1 - usual) / (usual * (1 - forced)))
            weights += weight
    return total / weights if weights else 0.0


def _usual_blind(rules: Rules, partner: Bid | None, *, alone: bool) -> float:
    if rules.drafted:
        return _BLIND_DRAFTED[rules.exchange.swap_cards]
    if alone:
        return _BLIND_ALONE
    if partner is not None and partner.nil:
        return _BLIND_UNCOVERED
    return _BLIND_COVERED[rules.exchange.blind_nil_cards]
