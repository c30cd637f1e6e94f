"""The addresses where other machines can find the server."""

import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

FoundAt = Callable[[], tuple[str, ...]]
"""Returns the addresses of the pages for other machines, likeliest first."""

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - only compared with, not listened on

_FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Unused addresses from documentation networks; the route to them shows the local address."""


def nowhere() -> tuple[str, ...]:
    """Return no addresses, for a server that can be reached only from its own machine."""
    return ()


def page_address(host: str, port: int) -> str:
    """Return the URL of the start page; IPv6 addresses are put in brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def host_asked(headers: Mapping[str, str]) -> str:
    """Return the host name or address that the client requested, or an empty string."""
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def is_this_machine(host: str) -> bool:
    """Return True if a name or address refers to the local machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def addresses_for_others(listener: socket.socket) -> tuple[str, ...]:
    """Return the addresses where other machines can find the pages on the current network."""
    host, port = listener.getsockname()[:2]
    if host in EVERYWHERE:
        host = _own_address(listener.family)
    return () if host is None or is_this_machine(host) else (page_address(host, port),)


def _own_address(family: int) -> str | None:
    """Return this machine's address on its network, if it has one."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((_FAR[socket.AddressFamily(family)], 9))  # this sends nothing
        return str(probe.getsockname()[0])
    return None
