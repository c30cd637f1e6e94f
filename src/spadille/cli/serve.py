"""`spadille serve`: start the web server."""

import re
import signal
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from ipaddress import ip_network
from typing import Any, get_args

from .. import server
from ..server import OLDER_LIMITS, USUAL, Hosting, Limits, LogForm, Retention
from .configuration import PREFIX
from .options import (
    add_command,
    add_database_option,
    add_pace_option,
    add_renamed,
    origin,
    real_number,
)

NAME = "serve"

_ABOUT = """\
Start the web server and print its address. Stop it with Ctrl-C; games are saved
and resume when it starts again.

examples:
  spadille serve
  spadille serve --host 0.0.0.0 --port 9000     # for your local network
  spadille serve --database games.db
  spadille serve --database postgresql://localhost/games
  spadille serve --origin https://spades.example --proxy 127.0.0.1
  spadille serve --bot-cluster tcp://10.0.0.4:8786

environment:
  SPADILLE_DATABASE, SPADILLE_PORT and so on set the options of the same name.
  The command line takes precedence, then the environment, then the file.
"""


def add_to(commands: Any) -> None:
    """Add `spadille serve` and its options."""
    parser = add_command(commands, NAME, "Start the web server", _ABOUT, run)
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on [default: %(default)s]"
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=8000,
        help="port to listen on; 0: any free one [default: %(default)s]",
    )
    add_database_option(parser)
    parser.add_argument(
        "--create-folder",
        action="store_true",
        help="create the folder of the database if it is missing",
    )
    add_pace_option(parser, default=None)
    add_hosting_options(parser)


def run(arguments: Namespace) -> None:
    """Run the server until SIGINT or SIGTERM stops it."""
    # A shell script makes its background processes ignore this signal, and Python keeps that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The first process in a container only receives signals that it handles.
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    with suppress(KeyboardInterrupt):  # this is how it stops
        server.serve(
            arguments.host,
            arguments.port,
            arguments.database,
            pace=arguments.pace,
            hosting=hosting_of(arguments),
        )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 65536):
        raise ArgumentTypeError(f"invalid port {text!r}: expected a number from 0 to 65535")
    return int(text)


def _prefix(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text):
        raise ArgumentTypeError(f"invalid prefix {text!r}: expected letters, digits, and _")
    return text


MOST = 1e9
"""A number so large that it sets no limit."""

_SCHEDULER = re.compile(r"(tcp|tls|ws|wss)://[^/\s]+:\d+")


def add_hosting_options(parser: ArgumentParser) -> None:
    """Add the options that `hosting_of` reads."""
    parser.add_argument(
        "--origin",
        metavar="URL",
        dest="origins",
        type=origin,
        action="append",
        default=[],
        help="public address of the pages, such as https://spades.example; may be repeated",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        dest="proxies",
        type=_network,
        action="append",
        default=[],
        help="address of a reverse proxy that sets X-Forwarded-For; may be repeated",
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=NUMBER",
        dest="limits",
        type=_limit,
        action="append",
        default=[],
        help="a limit for clients, see docs/hosting/configuration.md; may be repeated",
    )
    parser.add_argument(
        "--metrics",
        metavar="[HOST:]PORT",
        type=_metrics_address,
        help="address for Prometheus metrics [default host: this machine only]",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="a TOML file with options, such as port = 9000",
    )
    parser.add_argument(
        "--env-prefix",
        metavar="PREFIX",
        default=PREFIX,
        type=_prefix,
        help="prefix of environment variables with options [default: %(default)s]",
    )
    parser.add_argument(
        "--standby",
        action="store_true",
        help="while another server uses the database, wait to take its place",
    )
    add_renamed(
        parser,
        "--bot-cluster",
        "--think-at",
        metavar="URL",
        type=_scheduler,
        help="scheduler of a Dask cluster that runs strong bots, such as tcp://host:8786",
    )
    parser.add_argument(
        "--log",
        choices=get_args(LogForm),
        default="text",
        metavar="FORMAT",
        help="log format: text, or json with one object on each line [default: %(default)s]",
    )
    days = real_number("number of days", "0 (never) or more", lambda days: 0 <= days < MOST)
    add_renamed(
        parser,
        "--retention-days",
        "--keep-days",
        metavar="DAYS",
        type=days,
        default=0,
        help="delete waiting and finished tables after this time without use; 0: never",
    )
    add_renamed(
        parser,
        "--end-idle-games-after",
        "--abandon-days",
        metavar="DAYS",
        type=days,
        default=0,
        help="end unfinished games after this time without use; 0: never",
    )


def hosting_of(arguments: Namespace) -> Hosting:
    """Return the settings from the options that `add_hosting_options` adds."""
    return Hosting(
        frozenset(arguments.origins),
        tuple(arguments.proxies),
        USUAL._replace(**dict(arguments.limits)),
        Retention(arguments.retention_days, arguments.end_idle_games_after),
        arguments.metrics,
        arguments.standby,
        arguments.bot_cluster,
        arguments.log,
        arguments.create_folder,
    )


def _metrics_address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", _port(port)


def _scheduler(text: str) -> str:
    if not _SCHEDULER.fullmatch(text):
        raise ArgumentTypeError(
            f"invalid scheduler {text!r}: expected an address like tcp://host:8786"
        )
    return text


def _network(text: str) -> str:
    try:
        return str(ip_network(text))
    except ValueError:
        raise ArgumentTypeError(
            f"invalid address {text!r}: expected one like 127.0.0.1 or 10.0.0.0/8"
        ) from None


def _limit(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    name = OLDER_LIMITS.get(name, name)
    kinds = Limits.__annotations__
    if name not in kinds:
        raise ArgumentTypeError(f"unknown limit {name!r}; choose from {', '.join(kinds)}")
    try:
        value: float = kinds[name](number)
    except ValueError:
        value = 0
    if not 0 < value < MOST:
        raise ArgumentTypeError(f"invalid limit {number!r} for {name}: expected a number above 0")
    return name, value
