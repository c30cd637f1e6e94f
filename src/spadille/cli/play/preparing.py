"""Preparation before bots of a level can play: functions that are compiled once."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress

from ..kernels import is_prepared, tell_shares
from ..streams import InputError


class Preparation:
    """Compiles in a separate process, which ends when no one is waiting for it."""

    def needed(self, level: str) -> bool:
        """Return True if bots of the level need functions that are not compiled yet."""
        return not is_prepared(level)

    def shares(self, level: str) -> AsyncGenerator[float, None]:
        """Make a level ready, and keep reporting the share of the work that is done.

        Raises:
            InputError: if it cannot be made ready here.
        """
        return told_by(f"from {tell_shares.__module__} import tell_shares; tell_shares({level!r})")


async def told_by(code: str) -> AsyncGenerator[float, None]:
    """Yield the numbers that a Python program prints; end the program if the caller stops early.

    Raises:
        InputError: if the program fails, with the last line of its errors.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        async for line in process.stdout:
            yield float(line)
        said = (await process.stderr.read()).decode(errors="replace").strip()
        if await process.wait():
            raise InputError(said.rpartition("\n")[2])
    finally:
        if process.returncode is None:
            _end(process)
            await process.wait()


def _end(process: asyncio.subprocess.Process) -> None:
    """End a process and those that it started."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
