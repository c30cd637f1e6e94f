"""All tables on the server: those in memory, and access to those in the store."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

import sqlalchemy as sa
from msgspec import structs

from ...game import Record
from ...notation import parse_record
from ..clock import Repeating
from ..errors import LOST, RefusedError, unknown_table
from ..ids import may_be_id, new_id
from ..logs import log_failure
from ..store.clock_guard import ClockGuard
from ..store.failures import FAILURES
from ..store.retention import tidy_up
from ..store.tables import Listed, Summary, summary_of
from ..table.apply import Sequel
from ..table.branching import branch, branch_from, check_branch, no_place
from ..table.commands import Asker, made_of, make
from ..table.events import Made, PersonId
from ..table.finished import KeptGame, bots_of
from ..table.model import InPlay, Table, in_play
from ..wire.http import NewGroup, NewTable, PlayFrom, PlayOn
from ..wire.protocol import Join, Sit
from .actor import Keeper, Surroundings
from .bots import Habits
from .groups import check_place, make_group, place_of
from .lobby import OpenTables

log = logging.getLogger(__name__)

MOST_TABLES = 2000
"""The most tables in memory; each takes about fifty kilobytes while four people play."""

SECONDS_BETWEEN_TIDYING = 3600.0

IDLE_SECONDS = 60.0
"""The shortest time for which a table stays in memory while no one is connected to it."""


class Hub:
    """Finds and makes tables."""

    def __init__(self, around: Surroundings, most_tables: int = MOST_TABLES) -> None:
        self._around = around
        self._most_tables = most_tables
        self._habits = Habits()
        self._keepers: dict[str, Keeper] = {}
        self._opening = 0
        self._idle: set[Keeper] = set()
        self._loading = asyncio.Lock()
        self._seating = asyncio.Lock()
        self._sweeping = Repeating(around.clock, IDLE_SECONDS, self._sweep)
        self._tidying = Repeating(around.clock, SECONDS_BETWEEN_TIDYING, self.tidy_up)
        self._guard = ClockGuard(around.clock, around.store.last_used)
        self.lobby = OpenTables(around.clock)

    def start(self) -> None:
        """Begin to forget unused tables, and the data that the admin does not want to keep."""
        self._tidying.start(after=IDLE_SECONDS)
        self._sweeping.start()

    async def stop(self) -> None:
        """Wait until every table has stored its changes."""
        await self._sweeping.stop()
        await self._tidying.stop()
        self.lobby.stop()
        await asyncio.gather(*(keeper.stop() for keeper in self._keepers.values()))
        self._keepers.clear()

    async def make(self, new: NewTable, maker: Asker) -> Keeper:
        """Make and return a new table for a person.

        Raises:
            SpadesError: if the rules do not exist or there are too many tables.
        """
        now = self._around.clock.time_of_day()
        seeds = self._around.seeds
        return await self.open(make(new_id(), new, maker, seeds, now))

    async def open(
        self, new: Sequel, also: Callable[[sa.Connection], None] | None = None
    ) -> Keeper:
        """Return a new table with these events.

        `also` writes further data in the same transaction.

        Raises:
            RefusedError: if there are too many tables.
        """
        (keeper,) = await self.open_together((new,), also)
        return keeper

    async def open_together(
        self, new: Sequence[Sequel], also: Callable[[sa.Connection], None] | None = None
    ) -> tuple[Keeper, ...]:
        """Return new tables with these events, and store further data with them.

        Either all of it is stored, or none of it.

        Raises:
            RefusedError: if there are too many tables.
        """
        self._make_room(len(new))
        self._opening += len(new)
        try:
            await self._around.store.add(
                {sequel.table.id: sequel.events for sequel in new},
                {sequel.table.id: summary_of(sequel.table) for sequel in new},
                also,
            )
        finally:
            self._opening -= len(new)
        return tuple([self._keep(sequel.table) for sequel in new])

    async def branch(self, id: str, asked: PlayOn, asker: Asker) -> Keeper:
        """Return a new table that continues from a point in an earlier game at that table.

        Raises:
            RefusedError: if the person may not do so, or the point does not exist.
        """
        table = (await self.find(id, asker.person)).table
        check_branch(table, asker)
        record = await self._record_to_branch(table, asked.game)
        return await self._branched(lambda new, now: branch(new, table, record, asked, asker, now))

    async def branch_from(self, game: KeptGame, asked: PlayFrom, asker: Asker) -> Keeper:
        """Return a new table that continues from a point in a finished game that was kept.

        Raises:
            RefusedError: if the point does not exist.
        """
        bots = bots_of(game.outline)

        def begin(new: str, now: float) -> Sequel:
            """Return the table's first events; this runs in a thread, as it replays the game."""
            return branch_from(new, game.id, parse_record(game.record), bots, asked, asker, now)

        return await self._branched(begin)

    async def _branched(self, begun: Callable[[str, float], Sequel]) -> Keeper:
        """Return a table that begins with events made by `begun`.

        That replays a whole game, so it does not run in the event loop.
        """
        self._make_room()
        now = self._around.clock.time_of_day()
        return await self.open(await asyncio.to_thread(begun, new_id(), now))

    async def _record_to_branch(self, table: Table, game: int | None) -> Record:
        if game in {None, table.games}:
            record = None if table.game is None else table.record
        else:
            record = await self._around.store.record(table.id, game or 0)
        if record is None:
            raise no_place()
        return record

    async def make_group(self, new: NewGroup) -> tuple[str, ...]:
        """Return new tables that know about each other, which no one has joined yet.

        Raises:
            SpadesError: if the people cannot be divided that way, the rules do not exist, or there
                are too many tables.
        """
        return await self.open_all(make_group(new, new_id))

    async def open_all(self, tables: Mapping[str, Made]) -> tuple[str, ...]:
        """Open either all tables with these settings or none, and return their ids.

        Raises:
            RefusedError: if there are too many tables.
        """
        await self.open_together(
            [Sequel.begin(id, made).settled(self._around.seeds) for id, made in tables.items()]
        )
        return tuple(tables)

    async def find_group(self, id: str) -> tuple[Keeper, ...]:
        """Return all tables that were made together with this one, except lost ones.

        Raises:
            RefusedError: if the group does not exist, or there are too many tables.
        """
        group = (await self.find(id)).table.made.group
        if not group:
            raise RefusedError("group/unknown", "there is no such group of tables")
        found: list[Keeper] = []
        for table in group:
            keeper = await self.find_unless_lost(table, beside=found)
            if keeper is not None:
                found.append(keeper)
        return tuple(found)

    async def take_seat(self, id: str, asker: Asker, table: str | None) -> str:
        """Give a person a free seat in a group, drawn by lot, and return the id of its table.

        Without `table`, the seat may be at any table. A person who has a seat in the group keeps
        it.

        Raises:
            RefusedError: if no seat is free, or the person sits at a table other than `table`.
        """
        async with self._seating:
            keepers = {keeper.table.id: keeper for keeper in await self.find_group(id)}
            tables = [keeper.table for keeper in keepers.values()]
            if table is not None and table not in keepers:
                raise unknown_table()
            own = place_of(asker.person, tables)
            if table is not None:
                check_place(asker.person, tables, table)
            if own is not None:
                return own.id
            free = [
                (found, seat)
                for found in tables
                if table in {None, found.id}
                for seat in found.seats.free
            ]
            if not free:
                raise RefusedError("group/full", "that table has no free seat")
            at, seat = secrets.choice(free)
            await _seat(keepers[at.id], asker, Sit(at.id, seat))
            return at.id

    async def sit(self, keeper: Keeper, asker: Asker, sit: Sit | Join) -> None:
        """Give a person a seat at a table that limits where else a player may sit.

        No one gets two seats in a group, even by asking for both at once, and no one waits at too
        many open tables.

        Raises:
            SpadesError: if the seat is refused.
        """
        made = keeper.table.made
        async with self._seating:
            if made.group:
                group = await self.find_group(keeper.table.id)
                check_place(asker.person, [other.table for other in group], keeper.table.id)
            if made.public:
                self.lobby.check_seats(asker.person, keeper.table.id)
            await _seat(keeper, asker, sit)

    async def match(self, new: NewTable, asker: Asker, may_make: Callable[[], None]) -> str:
        """Return the id of a table where a person can play with others under these rules.

        It is a table that waits for players, or a new one. `may_make` is called before a new table
        is made, and raises an error to refuse that.

        Raises:
            SpadesError: if the request is refused, or the rules do not exist.
        """
        wanted = structs.replace(new, invite=True, public=True)
        rules = made_of(wanted, new.level, new.turn_seconds, invite=True).rules
        async with self._seating:
            free = self.lobby.waiting_for(rules, asker.person)
            if free:
                id, seat = secrets.choice(free)
                self.lobby.check_seats(asker.person, id)
                await _seat(self._keepers[id], asker, Sit(id, seat))
                return id
            self.lobby.check_seats(asker.person, "")
            may_make()
            id = (await self.make(wanted, asker)).table.id
            self.lobby.expect(id)
            return id

    async def find(
        self, id: str, person: PersonId | None = None, beside: Collection[Keeper] = ()
    ) -> Keeper:
        """Return the table with that id; there is always room for a table that awaits `person`.

        The tables in `beside` stay in memory.

        Raises:
            RefusedError: if the table does not exist, or there are too many tables.
        """
        keeper = self._keepers.get(id) or await self._load(id, person, beside)
        self._idle.discard(keeper)
        return keeper

    async def find_unless_lost(self, id: str, beside: Collection[Keeper] = ()) -> Keeper | None:
        """Return the table with that id, or None if it is lost for good.

        Raises:
            RefusedError: if there are too many tables.
        """
        try:
            return await self.find(id, beside=beside)
        except RefusedError as refusal:
            if refusal.code in LOST:
                return None
            raise

    async def _load(self, id: str, person: PersonId | None, beside: Collection[Keeper]) -> Keeper:
        async with self._loading:
            keeper = self._keepers.get(id)
            if keeper is not None:
                return keeper
            table = await self._around.store.load(id) if may_be_id(id) else None
            if table is None:
                raise unknown_table()
            await self._store_rest(table)
            if person is None or not table.awaits(person):
                self._make_room(beside=beside)
            return self._keep(table)

    async def rewrite(self, id: str, work: Awaitable[None]) -> None:
        """Run `work` on the stored data of a table while the table is not in memory.

        After that, connected clients start over with the new data.
        """
        async with self._loading:
            keeper = self._keepers.get(id)
            if keeper is not None:
                await keeper.stop()
                self._forget(keeper)
            await work

    @property
    def tables(self) -> list[Table]:
        """Return the tables in memory."""
        return [keeper.table for keeper in list(self._keepers.values())]

    def is_over(self, id: str) -> bool:
        """Return True if the table is in memory and its game is over."""
        keeper = self._keepers.get(id)
        return keeper is not None and keeper.table.status == "over"

    async def rounds_in_play(self) -> list[InPlay]:
        """Return the rounds in play, which must stay secret, at all tables in memory or stored."""
        stored = await self._around.store.register.in_play()
        away = [round for table, round in stored if table not in self._keepers]
        return [*filter(None, map(in_play, self.tables)), *away]

    async def _store_rest(self, table: Table) -> None:
        """Store what features store with events, if an older version did not do so."""
        writes = self._around.writes(None, table)
        try:
            await self._around.store.write(writes)
        except FAILURES as error:  # the table itself can still be read
            log_failure(log, f"not all data of table {table.id} was stored", error)

    async def tables_of(self, person: PersonId) -> list[tuple[Listed, Summary]]:
        """Return the tables where a person has a seat, the most recently used first."""
        found = []
        for listed in await self._around.store.register.tables_of(person):
            summary = listed.summary
            if summary is None:  # it was written by an older version
                try:
                    table = (await self.find(listed.table)).table
                except RefusedError:  # for example, if it is damaged
                    continue
                await self._around.store.register.note(table)
                summary = summary_of(table)
            if person in summary.people:
                found.append((listed, summary))
        return found

    def _keep(self, table: Table) -> Keeper:
        found = self._keepers.get(table.id)
        if found is not None:  # another request found it in the store while it was being made
            return found
        keeper = self._keepers[table.id] = Keeper(
            table, self._around, self._habits, self._forget, self.lobby.note
        )
        self.lobby.note(keeper)
        return keeper

    def _make_room(self, tables: int = 1, beside: Collection[Keeper] = ()) -> None:
        most = self._most_tables - self._opening - tables
        if len(self._keepers) <= most:
            return
        unused = {keeper for keeper in self._keepers.values() if keeper.idle}
        for keeper in unused.difference(beside):
            self._forget(keeper)
        if len(self._keepers) > most:
            raise RefusedError("server/full", "too many tables are in use; try again later")

    async def _sweep(self) -> None:
        """Forget tables that were already idle at the last sweep."""
        idle = {keeper for keeper in self._keepers.values() if keeper.idle}
        for keeper in idle & self._idle:
            self._forget(keeper)
        self._idle = idle - self._idle

    async def tidy_up(self) -> None:
        """Forget the data that the admin no longer wants to keep."""
        around = self._around
        try:
            await tidy_up(
                around.store,
                around.clock,
                around.retention,
                self._keepers,
                self._loading,
                self._guard,
                around.forget_old,
            )
        except Exception as error:  # noqa: BLE001 - it may succeed next time
            log_failure(log, "old tables were not deleted", error)

    def _forget(self, keeper: Keeper) -> None:
        keeper.abandon()
        if self._keepers.get(keeper.table.id) is keeper:
            del self._keepers[keeper.table.id]
            self.lobby.forget(keeper.table.id)


async def _seat(keeper: Keeper, asker: Asker, sit: Sit | Join) -> None:
    """Give a person a seat, and return only when the result is known, even if no one waits.

    Before that, it is unclear where else the person may sit down.

    Raises:
        SpadesError: if the seat is refused.
    """
    seating = asyncio.create_task(keeper.do(asker, sit), name="seating")
    try:
        await asyncio.shield(seating)
    except asyncio.CancelledError:
        await asyncio.wait([seating])
        seating.exception()  # by now, no one is waiting for a refusal
        raise
