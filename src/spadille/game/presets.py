"""Named rule sets in TOML: those that come with the program, and anybody's own.

A file holds `title` and `about` (each a table with `en` and `de`), `source`, and any of the groups
of `Rules`; options left out have the defaults of `Rules`.
"""

import tomllib
from functools import cache
from importlib import resources

from msgspec import Struct, ValidationError, convert

from .errors import ParseError, Problem, RulesError
from .rules import Rules
from .text import Message


class Preset(Struct, frozen=True):
    """A rule set with its name, its title and description by language, and where it comes from."""

    name: str
    title: dict[str, str]
    about: dict[str, str]
    source: str
    rules: Rules

    def title_in(self, lang: str) -> str:
        """The title in a language, else in another one, else the name."""
        return _in(lang, self.title) or self.name

    def about_in(self, lang: str) -> str:
        """The description in a language, else in another one; empty when there is none."""
        return _in(lang, self.about)


def _in(lang: str, texts: dict[str, str]) -> str:
    return texts.get(lang) or texts.get("en") or next(iter(texts.values()), "")


class _Heading(Struct, frozen=True):
    title: dict[str, str] = {}
    about: dict[str, str] = {}
    source: str = ""


ORDER = (
    "standard",
    "short",
    "puzzle-pirates",
    "gold-blue",
    "hoyle",
    "solo",
    "two-player",
    "three-player",
    "five-player",
    "six-player",
    "mirror",
    "whiz",
    "suicide",
    "jokers",
    "street",
    "open-hands",
)
"""The presets in the order in which they are offered."""


def parse_preset(text: str, name: str) -> Preset:
    """A preset from the text of a TOML file.

    Raises:
        ParseError: when it is no TOML or its heading is malformed.
        RulesError: when it has an unknown option, a bad value or a conflict.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ParseError(
            "rules/not-toml", Message("this is not TOML: {problem}", problem=str(error)), name
        ) from error
    try:
        heading = convert(
            {key: data.pop(key) for key in _Heading.__struct_fields__ if key in data}, _Heading
        )
    except ValidationError as error:
        raise ParseError(
            "rules/bad-heading",
            Message("title and about are tables of texts by language, source is a text"),
            name,
        ) from error
    return Preset(
        name=name,
        title=heading.title or {"en": name},
        about=heading.about,
        source=heading.source,
        rules=Rules.from_data(data),
    )


@cache
def presets() -> dict[str, Preset]:
    """The presets that come with the program, by name."""
    folder = resources.files(__package__) / "presets"
    return {
        name: parse_preset((folder / f"{name}.toml").read_text(encoding="utf-8"), name)
        for name in ORDER
    }


def preset(name: str) -> Preset:
    """The preset of that name.

    Raises:
        RulesError: when there is none.
    """
    try:
        return presets()[name]
    except KeyError:
        message = Message(
            "there is no rule set {name}; there are {known}", name=name, known=", ".join(presets())
        )
        raise RulesError(Problem("rules/unknown-preset", message)) from None
