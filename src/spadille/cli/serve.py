"""`spadille serve`: the web application."""

from argparse import ArgumentTypeError, Namespace
from typing import Any

from .errors import InputError

_ABOUT = """\
Start the web application and print its address. Stop it with Ctrl-C; games are kept and go on
where they were at the next start.

examples:
  spadille serve
  spadille serve --host 0.0.0.0 --port 9000        for friends in the same network
  spadille serve --database sqlite:///games.db
"""


def add_to(commands: Any) -> None:
    parser = commands.add_parser("serve", help="play in the browser", description=_ABOUT)
    parser.set_defaults(run=run, command=parser.prog)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument(
        "--port", type=_port, default=8000, help="port to listen on (%(default)s); 0: any free one"
    )
    parser.add_argument(
        "--database", metavar="URL", help="where games are kept (a file of your user account)"
    )
    parser.add_argument(
        "--pace", metavar="S", type=_seconds, default=None, help="seconds a bot takes for a card"
    )


def run(arguments: Namespace) -> int:
    raise InputError("not yet")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 65536):
        raise ArgumentTypeError(f"{text!r} is no port, expected a number from 0 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise ArgumentTypeError(f"{text!r} is no pace, expected seconds from 0 to 60")
    return seconds
