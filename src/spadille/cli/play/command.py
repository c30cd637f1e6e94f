"""The command line of `spadille play`."""

import os
import sys
from argparse import Namespace
from secrets import randbelow
from typing import Any

from ...locale import spoken_of
from ..options import add_command, add_lang_option, add_pace_option, check_bot, seed
from ..rule_set import add_rules_option, find_rules
from ..streams import InputError, is_terminal

_ABOUT = """\
Play in this terminal with a bot as your partner and bots as opponents.

The first page asks for anything you leave out. F1 shows the rules and the keys.

examples:
  spadille play
  spadille play --rules two-player --level intermediate
  spadille play --rules house.toml --seed 7 --lang de
"""


def add_to(commands: Any) -> None:
    """Add `spadille play` and its options."""
    parser = add_command(commands, "play", "Play in the terminal", _ABOUT, run)
    parser.set_defaults(usual_lang=None)
    add_rules_option(parser)
    parser.add_argument(
        "--level",
        help="strength of the bots: random, beginner, intermediate, expert, master, "
        "or module:Class",
    )
    parser.add_argument("--seed", type=seed, help="equal seeds give equal cards and bots")
    add_lang_option(parser, usual="that of the terminal")
    add_pace_option(parser, default=0.7)
    parser.add_argument(
        "--plain", action="store_true", help="use letters for suits and plain characters for frames"
    )


def run(arguments: Namespace) -> None:
    """Run the terminal program until the player quits; this needs a terminal."""
    preset = find_rules(arguments.rules) if arguments.rules else None
    if arguments.level is not None:
        check_bot("--level", arguments.level)
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise InputError("the game needs a terminal for input and output")
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
    """Return the language set in the environment, if any."""
    values = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return spoken_of(filter(None, [next(filter(None, values), None)]))
