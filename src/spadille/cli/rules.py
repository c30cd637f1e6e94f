"""`spadille rules`: list, show and check rule sets, and print their schema."""

import sys
import textwrap
from argparse import ArgumentParser, Namespace
from shutil import get_terminal_size
from typing import Any

from msgspec import json

from ..game import (
    USUAL,
    USUAL_DECKS,
    Preset,
    Rules,
    RulesError,
    T,
    find_preset,
    library,
    option_types,
    presets,
    rule_sheet,
)
from ..locale import LANGUAGES, translate
from ..notation import code_of, link_to
from .options import add_command, add_commands, add_lang_option, origin
from .rule_set import find_rules, named_rules
from .streams import is_terminal, name_of, print_json, print_plain, tell

_ABOUT = """\
Show and check rule sets: built-in presets, your TOML files, and links from the
rule editor.

examples:
  spadille rules list --all
  spadille rules show two-player --lang de
  spadille rules check house.toml
  spadille rules link house.toml --url http://localhost:8000
  spadille rules schema > spadille-rules.schema.json
"""

_MEANT = "a preset, a TOML file or a link; - for standard input"


def add_to(commands: Any) -> None:
    """Add `spadille rules` and its subcommands."""
    parser = commands.add_parser("rules", help="List, show and check rule sets", description=_ABOUT)
    actions = add_commands(parser)
    listing = _add(actions, "list", "List the presets", show_list)
    listing.add_argument(
        "--all", action="store_true", help="include the published rules of clubs and tournaments"
    )
    add_lang_option(listing)
    show = _add(actions, "show", "Show a rule set in words", show_rules)
    show.add_argument("rules", metavar="RULES", help=_MEANT)
    add_lang_option(show)
    check = _add(
        actions, "check", "Check a rule set; exit with status 1 if it is invalid", check_rules
    )
    check.add_argument("rules", metavar="RULES", help=_MEANT)
    add_lang_option(check)
    link = _add(actions, "link", "Print a link that opens a rule set in the editor", show_link)
    link.add_argument("rules", metavar="RULES", help=_MEANT)
    link.add_argument(
        "--url",
        type=origin,
        default="http://localhost:8000",
        help="the server [default: %(default)s]",
    )
    add_lang_option(link)
    _add(actions, "schema", "Print the JSON Schema of rule sets", show_schema)


def show_list(arguments: Namespace) -> None:
    """Print the presets, and with `--all` also the rules of clubs and tournaments."""
    found = [*presets().values(), *(library().values() if arguments.all else ())]
    if arguments.json:
        print_json([_heading(preset) for preset in found], indent=True)
        return
    width = max(len(preset.name) for preset in found)
    for preset in found:
        print_plain(f"{preset.name:<{width}}  {preset.title_in(arguments.lang)}")
        _wrapped(preset.about_in(arguments.lang), " " * (width + 2))


def show_rules(arguments: Namespace) -> None:
    """Print a rule set in words, or as JSON."""
    preset = find_rules(arguments.rules)
    if arguments.json:
        print_json({**_heading(preset), "rules": preset.rules}, indent=True)
        return
    lang = arguments.lang
    print_plain(preset.title_in(lang))
    _wrapped(preset.about_in(lang), "")
    for section in rule_sheet(preset.rules):
        print_plain(f"\n{translate(section.heading, lang)}")
        for sentence in section.sentences:
            _wrapped(translate(sentence, lang), "  ", "- ")
    for text in (preset.leaves_open_in(lang), preset.source):
        if text:
            print_plain()
            _wrapped(text, "")


def check_rules(arguments: Namespace) -> int:
    """Print the problems with a rule set and return 1, or print ok and return 0."""
    name = name_of(arguments.rules)
    try:
        preset = named_rules(arguments.rules)
    except RulesError as error:
        problems = [
            {"code": code, "message": translate(message, arguments.lang), "options": options}
            for code, message, options in error.problems
        ]
        told = (f"{name}: {problem['code']}: {problem['message']}" for problem in problems)
        tell(arguments, {"ok": False, "problems": problems}, *told)
        return 1
    tell(arguments, {"ok": True, "rules": preset.rules}, f"{name}: ok")
    return 0


def show_link(arguments: Namespace) -> None:
    """Print a link that opens a rule set in a server's rule editor."""
    preset = find_rules(arguments.rules)
    known = find_preset(preset.name)
    title = "" if preset == known else preset.title_in(arguments.lang)
    base = known.name if known else "standard"
    link = link_to(code_of(preset.rules, base, title), arguments.url)
    tell(arguments, {"link": link}, link)


def show_schema(_: Namespace) -> None:
    """Print the JSON Schema of rule sets."""
    print_json(rules_schema(), indent=True)


def _add(actions: Any, name: str, what: str, run: Any) -> ArgumentParser:
    parser = add_command(actions, name, what, f"{what}.", run)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _heading(preset: Preset) -> dict[str, Any]:
    return {
        "name": preset.name,
        "title": preset.title,
        "about": preset.about,
        "source": preset.source,
        "leaves_open": preset.leaves_open,
        "library": preset.name in library(),
    }


def _wrapped(text: str, indent: str, bullet: str = "") -> None:
    """Print a paragraph, wrapped to the width of a terminal but unbroken for programs."""
    if not text:
        return
    width = min(get_terminal_size().columns, 100) if is_terminal(sys.stdout) else 10_000
    first = indent[: len(indent) - len(bullet)] + bullet
    print_plain(textwrap.fill(text, width, initial_indent=first, subsequent_indent=indent))


def rules_schema() -> dict[str, Any]:
    """Return the JSON Schema of a rule set.

    Titles and help are in the language of the source code; `x-LANG` has them in each other
    language.
    """
    defaults = Rules().options()
    groups: dict[str, Any] = {}
    types = option_types()
    options, named = json.schema_components(types.values(), ref_template="#/$defs/{name}")
    for path, option in zip(types, options, strict=True):
        group, _, name = path.partition(".")
        groups.setdefault(group, {})[name] = _described({**option, "default": defaults[path]})
    groups["deck"][USUAL] = _described(
        {
            "enum": list(USUAL_DECKS),
            "title": T("Usual deck"),
            "description": T("A deck by its usual name; it sets packs, jokers and removed cards."),
        }
    )
    texts = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Spadille rule set",
        "type": "object",
        "properties": {
            "title": texts,
            "about": texts,
            "source": {"type": "string"},
            "also": {"type": "string"},
            **{
                group: {"type": "object", "properties": members, "additionalProperties": False}
                for group, members in groups.items()
            },
        },
        "additionalProperties": False,
        "$defs": {
            name: {key: value for key, value in schema.items() if key != "description"}
            for name, schema in named.items()
        },
    }


def _described(option: dict[str, Any]) -> dict[str, Any]:
    return option | {
        f"x-{lang}": {key: translate(option[key], lang) for key in ("title", "description")}
        for lang in LANGUAGES[1:]
    }
