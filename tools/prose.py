"""Count phrases in our prose that read like translated German: `python tools/prose.py`.

    python tools/prose.py                 counts for each group of texts
    python tools/prose.py FILE...         every hit and every long sentence in these files
    python tools/prose.py --update        store the counts that may only fall

The count is a guide, not a law: some hits are fine. A file may have as many hits as
`tests/prose_counts.json` allows; files that it does not list may have none.
"""

import argparse
import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
COUNTS = ROOT / "tests" / "prose_counts.json"
LONG = 30
"""The number of words above which a sentence is long."""

PATTERNS = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "whoever": r"\bwhoever\b|\bwhomever\b",
        "who as a subject": (
            r"(?:^|[.;:] )who (?:has|is|plays|makes|goes|comes|sits|leaves|bids|wants|may|can|never"
            r"|was|does)\b(?![^.;]*\?)"
        ),
        "negated noun": r"\b(?:is|are|was|were|of|be) (?-i:no|none)\b(?! longer| one\b| more\b)",
        "by itself": r"\bby (?:itself|themselves)\b",
        "one's own": r"\bone's\b|\bof (?:their|its|your|our) own\b|\bthe own\b|\bown hand\b",
        "anew": r"\banew\b|\bmend(?:s|ed)?\b|\bfor ever\b|\bso many\b|\bgoes on\b|\bat hand\b",
        "told": r"\btold\b|\btells?\b",
        "stands": r"\bstands?\b|\bstood\b",
        "beside": r"\bbesides?\b",
        "what-clause": (
            r"(?:^|[,;:(] ?|\b(?:and|of|by|in|from|as) )"
            r"what (?:is|are|was|were|has|have|may|can|a|the|they|it|nobody|somebody|each|no)\b"
            r"(?![^.;]*\?)"
        ),
        "where for if": (
            r"(?:^|[,;:] )where (?:the|a|it|they|there|nobody|somebody|no)\b(?![^.;]*\?)"
        ),
        "nobody": r"\b(?:nobody|somebody|anybody)\b",
        "alike": r"\b(?:alike|likewise|meanwhile|wholly)\b",
    }.items()
}


class Text(NamedTuple):
    """A piece of prose and the line where it begins."""

    line: int
    text: str
    sentences: bool = True
    """False for table cells and headings, whose length does not matter."""


class Hit(NamedTuple):
    """A phrase that a native speaker would not write."""

    line: int
    pattern: str
    text: str


# --- Find the prose -------------------------------------------------------------------------


def files() -> Iterator[Path]:
    """Yield every file with prose that people read, in order."""
    yield from sorted(ROOT.glob("*.md"))
    yield from sorted((ROOT / "docs").rglob("*.md"))
    for folder in ("src", "tests", "tools", "benchmarks", "research", "examples"):
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield from sorted(ROOT.glob("*.py"))
    for texts in ("game/presets", "study/lessons/texts"):
        yield from sorted((ROOT / "src" / "spadille" / texts).rglob("*.toml"))
    yield ROOT / "web" / "messages" / "en.json"
    for kind in ("*.ts", "*.svelte"):
        yield from sorted(
            path
            for path in (ROOT / "web" / "src").rglob(kind)
            if not {"generated", "paraglide"} & set(path.parts)
        )


def group_of(path: Path) -> str:
    """Return the group that a file is counted in: docs or code."""
    return "docs" if path.suffix in {".md", ".json", ".toml"} else "code"


def texts_of(path: Path) -> Iterator[Text]:
    """Yield the prose of a file."""
    source = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".md":
            yield from _markdown(source)
        case ".json":
            yield from _messages(source)
        case ".toml":
            yield from _english_of_toml(source)
        case ".py":
            yield from _docstrings_and_comments(source)
        case _:
            yield from _web_comments(source)


def shown_texts(path: Path) -> Iterator[Text]:
    """Yield the sentences in a Python file that its users read: help, messages and errors."""
    if path.suffix != ".py" or "src" not in path.parts:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node) for node, _ in _docstrings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if id(node) not in docstrings and len(re.findall(r"[A-Za-z]{2,} [a-z]{2,}", text)) > 1:
            yield from _paragraphs(text, node.lineno)


