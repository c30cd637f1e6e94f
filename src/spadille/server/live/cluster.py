"""Places to think elsewhere: the threads of workers, handed out first come, first served.

A Dask cluster that thinks: its usable workers, and the questions that they get.

One thread manages it for as long as the server runs. It connects, and connects again whenever the
cluster has been away. It looks for workers, and prepares each one before asking it anything.

Bots that think on other machines, or on this one while those are unavailable.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Condition, Event, Thread
from typing import Any, ParamSpec, TypeVar

from ...arena import dask_client, need_dask, program
from ..logs import log_failure
from .executors import LEVELS, BotExecutor, hurried, prepare_elsewhere


class Worker:
    """A worker that can think, and how many of its places are taken.

    `late` counts the places whose decision did not come in time. Those places do not count until
    the decision comes.
    """

    def __init__(self, address: str, places: int) -> None:
        self.address = address
        self.places = places
        self.taken = self.late = 0


class Turn:
    """A position in the line."""


class ConnectionSlots:
    """Hands out places for all the workers; threads wait in line for them."""

    def __init__(self) -> None:
        self._workers: dict[str, Worker] = {}
        self._line: deque[Turn] = deque()
        self._changed = Condition()

    def __len__(self) -> int:
        """Return how many places there are, taken or not."""
        return sum(worker.places - worker.late for worker in self._workers.values())

    def set(self, workers: Mapping[str, int]) -> None:
        """Set the number of places for workers at these addresses, and remove all others."""
        with self._changed:
            known = self._workers
            self._workers = {
                address: known.get(address) or Worker(address, places)
                for address, places in workers.items()
            }
            self._changed.notify_all()

    def queue(self) -> Turn:
        """Join the line, without waiting."""
        turn = Turn()
        with self._changed:
            self._line.append(turn)
        return turn

    def leave(self, turn: Turn) -> None:
        """Leave the line, if the turn is still in it."""
        with self._changed:
            if turn in self._line:
                self._line.remove(turn)
                self._changed.notify_all()

    def take(self, turn: Turn, patience: float) -> tuple[Worker, bool]:
        """Return a worker with a free place, and whether others are still waiting for one.

        Raises:
            TimeoutError: if none is free within `patience` seconds, or all places are gone.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self or self._is_next(turn), patience)
            found = bool(self) and self._is_next(turn)
            if turn in self._line:
                self._line.remove(turn)
                self._changed.notify_all()
            if not found:
                raise TimeoutError("no worker is free")
            worker = max(self._workers.values(), key=lambda one: one.places - one.taken)
            worker.taken += 1
            return worker, bool(self._line)

    def give_back(self, worker: Worker) -> None:
        """Free a place after its decision has come."""
        with self._changed:
            worker.taken -= 1
            self._changed.notify_all()

    def miss(self, worker: Worker) -> None:
        """Note that a decision did not come in time."""
        with self._changed:
            worker.late += 1
            self._changed.notify_all()

    def find(self, worker: Worker) -> None:
        """Note that a late decision has come after all."""
        with self._changed:
            worker.late -= 1
        self.give_back(worker)

    def _is_next(self, turn: Turn) -> bool:
        free = any(worker.taken < worker.places for worker in self._workers.values())
        return free and bool(self._line) and self._line[0] is turn


log = logging.getLogger(__name__)

R = TypeVar("R")

PATIENCE = 3.0
"""Seconds that a decision may wait for a place, and then again for its answer.

After both, there is still time to decide here before a table has waited too long.
"""

LOOK = 1.0
"""Seconds between looks for workers, and between attempts to connect."""

PRIORITY = 1
"""The priority that puts decisions before other work on the same workers."""

Submit = Callable[..., Any]
"""Submit work to the worker at an address, and return the future from Dask."""


