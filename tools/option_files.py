"""List the hand-written files of the repository that name each option.

python tools/option_files.py              how many, option by option: all, and those that test
python tools/option_files.py play.void    the options of a group or one, with the files
python tools/option_files.py --table      the worst and the average of each group

A file can name an option by its path (`play.void`), by a field of the compiled engine's record
(`code.void`), or by a word that is a value of only this option (`"higher_spade"`). It can also use
several of the option's values next to each other, or the engine's number for a value
(`VOID_HIGHER_SPADE`).
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from statistics import fmean
from typing import Any, get_args

from msgspec import Struct

from spadille.game import option_types

ROOT = Path(__file__).resolve().parent.parent
ENCODING = ROOT / "src/spadille/fast/encoding.py"
FOLDERS = ("src", "web/src", "tests", "docs", "tools", "examples", "benchmarks", "research")
ENDINGS = {".py", ".ts", ".svelte", ".md", ".toml"}
"""The exclusions: text catalogs, and the games, counts and pictures that tests keep."""
LEFT_OUT = (
    "docs/rules.md",  # generated, like the next one
    "docs/texts.md",
    "docs/coverage.md",
    "web/src/generated/",
    "web/src/paraglide/",
    "src/spadille/server/static/",
    "src/spadille/game/presets/",  # a rule set names its options but implements no rules
    "docs/decisions/",  # describes the history of decisions
    "tools/option_files.py",
    "tests/test_option_files.py",
)
KERNEL_RECORDS = {"code", "record"}
ORDINARY = {
    "all", "bags", "bid", "broken", "cards", "exposed", "highest", "ignored", "in_turn", "leader",
    "lowest", "missing", "never", "off", "reject", "screamer", "spade",
}  # fmt: skip
"""Quoted values with other meanings as well: message fields, reasons, columns and settings."""

Files = Mapping[str, str]
"""Files with option names, and the words before the name in each."""


class Named(Struct):
    """The ways in which a file may name options."""

    dotted: frozenset[str]
    quoted: frozenset[str]
    beside: frozenset[tuple[str, str]]
    keywords: frozenset[str]
    capitals: frozenset[str]


def read(text: str) -> Named:
    words = re.findall(r"""(?=["']([a-z_]+)["'],\s*["']([a-z_]+)["'])""", text)
    return Named(
        frozenset(re.findall(r"\b(?=([a-z]+\.[a-z_]+)\b)", text)),
        frozenset(re.findall(r"""["']([a-z_]+)["']""", text)),
        frozenset(words),
        frozenset(re.findall(r"\b[a-z]+__[a-z_]+(?==)", text)),
        frozenset(re.findall(r"\b[A-Z_]{4,}\b", text)),
    )


@cache
def files() -> dict[str, Named]:
    """Return the contents of every file that is searched, by name."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in ENDINGS and not name.startswith(LEFT_OUT):
                found[name] = read(path.read_text(encoding="utf-8"))
    return found


@cache
def values() -> dict[str, tuple[str, ...]]:
    """Return the words that each option takes, by its path."""
    return {path: tuple(_words(type_)) for path, type_ in option_types().items()}


def _words(type_: Any) -> Iterator[str]:
    for part in get_args(type_):
        if isinstance(part, str):
            yield part
        else:
            yield from _words(part)


def own_values(path: str) -> set[str]:
    """Return the values that no other option has and that mean nothing else."""
    others = {word for other, words in values().items() if other != path for word in words}
    return set(values()[path]) - others - ORDINARY


@cache
def kernel_numbers() -> dict[str, set[str]]:
    """Return the names of numbered values, by option, from `NAMES = numbers_of("path")`."""
    found = {}
    for node in ast.parse(ENCODING.read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign(
                targets=[target],
                value=ast.Call(
                    func=ast.Name(id="numbers_of"), args=[ast.Constant(value=str(path))]
                ),
            ):
                found[path] = {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


def files_of(path: str) -> Files:
    """Return the files that name an option."""
    group, name = path.split(".")
    fields = (name, f"{group}_{name}")
    dotted = {path, *(f"{record}.{field}" for record in KERNEL_RECORDS for field in fields)}
    keyword = f"{group}__{name}"  # the way tests write it
    own, numbers = own_values(path), kernel_numbers().get(path, set())
    beside = set(permutations(values()[path], 2)) - {
        pair
        for other, words in values().items()
        if other != path
        for pair in permutations(words, 2)
    }
    found = {}
    for file, named in files().items():
        words = [
            *dotted & named.dotted,
            *{keyword} & named.keywords,
            *own & named.quoted,
            *numbers & named.capitals,
        ]
        words += [" ".join(pair) for pair in beside & named.beside]
        if words:
            found[file] = min(words)
    return found


def _is_test(file: str) -> bool:
    return file.startswith("tests/") or file.endswith(".test.ts")


def counts(group: str, *, tests: bool = True) -> list[int]:
    """Return how many files name each option of a group: test files or all others."""
    return [
        sum(tests or not _is_test(file) for file in files_of(path))
        for path in option_types()
        if path.startswith(f"{group}.")
    ]


def main(arguments: Sequence[str]) -> int:
    asked = tuple(word for word in arguments if not word.startswith("-"))
    paths = [path for path in option_types() if not asked or path.startswith(asked)]
    if not paths:
        print(f"no option begins with {' or '.join(asked)}")
        return 1
    for path in paths if "--table" not in arguments else ():
        found = files_of(path)
        tests = sum(map(_is_test, found))
        print(f"{len(found):3}  {tests:2} tests  {path}")
        if asked:
            for file, word in found.items():
                print(f"       {file}: {word}")
    for group in dict.fromkeys(path.split(".")[0] for path in paths):
        for numbers, which in ((counts(group), ""), (counts(group, tests=False), " without tests")):
            print(f"{group:12} at most {max(numbers):2}, on average {fmean(numbers):4.1f}{which}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
