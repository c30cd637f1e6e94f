"""What the server decides: shuffles, and moves for bots and for people whose time is up."""

import secrets
from collections.abc import Callable

from ..bots import load
from ..game import PlayerAction, Shuffle, View, shuffler

Think = Callable[[str, View], PlayerAction]
"""Decides as a bot of a level would; runs in a worker, thread or process."""


def think(level: str, view: View) -> PlayerAction:
    """The decision of a bot whose chance nobody can foretell."""
    return load(level, seed=secrets.randbits(64)).act(view)


def level_on_timeout(view: View, level: str) -> str:
    """The level of the bot that decides for a person whose time is up (P16).

    In the play the rules say which; a random bid or exchange would spoil the round, so there a
    beginner decides.
    """
    if view.phase != "play":
        return "beginner"
    return "random" if view.rules.clock.on_timeout == "random_legal" else level


def secret_shuffle() -> Shuffle:
    """A shuffle that nobody can foretell."""
    return shuffler(secrets.token_hex(32))
