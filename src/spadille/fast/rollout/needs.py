"""What the side of the seat to play needs: `spadille.bots.needs`; and what a round is worth."""

from math import erf, sqrt
from typing import Any

from ..kernel import kernel
from .chances import nil_stands

NIL_TRICKS = 0.3
SURPLUS = 0.6
LEAST = 0.2
EFFORT = 0.12
SPREAD = 0.45
LEAST_SPREAD = 0.3
UNLIKELY = 0.001


@kernel
def side_worth(setting: Any, won: Any, side: Any) -> float:
    """The score of a side when each seat has won so many tricks."""
    counting, strays, lost = 0, 0, 0.0
    for seat in range(setting.players):
        if setting.side[seat] != side:
            continue
        if not setting.nil[seat]:
            counting += won[seat]
        elif won[seat] > 0:
            lost += setting.loss[seat]
            strays += won[seat]
    if setting.helps:
        counting += strays
    if setting.whole[side] and lost > setting.whole[side]:
        lost = setting.whole[side]
    return float(setting.worth[side, counting] + strays * setting.stray[side] - lost)


@kernel
def gain(setting: Any, won: Any, side: Any) -> Any:
    """By how much a side scores more than the others on average."""
    sides = setting.sides
    others = 0.0
    for other in range(sides):
        if other != side:
            others += side_worth(setting, won, other)
    return side_worth(setting, won, side) - others / max(1, sides - 1)


@kernel
def count_needs(setting: Any, position: Any) -> None:
    """Sets how many tricks the contract of the seat to play lacks."""
    seat = position.seat
    side = setting.side[seat]
    lacking = 0
    for mate in range(setting.players):
        if setting.side[mate] == side:
            if not setting.nil[mate]:
                lacking += setting.bid[mate] - position.won[mate]
            elif setting.helps:
                lacking -= position.won[mate]
    position.ours = max(0, lacking)


@kernel
def expected_tricks(setting: Any, position: Any) -> Any:
    """How many of the tricks left my side will win, going by bids and tricks won."""
    players = setting.players
    side = setting.side[position.seat]
    ours, everyone = 0.0, 0.0
    for seat in range(players):
        usual = NIL_TRICKS
        if not setting.bids:
            usual = setting.tricks / players
        elif not nil_stands(setting, position, seat):
            usual = setting.bid[seat] + SURPLUS
        usual = max(LEAST, usual - position.won[seat])
        everyone += usual
        if setting.side[seat] == side:
            ours += usual
    return position.left * ours / everyone


@kernel
def wants_tricks(setting: Any, position: Any, won: Any) -> bool:
    """Whether the side should try for tricks: for its contract, or because they are worth it.

    `won` is room for a number by seat.
    """
    if not setting.bids or 0 < position.ours <= position.left:
        return True
    expected = expected_tricks(setting, position)
    effort = EFFORT * position.left
    return bool(
        _value(setting, position, won, expected + effort)
        > _value(setting, position, won, expected - effort)
    )


@kernel
def _value(setting: Any, position: Any, won: Any, expected: Any) -> float:  # noqa: C901 - one case after the other
    """What the round is worth when so many of the tricks left are expected for my side."""
    left = position.left
    players = setting.players
    seat = position.seat
    side = setting.side[seat]
    taker = seat
    for mate in range(players - 1, -1, -1):
        if setting.side[mate] == side and not nil_stands(setting, position, mate):
            taker = mate
    free = False
    for other in range(players):
        won[other] = position.won[other]
        if setting.side[other] != side and not nil_stands(setting, position, other):
            free = True
    won[taker] += left
    spread = max(SPREAD * sqrt(left), LEAST_SPREAD) * sqrt(2.0)
    total = 0.0
    upper = 1.0
    for tricks in range(left, -1, -1):
        lower = 0.0
        if tricks > 0:
            lower = 0.5 + 0.5 * erf((tricks - 0.5 - expected) / spread)
        if upper - lower > UNLIKELY:
            total += (upper - lower) * gain(setting, won, side)
        upper = lower
        if tricks > 0:
            won[taker] -= 1
            best = -1
            for other in range(players):
                if setting.side[other] == side:
                    continue
                if free and nil_stands(setting, position, other):
                    continue
                if best < 0 or (won[other] - setting.bid[other] < won[best] - setting.bid[best]):
                    best = other
            won[best] += 1
    return total
