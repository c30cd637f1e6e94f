"""The tables of docs/rules.md, from docs/rules.toml, the options, the presets and the tests."""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from msgspec import Struct, ValidationError, convert

from spadille.game import Rules, option_types, presets

from .made_page import DOCS, ROOT, MadePage, head, row

SOURCE = DOCS / "rules.toml"
PAGE = MadePage(
    DOCS / "rules.md",
    "<!-- The tables are made by tools/docsite/rule_table.py from docs/rules.toml. -->",
    "<!-- End of the tables. -->",
)
HEAD = head("rule", "says", "source", "option", "tests", "notes")

Tests = Mapping[str, Collection[str]]
"""The test files that mention a rule's number in a test name, by rule."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered rule; `options`, `presets` and `place` show where it is implemented.

    An option may be given with the values that implement the rule: `deck.aces = declared | low`.
    """

    id: str
    says: str
    source: str
    options: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    place: str = ""
    doubts: str = ""

    @property
    def paths(self) -> tuple[str, ...]:
        """The rule's options without their values."""
        return tuple(option.partition(" = ")[0] for option in self.options)


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules about one part of the game."""

    title: str
    rule: tuple[Rule, ...]


def sections() -> tuple[Section, ...]:
    """Return the rules as docs/rules.toml has them."""
    data = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return convert(data["section"], tuple[Section, ...])


def numbered_tests() -> dict[str, list[str]]:
    """Return the files under tests/ by the rule numbers at the start of their test names."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        file = path.relative_to(ROOT / "tests").as_posix()
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")):
            for rule in rules_of_test(name):
                files = found.setdefault(rule, [])
                if file not in files:
                    files.append(file)
    return found


def rules_of_test(name: str) -> tuple[str, ...]:
    """Return the rules whose numbers are in a test name.

    >>> rules_of_test("test_D5_D7_a_deal_is_refused"), rules_of_test("test_P3_to_P5_endings")
    (('D5', 'D7'), ('P3', 'P4', 'P5'))
    """
    match = re.match(r"test_((?:[A-Z]\d+_|to_)+)", name)
    rules: list[str] = []
    words = match[1].split("_")[:-1] if match else []
    for before, word in zip(["", *words], words, strict=False):
        if before == "to" and rules:
            first = int(rules[-1][1:]) + 1
            rules += [f"{word[0]}{number}" for number in range(first, int(word[1:]))]
        if word != "to":
            rules.append(word)
    return tuple(rules)


def problems() -> Iterator[str]:
    """Yield what is missing or superfluous in the rules, the tests or the options."""
    rules = [rule for section in sections() for rule in section.rule]
    return problems_in(rules, numbered_tests(), option_types())


def problems_in(rules: Iterable[Rule], tests: Tests, options: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is missing or superfluous in these rules, tests or options."""
    rules = list(rules)
    ids = [rule.id for rule in rules]
    for rule in rules:
        if ids.count(rule.id) > 1:
            yield f"{rule.id} is there twice"
        if not tests.get(rule.id):
            yield f"{rule.id} has no test"
        if not (rule.options or rule.presets or rule.place):
            yield f"{rule.id} does not say where it lives"
        yield from (f"{rule.id}: {problem}" for problem in _bad_options(rule, options))
        yield from (
            f"{rule.id}: {name} is no preset" for name in rule.presets if name not in presets()
        )
    for rule_id, files in sorted(tests.items()):
        if rule_id not in ids:
            yield f"there is no rule {rule_id}, which a test in {', '.join(files)} names"
    named = {path for rule in rules for path in rule.paths}
    yield from (f"no rule has the option {path}" for path in options if path not in named)


def _bad_options(rule: Rule, options: Mapping[str, Any]) -> Iterator[str]:
    for option in rule.options:
        path, _, values = option.partition(" = ")
        if path not in options:
            yield f"{path} is no option"
            continue
        for value in values.split(" | ") if values else ():
            try:
                convert(value, options[path], strict=False)
            except ValidationError:
                yield f"{path} cannot be {value}"


def page() -> str:
    """Return the whole page: the hand-written text, with the tables in the middle."""
    tests = numbered_tests()
    return PAGE.with_tables([_table(section, tests) for section in sections()])


def _table(section: Section, tests: Tests) -> str:
    rows = "\n".join(_row(rule, tests) for rule in section.rule)
    return f"## {section.title}\n\n{HEAD}\n{rows}"


def _row(rule: Rule, tests: Tests) -> str:
    places = [_option(option) for option in rule.options]
    if rule.presets:
        places.append("preset " + ", ".join(f"`{name}`" for name in rule.presets))
    if rule.place:
        places.append(rule.place)
    files = [f"[{file.removesuffix('.py')}](../tests/{file})" for file in tests.get(rule.id, ())]
    return row(
        f"**{rule.id}**",
        rule.says,
        rule.source,
        "<br>".join(places),
        ", ".join(files),
        rule.doubts,
    )


def _option(option: str) -> str:
    """Return an option with its default, and the presets that differ from it."""
    path = option.partition(" = ")[0]
    default = Rules().options()[path]
    others = sorted(
        (_value(value), name)
        for name, preset in presets().items()
        if (value := preset.rules.options()[path]) != default
    )
    values = [f"default {_value(default)}"]
    for value, group in groupby(others, key=lambda pair: pair[0]):
        values.append(f"{', '.join(name for _, name in group)}: {value}")
    return f"`{option}` ({'; '.join(values)})"


def _value(value: Any) -> str:
    match value:
        case True | False:
            return "yes" if value else "no"
        case list() | tuple():
            return " ".join(map(str, value)) or "none"
        case str() if " " in value:
            return f"“{value}”"
        case _:
            return str(value)
