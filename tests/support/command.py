"""Runs the `spadille` command as a separate process."""

import multiprocessing
import os
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from spadille.cli import main
from spadille.cli import streams as streams_of_commands

PATIENCE = 300.0
"""Seconds after which a command counts as stuck; no test waits for them."""

_WAYS = multiprocessing.get_all_start_methods()
_FORKS: Any = multiprocessing.get_context("forkserver" if "forkserver" in _WAYS else "spawn")
_COMPILED = ("spadille.fast.simulator", "spadille.fast.solver", "spadille.bots.expert.kernels")
_FORKS.set_forkserver_preload(["spadille.cli", "spadille.bots", *_COMPILED, __name__])

SOURCES = str(Path(__file__).parents[2] / "src")


def spadille(
    *words: str | Path, given: str | bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Return the finished command; its output is read as UTF-8."""
    given = given.encode() if isinstance(given, str) else given
    spoken = [str(word) for word in words]
    with TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("given", "output", "errors")]
        streams[0].write_bytes(given)
        status = _carried_out(spoken, cwd or Path.cwd(), streams)
        output, errors = (stream.read_bytes().decode() for stream in streams[1:])
    return subprocess.CompletedProcess(spoken, status, output, errors)


def _carried_out(words: list[str], cwd: Path, streams: list[Path]) -> int:
    """Return the exit status of the command.

    It is forked from a process that has already imported the modules of commands. Importing them
    takes longer than most commands do.
    """
    process = _FORKS.Process(target=_carry_out, args=(words, cwd, streams, dict(os.environ)))
    process.start()
    process.join(PATIENCE)
    status: int | None = process.exitcode
    if status is None:
        process.kill()
    assert status is not None, f"it hangs: spadille {shlex.join(words)}"
    return status


def _carry_out(words: list[str], cwd: Path, streams: list[Path], env: dict[str, str]) -> None:
    ways = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)
    for number, (stream, way) in enumerate(zip(streams, ways, strict=True)):
        os.dup2(os.open(stream, way), number)
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    sys.path.insert(0, str(cwd))
    sys.argv = ["spadille", *words]
    streams_of_commands.FIRST_LINE = PATIENCE  # however busy the machine is, tests see no progress
    sys.exit(main())


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": SOURCES, "PYTHONUTF8": "1"}


def assert_refused(done: subprocess.CompletedProcess[str], *told: str) -> None:
    """Assert status 2, and one error with at most one hint, which contain all of `told`."""
    assert done.returncode == 2, done
    assert_one_error(done.stderr)
    for text in told:
        assert text in done.stderr


def assert_one_error(errors: str) -> None:
    """Assert that the error output is one error with at most one hint."""
    labels = [line.partition(": ")[0] for line in errors.splitlines()]
    assert labels in (["error"], ["error", "hint"]), errors
    assert "Traceback" not in errors
