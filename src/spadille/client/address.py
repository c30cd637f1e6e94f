"""The address of a server, and the table that it refers to."""

import re
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from .errors import ClientError

_PATH = re.compile(r"(?:/t/([2-9a-hjkmnp-z]{1,32}))?/?")


class Address(NamedTuple):
    """A server, given by its websocket URL; `table` is None if any open table will do."""

    socket: str
    table: str | None
    private: bool
    """Whether the connection is protected from eavesdroppers along the way."""


def parse_url(url: str) -> Address:
    """Return the address that a link to a table or a server leads to.

    >>> parse_url("https://spades.example/t/k3v7p2mwq8xd").socket
    'wss://spades.example/ws'
    >>> parse_url("http://localhost:8000").table is None
    True

    Raises:
        ClientError: if it leads to neither.
    """
    try:
        parts = urlsplit(url)
        path, host = _PATH.fullmatch(parts.path), parts.hostname
        port = parts.port  # raises an error if the port is invalid
        (host or "").encode("idna")  # so does this, for the host
    except ValueError:
        raise _no_address(url) from None
    if parts.scheme not in {"http", "https"} or path is None or not host or parts.username:
        raise _no_address(url)
    named = f"[{host}]" if ":" in host else host
    place = named if port is None else f"{named}:{port}"
    scheme = "wss" if parts.scheme == "https" else "ws"
    return Address(f"{scheme}://{place}/ws", path[1], scheme == "wss" or _is_here(host))


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _no_address(url: str) -> ClientError:
    return ClientError(
        "visit/address",
        "{url} is not the link of a server or a table; expected one like "
        "https://spades.example/t/ID",
        url=url,
    )
