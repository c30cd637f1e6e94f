"""Options that several commands share: numbers, bots, their pace, and workers."""

import os
import re
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..game import ParseError, Seat, SpadesError, is_text
from ..locale import LANGUAGES
from ..notation import parse_seat
from .streams import InputError, with_code

if TYPE_CHECKING:
    from concurrent.futures import Executor


def add_command(
    commands: Any, name: str, summary: str, about: str, run: Callable[[Namespace], int | None]
) -> ArgumentParser:
    """Add a command that calls `run`; `summary` is its line in the list of all commands.

    `run` returns the exit status; None means 0.
    """
    parser: ArgumentParser = commands.add_parser(name, help=summary, description=about)
    parser.set_defaults(run=run)
    add_output_options(parser, SUPPRESS)
    return parser


def add_commands(parser: ArgumentParser) -> Any:
    """Return the place for the commands of a parser, which prints its help without one."""
    parser.set_defaults(run=lambda _: parser.print_help())
    return parser.add_subparsers(title="commands", metavar="COMMAND")


def add_output_options(parser: ArgumentParser, default: Any) -> None:
    """Add the options that every command accepts, before and after its name."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument("-q", "--quiet", action="store_true", default=default, help="show no progress")
    how.add_argument(
        "-v", "--verbose", action="store_true", default=default, help="show tracebacks of errors"
    )


def add_renamed(parser: Any, name: str, once: str, **options: Any) -> None:
    """Add an option; its older name, `once`, still works but is not in the help."""
    dest = options.pop("dest", name.removeprefix("--").replace("-", "_"))
    parser.add_argument(name, dest=dest, **options)
    parser.add_argument(once, dest=dest, **{**options, "help": SUPPRESS, "default": SUPPRESS})


def seat_named(text: str) -> Seat:
    """Return the seat that an option names, such as `N`."""
    try:
        return parse_seat(text)
    except ParseError as error:
        raise ArgumentTypeError(str(error)) from error


def add_lang_option(parser: ArgumentParser, usual: str = "en") -> None:
    """Add `--lang`, the language of the texts that a command prints; `usual` is for the help."""
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=SUPPRESS,
        help=f"language of the texts [default: {LANG}, or {usual}]",
    )


LANG = "SPADILLE_LANG"
"""The environment variable that sets the language of the texts."""


_ORIGIN = re.compile(r"(https?)://([^/?#@\s]+)/?")
_USUAL_PORT = {"http": 80, "https": 443}


def origin(text: str) -> str:
    """Return the origin of a server's pages, as browsers write it.

    >>> origin("https://Spades.example:443/"), origin("http://spädä.example:8000")
    ('https://spades.example', 'http://xn--spd-rlab.example:8000')
    """
    try:
        return _written(text)
    except ValueError:
        raise ArgumentTypeError(
            f"invalid server {text!r}: expected an address like https://spades.example"
        ) from None


def _written(text: str) -> str:
    """Return an origin as browsers write it.

    Raises:
        ValueError: if it is not one.
    """
    found = _ORIGIN.fullmatch(text.lower())
    parts = urlsplit(f"//{found[2]}" if found else "")
    if found is None or not parts.hostname:
        raise ValueError(text)
    host, port = parts.hostname, parts.port
    place = f"[{host}]" if ":" in host else _name_of(host)
    usual = port in {None, _USUAL_PORT[found[1]]}
    return f"{found[1]}://{place}" + ("" if usual else f":{port}")


def _name_of(host: str) -> str:
    """Return a host name as browsers encode it, by UTS 46; unlike Python's codec, it keeps ß.

    Raises:
        ValueError: if it is not one.
    """
    if not host.isascii():
        import idna  # slow to import, and few names need it

        labels = idna.uts46_remap(host, std3_rules=False).split(".")
        host = ".".join(
            label if label.isascii() else f"xn--{label.encode('punycode').decode()}"
            for label in labels
        )
    return host.encode("idna").decode()  # rejects names that are too long or empty


DATABASE = "SPADILLE_DATABASE"
"""The environment variable that sets the database, for the server and its admin commands."""


def add_database_option(parser: ArgumentParser) -> None:
    """Add `--database`, a file or URL; None means a file in your user account."""
    parser.add_argument(
        "--database",
        metavar="URL",
        default=os.environ.get(DATABASE) or None,
        help=f"database file or URL [default: {DATABASE}, or a file in your user account]",
    )


def add_seed_option(parser: ArgumentParser) -> None:
    """Add `--seed`, a number or text; the default is 0."""
    parser.add_argument(
        "--seed", type=seed, default="0", help="a number or text [default: %(default)s]"
    )


def seed(text: str) -> str:
    """Read a seed, which may be any text."""
    if not is_text(text):
        raise ArgumentTypeError(f"invalid seed {text!r}: expected UTF-8 text")
    return text


def add_workers_options(parser: ArgumentParser, workers: str) -> None:
    """Add `--workers`, with the given help, and `--executor`."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", type=whole_number(1, 1024), help=workers)
    where.add_argument("--executor", metavar="URL", help="scheduler of a Dask cluster")


