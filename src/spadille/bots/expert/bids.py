"""What to bid: each bid is tried in many deals, in which the others bid and all play."""

from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ...game import NIL, PACK, Bid, Message, SeatView, coverage, next_seat
from ..bot import Decision
from ..equity import may_end
from ..intermediate.bid_worth import own_nil_chance
from ..intermediate.estimate import estimate, usual_bid
from ..intermediate.expected_bid import bids_freely, forces_nil
from ..thumb.kernels import Record, new_record, play_worlds, position_record, setting_record
from ..thumb.position import Position
from .bid_line import answers
from .deals import deal_worlds
from .weighing import Choice, choose_best, worth_of

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

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
    candidates = _candidates(view, advice.action)
    if len(candidates) == 1:
        return advice
    assert view.dealer is not None
    rules = view.rules
    position = position_record(view, next_seat(view.dealer, rules.players))
    setting = setting_record(view)
    end = None if ms is None else perf_counter() + ms / 1000
    count = max(1, nodes // SHARE // len(candidates))
    worlds = deal_worlds(view, setting, (count, nodes), seed)
    if worlds is None:
        return advice
    lots = []
    for first in range(0, len(worlds), LOT):
        some = worlds[first : first + LOT]
        lots.append(np.stack([_outcomes(view, position, some, bid) for bid in candidates], axis=1))
        if end is not None and perf_counter() > end:
            break
    values = np.concatenate(lots)
    choice = choose_best(candidates, values, candidates.index(advice.action), MARGIN)
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


def _outcomes(view: SeatView, position: Record, worlds: Integers, mine: Bid) -> Floats:
    """What a bid is worth in each world."""
    rules = view.rules
    by_bids: dict[tuple[Bid, ...], list[int]] = {}
    for world, bids in enumerate(answers(view, worlds, mine)):
        by_bids.setdefault(bids, []).append(world)
    values = np.zeros(len(worlds))
    scratch = new_record(Position)
    nothing = np.array([-1])
    side = rules.side_of(view.seat)
    for bids, at in by_bids.items():
        results = np.zeros((len(at), 1, 1 + rules.players))
        setting = setting_record(view, bids)
        play_worlds(setting, position, scratch, worlds[at], nothing, side, results)
        values[at] = worth_of(view, bids, results)[:, 0]
    return values


def _candidates(view: SeatView, advised: Bid) -> tuple[Bid, ...]:
    """The bids of tricks near the advised one, and nil if it is not hopeless."""
    allowed = [
        bid for bid in view.options.actions if isinstance(bid, Bid) and not bid.blind and not bid.mo
    ]
    centre = advised.tricks
    if not centre:
        centre = usual_bid(estimate(view).tricks[view.seat], view.rules.hand_size).tricks
    kept = [bid for bid in allowed if bid.tricks and abs(bid.tricks - centre) <= NEAR]
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
