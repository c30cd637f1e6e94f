"""The errors raised when the server refuses or fails to do what it was asked to do."""

from ..game import SpadesError

STATUS = {
    "origin/other": 403,
    "host/unknown": 421,
    "table/unknown": 404,
    "group/unknown": 404,
    "seal/secret": 404,
    "records/too-many": 429,
    "server/busy": 503,
    "server/gave-up": 503,
    "request/not-json": 415,
    "request/too-many": 429,
    "tables/too-many": 429,
    "guests/too-many": 429,
    "session/none": 401,
    "passwords/too-many": 429,
    "token/unknown": 401,
    "token/scope": 403,
    "token/person": 403,
    "token/none": 404,
    "person/banned": 403,
    "report/too-many": 429,
    "server/full": 503,
}
"""The HTTP status for refusals that need a special one; features have more."""

LOST = {"table/unknown", "table/damaged"}
"""The codes for a table that is no longer available to anyone."""


class RefusedError(SpadesError):
    """A request that was refused; nothing has changed."""


def failure() -> RefusedError:
    """Return the refusal to send when the server is at fault."""
    return RefusedError("server/failed", "the server failed; nothing was changed")


def unknown_table() -> RefusedError:
    """Return the refusal for a table that does not exist."""
    return RefusedError("table/unknown", "there is no such table")


def for_the_host() -> RefusedError:
    """Return the refusal for a request that only the host may make."""
    return RefusedError("host/only", "only the host can do that")


def too_many_connected() -> RefusedError:
    """Return the refusal for a client when all connections are taken."""
    return RefusedError("server/full", "too many connections; try again later")
