"""The time, and what is to be done later."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    def cancel(self) -> None:
        """Keeps it from going off."""


class Watch(Protocol):
    """Something to measure time with."""

    def time(self) -> float:
        """Seconds since some moment; never goes back."""


class Clock(Watch, Protocol):
    """Where all of the server's times come from."""

    def time_of_day(self) -> float:
        """Seconds since 1970, the same for every process."""

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Calls `callback` in the event loop after `delay` seconds."""


class LoopClock:
    """The clock of the running event loop."""

    def time(self) -> float:
        return asyncio.get_running_loop().time()

    def time_of_day(self) -> float:
        return time.time()

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(delay, callback)
