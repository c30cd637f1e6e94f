"""Where requests come from, and where the server can be found.

The client is known by its address, and the page by headers.
"""

import os
import socket
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from errno import EADDRINUSE
from ipaddress import IPv6Address, ip_address, ip_network
from socket import gethostname
from urllib.parse import urlsplit

from ...locale import Lang, spoken_of
from ...table.errors import RefusedError

FoundAt = Callable[[], tuple[str, ...]]
"""Returns the addresses of the pages for other machines, likeliest first."""

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - only compared with, not listened on

_FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Unused addresses from documentation networks; the route to them shows the local address."""

LONGEST_ADDRESS = 64
"""The most characters in an address; a proxy may pass on anything."""

HOUSEHOLD = 64
"""The number of bits of an IPv6 address that all devices in a household share."""

BACKLOG = 64
"""How many connections the system accepts before the server does; each is an open file."""


def own_page(headers: Mapping[str, str], origins: AbstractSet[str]) -> bool:
    """Return True if a request comes from a page of this server, or from no page at all.

    Its pages are those at the requested address (`Host`), and those at `origins`.
    """
    origin = headers.get("origin")
    if origin is None or origin.lower() in origins:
        return True
    try:
        place = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    return place != "" and place == headers.get("host", "").lower()


def known_host(
    headers: Mapping[str, str], origins: AbstractSet[str], machine: str = gethostname()
) -> bool:
    """Return True if a request names this server, by an address or a known name.

    The owner of any other name could later redirect it to this machine, and a page under that name
    would then count as a page of this server (DNS rebinding). An address cannot be redirected like
    that.
    """
    if "host" not in headers:
        return True  # not a browser
    host = host_asked(headers).lower().removesuffix(".")
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        names = {urlsplit(origin).hostname for origin in origins}
        short = machine.lower().partition(".")[0]
        names |= {machine.lower(), short, f"{short}.local", "localhost"}
        return host in names or host.endswith(".localhost")
    return True


def language(headers: Mapping[str, str]) -> Lang:
    """Return the language for early refusals, before the client has named one."""
    wanted = headers.get("accept-language", "").split(",")
    return spoken_of(one.partition(";")[0] for one in wanted)


def client_of(address: str) -> str:
    """Return the key for clients that share an address: the address itself, or its IPv6 network.

    >>> client_of("192.0.2.7"), client_of("::ffff:192.0.2.7"), client_of("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST_ADDRESS]
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ip_network((ip, HOUSEHOLD), strict=False))
    return str(ip)


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


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """Return a listening socket; raise RefusedError, which names the `option`, if it fails."""
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None) or 0
        if number == EADDRINUSE:
            raise RefusedError(
                "server/address",
                "port {port} of {host} is in use; choose another one with {option}, or 0 for any "
                "free one",
                host=host,
                port=port,
                option=option,
            ) from error
        # For some errors, Python's text repeats the address.
        said = getattr(error, "strerror", None) or str(error)
        raise RefusedError(
            "server/address",
            "cannot listen on {host}, port {port}: {reason}",
            host=host,
            port=port,
            reason=os.strerror(number) if number > 0 else said,
        ) from error
    # asyncio sends small pieces at once (no Nagle) only if the protocol is explicit.
    return socket.socket(proto=socket.IPPROTO_TCP, fileno=listener.detach())