def executor_of(arguments: Namespace) -> "AbstractContextManager[Executor | None]":
    """Return the requested executor, or None if one worker or threads are enough."""
    from ..arena import local_processes

    if arguments.executor is not None:
        return cluster_of(arguments)
    return nullcontext() if arguments.workers == 1 else local_processes(arguments.workers)


def cluster_of(arguments: Namespace) -> "AbstractContextManager[Executor | None]":
    """Return the requested cluster, if any."""
    from ..arena import dask_cluster

    return nullcontext() if arguments.executor is None else dask_cluster(arguments.executor)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a parser for the text of an option that is a whole number in this range."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise ArgumentTypeError(
                f"invalid number {text!r}: expected a whole number from {least} to {most}"
            )
        return number

    return read


def real_number(
    what: str, expected: str, possible: Callable[[float], bool]
) -> Callable[[str], float]:
    """Return a parser for decimal numbers; `what` names the number in errors."""

    def read(text: str) -> float:
        with suppress(ValueError):
            if possible(number := float(text)):
                return number
        raise ArgumentTypeError(f"invalid {what} {text!r}: expected {expected}")

    return read


def add_pace_option(parser: ArgumentParser, *, default: float | None) -> None:
    """Add `--pace`, the seconds, from 0 to 60, that bots take for a bid or a card."""
    parser.add_argument(
        "--pace",
        metavar="SECONDS",
        type=real_number("pace", "seconds from 0 to 60", lambda pace: 0 <= pace <= 60),
        default=default,
        help="time that bots take for a bid or a card"
        + ("" if default is None else " [default: %(default)s]"),
    )


def check_bot(option: str, name: str) -> None:
    """Raise an error if the bot is unknown; its module may be in the current folder.

    Raises:
        InputError: if the bot is unknown, with the reason.
    """
    from ..bots import load

    look_here_for(name)
    try:
        load(name)
    except SpadesError as error:
        raise InputError(f"{option}: {with_code(error)}") from error


def look_here_for(bot: str) -> None:
    """Add the current folder to the search path for the module of your own bot."""
    here = os.getcwd()  # noqa: PTH109 - as Python writes it there
    if ":" in bot and here not in sys.path:
        sys.path.insert(0, here)


def names_of_bots(text: str, besides: Sequence[str] = ()) -> list[str]:
    """Split names at commas, but for those between a bot's options or within a command."""
    from ..bots import LEVELS, is_program

    names: list[str] = []
    for part in text.split(","):
        option, equals, _ = part.partition("=")
        is_option = bool(equals) and option.strip().isidentifier()
        is_name = ":" in part or part.strip() in {*besides, *LEVELS}
        of_program = bool(names) and is_program(names[-1].strip()) and not is_name
        if names and (is_option or (of_program and part.strip())):
            names[-1] += f",{part}"
        else:
            names.append(part)
    return [name.strip() for name in names]


def bots_of(text: str, players: int, besides: Sequence[str] = ()) -> list[str]:
    """Return each seat's bot, from one name or one per seat; names in `besides` are also valid.

    Raises:
        InputError: if a bot is unknown, or there are too few or too many.
    """
    from ..bots import LEVELS

    names = names_of_bots(text, besides)
    for name in dict.fromkeys(names):
        if not name:
            known = ", ".join(dict.fromkeys((*besides, *LEVELS)))
            raise InputError(f"--bots: unknown bot {name!r}", f"choose from {known}")
        if name not in besides:
            check_bot("--bots", name)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise InputError(
            f"--bots: {len(names)} names; give one, or one for each of {players} seats"
        )
    return names
