"""The errors raised when a table or a server refuses or fails to do what it was asked to do."""

from ..game import SpadesError

STATUS = {
    "game/no-such-round": 404,
    "game/unknown": 404,
    "lesson/unknown": 404,
    "puzzle/unknown": 404,
    "seal/secret": 404,
    "server/failed": 500,
    "table/unknown": 404,
}
"""The HTTP status for refusals that need a special one, on servers and devices."""

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


def full_list(code: str, most: int) -> RefusedError:
    """Return the refusal to add to a person's list that already has the `most` entries."""
    return RefusedError(code, "the list is full; it can have at most {most} entries", most=most)


def for_the_host() -> RefusedError:
    """Return the refusal for a request that only the host may make."""
    return RefusedError("host/only", "only the host can do that")
