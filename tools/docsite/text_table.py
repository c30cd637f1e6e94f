"""The tables of docs/texts.md, from docs/texts.toml and the tests that it names."""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct, convert

from spadille.game import presets

from .made_page import DOCS, ROOT, MadePage, head, row
from .rule_table import sections

SOURCE = DOCS / "texts.toml"
PAGE = MadePage(
    DOCS / "texts.md",
    "<!-- The tables are made by tools/docsite/text_table.py from docs/texts.toml. -->",
    "<!-- End of the tables. -->",
)
HEAD = head("number", "says", "rules", "tests")
TESTS = {
    "tests": ("test_*.py", r"^ *(?:async )?def (test_\w+)"),
    "web/src": ("*.test.ts", r"^ *(?:it|test)\('([^']+)'"),
}
"""The folders of the tests, and the patterns of test names in them."""


class Statement(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement from a text, in our words; advice to players has no rule.

    A test is a file and a name in it: `tests/game/test_nil.py::test_E1_...`.
    """

    says: str
    tests: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the texts that the game was built from, and the presets that follow it."""

    title: str
    about: str
    presets: tuple[str, ...]
    statement: tuple[Statement, ...]


def texts() -> tuple[Text, ...]:
    """Return the texts as docs/texts.toml has them."""
    data = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return convert(data["text"], tuple[Text, ...])


def all_tests() -> frozenset[str]:
    """Return every test in the repository, as a statement would name it."""
    return frozenset(
        f"{path.relative_to(ROOT).as_posix()}::{name}"
        for folder, (files, pattern) in TESTS.items()
        for path in (ROOT / folder).rglob(files)
        for name in re.findall(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    )


def problems() -> Iterator[str]:
    """Yield what is missing from the statements, and names in them that do not exist."""
    return problems_in(texts(), known_rules(), all_tests())


def problems_in(
    texts: Iterable[Text], rules: Collection[str], tests: Collection[str]
) -> Iterator[str]:
    """Yield what is missing from these statements, and names in them that do not exist."""
    for text in texts:
        yield from (
            f"{text.title}: {name} is no preset" for name in text.presets if name not in presets()
        )
        for number, statement in enumerate(text.statement, start=1):
            place = f"{text.title} {number}"
            if not statement.tests:
                yield f"{place} has no test"
            yield from (
                f"{place}: there is no rule {rule}" for rule in statement.rules if rule not in rules
            )
            yield from (
                f"{place}: there is no test {test}" for test in statement.tests if test not in tests
            )


def page() -> str:
    """Return the whole page: the hand-written text, with the tables in the middle."""
    return PAGE.with_tables([_table(text) for text in texts()])


def _table(text: Text) -> str:
    names = ", ".join(f"`{name}`" for name in text.presets)
    rows = "\n".join(_row(number, one) for number, one in enumerate(text.statement, start=1))
    return f"## {text.title}\n\n{text.about} Presets: {names}.\n\n{HEAD}\n{rows}"


def _row(number: int, statement: Statement) -> str:
    return row(
        str(number),
        statement.says,
        ", ".join(f"[{rule}](rules.md)" for rule in statement.rules),
        "<br>".join(map(_test, statement.tests)),
    )


def _test(test: str) -> str:
    file, _, name = test.partition("::")
    return f"[{name.removeprefix('test_').replace('_', ' ')}](../{file})"


def known_rules() -> frozenset[str]:
    """Return the numbers of all rules in docs/rules.md."""
    return frozenset(rule.id for section in sections() for rule in section.rule)
