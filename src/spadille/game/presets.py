"""Named rule sets in TOML: presets, the library of published rules, and your files.

A file holds `title`, `about` and `leaves_open` (each a table with a text for each language, such as
`en` and `de`), `source`, and `also` (search words). It may hold any of the groups of `Rules`. An
option that a file omits has its default in `Rules`.
"""

from functools import cache

from msgspec import Struct

from .preset_files import ORDER, Heading, library_names, parse_rule_set, preset_file
from .rules import Rules
from .text import in_lang


class Preset(Struct, frozen=True):
    """A rule set with its name, its title and description by language, and its source.

    `also` holds further search words in every language. `leaves_open` lists, by language, the
    points that the source does not settle.
    """

    name: str
    title: dict[str, str]
    about: dict[str, str]
    source: str
    rules: Rules
    also: str = ""
    leaves_open: dict[str, str] = {}

    def title_in(self, lang: str) -> str:
        """Return the title in `lang`, else in another language, else the name."""
        return in_lang(self.title, lang) or self.name

    def about_in(self, lang: str) -> str:
        """Return the description in `lang`, else in another language, or an empty text."""
        return in_lang(self.about, lang)

    def leaves_open_in(self, lang: str) -> str:
        """Return the open points in `lang`, else in another language, or an empty text."""
        return in_lang(self.leaves_open, lang)


def parse_preset(text: str, name: str) -> Preset:
    """Return a preset from the text of a TOML file.

    Raises:
        ParseError: if it is not TOML or its heading is malformed.
        RulesError: when it has an unknown option, a bad value or a conflict.
    """
    heading, options = parse_rule_set(text, name)
    return _preset(name, heading, Rules.from_data(options))


@cache
def presets() -> dict[str, Preset]:
    """Return the presets by name, in the order in which they are offered."""
    return {name: preset(name) for name in ORDER}


@cache
def library() -> dict[str, Preset]:
    """Return the published rules of clubs, tournaments and programs by name."""
    return {name: preset(name) for name in library_names()}


def find_preset(name: str) -> Preset | None:
    """Return the preset with that name, which may be from the library, or None."""
    return preset(name) if name in ORDER or name in library_names() else None


@cache
def preset(name: str) -> Preset:
    """Return the preset with that name, which may be from the library.

    Raises:
        RulesError: if no preset has that name.
    """
    return _preset(name, preset_file(name)[0], Rules.preset(name))


def _preset(name: str, heading: Heading, rules: Rules) -> Preset:
    title = heading.title or {"en": name}
    return Preset(
        name, title, heading.about, heading.source, rules, heading.also, heading.leaves_open
    )
