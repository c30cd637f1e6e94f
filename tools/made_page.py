"""Pages in docs/ whose middle, between two comments, is made by a tool."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct


class MadePage(Struct, frozen=True):
    """A page and the comments between which its tables stand."""

    path: Path
    begin: str
    end: str

    def with_tables(self, tables: Sequence[str]) -> str:
        """Return the text of the page with these tables in its middle."""
        before, rest = self.path.read_text(encoding="utf-8").split(self.begin, 1)
        after = rest.split(self.end, 1)[1]
        middle = "\n\n".join(tables)
        return f"{before}{self.begin}\n\n{middle}\n\n{self.end}{after}"

    def is_up_to_date(self, wanted: str) -> bool:
        return self.path.read_text(encoding="utf-8") == wanted


def row(*cells: str) -> str:
    """Return a line of a table; a bar in a cell does not end it."""
    escaped = (cell.replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def head(*columns: str) -> str:
    """Return the first two lines of a table."""
    return f"{row(*columns)}\n{'|---' * len(columns)}|"


def write_or_check(
    page: MadePage, wanted: Callable[[], str], problems: Sequence[str], *, all_is_well: str
) -> int:
    """What a tool does when it is run: writes the page, or with `--check` says if it is old."""
    found = list(problems)
    text = wanted()
    if "--check" not in sys.argv[1:]:
        page.path.write_text(text, encoding="utf-8")
    elif not page.is_up_to_date(text):
        found.append(f"docs/{page.path.name} is out of date; run {sys.argv[0]}")
    print("\n".join(found) or all_is_well)
    return 1 if found else 0
