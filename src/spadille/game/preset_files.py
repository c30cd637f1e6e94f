"""The rule sets that come with the program, as their TOML files have them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, ValidationError, convert

from .errors import ParseError, Problem, RulesError
from .text import Message

_PRESETS = resources.files(__package__) / "presets"

ORDER = tuple((_PRESETS / "order.txt").read_text(encoding="utf-8").split())
"""The presets in the order in which they are offered.

They are not named in the source, as kernels are compiled anew for every change of it.
"""


class Heading(Struct, frozen=True):
    """What a file says of its rule set, texts by language; `also` are words for a search."""

    title: dict[str, str] = {}
    about: dict[str, str] = {}
    source: str = ""
    also: str = ""


HEADINGS = Heading.__struct_fields__
"""The keys of a file that are no groups of options."""


def parse_rule_set(text: str, name: str) -> tuple[Heading, dict[str, Any]]:
    """The heading and the options of a TOML file.

    Raises:
        ParseError: when it is no TOML or its heading is malformed.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise ParseError(
            "rules/not-toml", "this is not TOML: {problem}", name, problem=str(error)
        ) from error
    try:
        heading = convert({key: data.pop(key) for key in HEADINGS if key in data}, Heading)
    except ValidationError as error:
        raise ParseError(
            "rules/bad-heading",
            "title and about are tables of texts by language, source and also are texts",
            name,
        ) from error
    return heading, data


@cache
def preset_file(name: str) -> tuple[Heading, Mapping[str, Any]]:
    """The heading of a preset, and its options that differ from the defaults.

    Raises:
        RulesError: when there is none of that name.
    """
    if name not in ORDER:
        message = Message(
            "there is no rule set {name}; there are {known}", name=name, known=", ".join(ORDER)
        )
        raise RulesError(Problem("rules/unknown-preset", message))
    file = _PRESETS / f"{name}.toml"
    return parse_rule_set(file.read_text(encoding="utf-8"), name)
