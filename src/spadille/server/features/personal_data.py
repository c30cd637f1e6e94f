"""All data about one player: to export it, or to forget it with the player's seats and bots.

The columns of `schema` that refer to a player determine the rows, so a new table is exported and
deleted automatically. Other players appear in an export by name only, and from a table it contains
only the player's own events, so it reveals only cards that they played. Other people's games remain
as they were played; only the player's name is removed.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine

from ...game import SpadesError
from ...notation import format_record, parse_record, repeat
from ...table import events as happened
from ...table.apply import after
from ...table.commands import Asker
from ...table.events import PersonId, TableCreated, TableEvent, read_event
from ...table.finished import Outline
from ...table.ids import game_id
from ...table.model import Table
from ...table.requests import Stand
from ...table.seats import SOMEBODY, Person
from ...table.summary import Summary
from ..live.registry import Registry
from ..logs import log_failure
from ..store.database import (
    Database,
    is_out_of_reach,
    note_damage,
    read_as,
    read_body,
    rewrite_bodies,
)
from ..store.schema import (
    EVENTS,
    EXPORT,
    GAMES,
    LEAVING,
    PLACES,
    PLAYERS,
    SECRET,
    TABLES,
    Export,
    ForgetPeople,
    Moment,
    person_columns,
    seconds,
)
from ..store.store import Store, summary_in
from .games.store import REVIEW_PARTS, outline_in, remove, without_names_in

log = logging.getLogger(__name__)

GAMES_AT_ONCE = 20

TABLES_AT_ONCE = 500
"""The tables to search at once, so that others can use the database in between."""

_JSON = {"body", "summary", "luck"}
"""Columns that contain JSON."""

Named = TypeVar("Named", Summary, Outline)


class PersonalData(Database):
    """Finds, exports, and forgets a player's data."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._exporting = asyncio.Lock()

    async def tables_of(self, people: AbstractSet[PersonId]) -> list[str]:
        """Return all tables where these people ever sat, as far as the tables are readable."""
        seats = sa.select(PLACES.c.table_id).where(PLACES.c.person.in_(people))
        found = set(await self.scalars(seats))
        wanted = sa.select(TABLES.c.id).order_by(TABLES.c.id).limit(TABLES_AT_ONCE)
        ids = await self.scalars(wanted)
        while ids:
            found.update(await self._naming(people, ids))
            ids = await self.scalars(wanted.where(TABLES.c.id > ids[-1]))
        return sorted(found)

    async def _naming(self, people: AbstractSet[PersonId], tables: Sequence[str]) -> list[str]:
        """Return the tables in this contiguous range whose events mention these people.

        If some events are unreadable, the other tables are still searched.
        """
        here = EVENTS.c.table_id.between(tables[0], tables[-1])
        try:
            return await self.scalars(
                sa.select(EVENTS.c.table_id).where(here, _names(people)).distinct()
            )
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            if len(tables) == 1:
                log_failure(log, f"cannot read who sat at table {tables[0]}", error)
                return []
        half = len(tables) // 2
        halves = tables[:half], tables[half:]
        return [id for some in halves for id in await self._naming(people, some)]

    async def _games_of(self, people: AbstractSet[PersonId]) -> list[str]:
        wanted = sa.select(PLAYERS.c.game_id).where(PLAYERS.c.person.in_(people))
        return await self.scalars(wanted.distinct())

    async def data_of(
        self, person: PersonId, exports: Mapping[str, Export]
    ) -> AsyncIterator[bytes]:
        """Yield all data about a player as JSON, in pieces."""
        async with self._exporting:  # each export searches all the data
            tables = await self.tables_of({person})
        games = await self._games_of({person})
        kept: dict[str, Any] = {}
        for column in person_columns():
            if column.info[EXPORT] == "":
                continue
            wanted = sa.select(*told_columns(column.table)).where(column == person)
            kept[column.info[EXPORT] or str(column.table.name)] = await self._told(wanted)
        for key, rows_of in exports.items():
            kept[key] = await self._told(rows_of(person))
        yield msgspec.json.encode(kept)[:-1]
        longer = {"tables": self._tables(person, tables), "games": self._games(person, games)}
        for key, rows in longer.items():
            yield f',"{key}":['.encode()
            between = b""
            async for row in rows:
                yield between + msgspec.json.encode(row)
                between = b","
            yield b"]"
        yield b"}"

    async def _told(
        self, wanted: sa.Select[Any], as_text: AbstractSet[str] = frozenset()
    ) -> list[dict[str, Any]]:
        """Return rows in export form: times in seconds since 1970, and JSON as parsed values."""
        moments = {one.name for one in wanted.selected_columns if isinstance(one.type, Moment)}

        def told(name: str, value: Any) -> Any:
            if value is None:
                return None
            if name in moments:
                return seconds(value)
            parse = name in _JSON - as_text
            return read_as(value, Any, f"{name} in an export") if parse else value

        rows = await self.all(wanted)
        return [{name: told(name, value) for name, value in row._asdict().items()} for row in rows]

    async def _tables(self, person: PersonId, ids: Iterable[str]) -> AsyncIterator[dict[str, Any]]:
        """Yield tables with the player's actions there, except those that are gone."""
        columns = (EVENTS.c.version, EVENTS.c.stored, EVENTS.c.body)
        for id in ids:
            wanted = sa.select(*told_columns(TABLES)).where(TABLES.c.id == id)
            events = sa.select(*columns).where(EVENTS.c.table_id == id).order_by(EVENTS.c.version)
            rows = await self._told(wanted, {"summary"})
            try:
                stored = await self._told(events, {"body"})
            except DatabaseError as error:
                if is_out_of_reach(error):
                    raise
                note_damage(f"events of table {id}")
                stored = []
            own = await asyncio.to_thread(_own_events, id, person, stored)
            for row in rows:
                # Summaries of earlier versions contain the cards of a round in progress.
                row["summary"] = _for_person(person, summary_in(row["summary"], id))
                row["events"] = [{**one, "body": msgspec.Raw(one["body"].encode())} for one in own]
                yield row

    async def _games(self, person: PersonId, ids: Sequence[str]) -> AsyncIterator[dict[str, Any]]:
        """Yield games that the player took part in, or whose records they opened."""
        for at in range(0, len(ids), GAMES_AT_ONCE):
            some = GAMES.c.id.in_(ids[at : at + GAMES_AT_ONCE])
            for row in await self._told(sa.select(*told_columns(GAMES)).where(some), {"summary"}):
                row["summary"] = _for_person(person, outline_in(row["summary"], row["id"]))
                yield row

    async def forget(self, people: AbstractSet[PersonId], also: Iterable[ForgetPeople]) -> None:
        """Forget all data about a player and their bots, except at tables.

        Games that no one else played are removed as well. Sanctions remain, so players cannot lift
        a ban by deleting their data.
        """
        for game in await self._games_of(people):
            await self._forget_in_game(game, people, ())
        async with self.begin() as connection:
            for column in person_columns("remove"):
                await connection.execute(sa.delete(column.table).where(column.in_(people)))
            for forget in also:
                await forget(connection, people)

    async def forget_at(self, table: str, people: AbstractSet[PersonId]) -> None:
        """Remove people's names from a table and its games, as far as they are readable.

        The table must not be in memory during the call.
        """
        here = EVENTS.c.table_id == table
        named_by = _begins_with("sat") | _begins_with("reserved")  # the events that contain a name
        naming: sa.ColumnElement[bool] = here & _names(people) & named_by
        try:
            named = await self.scalars(sa.select(EVENTS.c.body).where(naming))
            games = await self.count_rows(here & _begins_with("started"))
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"table {table} has unreadable data about a player", error)
            named, games, naming = [], 0, sa.false()
        own = TABLES.c.id == table
        known = summary_in(await self.scalar(sa.select(TABLES.c.summary).where(own)), table)
        summary = None if known is None else _encoded(_without_names(known, people))
        async with self.begin() as connection:
            await connection.execute(TABLES.update().where(own).values(summary=summary))
            await rewrite_bodies(connection, EVENTS, naming, {"name": SOMEBODY})
        names = {told["name"] for told in map(read_body, named) if "name" in told}
        for number in range(1, games + 1):
            await self._forget_in_game(game_id(table, number), people, names)

    async def _forget_in_game(
        self, id: str, people: AbstractSet[PersonId], names: Iterable[str]
    ) -> None:
        """Remove people's names from a game, whatever its current state.

        The game itself is removed if no one else played it, or if it is unreadable.
        """
        while (row := await self.first(sa.select(GAMES).where(GAMES.c.id == id))) is not None:
            outline, record = outline_in(row.summary, id), None
            if outline is not None and set(outline.people) - people - {""}:
                here = _names_in(outline, people)
                await self._forget_in_review(id, here)
                record = await asyncio.to_thread(
                    _record_without, row.record, outline, people, here.union(names)
                )
            if outline is None or record is None:
                async with self.begin() as connection:
                    await remove(connection, [id])
                return
            same = (GAMES.c.summary == row.summary) & (GAMES.c.record == row.record)
            change = GAMES.update().where(GAMES.c.id == id, same)
            summary = _encoded(_without_names(outline, people))
            if (await self.execute(change.values(summary=summary, record=record))).rowcount:
                return

    async def _forget_in_review(self, id: str, names: AbstractSet[str]) -> None:
        """Remove names from the review of a game, if it has one that contains them."""
        own = REVIEW_PARTS.c.game_id == id
        for row in await self.all(sa.select(REVIEW_PARTS).where(own)) if names else ():
            body = await asyncio.to_thread(without_names_in, row.body, names)
            if body != row.body:
                this = own & (REVIEW_PARTS.c.first == row.first)
                await self.execute(REVIEW_PARTS.update().where(this).values(body=body))


