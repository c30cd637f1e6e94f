"""The time, and what is to be done later."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol


class Timer(Protocol):
    def cancel(self) -> None:
        """Keep it from going off."""


class Watch(Protocol):
    """Something to measure time with."""

    def time(self) -> float:
        """Seconds since some moment; never goes back."""


class Clock(Watch, Protocol):
    """Where all of the server's times come from."""

    def time_of_day(self) -> float:
        """Seconds since 1970, the same for every process."""

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        """Call `callback` in the event loop after `delay` seconds."""


class LoopClock:
    """The clock of the running event loop."""

    def time(self) -> float:
        return time.monotonic()

    def time_of_day(self) -> float:
        return time.time()

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(delay, callback)


class Repeating:
    """Work that is begun every that many seconds, unless it still continues."""

    def __init__(self, clock: Clock, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self._clock = clock
        self._seconds = seconds
        self._work = work
        self._timer: Timer | None = None
        self._task: asyncio.Future[None] | None = None

    def start(self, after: float | None = None) -> None:
        """Have it begin in `after` seconds, by default in as many as lie between two times."""
        self._timer = self._clock.call_later(self._seconds if after is None else after, self._begin)

    async def stop(self) -> None:
        """Lets it come to its end, and not begin again."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await self._task

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._work())
        self.start()
