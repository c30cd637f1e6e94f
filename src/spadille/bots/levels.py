"""The levels a player can choose from."""

from collections.abc import Callable
from typing import Literal, cast, get_args

from ..game import Message, SpadesError, T
from .beginner import Beginner
from .bot import Bot
from .intermediate import Intermediate
from .random_player import RandomPlayer

Level = Literal["random", "beginner", "intermediate"]

_BOTS: dict[Level, Callable[[int | str], Bot]] = {
    "random": RandomPlayer,
    "beginner": Beginner,
    "intermediate": Intermediate,
}

LEVELS: tuple[Level, ...] = get_args(Level)
"""The names of all levels, weakest first."""


def load(level: str, seed: int | str = 0) -> Bot:
    """A bot of that level; equal seeds make bots that decide alike.

    Raises:
        SpadesError: when there is no such level.
    """
    try:
        return _BOTS[cast("Level", level)](seed)
    except KeyError:
        raise SpadesError(
            "bots/unknown-level",
            Message(
                T("there is no level {level}; there are {known}"),
                level=level,
                known=", ".join(LEVELS),
            ),
        ) from None
