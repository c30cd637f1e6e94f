"""Compiling ahead of the first use."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import config

from spadille.fast import cold, warm_up, work

MODULE = "spadille.fast.worlds"
"""The module that compiles fastest."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache folder for this process and the ones it starts."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_warm_up_compiles_module_until_sources_change(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cold([MODULE, MODULE]) == (MODULE,)
    mark_of_another_copy = cache / f"{MODULE}-{0:08}-{0:016}.compiled"
    mark_of_another_copy.touch()
    steps = list(warm_up([MODULE], gently=True))
    assert sum(steps) == work([MODULE])
    assert 0.7 * work([MODULE]) < sum(step == 1 for step in steps)
    assert cold([MODULE]) == ()
    assert list(cache.rglob("*.nbc"))
    assert list(warm_up([MODULE])) == []
    monkeypatch.setattr("numba.__version__", "0.0.0")
    assert cold([MODULE]) == (MODULE,)
    assert mark_of_another_copy.exists()


def test_warm_up_without_writable_cache_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "file"
    taken.touch()
    monkeypatch.setattr(config, "CACHE_DIR", str(taken))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(taken))
    assert sum(warm_up([MODULE])) == work([MODULE])
    assert cold([MODULE]) == (MODULE,)


def test_warm_up_of_broken_module_reports_error(cache: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        list(warm_up(["spadille.fast.absent"]))
    assert "spadille.fast.absent" in failed.value.stderr


def test_compile_below_ends_with_parent_process(cache: Path) -> None:
    longest = "spadille.fast.solver"
    code = f"from spadille.fast.warming import compile_below as do; do({longest!r}, gently=True)"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == b"\n"  # the first of many compiled functions
        process.stdin.close()
        assert process.wait() == 1
    assert cold([longest]) == (longest,)


SAMPLE = f"""
import logging, sys
logging.basicConfig(level="INFO", format="%(message)s", stream=sys.stdout)
from spadille.fast import ready
ready({MODULE!r})
ready({MODULE!r})
from numba.core import event
with event.install_listener("numba:compile", event.RecordingListener()) as found:
    from spadille.fast.worlds import warm
    warm()
print(len(found.buffer), "compiled here")
"""
"""A program that uses the compiled engine directly, and logs to its output."""


def sampled(cache: Path, stderr: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SAMPLE],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=stderr,
    )


def test_sampling_shows_notice_and_compiles_nothing_itself(tmp_path: Path) -> None:
    title, *progress, seconds, compiled = (done := sampled(tmp_path)).stdout.splitlines()
    assert title == "Compiling for this machine, once: fast.worlds"
    assert all(re.fullmatch(r"Compiling: +\d+%(, about \d+ s left)?", line) for line in progress)
    assert re.fullmatch(r"Compiled in \d+ s", seconds)
    assert compiled == "0 compiled here"
    assert done.stderr == ""  # not a terminal
    assert sampled(tmp_path).stdout == "0 compiled here\n"


def test_sampling_without_writable_cache_compiles_itself(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.touch()
    assert re.fullmatch(r"[1-9]\d* compiled here\n", sampled(taken).stdout)


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_sampling_in_terminal_shows_progress(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - not everywhere

    ours, theirs = pty.openpty()
    sampled(tmp_path, theirs)
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        shown = terminal.read(1 << 16).decode()
    assert re.search(r"once: fast.worlds +\d+%, about \d+ s left", shown)
