"""What is raised when the server does not do what it was asked to do."""

from ..game import SpadesError

STATUS = {
    "origin/other": 403,
    "host/unknown": 421,
    "table/unknown": 404,
    "group/unknown": 404,
    "seal/secret": 404,
    "request/not-json": 415,
    "request/too-many": 429,
    "tables/too-many": 429,
    "guests/too-many": 429,
    "session/none": 401,
    "server/full": 503,
}
"""The HTTP status of refusals that have one of their own."""


class RefusedError(SpadesError):
    """A request that was refused; nothing has changed."""


def failure() -> RefusedError:
    """What is said when the fault is the server's own."""
    return RefusedError("server/failed", "the server has failed; nothing has happened")


def too_many_connected() -> RefusedError:
    """What a client is told for whom there is no connection left."""
    return RefusedError("server/full", "too many are connected; try again in a while")
