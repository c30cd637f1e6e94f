"""Simulate rounds and games in bulk, with policies that need no view: chance, or a table."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from time import perf_counter
from typing import Any, Literal

import numpy as np

from ..game import Message, Rules, SpadesError, in_range, in_short, seed_text
from .chance import key_of
from .code import codes_of
from .encoding import DECK, SEATS
from .game import GAME, LEGAL
from .kernel import records
from .policies import RANDOM
from .readiness import ready
from .statistics import Simulation, summary
from .table_policy import TABLE
from .tables import Table, sensible
from .whole_rounds import TALLY, play_many

Policy = Literal["random", "table"] | Table
"""`random` does what the bot of that name does; `table` is `tables.sensible()`."""

MOST = 2**40
"""The largest number of rounds or games in one simulation."""

_ROUNDS_AT_ONCE = 1 << 13
_GAMES_AT_ONCE = 1 << 12
_MOST_PARTS = 10_000


def simulate(  # noqa: PLR0913 - all of it optional
    rules: Rules | str | None = None,
    *,
    rounds: int | None = None,
    games: int | None = None,
    policies: Policy | Sequence[Policy] = "random",
    seed: int | str = 0,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play a number of games, or of first rounds of games, and return statistics.

    `rules` may be the name of a preset. Either one policy plays all seats, or each seat has one.
    `workers` is the number of threads in this process; if an `executor` of any kind is given, it
    does the work instead. `progress` is called with the number of rounds or games that have just
    been finished. None of these affects the result.

    Raises:
        SpadesError: if a number is out of range, there are too few policies or unknown ones, the
            seed is not a string, or the executor is not an executor.

    >>> simulate(rounds=1000, seed=7).rounds
    1000
    """
    rules = Rules() if rules is None else Rules.of(rules)
    count, whole_games = _asked(rounds, games)
    chosen, seed = _policies(rules, policies), seed_text(seed)
    threads = in_range(workers, 1)
    if threads is None:
        raise SpadesError("fast/workers", Message("workers must be a whole number from 1"))
    if executor is not None and not callable(getattr(executor, "submit", None)):
        sentence = Message(
            "{value} is not an executor; use one such as those of concurrent.futures",
            value=in_short(executor),
        )
        raise SpadesError("fast/no-executor", sentence)
    if executor is None:
        ready("spadille.fast.simulator")
        play_part(rules, chosen, "", 0, 0, whole_games)  # loads kernels from disk, untimed
    start = perf_counter()
    tally = np.zeros(1, TALLY)
    for part, finished in _parts(rules, chosen, seed, count, whole_games, threads, executor):
        for name in TALLY.names or ():
            tally[name] += part[name]
        if progress is not None:
            progress(finished)
    sums = {name: tally[name].ravel().tolist() for name in TALLY.names or ()}
    return summary(rules, sums, perf_counter() - start)


def play_part(  # noqa: PLR0913, PLR0917 - all that a simulation consists of
    rules: Rules,
    policies: tuple[Table | None, ...],
    seed: str,
    first: int,
    count: int,
    whole_games: bool,  # noqa: FBT001 - for executors, which pass arguments by position
) -> "np.ndarray[Any, np.dtype[np.void]]":
    """Return the sums (`whole_rounds.TALLY`) of some games, or first rounds, of a simulation.

    This is the task given to an executor; it can be pickled, and so can its arguments.
    """
    tables = records(max(len(policies), 1), TABLE)
    numbers = np.full(SEATS, RANDOM, np.int64)
    for seat, table in enumerate(policies):
        if table is not None:
            table.write(tables.view(np.recarray)[seat])
            numbers[seat] = seat
    games, legal, tally = (records(1, kind) for kind in (GAME, LEGAL, TALLY))
    play_many(
        codes_of(rules),
        numbers,
        tables,
        key_of(seed),
        first,
        count,
        int(whole_games),
        games,
        legal,
        np.zeros(DECK, np.int64),
        tally,
    )
    sums: np.ndarray[Any, np.dtype[np.void]] = tally.view(np.ndarray)
    return sums


def warm() -> None:
    """Compile everything that simulations need."""
    play_part(Rules(), (None,), "", 0, 1, whole_games=True)


def _asked(rounds: int | None, games: int | None) -> tuple[int, bool]:
    if (rounds is None) == (games is None):
        raise SpadesError("fast/how-many", Message("give either rounds or games"))
    count = rounds if games is None else games
    number = in_range(count, 1, MOST)
    if number is None:
        message = Message(
            "the number to play must be a whole number from 1 to {most}, not {count}",
            most=MOST,
            count=in_short(count),
        )
        raise SpadesError("fast/how-many", message)
    return number, games is not None


def _policies(rules: Rules, policies: Policy | Sequence[Policy]) -> tuple[Table | None, ...]:
    """Return the table of each seat, or None if it plays at random."""
    if isinstance(policies, str) or not isinstance(policies, Sequence):
        policies = [policies] * rules.players
    if len(policies) != rules.players:
        raise SpadesError(
            "fast/policies",
            Message(
                "this table has {players} seats, but {count} policies were given",
                players=rules.players,
                count=len(policies),
            ),
        )
    return tuple(_policy(policy) for policy in policies)


def _policy(policy: object) -> Table | None:
    if isinstance(policy, Table):
        return policy
    if policy == "random":
        return None
    if policy == "table":
        return sensible()
    raise SpadesError(
        "fast/unknown-policy",
        Message("unknown policy {name}; choose random or table", name=policy),
    )


def _parts(  # noqa: PLR0913, PLR0917
    rules: Rules,
    policies: tuple[Table | None, ...],
    seed: str,
    count: int,
    whole_games: bool,  # noqa: FBT001
    workers: int,
    executor: Executor | None,
) -> Iterator[tuple[Any, int]]:
    """Yield the sums of each part as it is done, with the number of rounds or games in it."""
    size = max(_GAMES_AT_ONCE if whole_games else _ROUNDS_AT_ONCE, -(-count // _MOST_PARTS))
    asked = [(first, min(size, count - first)) for first in range(0, count, size)]
    if executor is None and (workers == 1 or len(asked) == 1):
        for first, number in asked:
            yield play_part(rules, policies, seed, first, number, whole_games), number
        return
    running: dict[Future[Any], int] = {}
    with ThreadPoolExecutor(workers) if executor is None else nullcontext(executor) as using:
        try:
            for first, number in asked:
                done = using.submit(play_part, rules, policies, seed, first, number, whole_games)
                running[done] = number
            for done in as_completed(running):
                yield done.result(), running[done]
        finally:
            for done in running:
                done.cancel()
