"""Where a server stands, as the options of `spadille serve` tell it."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from ipaddress import ip_network

from ..server import USUAL, Hosting, Limits

MOST = 1e9
"""As good as no limit."""

_ORIGIN = re.compile(r"(https?://[^/?#\s]+)/?")


def add_hosting_options(parser: ArgumentParser) -> None:
    """Adds what `hosting_of` reads."""
    parser.add_argument(
        "--origin",
        metavar="URL",
        dest="origins",
        type=_origin,
        action="append",
        default=[],
        help="where people find the pages, such as https://spades.example; may be repeated",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        dest="proxies",
        type=_network,
        action="append",
        default=[],
        help="a reverse proxy that tells who its clients are (X-Forwarded-For); may be repeated",
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=NUMBER",
        dest="limits",
        type=_limit,
        action="append",
        default=[],
        help="how much clients may do, see docs/hosting.md; may be repeated",
    )


def hosting_of(arguments: Namespace) -> Hosting:
    return Hosting(
        frozenset(arguments.origins),
        tuple(arguments.proxies),
        USUAL._replace(**dict(arguments.limits)),
    )


def _origin(text: str) -> str:
    found = _ORIGIN.fullmatch(text.lower())
    if found is None:
        raise ArgumentTypeError(f"{text!r} is no origin, expected such as https://spades.example")
    return found[1]


def _network(text: str) -> str:
    try:
        return str(ip_network(text))
    except ValueError:
        raise ArgumentTypeError(
            f"{text!r} is no address, expected such as 127.0.0.1 or 10.0.0.0/8"
        ) from None


def _limit(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    kinds = Limits.__annotations__
    if name not in kinds:
        raise ArgumentTypeError(f"{text!r} is no limit; there are {', '.join(kinds)}")
    try:
        value: float = kinds[name](number)
    except ValueError:
        value = 0
    if not 0 < value < MOST:
        raise ArgumentTypeError(f"{number!r} is no limit for {name}, expected a number above 0")
    return name, value
