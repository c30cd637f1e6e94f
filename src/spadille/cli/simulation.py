"""Games between levels, played by the rules engine, in several processes if available."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from ..bots import played_on, seated
from ..game import Game, RoundResult, Rules

if TYPE_CHECKING:
    from ..fast import Simulation

_PARTS = 400
"""A simulation is split into about this many parts."""
_LARGEST_PART = 32

_Sums = defaultdict[str, Counter[int]]
"""Sums by name, then by side or seat; single values have the index 0."""


def play_games(  # noqa: PLR0913 - everything that makes up a simulation
    rules: Rules,
    bots: Sequence[str],
    seed: str,
    count: int,
    *,
    whole_games: bool,
    executor: Executor | None,
    progress: Callable[[int], object],
) -> "Simulation":
    """Return the statistics of that many games between these levels, or of their first rounds.

    Game i has the seed `seed/i`, and its bots' seeds are derived from that.
    """
    from ..fast import summary

    start = perf_counter()
    size = max(1, min(_LARGEST_PART, count // _PARTS))
    numbers = range(count)
    parts = [numbers[first : first + size] for first in numbers[::size]]
    work = partial(play_part, rules, tuple(bots), seed, whole_games=whole_games)
    sums: _Sums = defaultdict(Counter)
    for part, found in zip(parts, (executor.map if executor else map)(work, parts), strict=True):
        for name, values in found.items():
            sums[name].update(values)
        progress(len(part))
    return summary(rules, sums, perf_counter() - start)


def play_part(
    rules: Rules, bots: tuple[str, ...], seed: str, games: range, *, whole_games: bool
) -> _Sums:
    """Return the sums for some of the games, in the form that `spadille.fast.summary` takes."""
    sums: _Sums = defaultdict(Counter)
    for number in games:
        players = seated(bots, f"{seed}/{number}")
        rounds = None if whole_games else 1
        game = played_on(Game.new(rules, f"{seed}/{number}"), players, rounds)
        for result in game.results:
            _add_round(sums, result)
        if whole_games:
            assert game.outcome is not None
            sums["games"][0] += 1
            if game.outcome.winner is None:
                sums["draws"][0] += 1
            else:
                sums["wins"][game.outcome.winner] += 1
            for side, standing in enumerate(game.standings):
                sums["finals"][side] += standing.score
    return sums


def _add_round(sums: _Sums, result: RoundResult) -> None:
    sums["rounds"][0] += 1
    for side, score in enumerate(result.sides):
        reasons = {line.reason for line in score.lines}
        sums["points"][side] += score.points
        sums["squares"][side] += score.points**2
        sums["made"][side] += "contract-made" in reasons
        sums["set"][side] += "contract-set" in reasons
        sums["overtricks"][side] += score.overtricks
    for seat, (bid, won) in enumerate(zip(result.bids, result.won, strict=True)):
        sums["tricks"][seat] += won
        sums["tricks_bid"][seat] += bid.tricks
        if bid.nil:
            kind = "blind_nil" if bid.blind else "nil"
            sums[f"{kind}_bid"][seat] += 1
            sums[f"{kind}_made"][seat] += won == 0
