"""`spadille arena`: matches between two bots, or many, on mirrored deals."""

from argparse import Namespace
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game import Rules, RulesError
from .arena_report import told_match, told_round_robin
from .kernels import prepare_levels
from .options import (
    add_command,
    add_seed_option,
    add_workers_options,
    check_bot,
    executor_of,
    real_number,
    whole_number,
)
from .rule_set import add_rules_options, asked_rules
from .streams import InputError, progress_bar, tell

if TYPE_CHECKING:
    from ..arena import Journal, MatchResult, RoundRobinResult

_ABOUT = """\
Play two bots against each other on mirrored deals: each deal again with sides changed. More bots
play each against each, and are rated.

BOT_A, BOT_B and the others are levels, or bots of your own as module:Class; options follow where
there are some: level:option=value,option=value. What such a module says is run.
Deals are first rounds; their points count each bag with its part of the penalty. Whole games
count as won or lost. The interval is Student's for 95 %; a match that may end early has one that
holds nevertheless. Times apart, equal seeds give equal results on any number of processes, on a
Dask cluster, and from a journal.

examples:
  spadille arena intermediate beginner
  spadille arena my_bot:MyBot intermediate           a class in my_bot.py, see docs/bots.md
  spadille arena intermediate beginner --games 100 --before 450,380 --workers 2
  spadille arena intermediate random --deals 512 --rules three-player --seed 7 --json
  spadille arena expert intermediate --until-clear --journal match.jsonl
  spadille arena expert intermediate beginner --deals 256
  spadille arena intermediate beginner --deals 100000 --executor tcp://host:8786
"""


def add_to(commands: Any) -> None:
    parser = add_command(commands, "arena", "Compare bots on duplicate deals", _ABOUT, run)
    parser.add_argument("first", metavar="BOT_A", help="the bot whose points are told")
    parser.add_argument("second", metavar="BOT_B", help="the other")
    parser.add_argument(
        "more", metavar="BOT", nargs="*", default=[], help="more, to play each against each"
    )
    length = parser.add_mutually_exclusive_group()
    number = whole_number(2, 100_000_000)
    length.add_argument("--deals", metavar="N", type=number, help="first rounds (2048)")
    length.add_argument("--games", metavar="N", type=number, help="whole games instead")
    parser.add_argument(
        "--until-clear", action="store_true", help="end as soon as it is clear who is better"
    )
    parser.add_argument(
        "--until-within",
        metavar="W",
        type=real_number("width, expected a number above 0", lambda width: 0 < width < 1000),
        help="end as soon as the interval is so many points, or such a share of games, either way",
    )
    parser.add_argument(
        "--journal", metavar="FILE", type=Path, help="go on with what was played, and keep what is"
    )
    add_rules_options(parser, "standard")
    parser.add_argument(
        "--before", metavar="S,S", help="the scores with which the sides begin, such as 450,380"
    )
    add_seed_option(parser)
    add_workers_options(parser, "processes (one for each processor)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> None:
    from ..arena import Until, count_of, match, round_robin

    preset = asked_rules(arguments)
    rules = _begun_at(preset.rules, arguments.before)
    bots = (arguments.first, arguments.second, *arguments.more)
    for option, bot in zip(("BOT_A", "BOT_B", *["BOT"] * len(arguments.more)), bots, strict=True):
        check_bot(option, bot)
    prepare_levels(*bots)
    until = Until(clear=arguments.until_clear, within=arguments.until_within)
    if arguments.more and until != Until():
        raise InputError("--until-clear and --until-within are for two bots")
    title = "each against each" if arguments.more else " against ".join(bots)
    pairs = len(bots) * (len(bots) - 1) // 2
    count = count_of(arguments.deals, arguments.games)
    result: MatchResult | RoundRobinResult
    with (
        executor_of(arguments) as executor,
        _journal_of(arguments) as journal,
        progress_bar(title, count * pairs) as advance,
    ):
        asked: dict[str, Any] = {
            "deals": arguments.deals,
            "games": arguments.games,
            "seed": arguments.seed,
            "executor": executor,
            "journal": journal,
            "progress": advance,
        }
        if arguments.more:
            result = round_robin(bots, rules, **asked)
            told = told_round_robin(preset.name, result)
        else:
            result = match(bots[0], bots[1], rules, until=until, **asked)
            told = told_match(preset.name, result)
    tell(arguments, result, told)


def _journal_of(arguments: Namespace) -> "AbstractContextManager[Journal | None]":
    from ..arena import Journal

    return nullcontext() if arguments.journal is None else Journal(arguments.journal)


def _begun_at(rules: Rules, before: str | None) -> Rules:
    if before is None:
        return rules
    try:
        scores = [int(score) for score in before.split(",")]
    except ValueError:
        scores = []
    if len(scores) != len(rules.sides):
        raise InputError(
            f"--before {before}: expected a score for each side, {len(rules.sides)} in all, "
            "such as 450,380"
        )
    try:
        return rules.with_options({"end.start_scores": scores})
    except RulesError as error:
        problem = str(error).replace("end.start_scores", "these scores")
        raise InputError(f"--before {before}: {error.code}: {problem}") from error
