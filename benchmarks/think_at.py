"""Measure the cost of bots that run on a Dask cluster: decisions per second, here and there.

python benchmarks/think_at.py [--decisions 100] [--level expert] [--turns 3]

The cluster runs on this machine. It has as many single-threaded workers as there are processes
otherwise, so only the round trip differs. Both make decisions in the same positions, taking turns,
because the load of the machine changes over time.

An empty decision consists only of that trip. Its processor time here is the server's cost for a
decision.
"""

import argparse
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from operator import is_
from socket import create_server
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any

from spadille.bots import load
from spadille.game import Game, SeatView
from spadille.server.live.bots import think_alike
from spadille.server.live.cluster import ClusterExecutor
from spadille.server.live.executors import BotExecutor

AT_ONCE = 2
"""The number of decisions at a time, as many as run next to a server."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--level", default="expert", choices=("expert", "master"))
    parser.add_argument("--turns", type=int, default=3)
    arguments = parser.parse_args()
    views = some_views(arguments.decisions)
    print("| turn | where | decisions a second | ms for one alone | ms for none | of the server |")
    print("|---|---|---|---|---|---|")
    with here() as processes, there() as cluster:
        for turn in range(arguments.turns + 1):
            for where, executor in (("here", processes), ("cluster", cluster)):
                found = measured(executor, arguments.level, views if turn else views[:10])
                if turn:  # the first turn loads what the others need
                    told = " | ".join(f"{number:.1f}" for number in found)
                    print(f"| {turn} | {where} | {told} |", flush=True)


def some_views(count: int) -> list[SeatView]:
    """Return views with a choice from games between beginners."""
    views: list[SeatView] = []
    game, bot, seed = Game.new(seed=0), load("beginner"), 0
    while len(views) < count:
        if game.results:
            seed += 1
            game = Game.new(seed=seed)
        view = game.view_to_act
        if len(view.options.actions) > 1:
            views.append(view)
        game = game.apply(bot.act(view))
    return views


def measured(executor: Executor, level: str, views: list[SeatView]) -> tuple[float, ...]:
    """Return decisions per second, the time for one, and both times for an empty one."""

    def ask(number: int) -> Future[Any]:
        return executor.submit(think_alike, level, level, views[number], f"{number}")

    def ask_nothing(number: int) -> Future[Any]:
        return executor.submit(is_, level, views[number])

    begun, asked = perf_counter(), deque[Future[Any]]()
    for number in range(len(views)):
        asked.append(ask(number))
        if len(asked) > AT_ONCE:  # one is waiting, so no worker is idle
            asked.popleft().result()
    for one in asked:
        one.result()
    rate = len(views) / (perf_counter() - begun)
    decided = times(ask, len(views))
    worked = process_time()
    returned = times(ask_nothing, len(views))
    worked = (process_time() - worked) / len(views)
    return rate, 1000 * median(decided), 1000 * median(returned), 1000 * worked


def times(ask: Callable[[int], Future[Any]], count: int) -> list[float]:
    taken = []
    for number in range(count):
        begun = perf_counter()
        ask(number).result()
        taken.append(perf_counter() - begun)
    return taken


@contextmanager
def here() -> Iterator[Executor]:
    thinkers = BotExecutor(AT_ONCE)
    try:
        yield thinkers
    finally:
        thinkers.shutdown()


@contextmanager
def there() -> Iterator[Executor]:
    """Yield a cluster once all of its workers are ready."""
    with create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    url = f"tcp://127.0.0.1:{port}"
    workers = ("--nworkers", AT_ONCE, "--nthreads", 1)
    with (
        dask("scheduler", "--host", "127.0.0.1", "--port", port),
        dask("worker", url, *workers),
    ):
        elsewhere = ClusterExecutor(url, BotExecutor(1))
        try:
            while elsewhere.elsewhere < AT_ONCE:
                sleep(0.1)
            yield elsewhere
        finally:
            elsewhere.shutdown()


@contextmanager
def dask(*words: object) -> Iterator[None]:
    command = [sys.executable, "-m", "dask", *map(str, words), "--no-dashboard"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
