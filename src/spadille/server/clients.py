"""Whom a request comes from, as far as limits are concerned."""

from ipaddress import IPv6Address, ip_address

LONGEST_ADDRESS = 64
"""Characters; a proxy may pass on anything."""

HOUSEHOLD = 64
"""Bits of an IPv6 address that a household has in common."""


def client_of(address: str) -> str:
    """What stands for all who share an address: itself, or the network of an IPv6 address.

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
        network = int(ip) >> (128 - HOUSEHOLD) << (128 - HOUSEHOLD)
        return f"{IPv6Address(network)}/{HOUSEHOLD}"
    return str(ip)
