"""Everyone who is connected to a table, and the state that they see."""

from collections.abc import Callable, Iterable
from typing import Protocol

from ...locale import Lang
from ...table import snapshot
from ...table.chat import Said, hears, line_of
from ...table.commands import Asker
from ...table.events import PersonId
from ...table.model import Table
from ...table.protocol import InRoom, Pace, Talk, write
from ...table.timers import Times, pace_at, time_left
from ..clock import Watch
from .bots import Preparing

MOST_IN_ROOM = 30
"""The most people without a seat who are shown while a table waits."""


class Connection(Protocol):
    """A client connected to a table, and the contents of the last state sent to it.

    `updates` says that the client wants changes instead of whole states. `joining` says that the
    person is still choosing a name.
    """

    asker: Asker
    lang: Lang
    pace: Pace
    updates: bool
    joining: bool
    told: snapshot.ClientSnapshot

    def send(self, text: str) -> None:
        """Send a message, or drop it if the other end is gone."""

    def hang_up(self) -> None:
        """End the connection; the client will connect again."""


class Subscribers:
    """The connections to one table."""

    def __init__(self, preparing: Preparing, clock: Watch) -> None:
        self._preparing = preparing
        self._clock = clock
        self._people: dict[Connection, PersonId] = {}
        self.present: frozenset[PersonId] = frozenset()
        """The people who are connected; the object stays the same until they change."""
        self._memo = snapshot.Memo()
        self._labels: dict[Lang, snapshot.Labels] = {}

    def __len__(self) -> int:
        return len(self._people)

    def join(self, connection: Connection) -> bool:
        """Add a connection, and return True if it belongs to a person who was not there."""
        new = connection.asker.person not in self.present
        self._people[connection] = connection.asker.person
        self._count()
        connection.told = snapshot.ClientSnapshot()
        return new

    def leave(self, connection: Connection) -> PersonId | None:
        """Remove a connection, and return the person who has now left, if any."""
        person = self._people.pop(connection, None)
        self._count()
        return None if person in self.present else person

    def hang_up(self) -> None:
        """Ask every client to connect again."""
        for connection in self._people:
            connection.hang_up()
        self._people.clear()
        self._count()

    def dismiss(self, strangers: Callable[[PersonId], bool]) -> None:
        """End the connections of people who may not look at the table any more."""
        for connection, person in tuple(self._people.items()):
            if strangers(person):
                del self._people[connection]
                connection.hang_up()
        self._count()

    def pace(self, table: Table) -> float:
        """Return how quickly bots move: as all players who are here wish, if they agree."""
        playing = {*table.seats.people, *table.seats.reserved}
        wishes = {person: one.pace for one, person in self._people.items() if person in playing}
        agreed = set(wishes.values())
        return pace_at(table, agreed.pop() if len(agreed) == 1 else "normal")

    def show(self, table: Table, times: Times, *only: Connection) -> None:
        """Send everyone the state of the table as they may see it, or only those in `only`."""
        present, names = self.present, table.names
        left = time_left(table, present, times, self._clock.time())
        if table.status == "playing" and table.seats.levels:
            left = left._replace(bots=self._unable(table))
        room = self._room(table) if table.status == "waiting" else ()
        common: dict[Lang, snapshot.Common] = {}
        differences = snapshot.Differences()
        texts: list[tuple[Connection, str]] = []
        for connection in only or tuple(self._people):
            if connection not in self._people:  # it has moved to another table by now
                continue
            lang, before = connection.lang, connection.told
            if lang not in common:
                if lang not in self._labels:
                    self._labels[lang] = snapshot.labels_of(table, lang)
                labels = self._labels[lang]
                common[lang] = snapshot.common_to_all(
                    table, labels, present, room, left, self._memo
                )
            shown = snapshot.shown_to(connection.asker.person, common[lang], table, present)
            connection.told = now = snapshot.ClientSnapshot(shown, lang, names)
            if connection.updates:
                message = snapshot.update_after(before, now, differences)
            else:
                message = snapshot.state_after(before, now)
            texts.append((connection, write(message, lang, names)))
        # Send only now: the system does much work per message, which would delay the next state.
        for connection, text in texts:
            connection.send(text)

    def tell(self, table: Table, said: Said) -> None:
        """Send a line to everyone who may read it."""
        texts: dict[Lang, str] = {}
        for connection, person in self._people.items():
            if hears(table, person, said):
                lang = connection.lang
                if lang not in texts:
                    texts[lang] = write(Talk((line_of(said, lang),), anew=False), lang)
                connection.send(texts[lang])

    def recall(self, connection: Connection, lines: Iterable[Said]) -> None:
        """Send the earlier lines to a person who joins."""
        lang = connection.lang
        told = Talk(tuple(line_of(said, lang) for said in lines), anew=True)
        connection.send(write(told, lang))

    def _room(self, table: Table) -> tuple[InRoom, ...]:
        """Return the people without a seat, in the order in which they came."""
        found = {
            person: InRoom(one.asker.name, one.joining, one.asker.program)
            for one, person in self._people.items()
            if not table.has(person)
        }
        return tuple(found.values())[:MOST_IN_ROOM]

    def _unable(self, table: Table) -> float | None:
        """Return the seconds until all bots can think as they should, or None if they can."""
        return max(filter(None, map(self._preparing, table.seats.levels)), default=None)

    def _count(self) -> None:
        present = frozenset(self._people.values())
        if present != self.present:
            self.present = present
