"""`spadille arena`: matches between two bots on mirrored deals."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ..game import Preset, Rules, RulesError
from .kernels import prepare_levels
from .options import add_command, add_workers_options, check_bot, executor_of, whole_number
from .rule_set import add_rules_option, add_set_option, find_rules, with_settings
from .streams import InputError, print_json, progress_bar

if TYPE_CHECKING:
    from ..arena import BotReport, Interval, MatchResult

_ABOUT = """\
Play two bots against each other on mirrored deals: each deal again with sides changed.

BOT_A and BOT_B are levels, or bots of your own as module:Class; options follow where there are
some: level:option=value,option=value. What such a module says is run.
Deals are first rounds; their points count each bag with its part of the penalty. Whole games
count as won or lost. The interval is Student's for 95 %. Times apart, equal seeds give equal
results on any number of processes and on a Dask cluster.

examples:
  spadille arena intermediate beginner
  spadille arena my_bot:MyBot intermediate           a class in my_bot.py, see docs/bots.md
  spadille arena intermediate beginner --games 100 --before 450,380 --workers 2
  spadille arena intermediate random --deals 512 --rules three-player --seed 7 --json
  spadille arena intermediate beginner --deals 100000 --executor tcp://host:8786
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands, "arena", "matches between two bots on mirrored deals", _ABOUT, run
    )
    parser.add_argument("first", metavar="BOT_A", help="the bot whose points are told")
    parser.add_argument("second", metavar="BOT_B", help="the other")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--deals", metavar="N", type=_number, help="first rounds (2048)")
    length.add_argument("--games", metavar="N", type=_number, help="whole games instead")
    add_rules_option(parser, default="standard")
    add_set_option(parser)
    parser.add_argument(
        "--before", metavar="S,S", help="the scores with which the sides begin, such as 450,380"
    )
    parser.add_argument("--seed", metavar="S", default="0", help="a number or text (%(default)s)")
    add_workers_options(parser, "processes (one for each processor)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> int:
    from ..arena import match

    preset = find_rules(arguments.rules)
    rules = _begun_at(with_settings(preset.rules, arguments.settings), arguments.before)
    count = arguments.games or arguments.deals or 2048
    title = f"{arguments.first} against {arguments.second}"
    for option, bot in (("BOT_A", arguments.first), ("BOT_B", arguments.second)):
        check_bot(option, bot)
    prepare_levels(arguments.first, arguments.second)
    with executor_of(arguments) as executor, progress_bar(title, count) as advance:
        result = match(
            arguments.first,
            arguments.second,
            rules,
            deals=None if arguments.games else count,
            games=arguments.games,
            seed=arguments.seed,
            executor=executor,
            on_progress=advance,
        )
    if arguments.json:
        print_json(result)
    else:
        print(_told(preset, result))
    return 0


def _begun_at(rules: Rules, before: str | None) -> Rules:
    if before is None:
        return rules
    try:
        scores = [int(score) for score in before.split(",")]
    except ValueError:
        raise InputError(
            f"--before {before}: expected a score for each side such as 450,380"
        ) from None
    try:
        return rules.with_options({"end.start_scores": scores})
    except RulesError as error:
        raise InputError(f"--before {before}: {error.code}: {error}") from error


def _number(text: str) -> int:
    return whole_number(text, 2, 100_000_000)


def _told(preset: Preset, result: "MatchResult") -> str:
    first, second = (report.bot for report in result.bots)
    counted = f"{result.deals:,} deals" if result.deals else f"{result.games:,} games"
    lines = [
        f"{first} against {second}, {preset.name}: {counted}, each in {result.seatings} seatings",
    ]
    if result.points_per_deal:
        lines.append(f"points that {first} wins by: {_spread(result.points_per_deal, '+.2f')}")
    if result.games_won:
        lines.append(f"games that {first} wins: {_spread(result.games_won, '.1%')}")
    lines += ["", *_table(result.bots), "", _bids(result)]
    return "\n".join(lines)


def _spread(found: "Interval", form: str) -> str:
    low, high = found.ci95
    return f"{found.mean:{form}} (95 %: {low:{form}} to {high:{form}})"


def _table(reports: "tuple[BotReport, BotReport]") -> list[str]:
    width = max(len(report.bot) for report in reports)
    lines = [
        f"{'':{width}}  contracts    made   set   nils  made   bags    ms a decision",
        f"{'':{width}}                                   a round   median  95 %  longest",
    ]
    for report in reports:
        ms = report.ms_per_decision
        lines.append(
            f"{report.bot:{width}}  {report.contracts:9,} {report.made:7.1%} {report.set:5.1%} "
            f"{report.nils:6,} {report.nils_made:5,} {report.bags_per_round:9.2f} "
            f"{ms.p50:8.2f} {ms.p95:5.2f} {ms.max:8.2f}"
        )
    return lines


def _bids(result: "MatchResult") -> str:
    bids = result.bids
    usual = sorted(bids.counts, key=lambda total: bids.counts[total])[-2:]
    shares = ", ".join(f"{total} in {bids.counts[total] / result.rounds:.0%}" for total in usual)
    return (
        f"the bids of {result.rounds:,} rounds: sum {bids.mean:.2f}, "
        f"standard deviation {bids.sd:.2f}; {shares}"
    )
