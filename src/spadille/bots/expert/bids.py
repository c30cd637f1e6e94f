"""Choose a bid by trying each in many deals, in which the others bid and everyone plays."""

from ...game import NIL, Bid, SeatView, coverage
from ..bot import Decision
from ..intermediate.bid_worth import own_nil_chance
from ..intermediate.estimate import estimate, usual_bid
from .deals import deal_worlds
from .outlook import Outlook
from .policy.trained import policy_of
from .rounds import Rounds
from .settings import Settings, in_time
from .why import why_bid

MARGIN = 1.0
"""By how many standard errors a bid must beat that of `intermediate`."""

SHARE = 2
"""How many times as long it takes to roll out a round from the bidding on."""

LOT = 32
"""How many deals are rolled out between checks of the clock."""

NEAR = 1
"""Bids up to this far from the advised one are tried."""


NIL_CHANCE = 0.15
"""Nil is tried if its chance to succeed is at least this high."""


def weigh_bids(view: SeatView, advice: Decision, settings: Settings, seed: int) -> Decision:
    """Return the bid with the best average, compared with the others; otherwise the advice.

    If there is a time limit, it stops then, but not before some deals have been tried.
    """
    assert isinstance(advice.action, Bid)
    if not is_weighed(view):
        return advice
    guess = estimate(view)
    usual = advice.action
    if not usual.tricks:
        usual = usual_bid(guess.tricks[view.seat], view.rules.hand_size)
    tried = _candidates(view, advice.action, usual, guess.certain)
    bids = (*tried, *_also(view, settings, tried))
    if len(bids) == 1 and not settings.win:
        return advice
    end = settings.end
    count = max(1, settings.nodes // SHARE // len(tried))
    policy = policy_of(view) if settings.policy else None
    rounds = Rounds(Outlook(view, win=settings.win), usual, policy)
    deals = deal_worlds(view, rounds.setting, (count, settings.nodes), seed)
    if deals is None:
        return advice
    lots = [
        [rounds.outcome(deals.hands[some], bid) for bid in bids]
        for some in in_time(len(deals), end, LOT)
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


def _also(view: SeatView, settings: Settings, usual: tuple[Bid, ...]) -> tuple[Bid, ...]:
    """Return the other bids to compare: those of `also` that are possible."""
    return tuple(
        bid
        for bid in settings.also
        if isinstance(bid, Bid)
        and not (bid.blind or bid.mo or bid in usual)
        and bid in view.options.actions
    )
