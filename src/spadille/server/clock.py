"""The time, and work that is scheduled for later."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

SECONDS_A_DAY = 86400.0


class Timer(Protocol):
    """A scheduled call that can be canceled."""

    def cancel(self) -> None:
        """Keep the timer from going off."""


class Watch(Protocol):
    """A way to measure time."""

    def time(self) -> float:
        """Return the seconds since some moment; the value never goes back."""


class Clock(Watch, Protocol):
    """The source of all times on the server."""

    def time_of_day(self) -> float:
        """Return the seconds since 1970, the same for every process."""

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        """Call `callback` in the event loop after `delay` seconds."""


class LoopClock:
    """The clock of the running event loop."""

    def time(self) -> float:
        """Return the seconds of the system's monotonic clock."""
        return time.monotonic()

    def time_of_day(self) -> float:
        """Return the seconds since 1970 according to the system's clock."""
        return time.time()

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        """Call `callback` in the running event loop after `delay` seconds."""
        return asyncio.get_running_loop().call_later(delay, callback)


class Repeating:
    """Work that starts again every few seconds, unless it is still running."""

    def __init__(self, clock: Clock, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self._clock = clock
        self._seconds = seconds
        self._work = work
        self._timer: Timer | None = None
        self._task: asyncio.Future[None] | None = None

    def start(self, after: float | None = None) -> None:
        """Schedule the first run in `after` seconds; the default is the usual interval."""
        self._timer = self._clock.call_later(self._seconds if after is None else after, self._begin)

    async def stop(self) -> None:
        """Let the current run finish, and do not start another."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await self._task

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._work())
        self.start()
