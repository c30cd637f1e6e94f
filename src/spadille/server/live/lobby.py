"""List the tables that are open to everyone, while a person who sits there is connected."""

from collections import Counter
from collections.abc import Set as AbstractSet
from typing import Protocol

from ...game import Rules, Seat
from ...locale import Lang
from ...table.errors import RefusedError
from ...table.events import PersonId
from ...table.model import Table
from ...table.protocol import Lobby, OpenSeat, OpenTable, write
from ...table.rule_choice import differences, title_of, without_own_words
from ...table.seats import SOMEBODY, Occupant, Person, called
from ..clock import Clock, Timer
from .actor import TableActor

EVERY = 1.0
"""Seconds between updates of the list, even if it changes more often."""

MOST_SHOWN = 60
"""The most tables in one list, which also shows how many more there are."""

SECONDS_TO_COME = 10.0
"""Time for a person to reach the table made for them; others may already be sent there."""

MOST_WAITED_AT = 3
"""The most open tables where one person may wait, so that no one blocks too many seats."""


class Visitor(Protocol):
    """A connection to which the list is shown."""

    lang: Lang

    def send(self, text: str) -> None:
        """Send the list as JSON."""


class OpenTables:
    """Maintains the list, and shows it to the clients that look at it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tables: dict[str, TableActor] = {}
        self._expected: dict[str, float] = {}
        self._texts: dict[Lang, str] = {}
        self._seats: dict[PersonId, str] | None = None
        self._waiting: Counter[Rules] | None = None
        self._shown: dict[Visitor, str] = {}
        self._timer: Timer | None = None
        self._muted: AbstractSet[PersonId] = frozenset()

    def mute(self, people: AbstractSet[PersonId]) -> None:
        """From now on, hide every name, title and side name that these people have written."""
        if people != self._muted:
            self._muted = people
            self._change()

    def note(self, one: TableActor) -> None:
        """Note that a table has changed; if it is open to everyone, it is listed from now on."""
        if one.table.made.public:
            self._tables[one.table.id] = one
            if _somebody_is_there(one):  # and if they leave, they are not expected to come again
                self._expected.pop(one.table.id, None)
            self._change()

    def expect(self, table: str) -> None:
        """Note that a person who has just asked for a table is about to arrive at this one."""
        self._expected[table] = self._clock.time() + SECONDS_TO_COME

    def forget(self, table: str) -> None:
        """Remove a table from the list that is no longer in memory."""
        self._expected.pop(table, None)
        if self._tables.pop(table, None) is not None:
            self._change()

    def join(self, visitor: Visitor) -> None:
        """Show a client the list, and any changes to it from now on."""
        text = self._shown[visitor] = self._text(visitor.lang)
        visitor.send(text)

    def leave(self, visitor: Visitor) -> None:
        """Stop showing the list to a client."""
        self._shown.pop(visitor, None)

    def stop(self) -> None:
        """Cancel the next update of the clients."""
        if self._timer is not None:
            self._timer.cancel()

    def waiting_for(self, rules: Rules, person: PersonId) -> list[tuple[str, Seat]]:
        """Return the free seats at a table that waits under these rules, or the seat they have."""
        now = self._clock.time()
        for id, one in self._tables.items():
            table = one.table
            comes = _somebody_is_there(one) or self._expected.get(id, 0.0) > now
            if comes and table.status == "waiting" and not table.worn and table.rules == rules:
                own = table.seat_of(person)
                if free := table.seats.free if own is None else (own,):
                    return [(id, seat) for seat in free]
        return []

    def count_waiting(self, rules: Rules) -> int:
        """Return how many people wait at listed tables under exactly these rules."""
        if self._waiting is None:
            self._waiting = Counter()
            for one in self._listed():
                if one.table.status == "waiting":
                    self._waiting[one.table.rules] += len(one.table.persons)
        return self._waiting[rules]

    def seat_of(self, person: PersonId) -> str | None:
        """Return the open table where a person sits, if they are connected to it."""
        if self._seats is None:
            self._seats = {
                one: actor.table.id
                for actor in self._listed()
                for one in actor.table.persons
                if one in actor.present
            }
        return self._seats.get(person)

    def check_seats(self, person: PersonId, wanted: str) -> None:
        """Raise RefusedError if a person is waiting at too many other tables to get a seat."""
        waits = sum(
            one.table.status == "waiting" and one.table.seat_of(person) is not None
            for id, one in self._tables.items()
            if id != wanted
        )
        if waits >= MOST_WAITED_AT:
            raise RefusedError(
                "seat/too-many", "you are already waiting at {count} open tables", count=waits
            )

    def _listed(self) -> list[TableActor]:
        """Return the listed tables: those that wait come first, and among them the oldest."""
        running = (one for one in self._tables.values() if one.table.status != "over")
        there = filter(_somebody_is_there, running)
        return sorted(there, key=lambda one: not one.table.seats.free)

    def _change(self) -> None:
        self._texts.clear()
        self._seats = self._waiting = None
        if self._timer is None and self._shown:
            self._timer = self._clock.call_later(EVERY, self._show)

    def _show(self) -> None:
        self._timer = None
        for visitor, shown in list(self._shown.items()):
            if shown != self._text(visitor.lang):
                self.join(visitor)

    def _text(self, lang: Lang) -> str:
        """Return the list in that language; it is made once after each change."""
        if lang not in self._texts:
            listed = self._listed()
            shown = tuple(self._open_table(one.table, lang) for one in listed[:MOST_SHOWN])
            self._texts[lang] = write(Lobby(shown, max(0, len(listed) - MOST_SHOWN)), lang)
        return self._texts[lang]

    def _open_table(self, table: Table, lang: Lang) -> OpenTable:
        clock = table.rules.clock
        made = without_own_words(table.made) if table.made.host in self._muted else table.made
        return OpenTable(
            table=table.id,
            title=title_of(made, lang),
            differences=differences(made, lang),
            waiting=table.status == "waiting",
            level=table.made.level,
            turn_seconds=clock.turn_seconds,
            bank_seconds=clock.bank_seconds,
            increment_seconds=clock.increment_seconds,
            sides=table.rules.sides,
            seats=tuple(
                OpenSeat(one.kind, self._name_of(one, lang), one.program) for one in table.seats
            ),
        )

    def _name_of(self, occupant: Occupant, lang: Lang) -> str:
        if isinstance(occupant, Person) and occupant.id in self._muted:
            return called(SOMEBODY, lang)
        return called(occupant.name, lang)


def _somebody_is_there(one: TableActor) -> bool:
    """Return True if anyone who sits at a table is connected to it."""
    return not one.present.isdisjoint(one.table.persons)
