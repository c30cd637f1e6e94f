"""A clock for the terminal program that moves only when a test moves it."""

import asyncio

from spadille.cli.play.local_game import Clock


class SteppedClock(Clock):
    """Ends empty pauses at once, and all others once the test has advanced far enough."""

    def __init__(self) -> None:
        self._now = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def time(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if not seconds:
            await asyncio.sleep(0)
            return
        over = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, over))
        await over

    @property
    def asleep(self) -> bool:
        """True if a task is waiting for time to pass."""
        return any(not over.done() for _, over in self._sleepers)

    def go_on(self, seconds: float) -> None:
        self._now += seconds
        due = [over for at, over in self._sleepers if at <= self._now]
        self._sleepers = [(at, over) for at, over in self._sleepers if at > self._now]
        for over in due:
            if not over.done():
                over.set_result(None)
