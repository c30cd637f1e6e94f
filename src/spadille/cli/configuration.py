"""Options of `spadille serve` from a file and from the environment.

They have the names of the options on the command line, which are stronger; what may be repeated is
added to what is there.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from .bot import TOKEN
from .streams import InputError

PREFIX = "SPADILLE_"

OPTIONS = (
    "host", "port", "database", "pace", "origin", "proxy", "limit", "metrics", "keep-days",
    "abandon-days", "standby", "think-at", "log",
)  # fmt: skip
"""What may stand in a file or in the environment."""

_NO_OPTIONS = {f"{PREFIX}CONFIG", TOKEN}
"""Variables that say something else."""

_WITHOUT_VALUE = {"standby"}

_YES, _NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def configured(words: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """The words of a command line, with what file and environment say before what it says itself.

    >>> configured(["serve", "--port", "1"], {"SPADILLE_KEEP_DAYS": "30"})
    ['serve', '--keep-days=30', '--port', '1']
    >>> configured(["serve"], {})
    ['serve']
    >>> configured(["serve"], {"SPADILLE_STANDBY": "yes"})
    ['serve', '--standby']

    Raises:
        InputError: when the file is not to be read, or one of both sets what is no option.
    """
    command, *rest = words
    given = [*_from_environment(environment), *rest]
    file = _file(rest, environment)
    return [command, *(() if file is None else _from_file(file)), *given]


def _file(words: Sequence[str], environment: Mapping[str, str]) -> Path | None:
    found = environment.get(f"{PREFIX}CONFIG")
    for word, following in pairwise([*words, ""]):
        if word == "--config" and following:
            found = following
        elif word.startswith("--config="):
            found = word.partition("=")[2]
    return Path(found) if found else None


def _from_environment(environment: Mapping[str, str]) -> Iterator[str]:
    variables = {PREFIX + option.upper().replace("-", "_"): option for option in OPTIONS}
    for name, said in environment.items():
        if said and name.startswith(PREFIX) and name not in {*variables, *_NO_OPTIONS}:
            raise InputError(f"{name} sets no option; there are {', '.join(variables)}")
    for name, option in variables.items():
        value = environment.get(name)
        if value:
            yield from _word(option, value)


def _from_file(file: Path) -> Iterator[str]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:  # no TOML, or thousands of digits
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"--config: {file} cannot be read: {reason}") from error
    for name, value in found.items():
        if name not in OPTIONS:
            known = ", ".join(OPTIONS)
            raise InputError(f"--config: {file} has no option {name!r} to set; there are {known}")
        for one in _values(value):
            yield from _word(name, one)


def _word(option: str, value: Any) -> Iterator[str]:
    """What the command line has for it; one without a value is there or not."""
    text = str(value)
    if option not in _WITHOUT_VALUE:
        yield f"--{option}={text}"
    elif text.lower() in _YES:
        yield f"--{option}"
    elif text.lower() not in _NO:
        raise InputError(f"{option} is true or false, not {text!r}")


def _values(value: Any) -> Iterator[Any]:
    """One value, those of a list, or those of a table as NAME=NUMBER."""
    if isinstance(value, dict):
        yield from (f"{name}={one}" for name, one in value.items())
    elif isinstance(value, list):
        yield from value
    else:
        yield value
