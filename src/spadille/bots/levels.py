"""The levels a player can choose from."""

from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, signature
from typing import Any, Literal, cast, get_args

from msgspec import ValidationError, convert

from ..game import Message, SeatView, SpadesError, whole, wrong_field
from .beginner import Beginner
from .bot import Bot
from .expert import KERNELS as KERNELS_OF_EXPERT
from .expert import Expert, Master
from .intermediate import Intermediate
from .random_player import RandomPlayer

Level = Literal["random", "beginner", "intermediate", "expert", "master"]

_BOTS: dict[Level, Callable[..., Bot]] = {
    "random": RandomPlayer,
    "beginner": Beginner,
    "intermediate": Intermediate,
    "expert": Expert,
    "master": Master,
}
"""Makes a bot from a seed; a level's options are its keyword-only parameters."""

LEVELS: tuple[Level, ...] = get_args(Level)
"""The names of all levels, weakest first."""


KERNELS: dict[str, tuple[str, ...]] = dict.fromkeys(("expert", "master"), KERNELS_OF_EXPERT)
"""The modules with kernels, for the levels that need them."""


def load_level(level: str, seed: int | str = 0, **options: Any) -> Bot:
    """Return a bot of this level, and never a custom bot; see `load`.

    Raises:
        SpadesError: if there is no such level, or it has no such option or value.
    """
    try:
        make = _BOTS[cast("Level", level)]
    except KeyError:
        raise SpadesError(
            "bots/unknown-level",
            Message(
                "unknown level {level}; choose from {known}, or use module:Class for your own bot",
                level=level,
                known=", ".join(LEVELS),
            ),
        ) from None
    return make(seed, **checked_options(level, make, options)) if options else make(seed)


@cache
def options_of(make: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the type of each option of a bot, with its limits, by name."""
    return {
        name: Any if parameter.annotation is Parameter.empty else parameter.annotation
        for name, parameter in signature(make, eval_str=True).parameters.items()
        if parameter.kind is Parameter.KEYWORD_ONLY
    }


def checked_options(
    level: str, make: Callable[..., Any], options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options of a bot, each converted to its type.

    Raises:
        SpadesError: if the bot lacks an option, or a value is not allowed.
    """
    types = options_of(make)
    values = {}
    for name, value in options.items():
        if name not in types:
            raise SpadesError("bots/unknown-option", _unknown(level, name, types))
        try:
            values[name] = convert(whole(value), types[name], strict=False)
        except ValidationError as error:
            raise SpadesError(
                "bots/bad-option",
                Message(
                    "{option} of {level} cannot be {value}: {problem}",
                    option=name,
                    level=level,
                    value=value,
                    problem=wrong_field(error),
                ),
            ) from None
    return values


def _unknown(level: str, name: str, types: Mapping[str, Any]) -> Message:
    if not types:
        return Message(
            "{level} has no options, so {option} cannot be set", level=level, option=name
        )
    return Message(
        "{level} has no option {option}; its options are {known}",
        level=level,
        option=name,
        known=", ".join(types),
    )


def level_on_timeout(view: SeatView, level: str) -> str:
    """Return the level that decides on a timeout; `level` is that of the bots at the table.

    During play, the rules name the level. A random bid or exchange would spoil the round, so a
    beginner decides those.
    """
    if view.phase != "play":
        return "beginner"
    return "random" if view.rules.clock.on_timeout == "random_legal" else level
