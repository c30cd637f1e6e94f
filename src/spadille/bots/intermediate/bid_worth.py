"""Value a bid as the chance to win the game after it."""

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct, structs

from ...game import Bid, Seat, SeatView, put
from ..equity import Equity
from ..heuristics.demand import SURPLUS
from .estimate import Estimate, chances, estimate, expected_bid, others_to_bid, usual_bid
from .nil_chance import blind_nil_chance, nil_chance

_SPREAD = 1.12
_EARLY_SPREAD = 1.5
"""The standard deviation of the tricks of a side, if the partner has bid and before that."""

_LONE_SPREAD = 1.1
"""The same for a player who has no partner."""

_BESIDE_NIL_SPREAD = 1.45
"""The same if someone has bid nil."""

_FORCED_SPREAD = 1.7
"""The same if others have to bid nil no matter what they hold."""

_UNSEEN_SPREAD = 2.3
"""The same before the cards are seen."""

_LEFT_TO_PARTNER = -0.6
"""How many more tricks a partner takes than estimated if I bid nil and leave mine to them."""

_BESIDE_NIL = 0.5
"""How often a nil is made when the partner has bid nil as well and cannot cover it."""

_USUAL_HAND = 13
_LIKELY = 0.001
_SIDES = 2


class Side(Struct, frozen=True):
    """The situation of both sides after a bid: who takes tricks, and who has bid nil."""

    bids: tuple[Bid, ...]
    taker: Seat | None
    nil_mate: Seat | None
    nil_chance: float
    mean: float


def open_value(view: SeatView, guess: Estimate, bid: Bid) -> float:
    """Return the chance to win the game after a bid of tricks."""
    side = _side(view, guess, bid)
    likely = _likely_tricks(view, guess, side)
    return _expected(view, side, likely, side.nil_mate, side.nil_chance)


def made_chance(view: SeatView, guess: Estimate, bid: Bid) -> float:
    """Return the chance that the side makes its contract after a bid of tricks on this hand."""
    side = _side(view, guess, bid)
    own = view.rules.sides[view.rules.side_of(view.seat)]
    contract = sum(side.bids[mate].tricks for mate in own if not side.bids[mate].nil)
    return sum(_likely_tricks(view, guess, side)[contract:])


def _likely_tricks(view: SeatView, guess: Estimate, side: Side) -> tuple[float, ...]:
    """Return how likely my side is to take 0, 1, ... tricks after my bid of tricks."""
    rules, seat = view.rules, view.seat
    if side.bids[seat].blind:
        mean = sum(guess.tricks[mate] for mate in rules.sides[rules.side_of(seat)])
        return chances(mean, _scaled(view, _UNSEEN_SPREAD), rules.tricks)
    mean = guess.tricks[seat] + side.mean
    return chances(mean, _scaled(view, _spread(view, side)), rules.tricks, guess.certain)


def _spread(view: SeatView, side: Side) -> float:
    """Return the standard deviation of my side's tricks, once I see my hand."""
    if view.rules.bidding.forces_nil(view.round_number):
        return _FORCED_SPREAD
    if _is_alone(view):
        return _LONE_SPREAD
    if view.hand is None:  # its value is compared with that of blind bids, not taken literally
        return _SPREAD
    if any(bid.nil for bid in side.bids):
        return _BESIDE_NIL_SPREAD
    return _EARLY_SPREAD if mates_bid(view) is None else _SPREAD


def nil_value(view: SeatView, bid: Bid, chance: float) -> float:
    """Return the chance to win the game after a nil bid that is made with `chance`."""
    seat = view.seat
    guess = estimate(view, bid)
    side = _side(view, guess, bid)
    if side.taker is None:
        likely: tuple[float, ...] = (1.0,)
        if view.rules.nil.team and side.nil_mate is not None:
            chance *= _BESIDE_NIL
    else:
        mean = side.mean + _LEFT_TO_PARTNER
        mates = (seat, *view.rules.partners(seat))
        others = [other for other in view.rules.seats if other not in mates]
        if all(side.bids[other].nil for other in others):  # my side takes the rest
            mean = view.rules.tricks - sum(guess.tricks[other] for other in others) - (1 - chance)
        likely = chances(mean, _scaled(view, _spread(view, side)), view.rules.tricks)
    return _expected(view, side, likely, seat, chance)


def _expected(
    view: SeatView, side: Side, likely: Sequence[float], nil: Seat | None, nil_chance: float
) -> float:
    """Return the chance to win, by how likely my side is to take 0, 1, ... tricks or make a nil."""
    equity = Equity(view, side.bids)
    shares = _Shares(view, side)
    made = (nil_chance, 1 - nil_chance)
    ends = [(failed, weight) for failed, weight in enumerate(made) if weight]
    total = 0.0
    for tricks, share in enumerate(likely):
        if share <= _LIKELY:
            continue
        for failed, weight in ends:
            total += share * weight * equity.after(shares.of(tricks, nil, failed))
    return total


