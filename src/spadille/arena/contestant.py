"""The players of a match, and the error of a match that cannot be played."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from ..bots import KERNELS, LEVELS, Acting, is_program, load
from ..game import SpadesError, in_short
from .own_code import code_of_module, code_of_program

BotFactory = Callable[[str], Acting]
"""Makes a bot from a seed; other processes need it to be a function or class in a module."""


class ArenaError(SpadesError):
    """A match cannot be played as requested, or its workers failed."""


class Contestant(Struct, frozen=True):
    """A bot's name in results, and the factory that makes it from a seed.

    `code` is a hash of the files of a custom bot.
    """

    name: str
    make: BotFactory
    code: str = ""


def contestant(player: str | BotFactory) -> Contestant:
    """Return a contestant for a bot's name, as `spadille.bots.load` takes it, or for a factory.

    >>> contestant("beginner").name
    'beginner'

    Raises:
        SpadesError: if there is no such bot, or it has no such option or value.
        ArenaError: for anything that makes no bot, such as a finished bot.
    """
    if not isinstance(player, str):
        if not callable(player):
            raise ArenaError(
                "arena/makes-no-bot",
                "cannot make a bot from {value}; pass the name of a bot, or a function that "
                "makes one from a seed, such as its class",
                value=in_short(player),
            )
        code = code_of_module(getattr(player, "__module__", None) or "")
        return Contestant(getattr(player, "__name__", repr(player)), player, code)
    make: BotFactory = partial(load, player)
    make("0")  # so that errors are shown before the first deal
    if kernels := KERNELS.get(player.partition(":")[0]):
        from ..fast import ready  # noqa: PLC0415 - Numba takes its time

        ready(*kernels)  # here, and not in each of many processes
    return Contestant(player, make, _code_of(player))


def _code_of(name: str) -> str:
    if is_program(name):
        return code_of_program(name)
    what, colon, _ = name.partition(":")
    return code_of_module(what) if colon and what not in LEVELS else ""
