"""Exports one player's data as JSON: their rows in all tables, their games, and their actions.

The columns of `schema` that refer to a player determine the rows, so a new table is exported
automatically. Other players appear by name only. From a table, the export contains only the
player's own events, so it reveals only cards that they played.

All data about one player, to export it as a whole or to forget it.

Other people's games remain as they were played; only the player's name is removed.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...game import BySeat, SpadesError
from ...notation import format_record, parse_record, repeat
from ..ids import game_id
from ..logs import log_failure
from ..store.database import (
    Section,
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
from ..store.tables import Summary, summary_in
from ..table.apply import after
from ..table.events import (
    Asked,
    ClientSeedAdded,
    Hosted,
    OfSeat,
    PersonId,
    Reserved,
    SeatTaken,
    TableCreated,
    TableEvent,
    read_event,
)
from ..table.finished import Outline
from ..table.model import Table
from ..table.seats import SOMEBODY, Person
from .games.store import REVIEW_PARTS, outline_in, remove, without_names_in

GAMES_AT_ONCE = 20

_JSON = {"body", "summary", "luck"}
"""Columns that contain JSON."""


async def exported(
    engine: AsyncEngine,
    person: PersonId,
    tables: Sequence[str],
    games: Sequence[str],
    exports: Mapping[str, Export],
) -> AsyncIterator[bytes]:
    """Yield the data of a player who has sat at these tables and played these games."""
    async with engine.connect() as connection:
        kept: dict[str, Any] = {}
        for column in person_columns():
            wanted = sa.select(*told_columns(column.table)).where(column == person)
            kept[column.info[EXPORT] or str(column.table.name)] = await _rows(connection, wanted)
        for key, rows_of in exports.items():
            kept[key] = await _rows(connection, rows_of(person))
    yield msgspec.json.encode(kept)[:-1] + b',"tables":['
    between = b""
    for id in tables:
        row = await _table(engine, person, id)
        if row is not None:
            yield between + msgspec.json.encode(row)
            between = b","
    yield b'],"games":['
    between = b""
    for at in range(0, len(games), GAMES_AT_ONCE):
        some = sa.select(*told_columns(GAMES)).where(GAMES.c.id.in_(games[at : at + GAMES_AT_ONCE]))
        async with engine.connect() as connection:
            rows = await _rows(connection, some, as_text={"summary"})
        for row in rows:
            row["summary"] = _outline_for(person, row["summary"], row["id"])
        if rows:
            yield between + msgspec.json.encode(rows)[1:-1]
            between = b","
    yield b"]}"


def told_columns(table: sa.FromClause) -> list[sa.ColumnElement[Any]]:
    """Return the columns of a table to export: all except secrets and the ids of people."""
    return [column for column in table.c if not {LEAVING, SECRET} & column.info.keys()]


async def _table(engine: AsyncEngine, person: PersonId, id: str) -> dict[str, Any] | None:
    """Return a table and the player's actions there, or None if the table is gone."""
    events = sa.select(EVENTS.c.version, EVENTS.c.stored, EVENTS.c.body)
    events = events.where(EVENTS.c.table_id == id).order_by(EVENTS.c.version)
    async with engine.connect() as connection:
        wanted = sa.select(*told_columns(TABLES)).where(TABLES.c.id == id)
        rows = await _rows(connection, wanted, as_text={"summary"})
        try:
            stored = await _rows(connection, events, as_text={"body"})
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            note_damage(f"events of table {id}")
            stored = []
    if not rows:
        return None
    (row,) = rows
    row["summary"] = _summary_for(person, row["summary"], id)
    own = await asyncio.to_thread(_own_events, id, person, stored)
    row["events"] = [{**one, "body": msgspec.Raw(one["body"].encode())} for one in own]
    return row


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
        case SeatTaken() | Reserved() | Hosted() | ClientSeedAdded():
            return event.person == person
        case Asked(by=seat) | OfSeat(seat=seat):
            one = table.seats[seat]
            return isinstance(one, Person) and one.id == person
        case _:
            return False


def _summary_for(person: PersonId, text: str | None, table: str) -> Summary | None:
    """Return the summary of a table without the cards of a round in progress."""
    known = summary_in(text, table)
    if known is None:
        return None
    return structs.replace(known, people=_only(person, known.people))


