"""How much clients may do and hold; `docs/hosting/configuration.md` lists it.

A client is an address, and a household or a school may share one, so the limits are wide.
"""

import sys
from typing import Literal, NamedTuple

LogForm = Literal["text", "json"]


class Limits(NamedTuple):
    """What one client may do, and what all together; ten times a rate may be used at once.

    `sockets_kept` are further websockets, for people who come back to a seat in a game. Seconds
    are those until a whole request has come, until the first `hello`, and those in which something
    of what is sent must be taken.
    """

    requests_a_second: float = 50
    requests_a_second_in_all: float = 500
    tables_a_minute: float = 6
    tables_a_minute_in_all: float = 60
    records_a_minute: float = 6
    records_a_minute_in_all: float = 60
    guests_a_minute: float = 6
    guests_a_minute_in_all: float = 120
    reports_an_hour: float = 2
    reports_an_hour_in_all: float = 60
    passwords_a_minute: float = 6
    passwords_a_minute_in_all: float = 60
    passwords_a_minute_for_a_name: float = 1
    passwords_a_minute_for_a_name_in_all: float = 6
    sockets_a_client: int = 200
    sockets_in_all: int = 2000
    sockets_kept: int = 500
    connections_a_client: int = 500
    connections_in_all: int = 5000
    seconds_to_ask: float = 15
    seconds_to_greet: float = 15
    seconds_to_take: float = 30


USUAL = Limits()


def within(limits: Limits, connections: int) -> Limits:
    """Limits where there can be only that many connections: no client and no strangers have all."""
    if connections >= limits.connections_in_all:
        return limits
    sockets = min(limits.sockets_in_all, connections // 2)
    return limits._replace(
        connections_in_all=connections,
        connections_a_client=min(limits.connections_a_client, connections // 2),
        sockets_in_all=sockets,
        sockets_a_client=min(limits.sockets_a_client, sockets // 2),
        sockets_kept=min(limits.sockets_kept, connections // 4),
    )


class Retention(NamedTuple):
    """After how many days without use tables are forgotten that wait or are over; 0 is never.

    A game that continues and that no one has played at for `abandon_days` is over; 0 is never.
    """

    keep_days: float = 0
    abandon_days: float = 0


FOR_EVER = Retention()


class Hosting(NamedTuple):
    """Where a server stands: its public origins, the proxies before it, and its limits.

    `retention` says how long it keeps what no one uses, `metrics` the address, if any, at which
    it tells numbers about itself. One that is `standby` waits while another server uses the
    database. `think_at` is the scheduler of a Dask cluster at which bots think, if any. `log` tells
    whether its log is for people or for programs. `create_folder` lets it create the folder of its
    database.
    """

    origins: frozenset[str] = frozenset()
    proxies: tuple[str, ...] = ()
    limits: Limits = USUAL
    retention: Retention = FOR_EVER
    metrics: tuple[str, int] | None = None
    standby: bool = False
    think_at: str | None = None
    log: LogForm = "text"
    create_folder: bool = False


RESERVED = 100
"""Files in addition to connections: the store, workers, and what is accepted only to be refused."""


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
