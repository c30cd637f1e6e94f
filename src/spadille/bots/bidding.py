"""The bid that gives the best chance to win the game, as far as a careful estimate goes."""

from math import ceil, floor

from ..game import BLIND_NIL, NIL, Bid, Look, Message, Seat, T, View
from .bot import Decision
from .equity import round_equity
from .estimate import SURPLUS, Estimate, chances, estimate, usual_bid
from .nil_chance import blind_nil_chance, nil_chance

_SPREAD = 1.2
"""The standard deviation of the tricks of a side, given all bids."""

_LONE_SPREAD = 1.1
"""The same for a player who has no partner, or whose partner bid nil."""

_COVERING = 0.6
"""How many tricks it costs to cover a nil."""

_BOLDEST = 3
"""How far above its estimate a desperate side may bid."""


def decide_bid(view: View) -> Decision:
    """The bid of a seat that sees its hand."""
    guess = estimate(view)
    seat = view.seat
    assert seat is not None
    mine = guess.tricks[seat]
    low = max(1, floor(mine) - 3)
    high = min(view.rules.hand_size, ceil(mine) + _BOLDEST)
    bids = [Bid(tricks) for tricks in range(low, max(low, high) + 1)]
    values = {bid: _open_value(view, guess, bid) for bid in bids if bid in view.options}
    best = max(values, key=lambda bid: values[bid])
    if NIL in view.options:
        chance = own_nil_chance(view)
        if chance and _nil_value(view, NIL, chance) > values[best]:
            return Decision(NIL, _nil_reason(view, chance))
    return Decision(best, _open_reason(view, guess, best))


def decide_blind(view: View) -> Decision:
    """Whether to look at the cards or to bid nil without."""
    if BLIND_NIL not in view.options:
        return Decision(
            Look(), Message(T("I look at my cards: a blind bid is not open to me now."))
        )
    guess = estimate(view)
    assert view.seat is not None
    usual = usual_bid(guess.tricks[view.seat])
    open_value = max(
        _open_value(view, guess, Bid(usual.tricks + more)) for more in range(_BOLDEST + 1)
    )
    chance = blind_nil_chance(view.rules, _partner_bid(view))
    blind_value = _nil_value(view, BLIND_NIL, chance)
    percent = round(100 * chance)
    if blind_value > open_value:
        return Decision(
            BLIND_NIL,
            Message(
                T(
                    "We are so far behind that an ordinary round will not do: blind nil, made "
                    "about {percent} times in a hundred, gives the better chance to win the game."
                ),
                percent=percent,
            ),
        )
    return Decision(
        Look(),
        Message(
            T(
                "I look at my cards: blind nil would be made only about {percent} times in a "
                "hundred, and we are not far enough behind for that."
            ),
            percent=percent,
        ),
    )


def own_nil_chance(view: View) -> float:
    """The chance to make a nil on the hand in view, cover and exchange included."""
    assert view.hand is not None
    return nil_chance(view.hand, view.rules, _partner_bid(view))


def _open_value(view: View, guess: Estimate, bid: Bid) -> float:
    """The chance to win the game after an open bid."""
    seat = view.seat
    assert seat is not None
    partner = view.rules.partner(seat)
    bids = _all_bids(view, guess, bid)
    mean = guess.tricks[seat]
    spread = _LONE_SPREAD
    if partner is not None:
        mean += _partner_tricks(view, guess, partner)
        if not bids[partner].nil:
            spread = _SPREAD
    return sum(
        chance * round_equity(view, bids, _shared(view, bids, seat, tricks))
        for tricks, chance in enumerate(chances(mean, spread, view.rules.hand_size))
        if chance > 0.001
    )


def _nil_value(view: View, bid: Bid, chance: float) -> float:
    """The chance to win the game after a nil bid that is made with `chance`."""
    seat = view.seat
    assert seat is not None
    partner = view.rules.partner(seat)
    guess = estimate(view, bid)
    bids = _all_bids(view, guess, bid)
    if partner is None or bids[partner].nil:
        likely = [1.0]
    else:
        mean = _partner_tricks(view, guess, partner) - _COVERING
        likely = chances(mean, _SPREAD, view.rules.hand_size)
    total = 0.0
    for tricks, share in enumerate(likely):
        if share <= 0.001:
            continue
        for failed, weight in ((0, chance), (1, 1 - chance)):
            won = _shared(view, bids, seat, failed, tricks)
            total += share * weight * round_equity(view, bids, won)
    return total


def _all_bids(view: View, guess: Estimate, mine: Bid) -> tuple[Bid, ...]:
    """The bids of all: those made, mine, and for those to come what is usual."""
    return tuple(
        mine if seat == view.seat else view.bids[seat] or usual_bid(guess.tricks[seat])
        for seat in view.rules.seats
    )


def _partner_tricks(view: View, guess: Estimate, partner: Seat) -> float:
    """What the partner will take; if he is still to bid, he will bid with care himself."""
    if view.bids[partner] is None:
        return usual_bid(guess.tricks[partner]).tricks + SURPLUS
    return guess.tricks[partner]


def _shared(
    view: View, bids: tuple[Bid, ...], seat: Seat, mine: int, partners: int = 0
) -> tuple[int, ...]:
    """All tricks by seat: mine, my partner's, and the rest among the opponents by their bids."""
    size = view.rules.hand_size
    partner = view.rules.partner(seat)
    won = [0] * len(bids)
    won[seat] = mine
    if partner is not None:
        won[partner] = min(partners, size - mine)
    rest = size - sum(won)
    others = [other for other in view.rules.seats if other not in (seat, partner)]
    takers = [other for other in others if not bids[other].nil] or others
    for _ in range(rest):
        won[min(takers, key=lambda other: won[other] - bids[other].tricks)] += 1
    return tuple(won)


def _partner_bid(view: View) -> Bid | None:
    assert view.seat is not None
    partner = view.rules.partner(view.seat)
    return None if partner is None else view.bids[partner]


def _nil_reason(view: View, chance: float) -> Message:
    percent = round(100 * chance)
    if len(view.sides[0]) == 1:
        return Message(
            T("Nil: this hand should lose every trick about {percent} times in a hundred."),
            percent=percent,
        )
    return Message(
        T(
            "Nil: with my partner covering, this hand should lose every trick about {percent} "
            "times in a hundred."
        ),
        percent=percent,
    )


def _open_reason(view: View, guess: Estimate, bid: Bid) -> Message:
    assert view.seat is not None
    assert guess.value is not None
    value = guess.value
    found = Message(
        T("high cards {honours}, spades {spades}, ruffs {ruffs}: about {tricks} tricks"),
        honours=_rounded(value.honours),
        spades=_rounded(value.spades),
        ruffs=_rounded(value.ruffs),
        tricks=_rounded(value.tricks),
    )
    expected = guess.tricks[view.seat]
    if bid.tricks > max(expected, value.tricks) + 0.7:
        return Message(
            T("I count {found}. That is not enough for us at this score, so I bid {bid}."),
            found=found,
            bid=bid.tricks,
        )
    if abs(expected - value.tricks) >= 0.35 and any(view.bids):
        return Message(
            T("I count {found}; with what the others have bid, rather {expected}. I bid {bid}."),
            found=found,
            expected=_rounded(expected),
            bid=bid.tricks,
        )
    return Message(T("I count {found}. I bid {bid}."), found=found, bid=bid.tricks)


def _rounded(tricks: float) -> str:
    return f"{tricks:.1f}"
