"""Compiling ahead of the first use."""

import subprocess
from pathlib import Path

import pytest
from numba.core import config

from spadille.fast import cold, warm_up

MODULE = "spadille.fast.worlds"
"""The one that compiles soonest."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, for this process and those it starts."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_what_is_compiled_is_cold_no_more(cache: Path) -> None:
    assert cold([MODULE]) == (MODULE,)
    assert list(warm_up([MODULE])) == [MODULE]
    assert cold([MODULE]) == ()
    assert list(cache.rglob("*.nbc"))
    assert list(warm_up([MODULE])) == []


def test_what_was_compiled_of_other_sources_is_cold(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(warm_up([MODULE]))
    monkeypatch.setattr("numba.__version__", "0.0.0")
    assert cold([MODULE]) == (MODULE,)


def test_a_place_that_cannot_be_written_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "file"
    taken.touch()
    monkeypatch.setattr(config, "CACHE_DIR", str(taken))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(taken))
    assert list(warm_up([MODULE])) == [MODULE]
    assert cold([MODULE]) == (MODULE,)


def test_a_module_that_does_not_compile_says_why(cache: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        list(warm_up(["spadille.fast.absent"]))
    assert "spadille.fast.absent" in failed.value.stderr
