"""What the server decides: shuffles, and moves for bots and for people whose time is up."""

import secrets
from collections.abc import Callable

from ..bots import load_level
from ..game import PlayerAction, SeatView, Shuffle, shuffler

Think = Callable[[str, SeatView], PlayerAction]
"""Decides as a bot of a level would; runs in a worker, thread or process."""


def think(level: str, view: SeatView) -> PlayerAction:
    """The decision of a bot whose chance nobody can foretell."""
    return load_level(level, seed=secrets.randbits(64)).act(view)


def secret_shuffle() -> Shuffle:
    """A shuffle that nobody can foretell."""
    return shuffler(secrets.token_hex(32))
