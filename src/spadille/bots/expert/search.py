"""Choose a card or a bid by trying each in many sampled deals."""

from collections.abc import Sequence

import numpy as np
from msgspec import structs

from ...game import NIL, Bid, Card, Play, SeatView, coverage
from ..bot import Decision
from ..heuristics.advising import card_values
from ..intermediate.bid_worth import own_nil_chance
from ..intermediate.estimate import estimate, usual_bid
from .bidding import Floats, Integers
from .compare import Outlook, Prior, choose_best, worth_of
from .endings import endings_of, is_solvable, solve_deals
from .explain import why_bid, why_card
from .position import Position, is_covered
from .rollout import Rounds, card_codes, play_out
from .sampling import sample_deals

FEW = 4
"""How many deals are solved between checks of the clock."""

MARGIN = 1.0
"""By how many standard errors a bid must beat that of `intermediate`."""

SHARE = 2
"""How many times as long it takes to roll out a round from the bidding on."""

LOT = 32
"""How many deals are rolled out between checks of the clock, from the bidding on."""

_SPREAD = 5.0
_SPREAD_WITH_NILS = 8.0
_SPREAD_SHARE = 0.4
"""How far the card-value network is off, in points: in a round without a nil or with one, and as a
share of the difference that it expects."""

NEAR = 1
"""Bids up to this far from the advised one are tried."""

NIL_CHANCE = 0.15
"""Nil is tried if its chance to succeed is at least this high."""


def weigh_cards(position: Position, advice: Decision) -> Decision:
    """Return the card with the best average, compared with the others; otherwise the advice."""
    assert isinstance(advice.action, Play)
    if not is_covered(position.rules):
        return advice
    settings = position.settings
    usual = position.distinct_cards(advice.action.card)
    also = [action.card for action in settings.also if isinstance(action, Play)]
    cards = position.with_others(usual, also)
    if len(cards) == 1 and not settings.win:
        return advice
    solved = is_solvable(position, settings.solved_tricks)
    count = max(1, position.rollouts // len(usual))
    if solved:
        count = min(count, settings.solved_deals)
    deals = sample_deals(position, position.root.setting, count)
    if deals is None:
        return advice
    outlook = Outlook(position)
    codes = card_codes(position, cards)
    weigh = solved_out if solved else played_out
    values, ends = weigh(position, outlook, deals.hands, codes)
    choice = choose_best(
        tuple(Play(card) for card in cards),
        values,
        deals.origin[: len(values)],
        usual.index(advice.action.card),
        [position.margin_of(card, advice.action.card, solved=solved) for card in usual],
        position.unit,
        outlook.chances(ends),
        None if solved else experience(position, usual, advice.action.card),
    )
    candidates = position.with_equivalents(choice.candidates, also)
    compared = structs.replace(choice, candidates=candidates).instead_of(settings.also)
    return Decision(choice.best.action, why_card(position.view, advice, compared), candidates)


def experience(position: Position, cards: Sequence[Card], advised: Card) -> Prior | None:
    """Return what the card-value network expects of the cards, if it was trained for the round.

    The spreads are those that `research/try_card_values.py` found.
    """
    view = position.view
    if not position.is_practiced:
        return None
    values = card_values(view)
    if values is None:
        return None
    gains = np.array([min(0.0, values[card] - values[advised]) for card in cards])
    nil = any(bid is not None and bid.nil for bid in view.bids)
    return Prior(gains, (_SPREAD_WITH_NILS if nil else _SPREAD) + _SPREAD_SHARE * -gains)


def played_out(
    position: Position, outlook: Outlook, deals: Integers, codes: Integers
) -> tuple[Floats, Floats]:
    """Return the value of each card by sampled deal and card, and a summary of the outcomes."""
    results = play_out(position, deals, codes)
    bids = tuple(bid or Bid(0) for bid in position.view.bids)
    return worth_of(position, bids, results), outlook.of_results(results)


def solved_out(
    position: Position, outlook: Outlook, deals: Integers, codes: Integers
) -> tuple[Floats, Floats]:
    """Return the same for best play by everyone, from the exact solver."""
    endings = endings_of(position)
    values = np.concatenate(
        [
            solve_deals(position, endings.utility, deals[chunk], codes)
            for chunk in position.in_time(len(deals), FEW)
        ]
    )
    return values, endings.outcomes(outlook, values)


def weigh_bids(position: Position, advice: Decision) -> Decision:
    """Return the bid with the best average, compared with the others; otherwise the advice.

    If there is a time limit, it stops then, but not before some deals have been tried.
    """
    assert isinstance(advice.action, Bid)
    view, settings = position.view, position.settings
    if not is_weighed(view):
        return advice
    guess = estimate(view)
    usual = advice.action
    if not usual.tricks:
        usual = usual_bid(guess.tricks[view.seat], view.rules.hand_size)
    tried = _candidates(view, advice.action, usual, guess.certain)
    bids = (*tried, *_also(position, tried))
    if len(bids) == 1 and not settings.win:
        return advice
    rounds = Rounds(position, usual)
    deals = sample_deals(position, rounds.setting, max(1, position.rollouts // SHARE // len(tried)))
    if deals is None:
        return advice
    lots = [
        [rounds.outcome(deals.hands[some], bid) for bid in bids]
        for some in position.in_time(len(deals), LOT)
    ]
    at = bids.index(advice.action)
    choice = rounds.best_of(bids, lots, deals.origin, at, [MARGIN] * len(tried))
    reason = why_bid(view, advice, choice.instead_of(settings.also))
    return Decision(choice.best.action, reason, choice.candidates)


def is_weighed(view: SeatView) -> bool:
    """Return True if bids are compared in this position.

    They are if two pairs bid freely with an ordinary pack, for which this has been shown to be
    better, and if no one receives cards after bidding.
    """
    blind = any(bid is not None and bid.blind for bid in view.bids)
    return coverage.BIDS.covers(view.rules) and not blind


def _candidates(view: SeatView, advised: Bid, usual: Bid, least: int) -> tuple[Bid, ...]:
    """Return the bids near the usual one, none below the minimum, and nil if it may succeed."""
    allowed = [
        bid for bid in view.options.actions if isinstance(bid, Bid) and not bid.blind and not bid.mo
    ]
    kept = [
        bid
        for bid in allowed
        if bid.tricks >= max(1, least) and abs(bid.tricks - usual.tricks) <= NEAR
    ]
    if NIL in allowed and advised != NIL and own_nil_chance(view) > NIL_CHANCE:
        kept.append(NIL)
    if advised not in kept:
        kept.append(advised)
    return tuple(kept)


def _also(position: Position, usual: tuple[Bid, ...]) -> tuple[Bid, ...]:
    """Return the other bids to compare: those of `also` that are possible."""
    return tuple(
        bid
        for bid in position.settings.also
        if isinstance(bid, Bid)
        and not (bid.blind or bid.mo or bid in usual)
        and bid in position.view.options.actions
    )
