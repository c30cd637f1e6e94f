"""The level `intermediate`, which uses heuristics with reasons and no search."""

from collections.abc import Iterator

from msgspec import structs

from ...game import (
    Adjust,
    Agree,
    Award,
    BySeat,
    Call,
    Claim,
    Message,
    NoTrump,
    Seat,
    SeatView,
    changed_bid,
    is_sure_of_rest,
    put,
    seen_revokes,
)
from ..bot import DecidingBot, Decision, bid_nil
from ..certain import cannot_lose, nothing_higher
from ..equity import equity_of_tricks
from ..heuristics.advising import decide_play
from .bid_worth import nil_value, open_value, own_nil_chance, without_own_bid
from .bidding import decide_bid, decide_blind
from .draft import decide_keep, decide_swap
from .estimate import estimate
from .giving import decide_discard, decide_pass
from .hand_value import own_value

_NO_WORSE = 1e-9


_BETTER = 0.75
"""How many tricks better a hand must be without trump for a seat to ask for that."""


class Intermediate(DecidingBot):
    """Counts cards, considers the score, helps the partner, and can explain why."""

    def decide(self, view: SeatView) -> Decision:
        """Return a decision by the heuristics; calling a proven revoke comes first."""
        if view.phase == "cut":
            return self.cut(view)
        if view.hand is None:
            return decide_blind(view)
        if (call := decide_call(view)) is not None:
            return call
        decide = _BY_PHASE.get(view.phase)
        if decide is not None:
            return decide(view)
        return Decision(Agree(), Message("I have not seen a revoke: the round can be scored."))


def decide_call(view: SeatView) -> Decision | None:
    """Return the call of a revoke that the seat has seen proven, or None."""
    if not any(isinstance(action, Call) for action in view.options.aside):
        return None
    for seat, trick in seen_revokes(view):
        call = Call(seat, trick)
        if call in view.options.aside:
            return Decision(call, _reason(seat, trick))
    return None


def _reason(seat: Seat, trick: int) -> Message:
    return Message(
        "{seat} has shown a card that they had to play in trick {trick}.", seat=seat, trick=trick
    )


def decide_award(view: SeatView) -> Decision:
    """Return the award to the seat that makes the round worth the most, mine if equal."""
    assert view.hand is not None
    rest = len(view.hand)
    values = {}
    for action in view.options.actions:
        assert isinstance(action, Award)
        won = put(view.won, action.seat, view.won[action.seat] + rest)
        values[action.seat] = equity_of_tricks(view, won)
    seat = max(values, key=lambda seat: (values[seat], seat == view.seat))
    if seat == view.seat:
        return Decision(Award(seat), Message("The tricks are worth most if I get them."))
    return Decision(
        Award(seat), Message("The tricks are worth most if {seat} gets them.", seat=seat)
    )


def decide_card(view: SeatView) -> Decision:
    """Return a claim of the remaining tricks if they are certain, else a card."""
    return decide_claim(view) or decide_play(view)


def decide_claim(view: SeatView) -> Decision | None:
    """Return a claim of the remaining tricks if they are certain and nothing else could be better.

    Return None for the last trick, which is played as quickly. Also return None if a revoke may
    still come to light, or if the last card counts, because a claim could then lose something.
    """
    rules = view.rules
    if (
        Claim() not in view.options.aside
        or len(view.hand or ()) == 1
        or rules.enforcement.mode != "strict"
        or rules.scoring.minds_the_last_trick
        or not nothing_higher(view)
        or not is_sure_of_rest(view)
    ):
        return None
    if not (view.trick is None and cannot_lose(view)) and not _wants_all(view):
        return None
    return Decision(
        Claim(), Message("The rest is mine whatever the others hold or play, so I claim it.")
    )


def _wants_all(view: SeatView) -> bool:
    """Return True if giving up some of the remaining tricks would not make the round worth more."""
    all_mine, *others = (equity_of_tricks(view, won) for won in _ends(view))
    return all(other <= all_mine + _NO_WORSE for other in others)


def _ends(view: SeatView) -> Iterator[BySeat[int]]:
    """Yield the tricks by seat if all the rest are mine, and if some go to one other seat."""
    seat, won, left = view.seat, view.won, len(view.hand or ())
    yield put(won, seat, won[seat] + left)
    for other in view.rules.seats:
        if other != seat:
            for lost in range(1, left + 1):
                yield put(put(won, other, won[other] + lost), seat, won[seat] + left - lost)


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


_BY_PHASE = {
    "draft": decide_keep,
    "swap": decide_swap,
    "kitty": decide_discard,
    "bidding": decide_bid,
    "adjust": decide_adjust,
    "trump": decide_trump,
    "exchange": decide_pass,
    "play": decide_card,
    "award": decide_award,
}
