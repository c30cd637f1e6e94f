"""The origin of a request: the client, known by its address, and the page, known by headers."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from ipaddress import IPv6Address, ip_address, ip_network
from socket import gethostname
from urllib.parse import urlsplit

from ...locale import Lang, spoken_of
from .reach import host_asked


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
    headers: Mapping[str, str],
    origins: AbstractSet[str],
    machine: str = gethostname(),
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


LONGEST_ADDRESS = 64
"""The most characters in an address; a proxy may pass on anything."""

HOUSEHOLD = 64
"""The number of bits of an IPv6 address that all devices in a household share."""


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