def _markdown(source: str) -> Iterator[Text]:
    fenced, paragraph, first = "", list[str](), 1
    for number, raw in enumerate([*source.splitlines(), ""], 1):
        fence = re.match(r"\s*(```+|~~~+)", raw)
        line = "" if fence or fenced else raw
        if fence and (not fenced or raw.strip() == fenced):
            fenced = "" if fenced else fence[1]
        stripped = re.sub(r"^\s*(?:[-*+]|\d+\.|>)\s+", "", line).strip()
        begins = stripped != line.strip() or stripped.startswith(("|", "#", "!!!", "???"))
        if (not stripped or begins) and paragraph:
            yield Text(first, _plain(" ".join(paragraph)))
            paragraph = []
        if stripped.startswith(("|", "#")):
            if not re.fullmatch(r"[|:\- ]+", stripped):
                cells = stripped.strip("#| ").split(" | ")
                yield from (Text(number, _plain(cell), sentences=False) for cell in cells)
        elif stripped:
            first = first if paragraph else number
            paragraph.append(stripped)


def _plain(text: str) -> str:
    """Return Markdown without code, addresses and marks."""
    text = re.sub(r"`[^`]*`", "X", text)
    text = re.sub(r"<[^>]+>", "", text)
    text = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    return re.sub(r"[*_]{1,2}(\S[^*_]*)[*_]{1,2}", r"\1", text)


def _messages(source: str) -> Iterator[Text]:
    for number, line in enumerate(source.splitlines(), 1):
        for text in re.findall(r'^\s*"(?!\$schema)[\w]+": "(.*)",?$', line) or re.findall(
            r'^\s*"[^"]*=[^"]*": "(.*)",?$', line
        ):
            yield Text(number, re.sub(r"\{\w+\}", "X", text))


def _english_of_toml(source: str) -> Iterator[Text]:
    """Yield the English texts of lessons and rule sets."""
    for number, line in enumerate(source.splitlines(), 1):
        if found := re.match(r'(?:\w+\.)?en = "(.*)"$', line):
            yield Text(number, found[1])


