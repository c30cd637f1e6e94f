"""Every measured figure in the documents comes from a command in or next to its paragraph."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docsite.program_pages import commands_of
from spadille.cli.command_line import command_parser

ROOT = Path(__file__).parents[1]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "benchmarks").glob("*.md")),
    *sorted((ROOT / "research").glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]

MEASURED = re.compile(
    r"\d(?: ?%(?!\w)| (?:ms|µs|s|[kMG]i?B|seconds|minutes|milliseconds|nats|times as)(?![\w%]))"
    r"|\d (?:points (?:a|per) (?:deal|round|decision)|(?:rounds|steps|events|decisions) a second)"
    r"|\b(?:a|one|two|three|five|eight|ten|twenty) (?:micro|milli)seconds?\b"
)
GIVEN = re.compile(
    r"proxy_read_timeout|pace of|no (?:longer|later|more) than|at most|every \d+ seconds"
    r"|(?:95|97.5|96) ?%|for \d+ seconds"
    r"|in fifteen minutes|begins \d+ seconds|after \d+ seconds of silence"
)
"""Lines with chosen numbers, or numbers that express confidence."""

FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
COMMANDS = commands_of(command_parser()).keys()
COMMAND = re.compile(
    r"(?:python3? )?((?:benchmarks|research|tools|examples|tests)/[\w/]+\.py|dev\.py \w+)"
)


def paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of a page, each with its neighbors under the same heading."""
    for section in re.split(r"^#+ ", text, flags=re.MULTILINE):
        parts = section.split("\n\n")
        for at, part in enumerate(parts):
            yield part, "\n\n".join(parts[max(0, at - 1) : at + 2])


def names_a_command(text: str) -> bool:
    files = [ROOT / name.split()[0] for name in COMMAND.findall(text)]
    assert [file for file in files if not file.is_file()] == []
    spoken = set(re.findall(r"spadille ([a-z]+)", text))
    return bool(files or spoken & COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_measured_figure_has_its_command_nearby(page: Path) -> None:
    bare = []
    text = page.read_text(encoding="utf-8")
    made = "which writes this page" in text or "Made by `python" in text
    for paragraph, around in paragraphs(FENCED.sub("", text)):
        lines = [
            line
            for line in paragraph.splitlines()
            if MEASURED.search(line) and not (GIVEN.search(line) and "|" not in line)
        ]
        if lines and not made and not names_a_command(around):
            bare += lines
    assert bare == []
