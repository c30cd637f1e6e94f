"""`spadille serve`: the web application."""

from argparse import ArgumentTypeError, Namespace
from contextlib import suppress
from typing import Any

from ..game import SpadesError
from .hosting import add_hosting_options, hosting_of
from .options import add_pace_option
from .streams import InputError

_ABOUT = """\
Start the web application and print its address. Stop it with Ctrl-C; games are kept and go on
where they were at the next start.

examples:
  spadille serve
  spadille serve --host 0.0.0.0 --port 9000        for friends in the same network
  spadille serve --database sqlite:///games.db
  spadille serve --origin https://spades.example --proxy 127.0.0.1        behind a proxy
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
    add_pace_option(parser, default=None)
    add_hosting_options(parser)


def run(arguments: Namespace) -> int:
    from ..server import serve

    with suppress(KeyboardInterrupt):  # the way to stop it
        try:
            serve(
                arguments.host,
                arguments.port,
                arguments.database,
                pace=arguments.pace,
                hosting=hosting_of(arguments),
            )
        except SpadesError as error:
            raise InputError(f"{error.code}: {error}") from error
    return 0


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 65536):
        raise ArgumentTypeError(f"{text!r} is no port, expected a number from 0 to 65535")
    return int(text)
