"""`spadille bot check`: test that a bot plays by the rules and keeps to the protocol."""

from argparse import Namespace
from typing import Any

from .kernels import prepare_levels
from .options import add_command, look_here_for
from .rule_set import find_rules
from .streams import print_json, print_plain

NAME = "check"

_ABOUT = """\
Test a bot before it plays: it starts, plays a round under each of the presets
with legal actions, gives equal answers to equal questions, and decides in time.
A program in another language also answers each question once, ignores words
that it does not know, and ends after quit.

The exit status is 1 if a check fails.

examples:
  spadille bot check "cmd:node my_bot.js"
  spadille bot check --rules standard cmd:./my_bot
  spadille bot check my_bot:MyBot
"""


def add_to(actions: Any) -> None:
    """Add `spadille bot check` and its options."""
    parser = add_command(actions, NAME, "Test a bot", _ABOUT, run)
    parser.add_argument("--rules", metavar="PRESET", help="only this preset")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("bot", metavar="BOT", help="a level, module:Class, or cmd:COMMAND")


def run(arguments: Namespace) -> int:
    """Print the checks of a bot as they are made, and return 1 if one has failed."""
    from ..arena import check_bot

    look_here_for(arguments.bot)
    prepare_levels(arguments.bot)
    rules = None if arguments.rules is None else [find_rules(arguments.rules).name]
    failed = 0
    checks = []
    for check in check_bot(arguments.bot, rules):
        failed += check.outcome == "failed"
        checks.append(check)
        if not arguments.json:
            detail = f": {check.detail}" if check.detail else ""
            print_plain(f"{check.outcome:6} {check.what}{detail}", flush=True)
    if arguments.json:
        print_json(checks)
    elif failed:
        print_plain(f"{failed} of {len(checks)} checks failed")
    else:
        print_plain(f"all {len(checks)} checks passed")
    return 1 if failed else 0
