"""Compute means and rates over many rounds from sums."""

from collections.abc import Mapping, Sequence
from math import sqrt

from msgspec import Struct

from ..game import Rules


class SideStatistics(Struct, frozen=True):
    """A side's statistics; `deviation` is the standard deviation of its points per round.

    `made` and `set` are shares of the rounds; a side with only nils has no contract. `final` is the
    mean score at the end of a game, or None if no whole games were played.
    """

    points: float
    deviation: float
    made: float
    set: float
    bags: float
    wins: int
    final: float | None


class SeatStatistics(Struct, frozen=True):
    """A seat's statistics: mean tricks and bids, and how often it bid and made nil."""

    tricks: float
    bid: float
    nil_bid: int
    nil_made: int
    blind_nil_bid: int
    blind_nil_made: int


class Simulation(Struct, frozen=True):
    """The size, duration and results of a simulation.

    `games` is 0 if only first rounds were played. Everything except the time follows from the
    rules, the players, the seed and the number played.
    """

    rounds: int
    games: int
    draws: int
    seconds: float
    rounds_per_second: float
    sides: tuple[SideStatistics, ...]
    seats: tuple[SeatStatistics, ...]


Sums = Mapping[str, Sequence[int] | Mapping[int, int]]
"""The sums of `whole_rounds.TALLY` by name: by side, by seat, or a single number."""


def summary(rules: Rules, sums: Sums, seconds: float) -> Simulation:
    """Return the statistics of a simulation that took this many seconds."""
    rounds, games, draws = (sums[name][0] for name in ("rounds", "games", "draws"))
    return Simulation(
        rounds=rounds,
        games=games,
        draws=draws,
        seconds=seconds,
        rounds_per_second=rounds / seconds if seconds else 0.0,
        sides=tuple(_side(sums, side, rounds, games) for side in range(len(rules.sides))),
        seats=tuple(_seat(sums, seat, rounds) for seat in rules.seats),
    )


def _side(sums: Sums, side: int, rounds: int, games: int) -> SideStatistics:
    mean = sums["points"][side] / rounds
    return SideStatistics(
        points=mean,
        deviation=sqrt(max(sums["squares"][side] / rounds - mean * mean, 0)),
        made=sums["made"][side] / rounds,
        set=sums["set"][side] / rounds,
        bags=sums["overtricks"][side] / rounds,
        wins=sums["wins"][side],
        final=sums["finals"][side] / games if games else None,
    )


def _seat(sums: Sums, seat: int, rounds: int) -> SeatStatistics:
    return SeatStatistics(
        tricks=sums["tricks"][seat] / rounds,
        bid=sums["tricks_bid"][seat] / rounds,
        nil_bid=sums["nil_bid"][seat],
        nil_made=sums["nil_made"][seat],
        blind_nil_bid=sums["blind_nil_bid"][seat],
        blind_nil_made=sums["blind_nil_made"][seat],
    )