async def forget(
    registry: Registry, store: Store, gone: AbstractSet[PersonId], also: Iterable[ForgetPeople]
) -> None:
    """Forget a person and their bots; `gone` has the ids of all of them.

    If others sit at a table, a bot takes the person's seat. Tables without anyone else are
    forgotten, and so are the readable parts of damaged tables. An interrupted request can be
    repeated, because the session and the tokens are the last to end.
    """
    personal = store.section(PersonalData)
    await _leave_all(registry, store, gone, await personal.tables_of(gone))
    # The person may have sat down in another window while the stored data was searched.
    seats = [await store.tables_of(person) for person in gone]
    await _leave_all(registry, store, gone, [listed.table for some in seats for listed in some])
    await personal.forget(gone, also)


async def _leave_all(
    registry: Registry, store: Store, gone: AbstractSet[PersonId], tables: Iterable[str]
) -> None:
    for table in tables:
        try:
            await _leave(registry, store, table, gone)
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"not all of table {table} can be forgotten", error)


async def _leave(registry: Registry, store: Store, id: str, gone: AbstractSet[PersonId]) -> None:
    actor = await registry.find_unless_lost(id)
    stays = True
    if actor is not None:
        table = actor.table
        others = set(table.persons) - gone
        stays = bool(others or table.made.group) or table.made.format == "pairs"
        for person in gone:
            if stays and actor.table.has(person):
                await actor.do(Asker(person, ""), Stand(id))
    await registry.rewrite(id, store.section(PersonalData).forget_at(id, gone))
    if not stays:
        await registry.rewrite(id, store.remove_tables([id]))


