"""`spadille arena`: compare two or more bots on duplicate deals."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game import Rules, RulesError
from .arena_report import heading_of, told_match, told_round_robin
from .kernels import prepare_levels
from .options import (
    add_command,
    add_renamed,
    add_seed_option,
    add_workers_options,
    check_bot,
    executor_of,
    real_number,
    whole_number,
)
from .rule_set import add_rules_options, asked_rules
from .streams import InputError, progress_bar, report, tell

if TYPE_CHECKING:
    from ..arena import Checkpoint, MatchResult, RoundRobinResult

_ABOUT = """\
Play two bots against each other on duplicate deals: each deal is played again
with the sides swapped. With more bots, play a round robin and rate them.

BOT_A, BOT_B and the others are levels, your own bots as module:Class, or
programs in any language as "cmd:COMMAND". Options follow a colon:
level:option=value,option=value. Importing a module runs its code.

Deals are first rounds; each bag costs its part of the penalty. Whole games
count as won or lost. Intervals are Student's at 95%; a match that may stop
early has one that stays valid. Apart from times, equal seeds give equal
results with any number of processes, on a Dask cluster, and from a checkpoint.

An interrupted match continues if you run the same command again.

examples:
  spadille arena intermediate beginner
  spadille arena my_bot:MyBot intermediate      # a class in my_bot.py
  spadille arena "cmd:node my_bot.js" expert    # a program
  spadille arena my_bot:MyBot expert --on-illegal count --save-games games
  spadille arena intermediate beginner --games 100 --start-scores 450,380
  spadille arena intermediate random --rules three-player --seed 7 --json
  spadille arena expert intermediate --stop-when-significant
  spadille arena expert intermediate beginner --deals 256
  spadille arena intermediate beginner --executor tcp://host:8786
"""


def add_to(commands: Any) -> None:
    """Add `spadille arena` and its options."""
    parser = add_command(commands, "arena", "Compare bots on duplicate deals", _ABOUT, run)
    parser.add_argument("first", metavar="BOT_A", help="the bot whose result is shown")
    parser.add_argument("second", metavar="BOT_B", help="its opponent")
    parser.add_argument(
        "more", metavar="BOT", nargs="*", default=[], help="more bots, for a round robin"
    )
    length = parser.add_mutually_exclusive_group()
    number = whole_number(2, 100_000_000)
    length.add_argument(
        "--deals", metavar="N", type=number, help="number of first rounds [default: 2048]"
    )
    length.add_argument("--games", metavar="N", type=number, help="number of whole games instead")
    add_renamed(
        parser,
        "--stop-when-significant",
        "--until-clear",
        action="store_true",
        help="stop as soon as it is clear which bot is better",
    )
    add_renamed(
        parser,
        "--stop-within",
        "--until-within",
        metavar="WIDTH",
        type=real_number("width", "a number above 0", lambda width: 0 < width < 1000),
        help="stop when the interval is this many points, or share of games, either way",
    )
    parser.add_argument(
        "--on-illegal",
        choices=("stop", "count"),
        default="stop",
        help="stop when a bot fails, or count it and go on [default: %(default)s]",
    )
    parser.add_argument(
        "--save-games",
        metavar="DIR",
        type=Path,
        help="save the record of every game in this folder, and list the worst deals",
    )
    add_renamed(
        parser,
        "--checkpoint",
        "--journal",
        metavar="FILE",
        type=Path,
        help="resume from this file, and save results to it [default: a file in your user"
        " account, until the match is over]",
    )
    parser.add_argument(
        "--no-checkpoint", action="store_true", help="start again, and save no results"
    )
    add_rules_options(parser, "standard")
    add_renamed(
        parser,
        "--start-scores",
        "--before",
        metavar="SCORES",
        help="the scores at which the sides start, such as 450,380",
    )
    add_seed_option(parser)
    add_workers_options(parser, "number of processes [default: one for each processor]")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> None:
    """Print the result of a match between two bots, or of a round robin among more."""
    from ..arena import Until, count_of, match, round_robin, write_worst

    rules = _begun_at(asked_rules(arguments).rules, arguments.start_scores)
    bots = (arguments.first, arguments.second, *arguments.more)
    for option, bot in zip(("BOT_A", "BOT_B", *["BOT"] * len(arguments.more)), bots, strict=True):
        check_bot(option, bot)
    prepare_levels(*bots)
    until = Until(clear=arguments.stop_when_significant, within=arguments.stop_within)
    if arguments.more and until != Until():
        raise InputError("--stop-when-significant and --stop-within need exactly two bots")
    heading = heading_of(arguments.rules, rules)
    title = f"{'round robin' if arguments.more else ' against '.join(bots)}, {heading}"
    pairs = len(bots) * (len(bots) - 1) // 2
    count = count_of(arguments.deals, arguments.games)
    result: MatchResult | RoundRobinResult
    with (
        executor_of(arguments) as executor,
        _checkpoint_of(arguments, bots, rules) as checkpoint,
        progress_bar(title, count * pairs) as advance,
    ):
        asked: dict[str, Any] = {
            "deals": arguments.deals,
            "games": arguments.games,
            "seed": arguments.seed,
            "on_illegal": arguments.on_illegal,
            "save_games": arguments.save_games,
            "executor": executor,
            "checkpoint": checkpoint,
            "progress": advance,
        }
        if arguments.more:
            result = round_robin(bots, rules, **asked)
            told = told_round_robin(heading, result)
        else:
            result = match(bots[0], bots[1], rules, until=until, **asked)
            told = told_match(heading, result, arguments.save_games)
            if arguments.save_games:
                write_worst(arguments.save_games, f"{' against '.join(bots)}, {heading}", result)
    tell(arguments, result, told)


@contextmanager
def _checkpoint_of(
    arguments: Namespace, bots: tuple[str, ...], rules: Rules
) -> "Iterator[Checkpoint | None]":
    """Yield the requested checkpoint, or the usual one, which the end of the match deletes.

    Raises:
        InputError: if both a checkpoint and none are requested.
    """
    from ..arena import Checkpoint, resumable

    if arguments.no_checkpoint:
        if arguments.checkpoint:
            raise InputError("--checkpoint and --no-checkpoint exclude each other")
        yield None
    elif arguments.checkpoint:
        with Checkpoint(arguments.checkpoint) as checkpoint:
            yield checkpoint
    else:
        with resumable(
            bots,
            rules,
            seed=arguments.seed,
            whole_games=arguments.games is not None,
            on_illegal=arguments.on_illegal,
            log=partial(report, kind="note"),
        ) as found:
            yield found


def _begun_at(rules: Rules, before: str | None) -> Rules:
    if before is None:
        return rules
    try:
        scores = [int(score) for score in before.split(",")]
    except ValueError:
        scores = []
    if len(scores) != len(rules.sides):
        raise InputError(
            f"--start-scores: invalid scores {before!r}",
            f"give one score for each of the {len(rules.sides)} sides, such as 450,380",
        )
    try:
        return rules.with_options({"end.start_scores": scores})
    except RulesError as error:
        problem = str(error).replace("end.start_scores", "these scores")
        raise InputError(f"--start-scores {before}: {problem} ({error.code})") from error
