"""Slow work, done in a low-priority process so that no table waits for it.

Questions come one after the other. So the requests of strangers take one processor at most. An
answer that takes too long is given up along with its process.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar

from ..refusals import RefusedError

P = ParamSpec("P")
R = TypeVar("R")

LEVEL = "expert"
"""The level whose kernels are loaded in that process."""

MOST_WAITING = 50
"""Questions that may wait; further ones are refused."""


class Backroom:
    """Asks the process, one question at a time."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def ask(self, question: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the answer of the process.

        Raises:
            RefusedError: if too many wait already, or it takes too long.
            Exception: the error raised in the process.
        """
        if self._waiting >= MOST_WAITING:
            raise RefusedError("server/busy", "the server is busy; try again in a moment")
        self._waiting += 1
        try:
            async with self._lock:
                future = self._executor.submit(_answer, LEVEL, question, *args, **kwargs)
                return await asyncio.wrap_future(future)
        except (TimeoutError, EOFError, OSError) as error:
            raise RefusedError("server/gave-up", "this took too long and was stopped") from error
        finally:
            self._waiting -= 1


def _answer(_at: str, question: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Return the answer to a question; `_at` chooses where it is worked out."""
    return question(*args, **kwargs)