def told_columns(table: sa.FromClause) -> list[sa.ColumnElement[Any]]:
    """Return the columns of a table to export: all except secrets and the ids of people."""
    return [column for column in table.c if not {LEAVING, SECRET} & column.info.keys()]


def _own_events(
    id: str, person: PersonId, stored: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return the events at a table that the player caused, as far as they are readable."""
    found: list[dict[str, Any]] = []
    table: Table | None = None
    try:
        for row in stored:
            event = read_event(row["body"])
            if isinstance(event, TableCreated):
                table = Table.begin(id, event)
                continue
            assert table is not None
            if _is_by(person, event, table):
                found.append(row)
            table = after(table, event, apply=repeat)
    except Exception:  # noqa: BLE001 - a damaged table must not stop the rest of the export
        note_damage(f"events of table {id}")
    return found


def _is_by(person: PersonId, event: TableEvent, table: Table) -> bool:
    """Return whether a player caused an event; bots that play for them do not count."""
    match event:
        case (
            happened.SeatTaken(person=who)
            | happened.Reserved(person=who)
            | happened.Hosted(person=who)
            | happened.ClientSeedAdded(person=who)
        ):
            return who == person
        case happened.Asked(by=seat) | happened.OfSeat(seat=seat):
            one = table.seats[seat]
            return isinstance(one, Person) and one.id == person
        case _:
            return False


def _for_person(person: PersonId, known: Named | None) -> Named | None:
    """Return a summary without other players' ids."""
    if known is None:
        return None
    people = tuple(one if one == person else "" for one in known.people)
    if isinstance(known, Outline):
        left = tuple(one for one in known.left if one == person)
        return structs.replace(known, people=people, left=left)
    return structs.replace(known, people=people)


def _names(people: AbstractSet[PersonId]) -> sa.ColumnElement[bool]:
    """Select the events that mention these people."""
    return sa.or_(
        *(EVENTS.c.body.contains(f'"person":"{person}"', autoescape=True) for person in people)
    )


def _begins_with(kind: str) -> sa.ColumnElement[bool]:
    """Select the events of one kind; the kind is the first field of each event."""
    return EVENTS.c.body.startswith(f'{{"type":"{kind}"')


def _without_names(known: Named, people: AbstractSet[PersonId]) -> Named:
    """Return a summary without the names of these people."""
    seats = zip(known.names, known.people, strict=True)
    names = tuple(SOMEBODY if who in people else name for name, who in seats)
    return structs.replace(known, names=names)


def _names_in(outline: Outline, people: AbstractSet[PersonId]) -> set[str]:
    """Return these people's names in a game."""
    seats = zip(outline.names, outline.people, strict=True)
    return {name for name, who in seats if who in people}


def _record_without(
    text: str, outline: Outline, people: AbstractSet[PersonId], gone: AbstractSet[str]
) -> str | None:
    """Return a record without these names; other players keep theirs, even if it is the same.

    Return None if the record is unreadable.
    """
    try:
        record = parse_record(text)
    except SpadesError:
        return None
    others = [
        name if who not in {"", *people} else None
        for name, who in zip(outline.names, outline.people, strict=True)
    ]
    players = tuple(
        SOMEBODY if name in gone and others[seat] != name else name
        for seat, name in enumerate(record.players)
    )
    return format_record(structs.replace(record, players=players), standings=False)


def _encoded(known: Summary | Outline) -> str:
    return msgspec.json.encode(known).decode()
