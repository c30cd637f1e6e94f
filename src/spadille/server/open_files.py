"""How many connections the system lets a process have."""

import sys

RESERVED = 100
"""Files besides connections: the store, workers, and what is accepted only to be refused."""


def most_connections(wanted: int) -> int:
    """As many connections as wanted, or as there can be; asks the system for as many files."""
    if sys.platform == "win32":  # which knows no such limit
        return wanted
    import resource  # noqa: PLC0415 - is not there on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    needed = wanted + RESERVED
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(wanted, max(soft - RESERVED, soft // 2))
