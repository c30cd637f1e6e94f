"""A Dask cluster that thinks: its usable workers, and the questions that they get.

One thread manages it for as long as the server runs. It connects, and connects again whenever the
cluster has been away. It looks for workers, and prepares each one before asking it anything.
"""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from functools import partial
from threading import Event, Thread
from typing import Any, TypeVar

from ...arena import dask_client, program
from ..logs import log_failure
from .places import Places, Turn
from .preparing import hurried, prepare_elsewhere

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
        self.places = Places()
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
