"""The table of docs/coverage.md, from spadille.game.coverage."""

from collections.abc import Iterator

from spadille.game import coverage, option_types

from .made_page import DOCS, MadePage, head, row

PAGE = MadePage(
    DOCS / "coverage.md",
    "<!-- The table is made by tools/docsite/coverage_table.py from game/coverage.py. -->",
    "<!-- End of the table. -->",
)

_FREE_BIDS = "free bids, without forced nils"


def page() -> str:
    """Return the whole page: the hand-written text, with the table in the middle."""
    rows = [
        head("component", "supported values", "also needs", "under other rules"),
        *map(_row, coverage.PARTS),
    ]
    return PAGE.with_tables(["\n".join(rows)])


def _row(part: coverage.Coverage) -> str:
    options = [f"`{path} = {' | '.join(map(_value, known))}`" for path, known in part.knows.items()]
    besides = [_FREE_BIDS] * part.free_bids + [part.besides] * bool(part.besides)
    return row(part.part, "<br>".join(options), "; ".join(besides), part.otherwise)


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case ():
            return "none"
        case _:
            return str(value)


def problems() -> Iterator[str]:
    """Yield the names in the tables that are not options."""
    known = option_types()
    for part in coverage.PARTS:
        yield from (f"{path} is no option" for path in part.knows if path not in known)