def _docstrings(tree: ast.AST) -> Iterator[tuple[ast.Constant, int]]:
    """Yield the docstrings of modules, classes and functions, and of values that they follow."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for statement in body:
            match statement:
                case ast.Expr(value=ast.Constant(value=str()) as constant):
                    yield constant, constant.lineno


def _docstrings_and_comments(source: str) -> Iterator[Text]:
    for constant, line in _docstrings(ast.parse(source)):
        yield from _paragraphs(str(constant.value), line)
    block, first, last = list[str](), 0, 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        text = token.string.lstrip("#!: ").strip()
        text = re.sub(r"^(?:noqa|type|fmt|pragma|ruff)\b\S*[^(]*", "", text).strip("() -")
        if token.start[0] != last + 1 and block:
            yield Text(first, _plain(" ".join(block)))
            block = []
        first = first if block else token.start[0]
        last = token.start[0]
        if text:
            block.append(text)
    if block:
        yield Text(first, _plain(" ".join(block)))


def _paragraphs(text: str, line: int) -> Iterator[Text]:
    """Yield the paragraphs of a docstring without examples and indented blocks."""
    paragraph, first, base = list[str](), line, None
    for offset, raw in enumerate([*text.splitlines(), ""]):
        stripped = raw.strip()
        indent = len(raw) - len(raw.lstrip())
        if offset and stripped and base is None:
            base = indent
        item = re.match(r"[-*] ", stripped)
        code = stripped.startswith((">>>", "...")) or (
            offset > 0 and base is not None and indent >= base + 4 and not paragraph
        )
        if (not stripped or code or item) and paragraph:
            yield Text(first, _plain(" ".join(paragraph)))
            paragraph = []
        if stripped and not code:
            first = first if paragraph else line + offset
            paragraph.append(stripped)


def _web_comments(source: str) -> Iterator[Text]:
    for match in re.finditer(
        r"/\*+(.*?)\*/|<!--(.*?)-->|(?<![:'\"`\w])//([^\n]*)$", source, re.DOTALL | re.MULTILINE
    ):
        text = re.sub(
            r"\s*\n\s*\*?\s*", " ", next(part for part in match.groups() if part is not None)
        )
        if not re.match(r"\s*(?:eslint|@ts|prettier|stylelint|svelte-ignore)", text):
            yield Text(source.count("\n", 0, match.start()) + 1, _plain(text.strip()))


# --- Count the hits -------------------------------------------------------------------------


def words_in(texts: Iterable[Text]) -> int:
    return sum(len(text.text.split()) for text in texts)


def hits_in(texts: Iterable[Text]) -> Iterator[Hit]:
    for line, text, _ in texts:
        for name, pattern in PATTERNS.items():
            for match in pattern.finditer(text):
                around = text[max(0, match.start() - 50) : match.end() + 50]
                yield Hit(line, name, around)


def sentences_in(texts: Iterable[Text]) -> Iterator[tuple[int, str]]:
    for line, text, sentences in texts:
        if sentences:
            for sentence in re.split(r"(?<=[.!?:;])[\"”)]*\s+(?=[\"“(A-Z0-9])", text):
                if len(sentence.split()) > 1:
                    yield line, sentence


def is_long(sentence: str) -> bool:
    return len(sentence.split()) > LONG


def counts() -> dict[str, int]:
    """Return the number of hits by file, omitting files without hits."""
    found = {
        path.relative_to(ROOT).as_posix(): sum(
            1 for _ in hits_in([*texts_of(path), *shown_texts(path)])
        )
        for path in files()
    }
    return {name: count for name, count in sorted(found.items()) if count}


def allowed() -> dict[str, int]:
    """Return how many hits each file may have; unlisted files may have none."""
    stored: dict[str, int] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return stored


def excess() -> list[str]:
    """Return a sentence for each file that has more hits than it may have."""
    limits = allowed()
    return [
        f"{name}: {count} hits, at most {limits.get(name, 0)} allowed"
        f" (list them with `python tools/prose.py {name}`)"
        for name, count in counts().items()
        if count > limits.get(name, 0)
    ]


def update() -> None:
    COUNTS.write_text(json.dumps(counts(), indent=2) + "\n", encoding="utf-8")


# --- The command ----------------------------------------------------------------------------


def summary() -> Iterator[str]:
    groups: dict[str, list[Text]] = {"docs": [], "code": [], "shown": []}
    worst = []
    for path in files():
        texts = list(texts_of(path))
        groups[group_of(path)] += texts
        groups["shown"] += shown_texts(path)
        if group_of(path) == "docs" and (words := words_in(texts)) > 200:
            rate = 1000 * sum(1 for _ in hits_in(texts)) / words
            worst.append((rate, path.relative_to(ROOT).as_posix()))
    for name, texts in groups.items():
        hits, words = sum(1 for _ in hits_in(texts)), words_in(texts)
        sentences = [sentence for _, sentence in sentences_in(texts)]
        long = sum(map(is_long, sentences))
        yield (
            f"{name:6} {words:7} words, {1000 * hits / words:5.1f} hits per 1,000,"
            f" {long / len(sentences):5.1%} of sentences over {LONG} words"
        )
    for rate, name in sorted(worst, reverse=True)[:12]:
        yield f"       {rate:5.1f} {name}"


def details(path: Path) -> Iterator[str]:
    texts = [*texts_of(path), *shown_texts(path)]
    name = path.resolve().relative_to(ROOT).as_posix()
    for line, pattern, around in hits_in(texts):
        yield f"{name}:{line}: {pattern}: {around}"
    for line, sentence in sentences_in(texts):
        if is_long(sentence):
            yield f"{name}:{line}: {len(sentence.split())} words: {sentence[:100]}"
    words = words_in(texts)
    hits = sum(1 for _ in hits_in(texts))
    yield f"{name}: {hits} hits in {words} words, {1000 * hits / max(words, 1):.1f} per 1,000"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--update", action="store_true", help="store the counts of today")
    options = parser.parse_args(arguments)
    if options.update:
        update()
    for line in (
        [line for path in options.files for line in details(path)] if options.files else summary()
    ):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
