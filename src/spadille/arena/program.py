"""Identify this version of Spadille: the same version decides equally on every machine."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

_PLAYING = ("arena", "bots", "fast", "game")
"""The packages that say how a match goes: other ones, another match."""


@cache
def program() -> str:
    """Return the version of the program, and of every line of it that says how bots play."""
    digest = sha256()
    for package in _PLAYING:
        _take_up(files(__package__.rpartition(".")[0]) / package, digest)
    return f"{version('spadille')}-{digest.hexdigest()[:12]}"


def _take_up(folder: Traversable, digest: Any) -> None:
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir():
            if part.name != "__pycache__":
                _take_up(part, digest)
        else:
            digest.update(part.name.encode())
            digest.update(part.read_bytes())
