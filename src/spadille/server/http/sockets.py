"""All open connections, so that those of people who have lost access can be ended."""

from typing import Protocol

from ..asking.requests import Asker
from ..table.events import PersonId


class Ending(Protocol):
    """A connection that can be ended.

    `asker` is its identity at a table. `person` may be known earlier, and without any table.
    """

    asker: Asker
    person: PersonId

    def hang_up(self) -> None:
        """End the connection, so that the client reconnects with its current identity."""

    def send_away(self) -> None:
        """End the connection for good."""


class Sockets:
    """The websockets of a server."""

    def __init__(self) -> None:
        self._open: set[Ending] = set()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, socket: Ending) -> None:
        """Register an open connection."""
        self._open.add(socket)

    def discard(self, socket: Ending) -> None:
        """Forget a connection, which may already have been forgotten."""
        self._open.discard(socket)

    def hang_up(self, person: PersonId) -> None:
        """End the connections of a player, who reconnects with their current identity."""
        for socket in self._of(person):
            socket.hang_up()

    @property
    def programs(self) -> frozenset[PersonId]:
        """The network bots that are currently connected."""
        return frozenset(one.asker.person for one in self._open if one.asker.program)

    def send_away(self, person: PersonId) -> None:
        """End the connections of a player for good."""
        for socket in self._of(person):
            socket.send_away()

    def _of(self, person: PersonId) -> list[Ending]:
        return [one for one in self._open if person in {one.asker.person, one.person}]
