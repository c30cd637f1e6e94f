"""Slow work that is done in a low-priority process, so that no table waits for it.

Questions are answered one at a time, so strangers' requests use one processor at most. If an answer
takes too long, it is given up along with its process.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar

from ..refusals import RefusedError

P = ParamSpec("P")
R = TypeVar("R")

LEVEL = "expert"
"""The level whose kernels that process loads."""

MOST_WAITING = 50
"""The most questions that may wait; any others are refused."""


class Backroom:
    """Asks that process one question at a time."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def ask(self, question: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the process's answer.

        Raises:
            RefusedError: if too many questions are already waiting, or the answer takes too long.
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
    """Return the answer to a question; `_at` determines where it is worked out."""
    return question(*args, **kwargs)
