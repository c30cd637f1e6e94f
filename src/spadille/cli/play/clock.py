"""The time, which tests replace with their own."""

import asyncio
import time


class Clock:
    """The source of all times in the program."""

    def time(self) -> float:
        """Return the seconds since some moment; the value never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait for a number of seconds."""
        await asyncio.sleep(seconds)
