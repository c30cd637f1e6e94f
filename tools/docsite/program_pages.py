"""Pages of the site made from the program: rule sets, options, commands, codes, examples."""

import ast
import re
from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from spadille.cli.command_line import command_parser
from spadille.game import Preset, library, presets, rule_sheet
from spadille.locale import LANGUAGE_NAMES, LANGUAGES, translate
from spadille.table.rule_info import OptionInfo, rule_schema

from .codes import code_page
from .made_page import DOCS, ROOT, head, row

WORDS = {
    "en": {
        "sets": "Rule sets",
        "sets about": "What comes with the program, to play or to begin one's own with.",
        "library": "Clubs and tournaments",
        "library about": "Published rules of clubs, tournaments and other programs.",
        "open": "What the source leaves open",
        "source": "Source",
        "options": "Options of the rules",
        "options about": "All that a rule set may say, by the names of a file of rules.",
        "option": "option",
        "takes": "takes",
        "usual": "usually",
        "help": "means",
    },
    "de": {
        "sets": "Regelwerke",
        "sets about": "Was zum Programm gehört, zum Spielen oder als Anfang eines eigenen.",
        "library": "Vereine und Turniere",
        "library about": "Veröffentlichte Regeln von Vereinen, Turnieren und anderen Programmen.",
        "open": "Was die Quelle offen lässt",
        "source": "Quelle",
        "options": "Optionen der Regeln",
        "options about": "Alles, was ein Regelwerk sagen kann, mit den Namen einer Datei.",
        "option": "Option",
        "takes": "nimmt",
        "usual": "üblich",
        "help": "bedeutet",
    },
    "es": {
        "sets": "Reglamentos",
        "sets about": "Los que trae el programa, para jugar o para empezar uno propio.",
        "library": "Clubes y torneos",
        "library about": "Reglas publicadas de clubes, torneos y otros programas.",
        "open": "Lo que la fuente deja abierto",
        "source": "Fuente",
        "options": "Opciones de las reglas",
        "options about": "Todo lo que puede decir un reglamento, con los nombres de un archivo.",
        "option": "opción",
        "takes": "admite",
        "usual": "normalmente",
        "help": "significa",
    },
}
_KINDS = {
    "en": {"cards": "cards", "numbers": "numbers", "text": "a text", "texts": "texts"},
    "de": {"cards": "Karten", "numbers": "Zahlen", "text": "ein Text", "texts": "Texte"},
    "es": {"cards": "cartas", "numbers": "números", "text": "un texto", "texts": "textos"},
}
_YES_NO = {"en": ("no", "yes"), "de": ("nein", "ja"), "es": ("no", "sí")}


def generated() -> Iterator[tuple[str, str]]:
    """Yield the place of each page on the site, and its text."""
    for lang in LANGUAGES:
        folder = folder_of(lang)
        yield f"{folder}index.md", rule_set_list(lang)
        for preset in (*presets().values(), *library().values()):
            yield f"{folder}{preset.name}.md", rule_set_page(preset, lang)
        yield f"{folder}options.md", option_page(lang)
    yield "commands.md", command_page()
    yield "codes.md", code_page()
    for file in sorted((ROOT / "examples").glob("*.py")):
        yield f"examples/{file.stem}.md", example_page(file)
    yield "examples/index.md", example_list()
    yield "decisions/index.md", decision_list()


# --- Rules ----------------------------------------------------------------------------------


def folder_of(lang: str) -> str:
    """Return the folder of the site with the rule sets in a language."""
    return f"rule-sets/{folder_within(lang)}"


def folder_within(lang: str) -> str:
    """Return the folder of a language below the first one."""
    return "" if lang == LANGUAGES[0] else f"{lang}/"


def rule_set_list(lang: str) -> str:
    words = WORDS[lang]
    parts = [
        f"{words['sets about']} [{words['options']}](options.md)",
        _listed(presets().values(), lang),
        f"## {words['library']}",
        words["library about"],
        _listed(library().values(), lang),
    ]
    return _in_language(words["sets"], lang, "index", "\n\n".join(parts))


def _listed(found: Iterable[Preset], lang: str) -> str:
    return "\n".join(
        f"- [{preset.title_in(lang)}]({preset.name}.md): {preset.about_in(lang)}"
        for preset in found
    )


def rule_set_page(preset: Preset, lang: str) -> str:
    parts = [f"{preset.about_in(lang)} `spadille rules show {preset.name} --lang {lang}`"]
    for section in rule_sheet(preset.rules):
        sentences = "\n".join(f"- {translate(text, lang)}" for text in section.sentences)
        parts.append(f"## {translate(section.heading, lang)}\n\n{sentences}")
    if preset.leaves_open:
        parts.append(f"## {WORDS[lang]['open']}\n\n{preset.leaves_open_in(lang)}")
    if preset.source:
        parts.append(f"*{WORDS[lang]['source']}: {preset.source}*")
    return _in_language(preset.title_in(lang), lang, preset.name, "\n\n".join(parts))


