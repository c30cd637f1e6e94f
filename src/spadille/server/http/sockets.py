"""All connections that are open, to end those of someone who may not come in any more."""

from typing import Protocol

from ..asking.requests import Asker
from ..table.events import PersonId


class Ending(Protocol):
    """A connection that can be ended.

    `asker` is who it is at a table; `person` is known before that, or where it is at none.
    """

    asker: Asker
    person: PersonId

    def hang_up(self) -> None: ...

    def send_away(self) -> None: ...


class Sockets:
    """The websockets of a server."""

    def __init__(self) -> None:
        self._open: set[Ending] = set()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, socket: Ending) -> None:
        self._open.add(socket)

    def discard(self, socket: Ending) -> None:
        self._open.discard(socket)

    def hang_up(self, person: PersonId) -> None:
        """Have the connections of someone begin again, each as who its browser is by then."""
        for socket in self._of(person):
            socket.hang_up()

    @property
    def programs(self) -> frozenset[PersonId]:
        """The programs that are connected."""
        return frozenset(one.asker.person for one in self._open if one.asker.program)

    def send_away(self, person: PersonId) -> None:
        """End the connections of someone."""
        for socket in self._of(person):
            socket.send_away()

    def _of(self, person: PersonId) -> list[Ending]:
        return [one for one in self._open if person in {one.asker.person, one.person}]
