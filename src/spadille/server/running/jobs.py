"""Jobs that are done one after another, by a task that exists only while there is work."""

import asyncio
from collections.abc import Awaitable, Callable

Job = Callable[[], Awaitable[None]]


class Jobs:
    """Does one job after another, in the order in which they came.

    A table where nothing happens has no task and no queue, which would take more memory than its
    game.
    """

    def __init__(self, name: str, failed: Callable[[Exception], None]) -> None:
        """Set the name of the task and the callback for unexpected errors.

        `failed` receives any error that a job did not expect. The jobs after it still run.
        """
        self._name = name
        self._failed = failed
        self._waiting: list[Job] = []
        self._working: asyncio.Task[None] | None = None
        self._ended = False

    @property
    def idle(self) -> bool:
        """Return True if no job is waiting or running."""
        return self._working is None and not self._waiting

    def put(self, job: Job) -> asyncio.Task[None] | None:
        """Add a job after those that are waiting.

        Return the task that does it, or None if no more jobs will be done.
        """
        if self._ended:
            return None
        self._waiting.append(job)
        if self._working is None:
            self._working = asyncio.create_task(self._work(), name=self._name)
        return self._working

    async def join(self) -> None:
        """Wait until every job is done, or no more jobs will be done."""
        while self._working is not None and not self._working.done():
            await asyncio.wait([self._working])

    def end(self) -> None:
        """Stop doing jobs, and cancel the current one where it is."""
        self._ended = True
        if self._working is not None:
            self._working.cancel()

    async def _work(self) -> None:
        try:
            while self._waiting:
                job = self._waiting.pop(0)
                try:
                    await job()
                except Exception as error:  # noqa: BLE001 - the owner of the table knows what to do
                    self._failed(error)
                if self._waiting:
                    await asyncio.sleep(0)  # so that many requests to one table do not delay others
        finally:
            self._working = None