def option_page(lang: str) -> str:
    words = WORDS[lang]
    parts = [words["options about"]]
    for group in rule_schema():
        rows = "\n".join(_option_row(option, lang) for option in group.options)
        columns = head(words["option"], words["takes"], words["usual"], words["help"])
        parts.append(f"## {translate(group.title, lang)}\n\n{columns}\n{rows}")
    return _in_language(words["options"], lang, "options", "\n\n".join(parts))


def _option_row(option: OptionInfo, lang: str) -> str:
    return row(
        f"`{option.path}`",
        _takes(option, lang),
        _value(option.default, lang),
        f"**{translate(option.title, lang)}.** {translate(option.help, lang)}",
    )


def _takes(option: OptionInfo, lang: str) -> str:
    if option.kind == "yes_no":
        return " / ".join(reversed(_YES_NO[lang]))
    names = dict(zip(option.values, [translate(name, lang) for name in option.names], strict=False))
    taken = [" ".join(filter(None, [f"`{value}`", names.get(value)])) for value in option.values]
    if option.low is not None or option.high is not None:
        taken.append(f"{option.low} … {option.high}")
    return "<br>".join(taken) or _KINDS[lang][option.kind]


def _value(value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return _YES_NO[lang][value]
    if isinstance(value, list | tuple):
        return ", ".join(f"`{each}`" for each in value) or "–"
    return "–" if value in {None, ""} else f"`{value}`"


def _in_language(title: str, lang: str, name: str, text: str) -> str:
    """Return a page that names its language, with links to the same page in the others."""
    up = "" if lang == LANGUAGES[0] else "../"
    links = " · ".join(
        f"[{LANGUAGE_NAMES[other]}]({up}{folder_within(other)}{name}.md){{ lang={other} }}"
        for other in LANGUAGES
        if other != lang
    )
    return f'# {title}\n\n<div lang="{lang}" markdown>\n\n{links}\n\n{text}\n\n</div>\n'


# --- Commands -------------------------------------------------------------------------------


def command_page() -> str:
    """Return every command with all its options, as `--help` prints them."""
    parser = command_parser()
    about = "What `--help` says, of all commands; [the command line](cli.md) tells what it is for."
    return "\n\n".join(["# All commands", about, *_of_command(parser, "##")]) + "\n"


def commands_of(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    """Return the commands below one by name."""
    for action in parser._actions:  # noqa: SLF001 - argparse tells it nowhere else
        if isinstance(action, _SubParsersAction):
            return dict(action.choices)
    return {}


def options_of(parser: ArgumentParser) -> list[Action]:
    """Return the arguments and options of a command, except `--help`."""
    return [
        action
        for action in parser._actions  # noqa: SLF001
        if not isinstance(action, _SubParsersAction) and "--help" not in action.option_strings
    ]


def _of_command(parser: ArgumentParser, level: str) -> Iterator[str]:
    yield f"{level} `{parser.prog}`"
    usage = re.sub(r"\s+", " ", parser.format_usage().removeprefix("usage: "))
    about, _, examples = (parser.description or "").partition("examples:\n")
    yield from filter(None, [about.strip()])
    yield f"```text\n{usage.strip()}\n```"
    options = options_of(parser)
    if options:
        rows = [row(f"`{_call_of(option)}`", _help_of(option, parser)) for option in options]
        yield "\n".join([head("argument or option", "is"), *rows])
    if examples:
        lines = "\n".join(f"$ {line.strip()}" for line in examples.strip().splitlines())
        yield f"```console\n{lines}\n```"
    for command in commands_of(parser).values():
        yield from _of_command(command, "##" if level == "##" and " " not in parser.prog else "###")


def _call_of(action: Action) -> str:
    if not action.option_strings:
        return str(action.metavar or action.dest)
    takes = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices is not None:
        takes = "{" + ",".join(map(str, action.choices)) + "}"
    names = ", ".join(action.option_strings)
    return names if action.nargs == 0 else f"{names} {takes}"


def _help_of(action: Action, parser: ArgumentParser) -> str:
    return (action.help or "") % {**vars(action), "prog": parser.prog}


# --- Examples and decisions -----------------------------------------------------------------


def example_page(file: Path) -> str:
    """Return a program with its description."""
    source = file.read_text(encoding="utf-8")
    title, _, about = (ast.get_docstring(ast.parse(source)) or "").partition("\n")
    title = title.rstrip(".")
    return f"# {title}\n\n{about.strip()}\n\n```python title='{file.name}'\n{source}```\n"


def example_list() -> str:
    lines = []
    for file in sorted((ROOT / "examples").glob("*.py")):
        about = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n")
        lines.append(f"- [{file.name}]({file.stem}.md): {about[0]}")
    return "# Examples\n\nWhole programs that stand on Spadille; each is run by the tests.\n\n" + (
        "\n".join(lines) + "\n"
    )


def decision_list() -> str:
    lines = []
    for file in sorted((DOCS / "decisions").glob("*.md")):
        title = file.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        lines.append(f"- [{title}]({file.name})")
    return "# Decisions\n\nWhy things are as they are, a page a decision.\n\n" + (
        "\n".join(lines) + "\n"
    )
