"""`spadille bot`: connect a bot to a table on a server."""

import os
from argparse import Namespace
from typing import Any

from .kernels import prepare_levels
from .options import add_command, add_pace_option, check_bot, whole_number
from .streams import InputError, print_plain

TOKEN = "SPADILLE_TOKEN"  # noqa: S105 - the name of a variable
"""The environment variable for the token, which keeps it out of the process list."""

_ABOUT = f"""\
Connect a bot to a table of a server, on this machine or elsewhere. With the
link of a table it plays there; with the address of a server it joins open
tables where people wait. BOT is a level or module:Class (see `spadille arena`).
It needs a token, which a guest of the server creates on the page /bots. You may
pass it in {TOKEN} instead of --token.

Everyone at the table sees that it is a bot. It tries to reconnect for ten
minutes. Ctrl-C gives up the seat.

examples:
  spadille bot --url https://spades.example/t/k3v7p2mwq8xd expert
  spadille bot --url http://localhost:8000 --games 10 my_bots:Careful
"""


def add_to(commands: Any) -> None:
    """Add `spadille bot` and its options."""
    parser = add_command(commands, "bot", "Connect a bot to a server", _ABOUT, run)
    parser.add_argument("--url", required=True, help="link of a table or a server")
    parser.add_argument(
        "--token", default=os.environ.get(TOKEN), help=f"access token [default: {TOKEN}]"
    )
    parser.add_argument("--name", help="name at the table [default: the level or class]")
    number = whole_number(1, 1_000_000)
    parser.add_argument(
        "--games",
        metavar="N",
        type=number,
        default=1,
        help="number of games to play [default: %(default)s]",
    )
    add_pace_option(parser, default=0.6)
    parser.add_argument("bot", metavar="BOT", help="a level, or module:Class")


def run(arguments: Namespace) -> None:
    """Print the progress of a bot that plays on a server, until its games are over."""
    from ..bots import called, load
    from ..client import parse_url, play

    address = parse_url(arguments.url)
    if not arguments.token:
        raise InputError(
            f"missing token: use --token or {TOKEN}",
            "create one on the page /bots of the server",
        )
    check_bot("BOT", arguments.bot)
    prepare_levels(arguments.bot)
    if not address.private:
        _say("warning: the connection is not encrypted; others can read the token")
    name = arguments.name or called(arguments.bot)
    bot = load(arguments.bot, seed=os.urandom(8).hex())
    games, pace = arguments.games, arguments.pace
    play(arguments.url, arguments.token, bot, name=name, games=games, pace=pace, log=_say)


def _say(line: str) -> None:
    print_plain(line, flush=True)