def own_nil_chance(view: SeatView) -> float:
    """Return the chance to make a nil on the hand in view, including cover and exchange."""
    assert view.hand is not None
    own = view.rules.sides[view.rules.side_of(view.seat)]
    opponents = [bid for seat, bid in enumerate(view.bids) if bid is not None and seat not in own]
    return nil_chance(
        view.hand, view.rules, mates_bid(view), alone=_is_alone(view), opponents=opponents
    )


def unseen_nil_chance(view: SeatView, overbid: float = 0.0) -> float:
    """Return the chance of a nil on the unseen hand; it rises with the bids of the others.

    With `overbid`, each bid of tricks leaves that much more for the unseen hand than it says. Blind
    bids say nothing about the cards.
    """
    bids = tuple(None if bid is not None and bid.blind else bid for bid in view.bids)
    others = [bid for seat, bid in enumerate(bids) if seat != view.seat]
    doubt = overbid * sum(bid is not None and not bid.nil for bid in others)
    expected = estimate(structs.replace(view, bids=bids)).tricks[view.seat] + doubt
    return blind_nil_chance(
        view.rules,
        mates_bid(view),
        alone=_is_alone(view),
        expected=expected,
        known=sum(bid is not None for bid in others) / len(others),
    )


def _is_alone(view: SeatView) -> bool:
    return not view.rules.partners(view.seat)


def mates_bid(view: SeatView) -> Bid | None:
    """Return the partners' combined bid: nil if all bid nil, None while any is still to bid."""
    mates = view.rules.partners(view.seat)
    bids = [bid for mate in mates if (bid := view.bids[mate]) is not None]
    if not bids or len(bids) < len(mates):
        return None
    return Bid(sum(bid.tricks for bid in bids), nil=all(bid.nil for bid in bids))


def without_own_bid(view: SeatView) -> SeatView:
    """Return the view as it was before my bid."""
    return structs.replace(view, bids=put(view.bids, view.seat, None))


def _scaled(view: SeatView, spread: float) -> float:
    return spread * sqrt(view.rules.hand_size / _USUAL_HAND)


def _side(view: SeatView, guess: Estimate, mine: Bid) -> Side:
    """Return both sides after the bids made, mine, and the usual ones for those to come."""
    seat, rules = view.seat, view.rules
    bids: list[Bid | None] = list(view.bids)
    bids[seat] = mine
    mates = rules.partners(seat)
    forced = None
    for other in others_to_bid(view):
        if mine.blind and mine.tricks and other in mates and rules.blind.bids == "side":
            bids[other] = Bid(0, blind=True)
            continue
        usual = usual_bid(guess.tricks[other], rules.hand_size)
        bid = expected_bid(view, tuple(bids), other, usual.tricks)
        bids[other] = bid
        if bid.nil and other in mates:
            forced = other
    made = tuple(bid for bid in bids if bid is not None)
    nils = [mate for mate in mates if made[mate].nil]
    takers = [mate for mate in mates if mate not in nils]
    counted = takers if rules.bidding.forces_nil(view.round_number) else mates
    mean = sum(_mates_tricks(view, guess, mate) for mate in counted if mate != forced)
    return Side(
        bids=made,
        taker=takers[0] if takers else None,
        nil_mate=nils[0] if nils else None,
        nil_chance=1.0 if forced is None else blind_nil_chance(rules, alone=False),
        mean=mean,
    )


def _mates_tricks(view: SeatView, guess: Estimate, mate: Seat) -> float:
    """Return how many tricks a partner will take; one still to bid will bid with care."""
    if view.bids[mate] is None:
        return usual_bid(guess.tricks[mate], view.rules.hand_size).tricks + SURPLUS
    return guess.tricks[mate]


class _Shares:
    """Divides the tricks of a round among the seats, given how many my side takes.

    My side's tricks, apart from those of a nil, go to me, or to a partner if I bid nil.
    """

    def __init__(self, view: SeatView, side: Side) -> None:
        rules = view.rules
        self._bids = side.bids
        self._tricks, self._players = rules.tricks, rules.players
        self._taker = side.taker if side.bids[view.seat].nil else view.seat
        mine = rules.sides[rules.side_of(view.seat)]
        others = [other for other in rules.seats if other not in mine]
        self._others = [other for other in others if not side.bids[other].nil]
        # with two sides it does not matter which of the others wins a trick
        self._one = self._others[0] if self._others and len(rules.sides) == _SIDES else None
        self._others = self._others or others

    def of(self, tricks: int, nil: Seat | None, failed: int) -> tuple[int, ...]:
        """Return tricks by seat: `failed` for `nil`, `tricks` for my side, the rest to others."""
        won = [0] * self._players
        left = self._tricks
        if nil is not None:
            won[nil] = failed
            left -= failed
        if self._taker is not None:
            taken = min(tricks, left)
            won[self._taker] = taken
            left -= taken
        if self._one is not None:
            won[self._one] += left
            return tuple(won)
        for _ in range(left):
            least = min(self._others, key=lambda other: won[other] - self._bids[other].tricks)
            won[least] += 1
        return tuple(won)
