"""The time, which tests bring along themselves."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Where all times of the program come from."""

    def time(self) -> float:
        """Seconds since some moment; never goes back."""

    async def sleep(self, seconds: float) -> None:
        """Returns when so many seconds are over."""


class WallClock:
    """The clock of the machine."""

    def time(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