class Cluster:
    """The cluster whose scheduler is at `url`; `places` is empty while it cannot be used."""

    def __init__(self, url: str) -> None:
        self.places = ConnectionSlots()
        self._url = url
        self._client: Any = None
        self._ended = False
        self._look = Event()
        self._told: bool | None = None
        Thread(target=self._attend, name="cluster", daemon=True).start()

    def ask(
        self, turn: Turn, fn: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> R:
        """Return a worker's answer once that turn has come; the first of `args` is a level.

        Raises:
            Exception: the error raised there, or the failure of the cluster.
        """
        worker, others_wait = self.places.take(turn, PATIENCE)
        level, *rest = args
        work = partial(fn, hurried(level) if others_wait else level, *rest, **kwargs)
        missed = False
        try:
            # Other workers may do it too, so that it is not lost if this one fails.
            asked = self._submit(work, worker.address, allow_other_workers=True)
            try:
                answer: R = asked.result(PATIENCE)
            except TimeoutError:
                missed = not asked.done()
                if missed:
                    self.places.miss(worker)
                    asked.add_done_callback(lambda _: self.places.find(worker))
                raise
            return answer
        except (CancelledError, OSError):
            self._look.set()
            raise
        finally:
            if not missed:
                self.places.give_back(worker)

    def close(self) -> None:
        """Stop using the cluster, and release everyone who is waiting for it."""
        self._ended = True
        self._look.set()
        self.places.set({})

    def _submit(self, work: Callable[[], Any], address: str, **options: Any) -> Any:
        client = self._client
        if client is None or client.status != "running":
            raise ConnectionError("the cluster is unreachable")
        return client.submit(work, workers=[address], pure=False, priority=PRIORITY, **options)

    def _attend(self) -> None:
        while not self._ended:
            try:
                with dask_client(self._url, PATIENCE) as client:
                    self._client = client
                    self._attend_to(client)
            except Exception as error:  # noqa: BLE001 - logged once, and tried again
                self._tell(str(error) or type(error).__name__)
            finally:
                self._client = None
            self._wait()

    def _attend_to(self, client: Any) -> None:
        """Keep track of the workers until the cluster becomes unavailable."""
        workers = _Workers(self._submit, self._look.set)
        try:
            while not self._ended:
                if client.status != "running":
                    raise ConnectionError("the connection is lost")
                here = client.sync(client.scheduler.ncores, callback_timeout=PATIENCE)
                self.places.set(workers.prepared(here))
                if self.places or self._told or not workers.preparing:
                    self._tell("no usable worker answers there")
                self._wait()
        finally:
            self.places.set({})

    def _wait(self) -> None:
        if not self._ended:
            self._look.wait(LOOK)
            self._look.clear()

    def _tell(self, problem: str) -> None:
        """Log that bots think there, or why they do not, whenever that has changed."""
        there = bool(self.places)
        if there == self._told or self._ended:
            return
        self._told = there
        if there:
            log.warning("bots decide at %s", self._url)
        else:
            log.warning("bots decide on this server, not at %s: %s", self._url, problem)


class _Workers:
    """Prepares each worker: first one per machine, whose kernels the others there then find."""

    def __init__(self, submit: Submit, done: Callable[[], object]) -> None:
        self._submit = submit
        self._done = done
        self._preparing: dict[str, Any] = {}
        self._can: dict[str, bool] = {}
        self._warm: set[str] = set()
        self._told: set[str] = set()

    @property
    def preparing(self) -> bool:
        return bool(self._preparing)

    def prepared(self, here: Mapping[str, int]) -> dict[str, int]:
        """Return the workers that can already think, each with its number of threads."""
        self._preparing = {one: asked for one, asked in self._preparing.items() if one in here}
        self._can = {one: can for one, can in self._can.items() if one in here}
        for one in [one for one, asked in self._preparing.items() if asked.done()]:
            asked = self._preparing.pop(one)
            if not asked.cancelled():  # for example, after a lost connection
                self._can[one] = self._judge(one, asked)
        for one in here:
            busy = {_machine(other) for other in self._preparing} - self._warm
            if one not in self._preparing and one not in self._can and _machine(one) not in busy:
                asked = self._submit(partial(prepare_elsewhere, program()), one)
                asked.add_done_callback(lambda _: self._done())
                self._preparing[one] = asked
        return {one: places for one, places in here.items() if self._can.get(one)}

    def _judge(self, one: str, asked: Any) -> bool:
        """Return True if a worker can think, once its preparation has succeeded or failed."""
        try:
            found = asked.result(PATIENCE)
        except Exception as error:  # noqa: BLE001 - after any error, that worker is not used
            if type(error).__name__ not in self._told:
                log_failure(log, f"the worker {one} cannot run bots", error)
            self._told.add(type(error).__name__)
            return False
        if found != program():
            if found not in self._told:
                log.warning(
                    "the worker %s is not used: it has Spadille %s, not %s", one, found, program()
                )
            self._told.add(found)
            return False
        self._warm.add(_machine(one))
        return True


def _machine(address: str) -> str:
    """Return the machine in a worker's address, without the port."""
    return address.rpartition(":")[0]


P = ParamSpec("P")


MOST_AT_ONCE = 256
"""The most decisions requested elsewhere at once, each by a thread that waits for it."""


class ClusterExecutor(Executor):
    """Runs the decisions of levels that think on a Dask cluster.

    The level is the first argument of each call. Quick levels run in `here`, and so does everything
    that the cluster does not answer in time. Every requested decision is made, even if the cluster
    fails along the way.
    """

    def __init__(self, url: str, here: BotExecutor) -> None:
        """Connect to the scheduler at `url`, which may be unavailable for now.

        Raises:
            ArenaError: if Dask is not installed.
        """
        need_dask()
        self._here = here
        self._cluster = Cluster(url)
        self._callers = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="elsewhere")

    @property
    def elsewhere(self) -> int:
        """The number of decisions that the cluster can make at the same time."""
        return len(self._cluster.places)

    def preparing(self, level: str) -> float | None:
        """Return roughly how many seconds until a level can think anywhere, or None if it can."""
        return None if self.elsewhere else self._here.preparing(level)

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a call on the cluster, or here if the level is quick or the cluster is gone."""
        if not args or args[0] not in LEVELS or not self.elsewhere:
            return self._here.submit(fn, *args, **kwargs)
        places = self._cluster.places
        turn = places.queue()
        future: Future[R] = self._callers.submit(self._decide, turn, fn, args, kwargs)
        future.add_done_callback(lambda _: places.leave(turn))
        return future

    def warm_up(self) -> None:
        """Prepare a process here too, so that no one waits for it when the cluster fails."""
        self._here.warm_up()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as executors have it
        """Disconnect from the cluster, and stop the workers here."""
        self._cluster.close()
        self._here.shutdown(wait, cancel_futures=cancel_futures)
        self._callers.shutdown(wait, cancel_futures=cancel_futures)

    def _decide(
        self, turn: Turn, fn: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> R:
        try:
            return self._cluster.ask(turn, fn, args, kwargs)
        except (CancelledError, OSError):
            pass  # the cluster is gone or too slow; this is logged once, not for each decision
        except Exception as error:  # noqa: BLE001 - a failure there may not happen here
            log_failure(log, "a bot failed on the cluster", error)
        return self._here.submit(fn, *args, **kwargs).result()
