"""The score sheet of a game and a coach's candidates as tables in the terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from ..game import Message, RoundResult, Rules, Seat, SeatView, SideScore, T, decimal
from ..locale import translate
from .streams import harmless
from .wording import in_words, side_name

if TYPE_CHECKING:
    from ..bots import Candidate, Decision


def score_table(
    rules: Rules,
    results: Sequence[RoundResult],
    lang: str = "en",
    names: Mapping[Seat, str] | None = None,
) -> Table:
    """Return a table with a row for each round and a column for each side."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 1, 0), expand=False)
    table.add_column(translate(T("Round"), lang), justify="right", style="bold")
    for side in range(len(rules.sides)):
        table.add_column(Text(harmless(side_name(rules, side, lang, names))))
    for result in results:
        cells = [_cell(scored, lang, names) for scored in result.sides]
        table.add_row(str(result.number), *cells)
    return table


def _cell(scored: SideScore, lang: str, names: Mapping[Seat, str] | None) -> Table:
    """Return a side's score in a round, line by line, with points in a separate column."""
    cell = Table.grid(padding=(0, 1))
    cell.add_column(justify="right", style="bold", min_width=5)
    cell.add_column()
    for line in scored.lines:
        cell.add_row(f"{line.points:+}", translate(line.text, lang, names))
    bags = translate(Message.counted("one bag", "{n} bags", scored.bags), lang)
    cell.add_row("=", Text.assemble((str(scored.score), "bold"), f", {bags}"))
    return cell


def advice_table(
    view: SeatView, decision: "Decision", lang: str, names: Mapping[Seat, str] | None
) -> Table:
    """Return the candidates, best first; columns that would be empty are left out."""
    percent = decision.candidates[0].unit == "percent"
    columns: list[tuple[str, list[str]]] = [
        (translate(T("win %") if percent else T("points"), lang), []),
        ("±", []),
        (translate(T("contract"), lang), []),
        (translate(T("theirs"), lang), []),
    ]
    columns += [
        (translate(Message("{seat}'s nil", seat=seat), lang, names), [])
        for seat in view.rules.seats
    ]
    columns.append((translate(T("bags"), lang), []))
    for candidate in decision.candidates:
        for (_, cells), cell in zip(columns, _cells(view, candidate, lang), strict=True):
            cells.append(cell)
    kept = [(title, cells) for title, cells in columns if any(cells)]
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("", no_wrap=True)
    for title, _ in kept:
        table.add_column(title, justify="right")
    for at, candidate in enumerate(decision.candidates):
        words = translate(in_words(candidate.action), lang, names)
        table.add_row(words, *[cells[at] for _, cells in kept])
    return table


def _cells(view: SeatView, candidate: "Candidate", lang: str) -> list[str]:
    mine = view.rules.side_of(view.seat)
    chances = candidate.chances
    told = [
        translate(decimal(candidate.value, "+" if candidate.unit == "points" else ""), lang),
        "" if candidate.error is None else translate(decimal(candidate.error), lang),
    ]
    if chances is None:
        return told + [""] * (3 + view.rules.players)
    theirs = [chance for side, chance in enumerate(chances.contracts) if side != mine]
    return [
        *told,
        _share(chances.contracts[mine]),
        _share(theirs[0]) if len(theirs) == 1 else "",
        *map(_share, chances.nils),
        "" if (bags := chances.bags[mine]) is None else translate(decimal(bags), lang),
    ]


def _share(chance: float | None) -> str:
    return "" if chance is None else f"{100 * chance:.0f} %"
