"""Options for `spadille serve` from a file and from the environment.

Settings have the same names as the options on the command line, which take precedence. The values
of repeatable options are combined.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Any

from .bot import TOKEN
from .options import LANG
from .streams import InputError, report

PREFIX = "SPADILLE_"

CONFIG, ENV_PREFIX = "--config", "--env-prefix"
"""The options that say where other options come from."""

OPTIONS = (
    "host", "port", "database", "pace", "origin", "proxy", "limit", "metrics", "retention-days",
    "end-idle-games-after", "standby", "bot-cluster", "log", "create-folder",
)  # fmt: skip
"""The options that may be set in a file or in the environment."""

OLDER = ("keep-days", "abandon-days", "think-at")
"""Older names of options, which still work."""

_NO_OPTIONS = {TOKEN, LANG}
"""Variables that other commands read."""

_SERVICE = re.compile(
    r".*_(SERVICE_(HOST|PORT)(_\w+)?|PORT|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)"
)
"""Names of the variables that Kubernetes and Docker set in each container for every service."""

_SERVICE_URL = re.compile(r"(tcp|udp|sctp)://\S+")
"""The form of value that these platforms give NAME_PORT; `--port` takes a number."""

_WITHOUT_VALUE = {"standby", "create-folder"}

_YES, _NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def configured(words: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Return a command line that starts with the options from the file and the environment.

    >>> configured(["serve", "--port", "1"], {"SPADILLE_RETENTION_DAYS": "30"})
    ['serve', '--retention-days=30', '--port', '1']
    >>> configured(["serve"], {})
    ['serve']
    >>> configured(["serve"], {"SPADILLE_STANDBY": "yes"})
    ['serve', '--standby']
    >>> configured(["serve", "--env-prefix=GAMES_"], {"GAMES_PORT": "9000"})
    ['serve', '--port=9000', '--env-prefix=GAMES_']

    Raises:
        InputError: if the file cannot be read, or sets something that is not an option.
    """
    command, *rest = words
    prefix = _said(ENV_PREFIX, rest) or PREFIX
    given = [*_from_environment(environment, prefix), *rest]
    file = _said(CONFIG, rest) or environment.get(f"{prefix}CONFIG")
    return [command, *(_from_file(Path(file)) if file else ()), *given]


def _said(option: str, words: Sequence[str]) -> str | None:
    """Return the last value given for an option on a command line."""
    found = None
    for word, following in pairwise([*words, ""]):
        if word == option and following:
            found = following
        elif word.startswith(f"{option}="):
            found = word.partition("=")[2]
    return found


def _from_environment(environment: Mapping[str, str], prefix: str) -> Iterator[str]:
    variables = {prefix + option.upper().replace("-", "_"): option for option in (*OPTIONS, *OLDER)}
    others = {*_NO_OPTIONS, f"{prefix}CONFIG"}
    set_here = {name: said for name, said in environment.items() if said and name not in others}
    of_services = []
    for name, said in set_here.items():
        if name not in variables:
            if _SERVICE.fullmatch(name) and name.startswith(prefix):
                of_services.append(name)
            elif name.startswith(prefix):
                _warn(f"ignored {name}: it is not an option; {_hint(name, variables)}")
        elif variables[name] == "port" and _SERVICE_URL.fullmatch(said):
            of_services.append(f"{name}={said}")
        else:
            yield from _word(variables[name], said)
    if of_services:
        _warn(
            f"ignored {', '.join(of_services)}: the container platform sets these for a service; "
            f"use {ENV_PREFIX} for options with another prefix"
        )


def _warn(problem: str) -> None:
    report(problem, kind="warning")


def _hint(name: str, variables: Mapping[str, str]) -> str:
    near = get_close_matches(name, variables, n=1)
    return f"did you mean {near[0]}?" if near else f"choose from {', '.join(variables)}"


def _from_file(file: Path) -> Iterator[str]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:  # not TOML, or an overlong number
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{CONFIG}: cannot read {file}: {reason}") from error
    for name, value in found.items():
        if name not in OPTIONS and name not in OLDER:
            near = get_close_matches(name, OPTIONS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(OPTIONS)}"
            raise InputError(f"{CONFIG}: unknown option {name!r} in {file}", hint)
        for one in _values(value):
            yield from _word(name, one)


def _word(option: str, value: Any) -> Iterator[str]:
    """Yield an option as it appears on the command line; one without a value may be left out."""
    text = str(value)
    if option not in _WITHOUT_VALUE:
        yield f"--{option}={text}"
    elif text.lower() in _YES:
        yield f"--{option}"
    elif text.lower() not in _NO:
        raise InputError(f"{option} must be true or false, not {text!r}")


def _values(value: Any) -> Iterator[Any]:
    """Yield one value, those in a list, or those in a table as NAME=NUMBER."""
    if isinstance(value, dict):
        yield from (f"{name}={one}" for name, one in value.items())
    elif isinstance(value, list):
        yield from value
    else:
        yield value
