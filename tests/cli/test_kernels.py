"""A person who has to wait for the compiled engine is notified first."""

import os
import subprocess
import sys
from pathlib import Path

SAYS = "import sys; from spadille.cli.kernels import is_prepared; print(is_prepared(sys.argv[1]))"


def is_prepared(level: str, cache: Path) -> bool:
    """Return True if bots of a level can start at once, with the engine compiled in a folder."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", SAYS, level]
    found = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return found.stdout.strip() == "True"


def test_level_without_kernels_is_always_prepared(tmp_path: Path) -> None:
    assert is_prepared("intermediate", tmp_path)


def test_expert_is_unprepared_until_kernels_are_compiled(tmp_path: Path) -> None:
    assert not is_prepared("expert", tmp_path)
    assert not is_prepared("expert:nodes=50", tmp_path)
