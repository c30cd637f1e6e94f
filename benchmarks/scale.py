"""Simulate how many tables an instance can carry, what limits it first, and how many are needed.

python benchmarks/scale.py [--tables 100000] [--event 1.5] [--memory 160] [--return 4.7]

An instance is one server with its database (`docs/decisions/0024`). The simulation treats it as a
core that does one thing at a time: it handles an action, stores it, and sends it to everyone.
Actions are stored in groups whenever the server would do so.

`benchmarks/server_load.py` measures the cost of an event and of a return. The default values are
those of `docs/scale.md`.
"""

import argparse
import heapq
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from statistics import quantiles
from typing import NamedTuple

from spadille.server.store.commits import APART

SEATS = 4

WITHIN = 0.05
"""The number of seconds within which everyone should see 99 of 100 actions."""

TAKEN_UP = 0.4
"""The share of the work for an event that is done before it is stored."""

COMMIT, EACH = 0.003, 0.00005
"""How many seconds a transaction takes, and each event in it."""

SLOW_COMMIT, SLOW_FOR = 0.2, 10.0

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""The pauses between a page's attempts to reconnect (`web/src/connection/pauses.ts`)."""

KILLED, GONE = 2.5, 32.0
"""Seconds until the other server takes over: after a kill, and after the loss of the machine."""


class Costs(NamedTuple):
    """The cost of an instance's work: seconds of its core, and bytes of memory."""

    event: float
    back: float
    memory: float


class Simulation:
    """A core with a database; time is simulated, in seconds."""

    def __init__(self, costs: Costs, commit: Callable[[float], float], seed: int = 1) -> None:
        self.now = 0.0
        self.random = Random(seed)
        self.worked = 0.0
        self.seen: list[tuple[float, float]] = []
        self._costs = costs
        self._commit = commit
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()
        self._jobs: deque[tuple[float, Callable[[], None]]] = deque()
        self._working = False
        self._waiting: list[float] = []
        self._storing = False

    def at(self, moment: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._later, (moment, next(self._number), do))

    def run(self, until: float) -> None:
        while self._later and self._later[0][0] <= until:
            self.now, _, do = heapq.heappop(self._later)
            do()

    def work(self, seconds: float, then: Callable[[], None]) -> None:
        """Queue some work for the core behind its earlier work."""
        self._jobs.append((seconds, then))
        if not self._working:
            self._next()

    def act(self) -> None:
        """Have a player act now."""
        begun = self.now
        self.work(TAKEN_UP * self._costs.event, lambda: self._store(begun))

    def tables(self, number: int, every: float, until: float) -> None:
        """Have a player act at each table every `every` seconds on average."""

        def next_() -> None:
            self.act()
            moment = self.now + self.random.expovariate(number / every)
            if moment < until:
                self.at(moment, next_)

        self.at(self.now + self.random.expovariate(number / every), next_)

    def come_back(self, number: int, away: float, *, together: bool) -> list[float]:
        """Move people whose server is gone to the one that takes over after `away` seconds.

        Return when each has received the state of their table, as far as known.
        """
        back: list[float] = []
        for _ in range(number):
            moment = self.now
            for pause in self._pauses(together=together):
                moment += pause
                if moment >= self.now + away:
                    break
            self.at(moment, lambda: self.work(self._costs.back, lambda: back.append(self.now)))
        return back

    def _pauses(self, *, together: bool) -> Iterator[float]:
        usual = FIRST_PAUSE
        while True:
            yield usual * (1.0 if together else 0.5 + self.random.random())
            usual = min(2 * usual, LONGEST_PAUSE)

    def _next(self) -> None:
        self._working = bool(self._jobs)
        if not self._jobs:
            return
        seconds, then = self._jobs.popleft()
        self.worked += seconds

        def done() -> None:
            then()
            self._next()

        self.at(self.now + seconds, done)

    def _store(self, begun: float) -> None:
        self._waiting.append(begun)
        if not self._storing:
            self._write()

    def _write(self) -> None:
        together, self._waiting = self._waiting, []
        self._storing = bool(together)
        if not together:
            return

        def stored() -> None:
            for begun in together:
                self.work((1 - TAKEN_UP) * self._costs.event, lambda b=begun: self._tell(b))  # type: ignore[misc]
            if len(together) > 1 or self._waiting:
                self.at(self.now + APART, self._write)
            else:
                self._write()

        self.at(self.now + self._commit(self.now) + EACH * len(together), stored)

    def _tell(self, begun: float) -> None:
        self.seen.append((begun, self.now - begun))


