"""Runs the `spadille` command as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

SOURCES = str(Path(__file__).parents[2] / "src")


def spadille(
    *words: str | Path, given: str | bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The finished command; its output is read as UTF-8."""
    done = subprocess.run(
        [sys.executable, "-m", "spadille", *map(str, words)],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        check=False,
        cwd=cwd,
        env=environment(),
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": SOURCES, "PYTHONUTF8": "1"}


def assert_refused(done: subprocess.CompletedProcess[str], *told: str) -> None:
    """Status 2 with one line on standard error that tells all of `told`."""
    assert done.returncode == 2, done
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for text in told:
        assert text in done.stderr
