"""The time, work that is scheduled for later, and the rates at which clients may act."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

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


class Rate(NamedTuple):
    """How many times an action may be done at once, and how many times per second."""

    burst: float
    a_second: float


AT_ONCE = 10
"""The burst after a period of rest, as a multiple of the rate."""


def often(times: float, seconds: float = 1) -> Rate:
    """Return a rate of `times` in that many seconds, with the usual burst."""
    return Rate(AT_ONCE * times, times / seconds)


class TokenBucket:
    """An action that is allowed at a certain rate."""

    __slots__ = ("_at", "_clock", "_left", "_rate", "refused")

    def __init__(self, clock: Watch, rate: Rate) -> None:
        self._clock = clock
        self._rate = rate
        self._left = rate.burst
        self._at = clock.time()
        self.refused = 0

    def take(self, count: float = 1) -> bool:
        """Return True and count the action if it may be done `count` more times."""
        self._refill()
        if self._left < count:
            self.refused += 1
            return False
        self._left -= count
        return True

    def give_back(self, count: float = 1) -> None:
        """Give back allowance that was taken."""
        self._left = min(self._rate.burst, self._left + count)

    @property
    def whole(self) -> bool:
        """Return True if the allowance is full, as if it had never been used."""
        self._refill()
        return self._left >= self._rate.burst

    def _refill(self) -> None:
        now = self._clock.time()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.a_second)
        self._at = now


MOST_KNOWN = 10_000
"""The number of clients that are remembered. Beyond it, the oldest are forgotten."""

_KEPT = MOST_KNOWN * 9 // 10
"""The most clients kept when room is made, so that this does not happen for each new client."""


class RateLimiter:
    """An allowance for each client, and one for all of them together."""

    def __init__(self, clock: Watch, each: Rate, all_together: Rate) -> None:
        self._clock = clock
        self._each = each
        self._all = TokenBucket(clock, all_together)
        self._clients: dict[str, TokenBucket] = {}

    def take(self, client: str, count: float = 1) -> bool:
        """Return True and count the action if a client may do it `count` more times."""
        own = self._clients.get(client)
        if own is None:
            self._make_room()
            own = self._clients[client] = TokenBucket(self._clock, self._each)
        if not own.take(count):
            return False
        if not self._all.take(count):
            own.give_back(count)
            return False
        return True

    def give_back(self, client: str, count: float = 1) -> None:
        """Give back allowance that a client has taken."""
        self._all.give_back(count)
        if client in self._clients:
            self._clients[client].give_back(count)

    def _make_room(self) -> None:
        if len(self._clients) < MOST_KNOWN:
            return
        limited = [(name, own) for name, own in self._clients.items() if not own.whole]
        self._clients = dict(limited[-_KEPT:])
