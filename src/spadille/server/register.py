"""What is known of tables without reading their events: who has a seat where, and how it stands.

It is taken from the events, and stored with those that change it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine

from ..game import BySeat, Side
from .events import PersonId
from .rule_choice import Chosen, title_of
from .schema import EVENTS, PLACES, TABLES
from .seating import Person, name_of
from .table import Table

MOST_LISTED = 30
"""Tables of one person that are listed: those used last."""


class Summary(Struct, frozen=True, omit_defaults=True):
    """How a table stands; `people` are those who sit there, empty where nobody does."""

    status: Literal["waiting", "playing", "over"]
    titles: dict[str, str]
    names: BySeat[str]
    people: BySeat[PersonId]
    sides: tuple[Side, ...]
    round: int = 0
    scores: tuple[int, ...] = ()


class Listed(NamedTuple):
    """A table of somebody; the summary is None for one of which nothing was noted yet."""

    table: str
    summary: Summary | None
    used: float


def summary_of(table: Table) -> Summary:
    chosen = Chosen(table.made.preset, table.rules, table.made.title)
    game = table.game
    return Summary(
        status=table.status,
        titles={"en": title_of(chosen, "en"), "de": title_of(chosen, "de")},
        names=tuple(map(name_of, table.seats)),
        people=tuple(one.id if isinstance(one, Person) else "" for one in table.seats),
        sides=table.rules.sides,
        round=0 if game is None or game.round is None else game.round.number,
        scores=() if game is None else tuple(standing.score for standing in game.standings),
    )


def stands_otherwise(before: Table, after: Table) -> bool:
    """Whether what is noted of a table has changed."""
    return (
        before.seats is not after.seats
        or before.status != after.status
        or _rounds(before) != _rounds(after)
    )


def _rounds(table: Table) -> tuple[int, int]:
    game = table.game
    if game is None:
        return 0, 0
    return len(game.results), 0 if game.round is None else game.round.number


def note(
    connection: sa.Connection, table: str, summary: Summary, now: datetime | None = None
) -> None:
    """Writes down how a table stands, in the transaction of what has changed it.

    `now` is when it was used; without, it was only read.
    """
    changes = {"status": summary.status, "summary": msgspec.json.encode(summary).decode()}
    used = {} if now is None else {"used": now}
    connection.execute(TABLES.update().where(TABLES.c.id == table).values(**changes, **used))
    connection.execute(PLACES.delete().where(PLACES.c.table_id == table))
    people = set(filter(None, summary.people))
    if people:
        connection.execute(
            PLACES.insert(), [{"person": person, "table_id": table} for person in people]
        )


class Register:
    """Finds tables by who sits there, and those that nobody has used for long."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def tables_of(self, person: PersonId) -> list[Listed]:
        """The tables where somebody has a seat, the one used last first."""
        wanted = (
            sa.select(TABLES.c.id, TABLES.c.summary, TABLES.c.used)
            .join(PLACES, PLACES.c.table_id == TABLES.c.id)
            .where(PLACES.c.person == person)
            .order_by(TABLES.c.used.desc())
            .limit(MOST_LISTED)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            Listed(id, msgspec.json.decode(text, type=Summary) if text else None, _seconds(used))
            for id, text, used in rows
        ]

    async def note(self, table: Table) -> None:
        """Writes down how a table stands that was only read."""
        async with self._engine.begin() as connection:
            await connection.run_sync(note, table.id, summary_of(table))

    async def unused(self, since: float, *statuses: str | None, most: int = 100) -> Sequence[str]:
        """Some tables in one of these states that nobody has used since that time of day.

        The state None is that of tables of which nothing was noted yet.
        """
        before = datetime.fromtimestamp(since, UTC)
        wanted = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.used < before, _is_one_of(statuses))
            .order_by(TABLES.c.used)
            .limit(most)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).scalars().all()

    async def remove(self, tables: Sequence[str]) -> None:
        """Forgets tables with all that has happened there."""
        async with self._engine.begin() as connection:
            for column in (PLACES.c.table_id, EVENTS.c.table_id, TABLES.c.id):
                await connection.execute(sa.delete(column.table).where(column.in_(tables)))


def _is_one_of(statuses: Sequence[str | None]) -> sa.ColumnElement[bool]:
    if None in statuses:
        return TABLES.c.status.is_(None)
    return TABLES.c.status.in_(statuses)


def _seconds(moment: datetime | None) -> float:
    """A time of day; SQLite keeps no time zone, and means UTC."""
    return 0.0 if moment is None else moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()
