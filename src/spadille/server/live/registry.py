"""All tables on the server: those in memory, and access to those in the store.

Tables that are made together, for more people than fit at one table (N19), are a group.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

from msgspec import Meta, structs

from ...bots import Level
from ...table.apply import Transition
from ...table.commands import Asker, branch, branch_from, check_branch, made_of, make, no_place
from ...table.errors import LOST, RefusedError, unknown_table
from ...table.events import PersonId, TableCreated
from ...table.finished import KeptGame
from ...table.ids import may_be_id, new_id
from ...table.model import Table
from ...table.requests import BodyByToken, Join, NewTable, PlayFrom, PlayOn, Sit
from ...table.rule_choice import (
    MOST_AT_A_TABLE,
    MOST_PEOPLE,
    USUAL_PRESETS,
    RuleChoice,
    chosen_rules,
    splits,
)
from ...table.summary import Summary, summary_of
from ..clock import SECONDS_A_DAY, Repeating
from ..logs import log_failure
from ..store.commits import Write
from ..store.database import FAILURES
from ..store.maintenance import ClockGuard, abandon
from ..store.store import Listed
from .actor import Services, TableActor
from .bots import Mind
from .lobby import OpenTables
from .practice import PracticeTables, waits_alone

log = logging.getLogger(__name__)

MOST_TABLES = 2000
"""The most tables in memory; each takes about fifty kilobytes while four people play."""

SECONDS_BETWEEN_TIDYING = 3600.0

IDLE_SECONDS = 60.0
"""The shortest time for which a table stays in memory while no one is connected to it."""


class NewGroup(BodyByToken, frozen=True):
    """Tables to make together, for more people than one table holds.

    `sizes` is a way to divide the people, by default the best one. `rules` are for tables of the
    size that they need; tables of other sizes use the usual rules.
    """

    people: int
    sizes: Annotated[tuple[int, ...], Meta(max_length=100)] = ()
    rules: Annotated[tuple[RuleChoice, ...], Meta(max_length=10)] = ()
    level: Level = "intermediate"
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None


class Registry:
    """Finds and makes tables."""

    def __init__(self, deps: Services, most_tables: int = MOST_TABLES) -> None:
        self._deps = deps
        self._store = deps.store
        self._most_tables = most_tables
        self._mind = Mind(deps.executor, deps.think, deps.clock, deps.preparing)
        self._actors: dict[str, TableActor] = {}
        self._opening = 0
        self._idle: set[TableActor] = set()
        self._loading = asyncio.Lock()
        self._seating = asyncio.Lock()
        self._sweeping = Repeating(deps.clock, IDLE_SECONDS, self._sweep)
        self._tidying = Repeating(deps.clock, SECONDS_BETWEEN_TIDYING, self.tidy_up)
        self._guard = ClockGuard(deps.clock, deps.store.last_used)
        self.lobby = OpenTables(deps.clock)
        self._practice = PracticeTables(self._end)

    def start(self) -> None:
        """Begin to forget unused tables, and the data that the admin does not want to keep."""
        self._tidying.start(after=IDLE_SECONDS)
        self._sweeping.start()

    async def stop(self) -> None:
        """Wait until every table has stored its changes."""
        await self._sweeping.stop()
        await self._tidying.stop()
        self.lobby.stop()
        await self._practice.stop()
        await asyncio.gather(*(actor.stop() for actor in self._actors.values()))
        self._actors.clear()

    async def make(self, new: NewTable, maker: Asker) -> TableActor:
        """Make and return a new table for a person, whose rules must exist."""
        now = self._deps.clock.time_of_day()
        return await self.open(make(new_id(), new, maker, self._deps.seeds, now))

    async def open(self, new: Transition, also: Sequence[Write] = ()) -> TableActor:
        """Return a new table with these events; see `open_together`."""
        (actor,) = await self.open_together((new,), also)
        return actor

    async def open_together(
        self, new: Sequence[Transition], also: Sequence[Write] = ()
    ) -> tuple[TableActor, ...]:
        """Return new tables with these events, or raise RefusedError if there are too many.

        `also` writes further data in the same transaction.
        """
        self._make_room(len(new))
        self._opening += len(new)
        try:
            await self._store.add(
                {transition.table.id: transition.events for transition in new},
                {transition.table.id: summary_of(transition.table) for transition in new},
                also,
            )
        finally:
            self._opening -= len(new)
        return tuple(self._keep(transition.table) for transition in new)

    async def branch(self, id: str, asked: PlayOn, asker: Asker) -> TableActor:
        """Return a new table that continues an earlier game at that table, if allowed."""
        table = (await self.find(id, asker.person)).table
        check_branch(table, asker)
        if asked.game in {None, table.games}:
            record = None if table.game is None else table.record
        else:
            record = await self._store.record(table.id, asked.game or 0)
        if record is None:
            raise no_place()
        found = record
        return await self._branched(lambda new, now: branch(new, table, found, asked, asker, now))

    async def branch_from(self, game: KeptGame, asked: PlayFrom, asker: Asker) -> TableActor:
        """Return a new table that continues from an existing point in a finished game."""
        return await self._branched(lambda new, now: branch_from(new, game, asked, asker, now))

    async def _branched(self, begun: Callable[[str, float], Transition]) -> TableActor:
        """Return a table that begins with events made by `begun`.

        That replays a whole game, so it does not run in the event loop.
        """
        self._make_room()
        now = self._deps.clock.time_of_day()
        return await self.open(await asyncio.to_thread(begun, new_id(), now))

    async def make_group(self, new: NewGroup) -> tuple[str, ...]:
        """Return new tables that know about each other, which no one has joined yet."""
        return await self.open_all(make_group(new, new_id))

    async def open_all(self, tables: Mapping[str, TableCreated]) -> tuple[str, ...]:
        """Open either all tables with these settings or none, and return their ids."""
        await self.open_together(
            [Transition.begin(id, made).settled(self._deps.seeds) for id, made in tables.items()]
        )
        return tuple(tables)

    async def find_group(self, id: str) -> tuple[TableActor, ...]:
        """Return all tables that were made together with this one, except lost ones."""
        group = (await self.find(id)).table.made.group
        if not group:
            raise RefusedError("group/unknown", "there is no such group of tables")
        found: list[TableActor] = []
        for table in group:
            actor = await self.find_unless_lost(table, beside=found)
            if actor is not None:
                found.append(actor)
        return tuple(found)

    async def take_seat(self, id: str, asker: Asker, table: str | None) -> str:
        """Give a person a free seat in a group, drawn by lot, and return the id of its table.

        Without `table`, the seat may be at any table. A person who has a seat in the group keeps
        it, and cannot get one at another table.
        """
        async with self._seating:
            actors = {actor.table.id: actor for actor in await self.find_group(id)}
            tables = [actor.table for actor in actors.values()]
            if table is not None:
                if table not in actors:
                    raise unknown_table()
                check_place(asker.person, tables, table)
            own = place_of(asker.person, tables)
            if own is not None:
                return own.id
            wanted = [one for one in tables if table in {None, one.id}]
            free = [Sit(one.id, seat) for one in wanted for seat in one.seats.free]
            if not free:
                raise RefusedError("group/full", "that table has no free seat")
            sit = secrets.choice(free)
            await _seat(actors[sit.table], asker, sit)
            return sit.table

    async def sit(self, actor: TableActor, asker: Asker, sit: Sit | Join) -> None:
        """Give a person a seat at a table that limits where else a player may sit.

        No one gets two seats in a group, even by asking for both at once, and no one waits at too
        many open tables.
        """
        made = actor.table.made
        async with self._seating:
            if made.group:
                group = await self.find_group(actor.table.id)
                check_place(asker.person, [other.table for other in group], actor.table.id)
            if made.public:
                self.lobby.check_seats(asker.person, actor.table.id)
            await _seat(actor, asker, sit)

    async def match(self, new: NewTable, asker: Asker, may_make: Callable[[], None]) -> str:
        """Return the id of a table where a person can play with others under these rules.

        It is a table that waits for players, or a new one. `may_make` is called before a new table
        is made, and raises an error to refuse that.
        """
        wanted = structs.replace(new, invite=True, public=True)
        rules = made_of(wanted, new.level, new.turn_seconds, invite=True).rules
        async with self._seating:
            free = self.lobby.waiting_for(rules, asker.person)
            if free:
                id, seat = secrets.choice(free)
                self.lobby.check_seats(asker.person, id)
                await _seat(self._actors[id], asker, Sit(id, seat))
                return id
            self.lobby.check_seats(asker.person, "")
            may_make()
            id = (await self.make(wanted, asker)).table.id
            self.lobby.expect(id)
            return id

    def waiting_for(self, choice: RuleChoice, turn_seconds: int | None) -> int:
        """Return how many people wait at open tables with exactly these rules."""
        rules = made_of(choice, "intermediate", turn_seconds, invite=True).rules
        return self.lobby.count_waiting(rules)

    async def practice(
        self, waiting: str, new: NewTable, asker: Asker, may_make: Callable[[], None]
    ) -> str | None:
        """Return the id of a table with bots for a person who waits alone at another table.

        Its game ends without an outcome when someone joins them there. Return None for a person who
        does not wait alone.
        """
        async with self._seating:
            if not waits_alone((await self.find(waiting, asker.person)).table, asker.person):
                return None
            known = self._practice.of(waiting)
            if known is not None and (await self.find(known)).table.status != "over":
                return known
            may_make()
            alone = structs.replace(new, invite=False, public=False, begin=False, turn_seconds=0)
            id = (await self.make(alone, asker)).table.id
            if waits_alone((await self.find(waiting, asker.person)).table, asker.person):
                self._practice.begin(waiting, id)
            return id

    async def _end(self, id: str) -> None:
        """End a practice game without an outcome, unless more than one person has played in it.

        Otherwise, players could avoid a defeat, or end a game that others still play.
        """
        actor = await self.find(id)
        left = (one.person for one in actor.table.leavers)
        if len({*actor.table.persons, *left}) < 2:
            await actor.close()

    async def find(
        self, id: str, person: PersonId | None = None, beside: Collection[TableActor] = ()
    ) -> TableActor:
        """Return the table with that id, which is loaded if it is not in memory.

        There is always room for a table that awaits `person`. The tables in `beside` stay in
        memory. Raise RefusedError if the table does not exist, or there are too many tables.
        """
        actor = self._actors.get(id)
        if actor is None:
            async with self._loading:
                actor = self._actors.get(id) or await self._load(id, person, beside)
        self._idle.discard(actor)
        return actor

    async def find_unless_lost(
        self, id: str, beside: Collection[TableActor] = ()
    ) -> TableActor | None:
        """Return the table with that id, or None if it is lost for good."""
        try:
            return await self.find(id, beside=beside)
        except RefusedError as refusal:
            if refusal.code in LOST:
                return None
            raise

    async def _load(
        self, id: str, person: PersonId | None, beside: Collection[TableActor]
    ) -> TableActor:
        table = await self._store.load(id) if may_be_id(id) else None
        if table is None:
            raise unknown_table()
        try:  # what features store with events, if an older version did not do so
            await self._store.write(self._deps.writes(None, table))
        except FAILURES as error:  # the table itself can still be read
            log_failure(log, f"not all data of table {table.id} was stored", error)
        if person is None or not table.awaits(person):
            self._make_room(beside=beside)
        return self._keep(table)

    async def rewrite(self, id: str, work: Awaitable[None]) -> None:
        """Run `work` on the stored data of a table, and let connected clients start over."""
        async with self._loading:
            actor = self._actors.get(id)
            if actor is not None:
                await actor.stop()
                self._forget(actor)
            await work

    @property
    def tables(self) -> list[Table]:
        """Return the tables in memory."""
        return [actor.table for actor in list(self._actors.values())]

    def in_memory(self, id: str) -> Table | None:
        """Return the table with that id, or None if it is not in memory."""
        actor = self._actors.get(id)
        return None if actor is None else actor.table

    async def tables_of(self, person: PersonId) -> list[tuple[Listed, Summary]]:
        """Return the tables where a person has a seat, the most recently used first."""
        found = []
        for listed in await self._store.tables_of(person):
            summary = listed.summary
            if summary is None:  # it was written by an older version
                try:
                    table = (await self.find(listed.table)).table
                except RefusedError:  # for example, if it is damaged
                    continue
                await self._store.summarize(table)
                summary = summary_of(table)
            if person in summary.people:
                found.append((listed, summary))
        return found

    def _keep(self, table: Table) -> TableActor:
        found = self._actors.get(table.id)
        if found is not None:  # another request found it in the store while it was being made
            return found
        actor = self._actors[table.id] = TableActor(
            table, self._deps, self._mind, self._forget, self._note
        )
        self._note(actor)
        return actor

    def _note(self, actor: TableActor) -> None:
        self.lobby.note(actor)
        self._practice.note(actor.table)

    def _make_room(self, tables: int = 1, beside: Collection[TableActor] = ()) -> None:
        most = self._most_tables - self._opening - tables
        if len(self._actors) > most:
            for actor in self._unused().difference(beside):
                self._forget(actor)
        if len(self._actors) > most:
            raise RefusedError("server/full", "too many tables are in use; try again later")

    def _unused(self) -> set[TableActor]:
        return {actor for actor in self._actors.values() if actor.idle}

    async def _sweep(self) -> None:
        """Forget tables that were already idle at the last sweep."""
        unused = self._unused()
        for actor in unused & self._idle:
            self._forget(actor)
        self._idle = unused - self._idle

    async def tidy_up(self) -> None:
        """End abandoned games, and forget expired tables and what features keep.

        Nothing is ended or forgotten while the clock may be wrong. Tables in memory are left alone.
        Each call handles a few tables, oldest first.
        """
        try:
            if self._guard.is_trusted():
                await self._tidy_up()
        except Exception as error:  # noqa: BLE001 - it may succeed next time
            log_failure(log, "old tables were not deleted", error)

    async def _tidy_up(self) -> None:
        store, now = self._store, self._deps.clock.time_of_day()
        keep_days, abandon_days = self._deps.retention
        expired = now - keep_days * SECONDS_A_DAY if keep_days else None
        for forget in self._deps.forget_old:
            await forget(store, self._deps.clock, expired)
        if keep_days or abandon_days:  # an older version stored no summary
            await self._with_unused(now, None, store.summarize)
        if expired is not None:
            async with self._loading:  # no table can come into use in between
                old = await store.unused_tables(expired, "waiting", "over")
                await store.remove_tables([id for id in old if id not in self._actors])
        if abandon_days:
            abandoned = now - abandon_days * SECONDS_A_DAY
            await self._with_unused(abandoned, "playing", partial(abandon, store))

    async def _with_unused(
        self, since: float, status: str | None, do: Callable[[Table], Awaitable[object]]
    ) -> None:
        """Call `do` for some tables in that state, skipping unreadable ones."""
        for id in await self._store.unused_tables(since, status):
            async with self._loading:  # other tables can be loaded in between
                # The table may have been used again since then.
                still = await self._store.unused_tables(since, status)
                if id in self._actors or id not in still:
                    continue
                with suppress(RefusedError):  # damaged: a backup may restore it
                    table = await self._store.load(id)
                    if table is not None:
                        await do(table)

    def _forget(self, actor: TableActor) -> None:
        actor.abandon()
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]
            self.lobby.forget(actor.table.id)
            self._practice.forget(actor.table.id)


def check_people(people: int, least: int) -> None:
    """Raise RefusedError for fewer people to divide than `least`, or too many."""
    if not least <= people <= MOST_PEOPLE:
        raise RefusedError(
            "split/people", "choose {least} to {most} people", least=least, most=MOST_PEOPLE
        )


def sizes_of(new: NewGroup) -> tuple[int, ...]:
    """Return the sizes of the tables in a new group; raise RefusedError if they do not add up."""
    check_people(new.people, MOST_AT_A_TABLE + 1)
    ways = splits(new.people)
    sizes = tuple(sorted(new.sizes, reverse=True)) or ways[0]
    if sizes not in ways:
        raise RefusedError(
            "group/sizes",
            "{people} people are split into tables of {sizes}",
            people=new.people,
            sizes=" | ".join(" + ".join(map(str, way)) for way in ways),
        )
    return sizes


def make_group(new: NewGroup, new_id: Callable[[], str]) -> dict[str, TableCreated]:
    """Return the settings for each table in a new group, by table id.

    Raise SpadesError if the people cannot be divided that way, or the rules do not exist.
    """
    sizes = sizes_of(new)
    by_size: dict[int, RuleChoice] = {}
    for choice in new.rules:
        players = chosen_rules(choice).rules.players
        if players not in sizes or players in by_size:
            raise RefusedError(
                "group/rules",
                "there are no tables for {players}, or their rules were given twice",
                players=players,
            )
        by_size[players] = choice
    ids = tuple(new_id() for _ in sizes)
    return {
        id: made_of(
            by_size.get(size) or RuleChoice(USUAL_PRESETS[size]),
            new.level,
            new.turn_seconds,
            invite=True,
            group=ids,
        )
        for id, size in zip(ids, sizes, strict=True)
    }


def place_of(person: PersonId, tables: Iterable[Table]) -> Table | None:
    """Return the table where a person has a seat in a game that is not over, if any.

    A person who has seen cards from a match belongs to that table permanently.
    """
    for table in tables:
        if table.made.format == "teams" and (table.has(person) or table.has_left(person)):
            return table
        if table.status != "over" and table.has(person):
            return table
    return None


def check_place(person: PersonId, tables: Iterable[Table], wanted: str) -> None:
    """Raise RefusedError if a person who wants a seat at a table has one at another table."""
    place = place_of(person, tables)
    if place is None or place.id == wanted:
        return
    if place.made.format == "teams" and place.status != "waiting":
        raise RefusedError(
            "seat/elsewhere", "players of one table of a match cannot play at the other"
        )
    raise RefusedError(
        "seat/elsewhere", "you have a seat at another table of this group; leave it first"
    )


async def _seat(actor: TableActor, asker: Asker, sit: Sit | Join) -> None:
    """Give a person a seat, and return only when the result is known, even if no one waits.

    Before that, it is unclear where else the person may sit down.
    """
    seating = asyncio.create_task(actor.do(asker, sit), name="seating")
    try:
        await asyncio.shield(seating)
    except asyncio.CancelledError:
        await asyncio.wait([seating])
        seating.exception()  # by now, no one is waiting for a refusal
        raise
