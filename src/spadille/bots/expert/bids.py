"""What to bid: each bid is tried in many deals, in which the others bid and all play."""

from time import perf_counter

import numpy as np

from ...game import NIL, PACK, Bid, Message, SeatView, coverage
from ..bot import Decision
from ..equity import may_end
from ..intermediate.bid_worth import own_nil_chance
from ..intermediate.estimate import estimate, usual_bid
from ..intermediate.expected_bid import bids_freely, forces_nil
from .deals import deal_worlds
from .trial import Trial
from .weighing import Choice, choose_best

MARGIN = 1.0
"""Standard errors by which a bid must be better than the one of `intermediate`."""

SHARE = 2
"""How many times as long it takes to play a round out from the bidding."""

LOT = 32
"""Deals that are played out before the clock is looked at."""

NEAR = 1
"""So far from the advised bid others are tried."""


NIL_CHANCE = 0.15
"""With this chance to make it, nil is tried."""


def weigh_bids(
    view: SeatView, advice: Decision, nodes: int, ms: float | None, seed: int
) -> Decision:
    """The bid with the best average, with what the others bring; else the advice.

    With `ms` it stops after so many milliseconds, but not before some deals were tried.
    """
    assert isinstance(advice.action, Bid)
    if not is_weighed(view):
        return advice
    guess = estimate(view)
    usual = advice.action
    if not usual.tricks:
        usual = usual_bid(guess.tricks[view.seat], view.rules.hand_size)
    candidates = _candidates(view, advice.action, usual, guess.certain)
    if len(candidates) == 1:
        return advice
    end = None if ms is None else perf_counter() + ms / 1000
    count = max(1, nodes // SHARE // len(candidates))
    trial = Trial(view, usual)
    deals = deal_worlds(view, trial.setting, (count, nodes), seed)
    if deals is None:
        return advice
    step = len(deals) if end is None else LOT
    lots = []
    for first in range(0, len(deals), step):
        some = deals.hands[first : first + step]
        lots.append(np.stack([trial.worth(some, bid) for bid in candidates], axis=1))
        if end is not None and perf_counter() > end:
            break
    values = np.concatenate(lots)
    origin = deals.origin[: len(values)]
    advised = candidates.index(advice.action)
    margins = [MARGIN] * len(candidates)
    choice = choose_best(candidates, values, origin, advised, margins)
    return Decision(choice.action, _reason(view, advice, choice, len(values)), choice.candidates)


def is_weighed(view: SeatView) -> bool:
    """Whether bids are tried here.

    They are where two pairs bid freely with an ordinary pack, for which it was shown that this is
    better, and where nobody gets other cards after the bids.
    """
    rules = view.rules
    return (
        coverage.BIDS.covers(rules)
        and rules.deck_cards == PACK
        and bids_freely(rules)
        and not forces_nil(rules)
        and not any(bid is not None and bid.blind for bid in view.bids)
    )


def _candidates(view: SeatView, advised: Bid, usual: Bid, least: int) -> tuple[Bid, ...]:
    """The bids of tricks near the usual one, none below the least; nil if it has hope."""
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


def _reason(view: SeatView, advice: Decision, choice: Choice, deals: int) -> Message:
    """What `intermediate` says where it would bid the same, else by how much this is better."""
    if choice.action == advice.action:
        return advice.reason
    assert isinstance(choice.action, Bid)
    bid = Message("nil") if choice.action.nil else choice.action.tricks
    if may_end(view):
        return Message(
            "I tried my bids in {deals} deals: {bid} gives the best chance to win the game.",
            deals=deals,
            bid=bid,
        )
    return Message.counted(
        "I tried my bids in {deals} deals: {bid} brings a point more than the bid I would "
        "otherwise make.",
        "I tried my bids in {deals} deals: {bid} brings {n} points more than the bid I would "
        "otherwise make.",
        max(1, round(choice.gain)),
        deals=deals,
        bid=bid,
    )
