"""The time, which tests bring along themselves."""

import asyncio
import time


class Clock:
    """Where all times of the program come from."""

    def time(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait for a number of seconds."""
        await asyncio.sleep(seconds)