def usual_commit(_: float) -> float:
    return COMMIT


class Steady(NamedTuple):
    """How many seconds pass until an action is seen, and how busy the core is."""

    median: float
    slowest: float
    busy: float


def steady(costs: Costs, tables: int, every: float) -> Steady:
    begin, end = 10.0, 70.0
    instance = Simulation(costs, usual_commit)
    instance.tables(tables, every, end)
    instance.run(begin)
    worked = instance.worked
    instance.run(end)
    found = quantiles([took for begun, took in instance.seen if begun > begin], n=100)
    return Steady(found[49], found[98], (instance.worked - worked) / (end - begin))


def most_tables(costs: Costs, every: float) -> int:
    """Return the most tables that an instance can carry within the limit, to the nearest ten."""
    low, high = 1, int(every / costs.event / 10) + 1
    while high - low > 1:
        middle = (low + high) // 2
        good = steady(costs, 10 * middle, every).slowest < WITHIN
        low, high = (middle, high) if good else (low, middle)
    return 10 * low


def slow_database(costs: Costs, tables: int, every: float) -> tuple[float, float]:
    """Return the slowest hundredth while the database is slow, and the time to recover."""
    begin, end = 10.0, 10.0 + SLOW_FOR

    def commit(now: float) -> float:
        return SLOW_COMMIT if begin < now < end else COMMIT

    instance = Simulation(costs, commit)
    instance.tables(tables, every, 120.0)
    instance.run(120.0)
    meanwhile = quantiles([took for begun, took in instance.seen if begin < begun < end], n=100)[98]
    late = [begun for begun, took in instance.seen if begun > end and took > WITHIN]
    return meanwhile, max(late, default=end) - end


def storm(costs: Costs, tables: int, away: float, *, together: bool) -> tuple[float, float, float]:
    """Return the seconds from the next server's start until half, 99 % and all people are back."""
    instance = Simulation(costs, usual_commit)
    back = instance.come_back(SEATS * tables, away, together=together)
    instance.run(1000.0)
    found = quantiles([moment - away for moment in back], n=100)
    return found[49], found[98], max(back) - away


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between acts of a table")
    parser.add_argument("--event", type=float, default=1.5, help="CPU ms")
    parser.add_argument("--return", dest="back", type=float, default=4.7, help="CPU ms")
    parser.add_argument("--memory", type=float, default=160.0, help="kB a table")
    words = parser.parse_args()
    costs = Costs(words.event / 1e3, words.back / 1e3, words.memory * 1e3)
    report(costs, words.tables, words.every)


def report(costs: Costs, tables: int, every: float) -> None:
    most = most_tables(costs, every)
    print(
        f"One instance, someone acts every {every:g} s: "
        f"{most} tables within {WITHIN * 1e3:.0f} ms\n"
    )
    print("| tables | events a second | core busy | median ms | 99 % ms |\n|---|---|---|---|---|")
    for number in sorted({most // 4, most // 2, most, int(1.1 * most), int(1.2 * most)}):
        found = steady(costs, number, every)
        print(
            f"| {number} | {number / every:.0f} | {found.busy:.0%} | {found.median * 1e3:.0f} "
            f"| {found.slowest * 1e3:.0f} |"
        )
    print(f"\n| with {most // 2} tables | |\n|---|---|")
    meanwhile, after = slow_database(costs, most // 2, every)
    print(f"| transactions of {SLOW_COMMIT * 1e3:.0f} ms for {SLOW_FOR:.0f} s: 99 % seen within "
          f"| {meanwhile * 1e3:.0f} ms, well again after {after:.1f} s |")  # fmt: skip
    for away, why in ((KILLED, "a server is killed"), (GONE, "a machine is gone")):
        for together in (True, False):
            half, nearly, all_ = storm(costs, most // 2, away, together=together)
            how = "at the same moments" if together else "each at moments of their own"
            print(f"| {why}, {SEATS * (most // 2)} come back {how}: half, 99 %, all after "
                  f"| {half:.1f}, {nearly:.1f}, {all_:.1f} s |")  # fmt: skip
    instances = -(-tables // (most // 2))
    print(f"\n{tables} tables, each instance half full: {instances} instances, "
          f"{2 * instances} servers; {tables / every:.0f} events a second, "
          f"{tables / every / instances:.0f} an instance; "
          f"{tables * costs.memory / 1e9:.0f} GB in all, {SEATS * tables} websockets")  # fmt: skip


if __name__ == "__main__":
    main()