def _outline_for(person: PersonId, text: str, game: str) -> Outline | None:
    """Return the outline of a game that the player took part in or whose record they opened."""
    known = outline_in(text, game)
    if known is None:
        return None
    left = tuple(one for one in known.left if one == person)
    return structs.replace(known, people=_only(person, known.people), left=left)


def _only(person: PersonId, people: BySeat[PersonId]) -> BySeat[PersonId]:
    """Return the seats without other players' ids."""
    return tuple(one if one == person else "" for one in people)


async def _rows(
    connection: AsyncConnection, wanted: sa.Select[Any], as_text: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """Return rows in export form: times in seconds since 1970, and JSON as parsed values."""
    moments = {column.name for column in wanted.selected_columns if isinstance(column.type, Moment)}
    plain = _JSON - set(as_text)
    found = (await connection.execute(wanted)).mappings().all()

    def told(name: str, value: Any) -> Any:
        if value is None:
            return None
        if name in moments:
            return seconds(value)
        return read_as(value, Any, f"{name} in an export") if name in plain else value

    return [{name: told(name, value) for name, value in row.items()} for row in found]


log = logging.getLogger(__name__)

TABLES_AT_ONCE = 500
"""The tables to search at once, so that others can use the database in between."""

_NAMING = ("sat", "reserved")
"""The events that contain a name."""


class PersonalData(Section):
    """Finds, exports, and forgets a player's data."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._exporting = asyncio.Lock()

    async def tables_of(self, people: AbstractSet[PersonId]) -> list[str]:
        """Return all tables where these people ever sat, as far as the tables are readable."""
        seats = sa.select(PLACES.c.table_id).where(PLACES.c.person.in_(people))
        found = set(await self._values(seats))
        last = ""
        while True:
            upper = sa.select(TABLES.c.id).where(TABLES.c.id > last).order_by(TABLES.c.id)
            ids = await self._values(upper.limit(TABLES_AT_ONCE))
            if not ids:
                return sorted(found)
            found.update(await self._naming(people, ids))
            last = ids[-1]

    async def _naming(self, people: AbstractSet[PersonId], tables: Sequence[str]) -> list[str]:
        """Return the tables in this contiguous range whose events mention these people.

        If some events are unreadable, the other tables are still searched.
        """
        here = EVENTS.c.table_id.between(tables[0], tables[-1])
        naming = sa.select(EVENTS.c.table_id).where(here, _names(people)).distinct()
        try:
            return await self._values(naming)
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            if len(tables) == 1:
                log_failure(log, f"cannot read who sat at table {tables[0]}", error)
                return []
        half = len(tables) // 2
        return [
            *await self._naming(people, tables[:half]),
            *await self._naming(people, tables[half:]),
        ]

    async def forget_at(self, table: str, people: AbstractSet[PersonId]) -> None:
        """Remove people's names from a table and its games, as far as they are readable.

        The table must not be in memory during the call.
        """
        here = EVENTS.c.table_id == table
        naming: sa.ColumnElement[bool] = here & _names(people)
        naming &= sa.or_(*map(_begins_with, _NAMING))
        try:
            named = await self._values(sa.select(EVENTS.c.body).where(naming))
            games = await self._count(here & _begins_with("started"))
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"table {table} has unreadable data about a player", error)
            named, games, naming = [], 0, sa.false()
        noted = await self._first(sa.select(TABLES.c.summary).where(TABLES.c.id == table))
        summary = None if noted is None else _without_names_in_summary(noted.summary, table, people)
        async with self._writing() as connection:
            own = TABLES.update().where(TABLES.c.id == table)
            await connection.execute(own.values(summary=summary))
            await rewrite_bodies(connection, EVENTS, naming, {"name": SOMEBODY})
        names = {told["name"] for told in map(read_body, named) if "name" in told}
        for number in range(1, games + 1):
            await self._forget_in_game(game_id(table, number), people, names)

    async def forget(self, people: AbstractSet[PersonId], also: Iterable[ForgetPeople]) -> None:
        """Forget all data about a player and their bots, except at tables.

        Games that no one else played are removed as well. Sanctions remain, so players cannot lift
        a ban by deleting their data.
        """
        for game in await self._games_of(people):
            await self._forget_in_game(game, people, ())
        async with self._writing() as connection:
            for column in person_columns("remove"):
                await connection.execute(sa.delete(column.table).where(column.in_(people)))
            for forget in also:
                await forget(connection, people)

    async def data_of(
        self, person: PersonId, exports: Mapping[str, Export]
    ) -> AsyncIterator[bytes]:
        """Yield all data about a player as JSON, in pieces."""
        async with self._exporting:  # each export searches all the data
            tables = await self.tables_of({person})
        games = await self._games_of({person})
        async for piece in exported(self.engine, person, tables, games, exports):
            yield piece

    async def _games_of(self, people: AbstractSet[PersonId]) -> list[str]:
        wanted = sa.select(PLAYERS.c.game_id).where(PLAYERS.c.person.in_(people))
        return await self._values(wanted.distinct())

    async def _forget_in_game(
        self, id: str, people: AbstractSet[PersonId], names: Iterable[str]
    ) -> None:
        """Remove people's names from a game, whatever its current state.

        The game itself is removed if no one else played it, or if it is unreadable.
        """
        while (row := await self._first(sa.select(GAMES).where(GAMES.c.id == id))) is not None:
            outline = outline_in(row.summary, id)
            told = None
            if outline is not None and set(outline.people) - people - {""}:
                await self._forget_in_review(id, _names_in(outline, people))
                told = await asyncio.to_thread(
                    _without_names, outline, row.record, people, frozenset(names)
                )
            if told is None:
                async with self._writing() as connection:
                    await remove(connection, [id])
                return
            changed, record = told
            summary = msgspec.json.encode(changed).decode()
            same = (GAMES.c.summary == row.summary) & (GAMES.c.record == row.record)
            own = GAMES.update().where(GAMES.c.id == id, same)
            if (await self._write(own.values(summary=summary, record=record))).rowcount:
                return

    async def _forget_in_review(self, id: str, names: AbstractSet[str]) -> None:
        """Remove names from the review of a game, if it has one that contains them."""
        own = REVIEW_PARTS.c.game_id == id
        for row in await self._all(sa.select(REVIEW_PARTS).where(own)) if names else ():
            body = await asyncio.to_thread(without_names_in, row.body, names)
            if body != row.body:
                this = own & (REVIEW_PARTS.c.first == row.first)
                await self._write(REVIEW_PARTS.update().where(this).values(body=body))


def _names(people: AbstractSet[PersonId]) -> sa.ColumnElement[bool]:
    """Select the events that mention these people."""
    return sa.or_(
        *(EVENTS.c.body.contains(f'"person":"{person}"', autoescape=True) for person in people)
    )


def _begins_with(kind: str) -> sa.ColumnElement[bool]:
    """Select the events of one kind; the kind is the first field of each event."""
    return EVENTS.c.body.startswith(f'{{"type":"{kind}"')


def _without_names(
    outline: Outline, text: str, people: AbstractSet[PersonId], names: frozenset[str]
) -> tuple[Outline, str] | None:
    """Return a game without people's names: those given and those at their seats.

    Return None if its record is unreadable.
    """
    gone = names | _names_in(outline, people)
    told = tuple(
        SOMEBODY if who in people else name
        for name, who in zip(outline.names, outline.people, strict=True)
    )
    try:
        record = parse_record(text)
    except SpadesError:
        return None
    players = tuple(
        # Another player with the same name keeps it.
        SOMEBODY
        if name in gone and not (outline.people[seat] not in {"", *people} and told[seat] == name)
        else name
        for seat, name in enumerate(record.players)
    )
    record = structs.replace(record, players=players)
    return structs.replace(outline, names=told), format_record(record, standings=False)


def _names_in(outline: Outline, people: AbstractSet[PersonId]) -> set[str]:
    """Return these people's names in a game."""
    seats = zip(outline.names, outline.people, strict=True)
    return {name for name, who in seats if who in people}


def _without_names_in_summary(
    text: str | None, table: str, people: AbstractSet[PersonId]
) -> str | None:
    known = summary_in(text, table)
    if known is None:
        return None
    seats = zip(known.names, known.people, strict=True)
    names = tuple(SOMEBODY if who in people else name for name, who in seats)
    return msgspec.json.encode(structs.replace(known, names=names)).decode()
