"""Decide after the bids whether to change mine, and whether to go without trump (B8, V18, V26)."""

from msgspec import structs

from ...game import Adjust, Message, NoTrump, SeatView, changed_bid
from ..bot import Decision, bid_nil
from .bid_worth import nil_value, open_value, own_nil_chance, without_own_bid
from .estimate import estimate
from .hand_value import own_value

_BETTER = 0.75
"""How many tricks better a hand must be without trump for a seat to ask for that."""


def decide_adjust(view: SeatView) -> Decision:
    """Return the change to the bid that gives the best chance to win the game."""
    bid = view.bids[view.seat]
    assert bid is not None
    before = without_own_bid(view)
    guess = estimate(before)
    steps = [action.by for action in view.options.actions if isinstance(action, Adjust)]
    bids = {by: changed_bid(view.rules, bid, by) for by in steps}
    kept = [by for by in steps if by == 0 or bids[by].tricks >= guess.certain] or steps
    values = {
        by: nil_value(before, bids[by], own_nil_chance(before))
        if bids[by].nil
        else open_value(before, guess, bids[by])
        for by in kept
    }
    by = max(values, key=lambda by: (values[by], -abs(by)))
    if by == 0:
        return Decision(Adjust(0), Message("The bids of the others do not change mine: I keep it."))
    if len(steps) == 1:
        return Decision(Adjust(by), Message("I complete the change my partner started."))
    better = Message("nil") if bids[by].nil else bids[by].tricks
    return Decision(
        Adjust(by), Message("Now that everyone has bid, {tricks} is better for us.", tricks=better)
    )


def decide_trump(view: SeatView) -> Decision:
    """Choose to play without trump if high cards are worth more than spades and ruffs."""
    with_trump = own_value(view).tricks
    without_trump = own_value(structs.replace(view, trump=False)).tricks
    nil = any(bid_nil(view, seat) for seat in (view.seat, *view.rules.partners(view.seat)))
    wanted = not nil and without_trump - with_trump >= _BETTER
    if wanted and NoTrump(wanted=True) in view.options:
        return Decision(
            NoTrump(wanted=True),
            Message("My high cards are worth more when no one can ruff: no trump."),
        )
    return Decision(NoTrump(wanted=False), Message("I prefer spades as trump."))
