"""Show how strong the bots are, as a page: levels against each other, earlier ones and baselines.

python benchmarks/strength.py [--minutes 60] [--against TAG ...]

It writes benchmarks/strength.md after every step. A checkpoint keeps the played deals, so the same
command continues where it stopped, whether its time was up or it was interrupted.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from msgspec import Struct, field

from performance import machine
from rows import head, row, with_margin
from spadille.arena import (
    BotReport,
    Checkpoint,
    MatchResult,
    Place,
    dask_cluster,
    local_processes,
    match,
    round_robin,
)
from spadille.bots import LEVELS
from spadille.game import preset

HERE = Path(__file__).parent
PRESETS = (
    "standard", "open-hands", "two-player", "solo", "three-player", "mirror", "whiz", "suicide",
    "jokers", "puzzle-pirates", "gold-blue", "hoyle", "street", "short", "five-player",
    "six-player", "open-hands-bags",
)  # fmt: skip
BASELINES: dict[str, str] = {
    "ISMCTS, 2,500 iterations": "baselines.ismcts:Ismcts:iterations=2500",
    "ISMCTS, 5,000 iterations": "baselines.ismcts:Ismcts:iterations=5000",
    "table of honours, play by rules": "baselines.honours:Honours",
    "32 worlds, exact from nine tricks": "baselines.worlds32:Worlds32",
    "rules, then 32 worlds": "baselines.lightweight:Lightweight",
    "rules, then 32 worlds, equal bids": "baselines.lightweight:Lightweight",
    "rules to the end, equal bids": "baselines.lightweight:Lightweight:tricks=0",
}
"""Bots to measure against under `standard`, by their names on the page."""

EQUAL = "equal bids"
"""The end of the names of baselines against which the levels bid by the baseline's own table."""

MEASURED = LEVELS[2:-1]
"""The levels that play against the baselines."""

EARLIER = "8dfd43dc"
"""The commit whose levels today's play against under every preset."""

COMPARED = LEVELS[2:]
"""The levels that play against themselves at that commit."""

QUICK = LEVELS[1:-1]
PATIENT = LEVELS[1:]
"""The levels that play if no others are named. `master` plays only under `standard`, because it
takes long for a deal. `random` plays nowhere, because it would show nothing."""

ADVISER = "intermediate"
"""The level that the others are measured against; their results against it are shown as well."""

STEPS = (16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192)
"""After this many deals, a table is written, and another one gets its turn."""

SHARE = {"standard": 4.0, "baselines": 4.0, "earlier": 4.0}
"""The weights of some tables' shares of the time; the others have 1."""

ABOUT = """\
# How strong the bots are

Made by `python benchmarks/strength.py`, which plays within the time it is given and goes on when
it is started again. Every deal is played again with sides changed; points are those of a first
round, each bag with its part of the penalty. The bot of a line wins so many points per deal from
the bot of the column, with half of the 95 % interval. [docs/arena.md](../docs/arena.md) explains
ratings and intervals.
"""

_RATES = ("contracts set", "nils made", "ms a decision, median")


class Means(NamedTuple):
    """Everything that a match needs to be played."""

    executor: Executor | None
    checkpoint: Checkpoint
    advance: Callable[[int], None]


class Table(Struct):
    """Matches that grow together, the page's lines about them, and the time spent on them."""

    title: str
    play: Callable[[int, Means], list[str]]
    share: float = 1.0
    step: int = 0
    seconds: float = 0.0
    lines: list[str] = field(default_factory=list)


class OutOfTimeError(Exception):
    """The time ran out in the middle of a step; the checkpoint has the deals that were played."""


def main(words: list[str] | None = None) -> None:
    arguments = _parser().parse_args(words)
    tables = _tables(arguments)
    deadline = monotonic() + 60 * arguments.minutes
    with _executor(arguments) as executor, Checkpoint(arguments.checkpoint) as checkpoint:
        means = Means(executor, checkpoint, partial(_watch, deadline))
        while waiting := [one for one in tables if one.step < _steps(arguments.most)]:
            table = min(waiting, key=lambda one: one.seconds / one.share)
            begun = monotonic()
            try:
                table.lines = table.play(STEPS[table.step], means)
            except OutOfTimeError:
                break
            table.step += 1
            table.seconds += monotonic() - begun
            arguments.page.write_text(_page(tables), encoding="utf-8")
            print(f"{table.title}: {STEPS[table.step - 1]} deals", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="the time to play (60)")
    parser.add_argument("--most", type=int, default=2048, help="the most deals of a match (2048)")
    parser.add_argument("--presets", type=_names, default=PRESETS, help="A,B,...")
    parser.add_argument(
        "--levels", type=_names, help="A,B,... (beginner and better, master under standard alone)"
    )
    parser.add_argument("--measured", type=_names, default=MEASURED, help="against baselines")
    parser.add_argument(
        "--against", nargs="*", default=[EARLIER], metavar="TAG", help="each level of that commit"
    )
    parser.add_argument("--compared", type=_names, default=COMPARED, help="levels against those")
    parser.add_argument("--only-against", action="store_true", help="leave out all other tables")
    parser.add_argument("--no-baselines", action="store_true", help="leave out the baselines")
    parser.add_argument("--checkpoint", "--journal", type=Path, default=HERE / "strength.jsonl")
    parser.add_argument("--page", type=Path, default=HERE / "strength.md")
    parser.add_argument("--workers", type=int, help="processes (one for each processor)")
    parser.add_argument("--executor", metavar="URL", help="the scheduler of a Dask cluster")
    return parser


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _tables(arguments: argparse.Namespace) -> list[Table]:
    tables = []
    if not arguments.only_against:
        tables += [
            Table(name, partial(_cross_table, name, arguments), SHARE.get(name, 1.0))
            for name in arguments.presets
        ]
        if not arguments.no_baselines:
            play = partial(_baselines, arguments.measured)
            tables.append(Table("Baselines, standard", play, SHARE["baselines"]))
    for tag, level in product(arguments.against, arguments.compared):
        presets = [name for name in arguments.presets if level in _levels(name)]
        if presets:
            play = partial(_earlier, level, tag, presets)
            tables.append(Table(f"{level} against {level} of {tag}", play, SHARE["earlier"]))
    return tables


