"""The command line of `spadille play`."""

import os
import sys
from argparse import Namespace
from secrets import randbelow
from typing import Any

from ...locale import LANGUAGES, spoken_of
from ..options import add_command, add_pace_option, check_bot, seed
from ..rule_set import add_rules_option, find_rules
from ..streams import InputError, is_terminal

_ABOUT = """\
Play in this terminal against bots, which also take the part of your partner.

What is left out is asked on the first page. F1 shows the rules and the keys.

examples:
  spadille play
  spadille play --rules two-player --level intermediate
  spadille play --rules house.toml --seed 7 --lang de
"""


def add_to(commands: Any) -> None:
    parser = add_command(commands, "play", "Play in the terminal", _ABOUT, run)
    add_rules_option(parser)
    parser.add_argument(
        "--level",
        metavar="L",
        help="how well bots play: random, beginner, intermediate, expert, master, or module:Class",
    )
    parser.add_argument(
        "--seed", metavar="S", type=seed, help="the same seed gives the same cards and bots"
    )
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="language of the texts (that of the terminal)"
    )
    add_pace_option(parser, default=0.7)
    parser.add_argument(
        "--plain", action="store_true", help="letters for the suits and frames of plain characters"
    )


def run(arguments: Namespace) -> None:
    preset = find_rules(arguments.rules) if arguments.rules else None
    if arguments.level is not None:
        check_bot("--level", arguments.level)
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise InputError("the game needs a terminal, expected no file or pipe for input or output")
    from .app import SpadilleApp
    from .setting import Setting
    from .shelf import usual_shelf
    from .voice import Voice

    symbols = not arguments.plain and "utf" in (sys.stdout.encoding or "").lower()
    setting = Setting(
        preset=preset,
        level=arguments.level,
        seed=arguments.seed or str(randbelow(10**9)),
        voice=Voice(arguments.lang or _terminal_language(), symbols=symbols),
        pace=arguments.pace,
        shelf=usual_shelf(),
    )
    SpadilleApp(setting).run()


def _terminal_language() -> str:
    """Return the language of the environment, if there is one."""
    values = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return spoken_of(filter(None, [next(filter(None, values), None)]))
