"""The score sheet of a game: each side's bids, tricks and points in each round, with reasons."""

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from ..game import Message, RoundResult, Rules, Seat, SideScore, T
from ..locale import translate
from .side_names import side_name
from .streams import harmless


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
