"""Identify this version of Spadille, which makes the same decisions on every machine."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

_PLAYING = ("arena", "bots", "fast", "game")
"""The packages that determine how a match goes; if they change, it is a different match."""


@cache
def program() -> str:
    """Return the program's version, with a hash of all code that affects how bots play."""
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
