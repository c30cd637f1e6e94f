"""Bring the catalogs up to date with the sources: `python tools/catalogue.py`.

It adds new texts without translations, drops removed texts, and then writes the compiled catalogs.
A language without a catalog gets a new one.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from hatch_build import compile_catalogues, expect_braces
from spadille.locale import LANGUAGE_NAMES, LANGUAGES, Lang

SOURCES = ROOT / "src" / "spadille"
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)  # dates in the header would only cause conflicts

MARKING = {"T": 0, "Message": 0, "say": 0} | dict.fromkeys(
    ("ArenaError", "ClientError", "IllegalActionError", "ParseError", "RefusedError", "conflict"), 1
)
"""The calls that put a text into the catalog, and the index of the text's argument."""


@cache
def template() -> Catalog:
    """Return all texts of the sources that are marked for translation."""
    catalogue = Catalog(project="Spadille", charset="utf-8")
    for path in sorted(SOURCES.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            for message in marked(call):
                if has_words(message):
                    place = path.relative_to(SOURCES).as_posix()
                    catalogue.add(message, locations=[(place, 0)])
    return catalogue


def marked(call: ast.Call) -> Iterator[str | tuple[str, str]]:
    """Yield the texts that a call marks: `T`, a message, a `say`, a refusal or an option."""
    match call:
        case ast.Call(
            func=ast.Attribute(attr="counted"),
            args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), *_],
        ):
            yield one, many
        case ast.Call(func=ast.Name(id="option"), args=args, keywords=keywords):
            names = [keyword.value for keyword in keywords if keyword.arg == "names"]
            for part in (*args, *names):
                for node in ast.walk(part):
                    if isinstance(node, ast.Constant) and isinstance(node.value, str):
                        yield node.value
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
            for part in args[MARKING.get(name, len(args)) :][:1]:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def has_words(message: str | tuple[str, ...]) -> bool:
    """Return True if there is anything to translate apart from the placeholders."""
    return bool(re.sub(r"{\w+}|\s", "", "".join(message)))


def place_of(lang: Lang) -> Path:
    """Return the path of a language's catalog."""
    return SOURCES / "locale" / lang / "LC_MESSAGES" / "spadille.po"


def catalogue_of(lang: Lang) -> Catalog:
    """Return the catalog of a language in its present state."""
    if not place_of(lang).exists():
        return Catalog(project="Spadille", charset="utf-8", locale=lang)
    with place_of(lang).open("rb") as file:
        return read_po(file, locale=lang)


def update(lang: Lang) -> int:
    """Rewrite the catalog of a language; return how many texts need a translation."""
    catalogue = catalogue_of(lang)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    expect_braces(catalogue)
    catalogue.header_comment = f"# The texts of Spadille in {LANGUAGE_NAMES[lang]}."
    catalogue.creation_date = catalogue.revision_date = EPOCH
    place_of(lang).parent.mkdir(parents=True, exist_ok=True)
    with place_of(lang).open("wb") as file:
        write_po(file, catalogue, width=100)
    return len(missing(catalogue))


def missing(catalogue: Catalog) -> list[str]:
    """Return the texts that need a translation."""
    return [
        texts(message.id)[0]
        for message in catalogue
        if message.id and not all(texts(message.string))
    ]


def texts(text: str | Iterable[str] | None) -> list[str]:
    """Return the translations of a text: one, or two if a number chooses; empty if missing."""
    if text is None or isinstance(text, str):
        return [text or ""]
    return list(text) or [""]


if __name__ == "__main__":
    for lang in LANGUAGES[1:]:
        print(f"{update(lang)} texts want a translation in {place_of(lang).relative_to(ROOT)}")
    compile_catalogues(SOURCES / "locale")
