"""The rule sets that come with Spadille, as written in their TOML files."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, ValidationError, convert

from .errors import ParseError, Problem, RulesError
from .text import Message

_PRESETS = resources.files(__package__) / "presets"
_LIBRARY = _PRESETS / "library"

ORDER = tuple((_PRESETS / "order.txt").read_text(encoding="utf-8").split())
"""The presets in the order in which they are offered.

They are not named in the source, because kernels are recompiled for every change to it.
"""


@cache
def library_names() -> tuple[str, ...]:
    """Return the names of the published club and tournament rules, in alphabetical order."""
    files = (file.name for file in _LIBRARY.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


class Heading(Struct, frozen=True):
    """The heading of a rule set's file: texts by language.

    `also` holds search words. `leaves_open` says what the source does not settle and how these
    rules settle it.
    """

    title: dict[str, str] = {}
    about: dict[str, str] = {}
    source: str = ""
    also: str = ""
    leaves_open: dict[str, str] = {}


HEADINGS = Heading.__struct_fields__
"""The keys of a file that do not name a group of options."""


def parse_rule_set(text: str, name: str) -> tuple[Heading, dict[str, Any]]:
    """Return the heading and the options of a TOML file.

    Raises:
        ParseError: if it is not TOML or its heading is malformed.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for a number with thousands of digits
        raise ParseError(
            "rules/not-toml", "this is not TOML: {problem}", name, problem=str(error)
        ) from error
    try:
        heading = convert({key: data.pop(key) for key in HEADINGS if key in data}, Heading)
    except ValidationError as error:
        raise ParseError(
            "rules/bad-heading",
            "title, about and leaves_open must be tables of texts by language; source "
            "and also must be texts",
            name,
        ) from error
    return heading, data


@cache
def preset_file(name: str) -> tuple[Heading, Mapping[str, Any]]:
    """Return the heading of a preset, and its options that differ from the defaults.

    Raises:
        RulesError: if no rule set has that name.
    """
    if name in ORDER:
        folder = _PRESETS
    elif name in library_names():
        folder = _LIBRARY
    else:
        near = get_close_matches(str(name).lower(), [*ORDER, *library_names()], 1, 0.8)
        message = (
            Message("unknown rule set {name}; did you mean {near}?", name=name, near=near[0])
            if near
            else Message(
                "unknown rule set {name}; choose from {known}", name=name, known=", ".join(ORDER)
            )
        )
        raise RulesError(Problem("rules/unknown-preset", message))
    file = folder / f"{name}.toml"
    return parse_rule_set(file.read_text(encoding="utf-8"), name)
