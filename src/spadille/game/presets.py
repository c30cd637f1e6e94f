"""Named rule sets in TOML: those that come with the program, and anybody's own.

A file holds `title` and `about` (each a table with a text for each language, such as `en` and
`de`), `source`, `also` (words for a search), and any of the groups of `Rules`; options left out
have the defaults of `Rules`.
"""

from functools import cache

from msgspec import Struct

from .preset_files import ORDER, Heading, parse_rule_set, preset_file
from .rules import Rules
from .text import in_lang


class Preset(Struct, frozen=True):
    """A rule set with its name, its title and description by language, and where it comes from.

    `also` are other words by which people look for it, in every language at once.
    """

    name: str
    title: dict[str, str]
    about: dict[str, str]
    source: str
    rules: Rules
    also: str = ""

    def title_in(self, lang: str) -> str:
        """The title in a language, else in another one, else the name."""
        return in_lang(self.title, lang) or self.name

    def about_in(self, lang: str) -> str:
        """The description in a language, else in another one; empty when there is none."""
        return in_lang(self.about, lang)


def parse_preset(text: str, name: str) -> Preset:
    """A preset from the text of a TOML file.

    Raises:
        ParseError: when it is no TOML or its heading is malformed.
        RulesError: when it has an unknown option, a bad value or a conflict.
    """
    heading, options = parse_rule_set(text, name)
    return _preset(name, heading, Rules.from_data(options))


@cache
def presets() -> dict[str, Preset]:
    """The presets that come with the program, by name."""
    return {name: preset(name) for name in ORDER}


@cache
def preset(name: str) -> Preset:
    """The preset of that name.

    Raises:
        RulesError: when there is none.
    """
    return _preset(name, preset_file(name)[0], Rules.preset(name))


def _preset(name: str, heading: Heading, rules: Rules) -> Preset:
    title = heading.title or {"en": name}
    return Preset(name, title, heading.about, heading.source, rules, heading.also)
