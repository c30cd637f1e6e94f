"""`spadille simulate`: play many games and show the results."""

from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from os import cpu_count
from typing import TYPE_CHECKING, Any

from ..game import Preset, Rules
from .kernels import SIMULATOR, prepare, prepare_levels
from .options import (
    add_command,
    add_seed_option,
    add_workers_options,
    bots_of,
    cluster_of,
    executor_of,
    whole_number,
)
from .rule_set import add_rules_options, asked_rules
from .streams import InputError, counted, progress_bar, tell
from .wording import side_name

if TYPE_CHECKING:
    from ..fast import Policy, Simulation

_ABOUT = """\
Play many whole games, or only first rounds, and show the results.

Name the players clockwise from the first seat, or give one name for all. random
and table play a million rounds a second: random chooses any legal action, and
table plays by a table of numbers (docs/simulator.md). With a level, or your own
bot as module:Class, all play by the rules engine, in processes.

Apart from times, equal seeds give equal results, with any number of workers and
on a Dask cluster.

examples:
  spadille simulate --bots table --games 100000
  spadille simulate --rules whiz --bots table,random,table,random --games 9999
  spadille simulate --bots intermediate,beginner,intermediate,beginner --seed 7
"""

KERNEL_PLAYERS = ("random", "table")


def add_to(commands: Any) -> None:
    """Add `spadille simulate` and its options."""
    parser = add_command(commands, "simulate", "Simulate games in bulk", _ABOUT, run)
    add_rules_options(parser, "standard")
    parser.add_argument("--bots", default="random", help="the players [default: %(default)s]")
    length = parser.add_mutually_exclusive_group()
    number = whole_number(1, 1_000_000_000_000)
    length.add_argument(
        "--games", metavar="N", type=number, help="number of whole games [default: 1000]"
    )
    length.add_argument("--rounds", metavar="N", type=number, help="number of first rounds instead")
    add_seed_option(parser)
    add_workers_options(parser, "number of threads or processes [default: one for each processor]")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> None:
    """Print the results of many games; only levels and your own bots need the rules engine."""
    preset = asked_rules(arguments)
    rules = preset.rules
    bots: list[Any] = bots_of(arguments.bots, rules.players, KERNEL_PLAYERS)
    played = _by_kernels if set(bots) <= set(KERNEL_PLAYERS) else _by_engine
    if played is _by_engine and "table" in bots:
        raise InputError("--bots: table can only play with random and table, not with levels")
    if arguments.rounds is None and arguments.games is None:
        arguments.games = 1000
    result = played(arguments, rules, bots)
    tell(arguments, result, told(preset, bots, result))


def _by_kernels(arguments: Namespace, rules: Rules, bots: "Sequence[Policy]") -> "Simulation":
    from ..arena import watched
    from ..fast import simulate

    prepare(SIMULATOR)
    with cluster_of(arguments) as executor, _bar(arguments) as advance, watched(executor):
        return simulate(
            rules,
            rounds=arguments.rounds,
            games=arguments.games,
            policies=bots,
            seed=arguments.seed,
            workers=arguments.workers or cpu_count() or 1,
            executor=executor,
            progress=advance,
        )


def _by_engine(arguments: Namespace, rules: Rules, bots: Sequence[str]) -> "Simulation":
    from ..arena import watched
    from .simulation import play_games

    prepare_levels(*bots)
    with executor_of(arguments) as executor, _bar(arguments) as advance, watched(executor):
        return play_games(
            rules,
            bots,
            arguments.seed,
            arguments.games or arguments.rounds,
            whole_games=arguments.games is not None,
            executor=executor,
            progress=advance,
        )


def _bar(arguments: Namespace) -> AbstractContextManager[Callable[[int], None]]:
    title = "rounds" if arguments.games is None else "games"
    return progress_bar(f"Playing {title}", arguments.games or arguments.rounds)


def told(preset: Preset, bots: Sequence[str], result: "Simulation") -> str:
    """Return the results as sentences and tables."""
    games = f"{counted(result.games, 'games', ',')}, " if result.games else ""
    lines = [
        (
            f"{preset.name}: {games}{counted(result.rounds, 'rounds', ',')} "
            f"in {result.seconds:.2f} s, "
            f"{result.rounds_per_second:,.0f} rounds a second"
        ),
        "",
        *_sides(preset.rules, result),
        "",
        *_seats(preset.rules, bots, result),
    ]
    if result.draws:
        lines += ["", f"drawn games: {result.draws:,}"]
    return "\n".join(lines)


def _sides(rules: Rules, result: "Simulation") -> list[str]:
    names = [side_name(rules, side) for side in range(len(rules.sides))]
    width = max(map(len, names))
    lines = [f"{'':{width}}    wins  final score  points a round  deviation    made   set   bags"]
    for name, side in zip(names, result.sides, strict=True):
        wins = f"{side.wins / result.games:7.1%}" if result.games else f"{'-':>7}"
        final = f"{'-':>11}" if side.final is None else f"{side.final:11.1f}"
        lines.append(
            f"{name:{width}} {wins}  {final}  {side.points:14.2f}  {side.deviation:9.1f} "
            f"{side.made:7.1%} {side.set:5.1%} {side.bags:6.2f}"
        )
    return lines


def _seats(rules: Rules, bots: Sequence[str], result: "Simulation") -> list[str]:
    names = [f"{seat.letter} {bot}" for seat, bot in zip(rules.seats, bots, strict=True)]
    width = max(map(len, names))
    lines = [f"{'':{width}}   tricks   bid      nils    made   blind nils    made"]
    for name, seat in zip(names, result.seats, strict=True):
        lines.append(
            f"{name:{width}}   {seat.tricks:6.2f} {seat.bid:5.2f} {seat.nil_bid:9,} "
            f"{_rate(seat.nil_made, seat.nil_bid)}    {seat.blind_nil_bid:9,} "
            f"{_rate(seat.blind_nil_made, seat.blind_nil_bid)}"
        )
    return lines


def _rate(part: int, whole: int) -> str:
    return f"{part / whole:7.1%}" if whole else f"{'-':>7}"