def _levels(name: str) -> tuple[str, ...]:
    """Return the levels that play under a preset if no others are named."""
    return PATIENT if name == "standard" else QUICK


def _steps(most: int) -> int:
    return sum(deals <= most for deals in STEPS)


def _watch(deadline: float, _: int) -> None:
    if monotonic() > deadline:
        raise OutOfTimeError


def _cross_table(name: str, arguments: argparse.Namespace, deals: int, means: Means) -> list[str]:
    """Return the levels against each other under a preset, and the results against the adviser."""
    result = round_robin(
        arguments.levels or _levels(name),
        preset(name).rules,
        deals=deals,
        executor=means.executor,
        checkpoint=means.checkpoint,
        progress=means.advance,
    )
    order = [place.bot for place in result.places]
    cells = {}
    for one in result.matches:
        first, second = (report.bot for report in one.bots)
        assert one.points_per_deal is not None
        cells[first, second] = with_margin(one.points_per_deal)
        cells[second, first] = with_margin(one.points_per_deal, turned=True)
    return [
        f"{deals} deals, each in {result.matches[0].seatings} seatings.",
        "",
        *head("bot", "rating", *order),
        *(
            row(place.bot, _rating(place), *(cells.get((place.bot, other), "") for other in order))
            for place in result.places
        ),
        *_against_adviser(result.matches, arguments.compared),
    ]


def _against_adviser(matches: Sequence[MatchResult], levels: tuple[str, ...]) -> list[str]:
    rows = [
        _match_row(level, ADVISER, result=one, turned=one.bots[0].bot != level)
        for one in matches
        for level in levels
        if {report.bot for report in one.bots} == {level, ADVISER}
    ]
    return ["", *_head("level", "against"), *rows] if rows else []


def _baselines(levels: tuple[str, ...], deals: int, means: Means) -> list[str]:
    """Return some levels against every baseline."""
    lines = [f"{deals} deals, each in 2 seatings.", "", *_head("level", "baseline")]
    for (title, bot), level in product(BASELINES.items(), levels):
        bidding = f"baselines.lightweight:EqualBids:bot={level}" if title.endswith(EQUAL) else level
        result = _played(bidding, bot, "standard", deals, means)
        lines.append(_match_row(level, title, result=result))
    return lines


def _earlier(level: str, tag: str, presets: Sequence[str], deals: int, means: Means) -> list[str]:
    """Return a level against itself at an earlier commit, under these presets."""
    lines = [f"{deals} deals, each in all seatings.", "", *_head("preset")]
    for name in presets:
        result = _played(level, f"baselines.older:Older:at={tag},bot={level}", name, deals, means)
        lines.append(_match_row(name, result=result))
    return lines


def _played(first: str, second: str, name: str, deals: int, means: Means) -> MatchResult:
    return match(
        first,
        second,
        preset(name).rules,
        deals=deals,
        executor=means.executor,
        checkpoint=means.checkpoint,
        progress=means.advance,
    )


def _head(*names: str) -> list[str]:
    """Return the header lines of a table of matches, which these columns identify."""
    return head(*names, "points", *_RATES, *(f"its {rate}" for rate in _RATES))


def _match_row(*names: str, result: MatchResult, turned: bool = False) -> str:
    """Return a match from the first bot's point of view, or the second's if it is `turned`."""
    assert result.points_per_deal is not None
    reports = reversed(result.bots) if turned else result.bots
    rates = [rate for report in reports for rate in _rates(report)]
    return row(*names, with_margin(result.points_per_deal, turned=turned), *rates)


def _rates(report: BotReport) -> tuple[str, ...]:
    nils = f"{report.nils_made / report.nils:.0%} of {report.nils}" if report.nils else "none bid"
    return f"{report.set:.1%}", nils, f"{report.ms_per_decision.p50:.2f}"


def _rating(place: Place) -> str:
    return f"{place.rating.mu:.1f} ± {2 * place.rating.sigma:.1f}"


def _page(tables: list[Table]) -> str:
    lines = [ABOUT, f"Machine: {machine()}."]
    for table in tables:
        if table.lines:
            lines += ["", f"## {table.title}", "", *table.lines]
    return "\n".join([*lines, ""])


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[Executor | None]:
    if arguments.executor:
        with dask_cluster(arguments.executor) as executor:
            yield executor
    elif arguments.workers == 1:
        yield None
    else:
        with local_processes(arguments.workers) as executor:
            yield executor


if __name__ == "__main__":
    main()
