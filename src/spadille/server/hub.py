"""All tables of the server: those in memory, and the way to the others in the store."""

import asyncio
import logging
import secrets
from collections.abc import Callable

from msgspec import structs

from ..game import Record
from .clock import Timer
from .events import PersonId
from .group import check_place, free_seats, make_group, place_of
from .http_messages import NewGroup, NewTable
from .keeper import Keeper, Surroundings
from .lobby import OpenTables, one_of
from .logs import log_failure
from .protocol import Sit
from .refusals import RefusedError
from .register import Listed, Summary, summary_of
from .requests import Asker, made_of, make
from .retention import tidy_up
from .sequel import Sequel
from .table import Table
from .thought import Habits

log = logging.getLogger(__name__)

MOST_TABLES = 2000
"""Tables in memory; some hundred kilobytes each."""

SECONDS_BETWEEN_TIDYING = 3600.0

IDLE_SECONDS = 60.0
"""How long at least a table stays in memory when nobody is connected to it."""

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What ids are made of: letters and digits that nobody mistakes for others."""


class Hub:
    """Finds and makes tables."""

    def __init__(self, around: Surroundings, most_tables: int = MOST_TABLES) -> None:
        self._around = around
        self._most_tables = most_tables
        self._habits = Habits()
        self._keepers: dict[str, Keeper] = {}
        self._idle: set[Keeper] = set()
        self._loading = asyncio.Lock()
        self._seating = asyncio.Lock()
        self._sweeper: Timer | None = None
        self._tidier: Timer | None = None
        self._tidying: asyncio.Task[None] | None = None
        self.lobby = OpenTables(around.clock)

    def start(self) -> None:
        """Begins to forget tables that nobody uses, and what the host does not want to keep."""
        self._tidy_later(IDLE_SECONDS)
        self._sweep_later()

    def _sweep_later(self) -> None:
        self._sweeper = self._around.clock.call_later(IDLE_SECONDS, self._sweep)

    async def stop(self) -> None:
        """Lets every table finish what it is storing."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._tidier is not None:
            self._tidier.cancel()
        if self._tidying is not None:
            await self._tidying
        self.lobby.stop()
        await asyncio.gather(*(keeper.stop() for keeper in self._keepers.values()))
        self._keepers.clear()

    async def make(self, new: NewTable, person: PersonId) -> Keeper:
        """A new table of that person.

        Raises:
            SpadesError: when the rules do not exist or there are too many tables.
        """
        self._make_room()
        id = _new_id()
        table, events = make(id, new, person, self._around.seeds, self._around.clock.time_of_day())
        await self._around.store.add(id, events, summary_of(table))
        return self._keep(table)

    async def make_group(self, new: NewGroup) -> tuple[str, ...]:
        """New tables that know of each other; nobody sits there yet.

        Raises:
            SpadesError: when people do not divide so, the rules do not exist, or there are too
                many tables.
        """
        group = {
            id: Sequel(Table.begin(id, made), (made,)).settled(self._around.seeds)
            for id, made in make_group(new, _new_id).items()
        }
        self._make_room(len(group))
        await self._around.store.add_all(
            {id: sequel.events for id, sequel in group.items()},
            {id: summary_of(sequel.table) for id, sequel in group.items()},
        )
        for sequel in group.values():
            self._keep(sequel.table)
        return tuple(group)

    async def find_group(self, id: str) -> tuple[Keeper, ...]:
        """All tables that were made together with the one of that id.

        Raises:
            RefusedError: when there are none, or there are too many tables.
        """
        group = (await self.find(id)).table.made.group
        if not group:
            raise RefusedError("group/unknown", "there is no such group of tables")
        return tuple([await self.find(table) for table in group])

    async def take_seat(self, id: str, asker: Asker, table: str | None) -> str:
        """Gives somebody a free seat of a group, drawn by lot, and tells at which table.

        Without `table` it may be at any; who has a seat in the group keeps it.

        Raises:
            RefusedError: when no seat is free, or `table` is not the one where they sit.
        """
        async with self._seating:
            keepers = {keeper.table.id: keeper for keeper in await self.find_group(id)}
            tables = [keeper.table for keeper in keepers.values()]
            if table is not None and table not in keepers:
                raise _unknown()
            own = place_of(asker.person, tables)
            if table is not None:
                check_place(asker.person, tables, table)
            if own is not None:
                return own.id
            free = free_seats(found for found in tables if table in {None, found.id})
            if not free:
                raise RefusedError("group/full", "no seat is free there")
            at, seat = secrets.choice(free)
            await keepers[at.id].do(asker, Sit(at.id, seat))
            return at.id

    async def sit(self, keeper: Keeper, asker: Asker, sit: Sit) -> None:
        """Gives somebody the seat of a table in a group; nobody has two there, asked for at once.

        Raises:
            SpadesError: when it is refused.
        """
        async with self._seating:
            group = await self.find_group(keeper.table.id)
            check_place(asker.person, [other.table for other in group], keeper.table.id)
            await keeper.do(asker, sit)

    async def sit_among_all(self, keeper: Keeper, asker: Asker, sit: Sit) -> None:
        """Gives somebody a seat of an open table, unless they wait at too many others.

        Raises:
            SpadesError: when it is refused.
        """
        async with self._seating:
            self.lobby.check_seats(asker.person, keeper.table.id)
            await keeper.do(asker, sit)

    async def match(self, new: NewTable, asker: Asker, may_make: Callable[[], None]) -> str:
        """Where somebody plays by these rules with others: at a table that waits, or a new one.

        `may_make` is asked before one is made, and raises what it refuses.

        Raises:
            SpadesError: when it is refused, or there are no such rules.
        """
        wanted = structs.replace(new, invite=True, public=True)
        rules = made_of(wanted, new.level, new.turn_seconds, invite=True).rules
        async with self._seating:
            free = self.lobby.waiting_for(rules, asker.person)
            if free:
                id, seat = one_of(free)
                self.lobby.check_seats(asker.person, id)
                await self._keepers[id].do(asker, Sit(id, seat))
                return id
            self.lobby.check_seats(asker.person, "")
            may_make()
            return (await self.make(wanted, asker.person)).table.id

    async def find(self, id: str, person: PersonId | None = None) -> Keeper:
        """The table of that id; there is always room for one that awaits `person`.

        Raises:
            RefusedError: when there is none, or there are too many tables.
        """
        async with self._loading:
            keeper = self._keepers.get(id)
            if keeper is None:
                table = await self._around.store.load(id) if set(id) <= set(_LETTERS) else None
                if table is None:
                    raise _unknown()
                if person is None or not table.awaits(person):
                    self._make_room()
                keeper = self._keep(table)
            self._idle.discard(keeper)
            return keeper

    async def tables_of(self, person: PersonId) -> list[tuple[Listed, Summary]]:
        """Where somebody has a seat, the table used last first."""
        found = []
        for listed in await self._around.store.register.tables_of(person):
            summary = listed.summary
            if summary is None:  # written by an older version
                try:
                    table = (await self.find(listed.table)).table
                except RefusedError:  # damaged, say
                    continue
                await self._around.store.register.note(table)
                summary = summary_of(table)
            if person in summary.people:
                found.append((listed, summary))
        return found

    async def record(self, id: str, number: int) -> Record | None:
        """The record of the game of that number at a table; None while it is not over.

        Raises:
            RefusedError: when there is no such table.
        """
        await self.find(id)
        return await self._around.store.record(id, number) if number > 0 else None

    def _keep(self, table: Table) -> Keeper:
        keeper = self._keepers[table.id] = Keeper(
            table, self._around, self._habits, self._forget, self.lobby.note
        )
        self.lobby.note(keeper)
        return keeper

    def _make_room(self, tables: int = 1) -> None:
        if len(self._keepers) + tables <= self._most_tables:
            return
        for keeper in [keeper for keeper in self._keepers.values() if keeper.idle]:
            self._forget(keeper)
        if len(self._keepers) + tables > self._most_tables:
            raise RefusedError("server/full", "too many tables are in use; try again later")

    def _sweep(self) -> None:
        """Forgets tables that were idle the last time already."""
        idle = {keeper for keeper in self._keepers.values() if keeper.idle}
        for keeper in idle & self._idle:
            self._forget(keeper)
        self._idle = idle - self._idle
        self._sweep_later()

    def _tidy_later(self, seconds: float) -> None:
        self._tidier = self._around.clock.call_later(seconds, self._tidy_up)

    def _tidy_up(self) -> None:
        self._tidying = asyncio.create_task(self.tidy_up())
        self._tidy_later(SECONDS_BETWEEN_TIDYING)

    async def tidy_up(self) -> None:
        """Forgets what the host does not want to keep any longer."""
        around = self._around
        try:
            async with self._loading:  # meanwhile no table comes into use
                await tidy_up(around.store, around.clock, around.retention, self._keepers)
        except Exception as error:  # noqa: BLE001 - another time it may succeed
            log_failure(log, "what is old was not forgotten", error)

    def _forget(self, keeper: Keeper) -> None:
        keeper.abandon()
        if self._keepers.get(keeper.table.id) is keeper:
            del self._keepers[keeper.table.id]
            self.lobby.forget(keeper.table.id)


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def _unknown() -> RefusedError:
    return RefusedError("table/unknown", "there is no such table")
