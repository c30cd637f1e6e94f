"""How much clients may do and have open; `docs/hosting/configuration.md` lists the limits.

A client is an address. A household or a school may share one, so the limits are generous.
"""

import sys
from typing import Literal, NamedTuple

LogForm = Literal["text", "json"]


class Limits(NamedTuple):
    """The limits for each client, and for all of them together.

    A burst may be ten times the rate. `sockets_kept` is the number of extra websockets for people
    who come back to a seat in a game. The fields in seconds limit three waits: for a complete
    request, for the first `hello`, and for the client to accept some of the data sent to it.
    """

    requests_per_second: float = 50
    requests_per_second_in_all: float = 500
    tables_per_minute: float = 6
    tables_per_minute_in_all: float = 60
    records_per_minute: float = 6
    records_per_minute_in_all: float = 60
    guests_per_minute: float = 6
    guests_per_minute_in_all: float = 120
    reports_per_hour: float = 2
    reports_per_hour_in_all: float = 60
    passwords_per_minute: float = 6
    passwords_per_minute_in_all: float = 60
    passwords_per_minute_for_a_name: float = 1
    passwords_per_minute_for_a_name_in_all: float = 6
    sockets_per_client: int = 200
    sockets_in_all: int = 2000
    sockets_kept: int = 500
    connections_per_client: int = 500
    connections_in_all: int = 5000
    seconds_to_ask: float = 15
    seconds_to_greet: float = 15
    seconds_to_take: float = 30


USUAL = Limits()

OLDER_LIMITS = {
    name.replace("_per_hour", "_an_hour").replace("_per_", "_a_"): name
    for name in Limits._fields
    if "_per_" in name
}
"""Older names of limits, which still work."""


def within(limits: Limits, connections: int) -> Limits:
    """Return limits that fit that many connections.

    They keep one client, or all strangers together, from taking all of the connections.
    """
    if connections >= limits.connections_in_all:
        return limits
    sockets = min(limits.sockets_in_all, connections // 2)
    return limits._replace(
        connections_in_all=connections,
        connections_per_client=min(limits.connections_per_client, connections // 2),
        sockets_in_all=sockets,
        sockets_per_client=min(limits.sockets_per_client, sockets // 2),
        sockets_kept=min(limits.sockets_kept, connections // 4),
    )


class Retention(NamedTuple):
    """Days without use after which waiting and finished tables are forgotten; 0 means never.

    A game in progress is over once no one has played in it for `abandon_days`; 0 means never.
    """

    keep_days: float = 0
    abandon_days: float = 0


FOR_EVER = Retention()


class Hosting(NamedTuple):
    """How a server is hosted.

    `metrics` is the address that serves its metrics. A `standby` server waits while another one
    uses the database. `think_at` is the scheduler of a Dask cluster at which bots think. `log` is
    for people or for programs. `create_folder` lets it create the folder of its database.
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
"""Files in addition to connections: the store, workers, and connections about to be refused."""


def most_connections(wanted: int) -> int:
    """Return how many connections are possible, up to `wanted`; allow more open files if needed."""
    if sys.platform == "win32":  # Windows has no such limit.
        return wanted
    import resource  # noqa: PLC0415 - does not exist on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    needed = wanted + RESERVED
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(wanted, max(soft - RESERVED, soft // 2))
