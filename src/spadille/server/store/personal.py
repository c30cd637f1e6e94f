"""All data about one player, to export it as a whole or to forget it.

Other people's games remain as they were played; only the player's name is removed.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...game import SpadesError
from ...notation import format_record, parse_record
from ..finished.games import Outline
from ..ids import game_id
from ..logs import log_failure
from ..table.events import PersonId
from ..table.forgotten import SOMEBODY
from .exporting import exported
from .games import outline_in, remove
from .register import summary_in
from .reviews import without_names_in
from .schema import (
    ATTEMPTS,
    EVENING_EVENTS,
    EVENINGS,
    EVENTS,
    GAMES,
    PLACES,
    PLAYED,
    PLAYERS,
    REVIEW_PARTS,
    REVIEWS,
    TABLES,
    person_columns,
)
from .section import Section, read_as
from .unusable import is_out_of_reach

log = logging.getLogger(__name__)

TABLES_AT_ONCE = 500
"""The tables to search at once, so that others can use the database in between."""

_NAMING = ("sat", "reserved")
"""The events that contain a name."""


class Personal(Section):
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
            await _retell(connection, EVENTS, naming, {"name": SOMEBODY})
        names = {told["name"] for told in map(_read, named) if "name" in told}
        for number in range(1, games + 1):
            await self._forget_in_game(game_id(table, number), people, names)

    async def forget(self, people: AbstractSet[PersonId]) -> None:
        """Forget all data about a player and their bots, except at tables.

        Games that no one else played are removed as well. Sanctions remain, so players cannot lift
        a ban by deleting their data.
        """
        for game in await self._games_of(people):
            await self._forget_in_game(game, people, ())
        async with self._writing() as connection:
            for column in person_columns("remove"):
                await connection.execute(sa.delete(column.table).where(column.in_(people)))
            asked = REVIEWS.update().where(REVIEWS.c.person.in_(people))
            await connection.execute(asked.values(person=""))
            entered = EVENING_EVENTS.c.person.in_(people)
            await _retell(connection, EVENING_EVENTS, entered, {"name": SOMEBODY})
            for person in people:
                await _forget_challenger(connection, person)
                await _forget_host(connection, person)

    async def data_of(self, person: PersonId) -> AsyncIterator[bytes]:
        """Yield all data about a player as JSON, in pieces."""
        async with self._exporting:  # each export searches all the data
            tables = await self.tables_of({person})
        games = await self._games_of({person})
        async for piece in exported(self._engine, person, tables, games):
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


def _read(body: str) -> dict[str, Any]:
    """Return the contents of a body, or an empty dictionary if it is damaged."""
    return read_as(body, dict[str, Any], "an event that names a person") or {}


async def _retell(
    connection: AsyncConnection,
    table: sa.Table,
    which: sa.ColumnElement[bool],
    told: dict[str, str],
    **columns: str,
) -> None:
    """Rewrite fields in the JSON bodies of rows, and set the given columns.

    A damaged body then contains only these fields.
    """
    rows = await connection.execute(sa.select(table).where(which))
    for row in rows.mappings().all():
        body = msgspec.json.encode({**_read(row["body"]), **told}).decode()
        own = sa.and_(*(column == row[column] for column in table.primary_key))
        await connection.execute(table.update().where(own).values(body=body, **columns))


async def _forget_challenger(connection: AsyncConnection, person: PersonId) -> None:
    """Replace a player in challenges with an unknown one, whose results still count."""
    nobody = secrets.token_hex(16)
    own = ATTEMPTS.update().where(ATTEMPTS.c.person == person)
    await connection.execute(own.values(person=nobody, table_id=""))
    told = {"name": SOMEBODY, "person": nobody}
    await _retell(connection, PLAYED, PLAYED.c.person == person, {**told, "table": ""}, **told)


async def _forget_host(connection: AsyncConnection, person: PersonId) -> None:
    """Clear the host from the person's tournaments."""
    own = EVENINGS.update().where(EVENINGS.c.host == person).values(host="")
    ids = (await connection.execute(own.returning(EVENINGS.c.id))).scalars().all()
    first = EVENING_EVENTS.c.evening_id.in_(ids) & (EVENING_EVENTS.c.version == 1)
    await _retell(connection, EVENING_EVENTS, first, {"host": ""})
