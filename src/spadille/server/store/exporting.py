"""Exports one player's data as JSON: their rows in all tables, their games, and their actions.

The columns of `schema` that refer to a player determine the rows, so a new table is exported
automatically. Other players appear by name only. From a table, the export contains only the
player's own events, so it reveals only cards that they played.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...game import BySeat
from ...notation import repeat
from ..finished.games import Outline
from ..table.changing import after
from ..table.events import (
    Asked,
    Hosted,
    Made,
    OfSeat,
    PersonId,
    Reserved,
    Salted,
    Sat,
    TableEvent,
    read_event,
)
from ..table.seating import Person
from ..table.table import Table
from .friends import is_of, other_of
from .games import outline_in
from .register import Summary, summary_in
from .schema import (
    ACCOUNTS,
    ATTEMPTS,
    EVENING_EVENTS,
    EVENINGS,
    EVENTS,
    FRIENDS,
    GAMES,
    LEAVING,
    MEASURES,
    PLACES,
    PLAYED,
    RATINGS,
    REPORTS,
    SECRET,
    SESSIONS,
    TABLES,
    TOKENS,
    Moment,
    person_columns,
    seconds,
)
from .section import note_damage, read_as
from .unusable import is_out_of_reach

GAMES_AT_ONCE = 20

KEYS = {
    ACCOUNTS.c.person: "account",
    SESSIONS.c.person: "browsers",
    TOKENS.c.owner: "programs",
    REPORTS.c.reporter: "reports",
    REPORTS.c.person: "reports_about_you",
    PLACES.c.person: "seats",
    RATINGS.c.who: "ratings",
    EVENINGS.c.host: "hosted_evenings",
    EVENING_EVENTS.c.person: "evenings",
    ATTEMPTS.c.person: "attempts_at_challenges",
    PLAYED.c.person: "deals_of_challenges",
    MEASURES.c.subject: "measures",
}
"""The export keys for rows that refer to a player by these columns, if not the table name."""

_JSON = {"body", "summary", "luck"}
"""Columns that contain JSON."""


async def exported(
    engine: AsyncEngine, person: PersonId, tables: Sequence[str], games: Sequence[str]
) -> AsyncIterator[bytes]:
    """Yield the data of a player who has sat at these tables and played these games."""
    async with engine.connect() as connection:
        kept: dict[str, Any] = {}
        for column in person_columns():
            if column.table is not FRIENDS:
                wanted = sa.select(*told_columns(column.table)).where(column == person)
                kept[_key(column)] = await _rows(connection, wanted)
        kept["friends"] = await _rows(connection, _friends(person))
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


def _key(column: sa.Column[str]) -> str:
    return KEYS.get(column, str(column.table.name))


def _friends(person: PersonId) -> sa.Select[Any]:
    """Select a player's friendships, with the names of the friends."""
    own = (FRIENDS.c.asker == person).label("own")
    return (
        sa.select(ACCOUNTS.c.name, own, *told_columns(FRIENDS))
        .join(ACCOUNTS, ACCOUNTS.c.person == other_of(person))
        .where(is_of(person))
    )


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
            if isinstance(event, Made):
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
        case Sat() | Reserved() | Hosted() | Salted():
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
    return structs.replace(known, dealt=(), people=_only(person, known.people))


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
