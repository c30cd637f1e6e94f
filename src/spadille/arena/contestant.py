"""Who plays in a match: a level with its options, or a bot of one's own."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from msgspec import Struct

from ..bots import load
from ..game import Message, PlayerAction, SpadesError, T, View


class Acting(Protocol):
    """A bot that need not say why."""

    def act(self, view: View) -> PlayerAction:
        """The action the bot takes."""


BotFactory = Callable[[str], Acting]
"""Makes a bot from a seed; for other processes it has to be a function or class of a module."""


class Contestant(Struct, frozen=True):
    """A bot by the name it goes by in results, and what makes it from a seed."""

    name: str
    make: BotFactory


def contestant(player: str | BotFactory) -> Contestant:
    """A level, such as `beginner` or `level:option=value,option=value`, or what makes a bot.

    >>> contestant("beginner").name
    'beginner'

    Raises:
        SpadesError: when there is no such level, or it has no such option or value.
    """
    if not isinstance(player, str):
        return Contestant(getattr(player, "__name__", repr(player)), player)
    level, colon, written = player.partition(":")
    options: dict[str, Any] = _options(player, written) if colon else {}
    make: BotFactory = partial(load, level, **options)
    make("0")  # so that what is wrong with the options is told before the first deal
    return Contestant(player, make)


def _options(player: str, written: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in written.split(","):
        name, equals, value = part.partition("=")
        if not name.isidentifier() or not equals or name in {*options, "level", "seed"}:
            raise SpadesError(
                "arena/no-bot",
                Message(
                    T("{text} is no bot, expected LEVEL or LEVEL:OPTION=VALUE,..., each once"),
                    text=player,
                ),
            )
        options[name] = value
    return options
