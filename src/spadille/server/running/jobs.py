"""What is done one after the other, by a task that there is only as long as anything is to do."""

import asyncio
from collections.abc import Awaitable, Callable

Job = Callable[[], Awaitable[None]]


class Jobs:
    """Does one job after the other, in the order in which they came.

    A table at which nothing happens holds no task and no queue, which took more memory than its
    game.
    """

    def __init__(self, name: str, failed: Callable[[Exception], None]) -> None:
        """`failed` hears of what a job did not expect; those after it are done all the same."""
        self._name = name
        self._failed = failed
        self._waiting: list[Job] = []
        self._working: asyncio.Task[None] | None = None
        self._ended = False

    @property
    def idle(self) -> bool:
        """True if nothing waits to be begun, and nothing is being done."""
        return self._working is None and not self._waiting

    def put(self, job: Job) -> asyncio.Task[None] | None:
        """Have it done after those that wait; says who does so, None when no one does any more."""
        if self._ended:
            return None
        self._waiting.append(job)
        if self._working is None:
            self._working = asyncio.create_task(self._work(), name=self._name)
        return self._working

    async def join(self) -> None:
        """Return when everything is done, or nothing is done any more."""
        while self._working is not None and not self._working.done():
            await asyncio.wait([self._working])

    def end(self) -> None:
        """Do nothing any more, and leave what is being done where it is."""
        self._ended = True
        if self._working is not None:
            self._working.cancel()

    async def _work(self) -> None:
        try:
            while self._waiting:
                job = self._waiting.pop(0)
                try:
                    await job()
                except Exception as error:  # noqa: BLE001 - who keeps the table knows what to do
                    self._failed(error)
                if self._waiting:
                    await asyncio.sleep(0)  # who asks much of one table keeps no other waiting
        finally:
            self._working = None
