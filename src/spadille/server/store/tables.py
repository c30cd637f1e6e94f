"""Table summaries: seats and status, readable without loading the events.

Summaries are derived from events, and stored with the events that change them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from ...game import BySeat, Side
from ...locale import LANGUAGES
from ..table.events import PersonId
from ..table.model import Table
from ..table.seats import Person, name_of
from .database import Section, read_as, unused
from .schema import EVENTS, PLACES, TABLES, seconds

MOST_LISTED = 30
"""The most tables to list for one player: the most recently used."""


class Summary(Struct, frozen=True, omit_defaults=True):
    """A table at a glance; `people` has an empty string for each seat without a player.

    `group` lists the tables that were made together. `deals` is the number of deals in a match,
    and `played` is the number finished at this table. Earlier versions also stored hands, as
    `dealt` and `alone`, which are ignored.
    """

    status: Literal["waiting", "playing", "over"]
    titles: dict[str, str]
    names: BySeat[str]
    people: BySeat[PersonId]
    sides: tuple[Side, ...]
    round: int = 0
    scores: tuple[int, ...] = ()
    group: tuple[str, ...] = ()
    deals: int = 0
    played: int = 0

    def __post_init__(self) -> None:
        """Refuse impossible values, such as those in a damaged row."""
        seats = sorted(sum(self.sides, ()))
        if seats != list(range(len(self.names))) or len(self.people) != len(self.names):
            raise ValueError("the sides, names and people of a table do not fit")
        if self.deals and not self.group:
            raise ValueError("a match has no tables")


def summary_in(text: str | msgspec.Raw | None, table: str) -> Summary | None:
    """Return the stored summary of a table, or None if it is missing or damaged.

    If so, the information can be derived from the events.
    """
    return read_as(text, Summary, f"summary of table {table}") if text else None


class Listed(NamedTuple):
    """A player's table, without a summary if `summary_in` finds none."""

    table: str
    summary: Summary | None
    used: float


def summary_of(table: Table) -> Summary:
    """Return the summary that is stored with the events of a table."""
    game = table.game
    match = table.made.format == "teams"
    return Summary(
        status=table.status,
        titles={lang: table.title_in(lang) for lang in LANGUAGES},
        names=tuple(map(name_of, table.seats)),
        people=tuple(one.id if isinstance(one, Person) else "" for one in table.seats),
        sides=table.rules.sides,
        round=_round(table),
        scores=()
        if game is None or table.made.seeds
        else tuple(standing.score for standing in game.standings),
        group=table.made.group,
        deals=len(table.made.seeds) if match else 0,
        played=len(table.deals_played) if match else 0,
    )


def _round(table: Table) -> int:
    """Return the current round number; at tables with shared deals, each deal is a round."""
    if table.made.seeds:
        return table.games
    return 0 if table.game is None or table.game.round is None else table.game.round.number


def note(
    connection: sa.Connection, table: str, summary: Summary, now: datetime | None = None
) -> None:
    """Store the summary of a table, in the transaction of the change.

    `now` becomes the last use of the table and of those made with it. Leave it out if the table was
    only read.
    """
    changes = {"status": summary.status, "summary": msgspec.json.encode(summary).decode()}
    connection.execute(TABLES.update().where(TABLES.c.id == table).values(**changes))
    if now is not None:
        together = TABLES.c.id.in_({table, *summary.group})
        connection.execute(TABLES.update().where(together).values(used=now))
    connection.execute(PLACES.delete().where(PLACES.c.table_id == table))
    people = set(filter(None, summary.people))
    if people:
        connection.execute(
            PLACES.insert(), [{"person": person, "table_id": table} for person in people]
        )


class TableStore(Section):
    """Finds tables by their players, and tables that have been unused for a long time."""

    async def tables_of(self, person: PersonId) -> list[Listed]:
        """Return the tables where a player has a seat, most recently used first."""
        wanted = (
            sa.select(TABLES.c.id, TABLES.c.summary, TABLES.c.used)
            .join(PLACES, PLACES.c.table_id == TABLES.c.id)
            .where(PLACES.c.person == person)
            .order_by(TABLES.c.used.desc())
            .limit(MOST_LISTED)
        )
        return [
            Listed(id, summary_in(text, id), seconds(used))
            for id, text, used in await self.all(wanted)
        ]

    async def count(self, person: PersonId) -> int:
        """Return the number of tables at which a player has a seat."""
        return await self.count_rows(PLACES.c.person == person)

    async def note(self, table: Table) -> None:
        """Store the summary of a table that was only read."""
        async with self.begin() as connection:
            await connection.run_sync(note, table.id, summary_of(table))

    async def unused(self, since: float, *statuses: str | None) -> list[str]:
        """Return some tables in one of these states that have been unused since that time.

        A state of None selects tables that have no summary yet.
        """
        return await self.scalars(unused(TABLES, since).where(_is_one_of(statuses)))

    async def remove(self, tables: Sequence[str]) -> None:
        """Forget tables and everything that happened at them."""
        async with self.begin() as connection:
            for column in (PLACES.c.table_id, EVENTS.c.table_id, TABLES.c.id):
                await connection.execute(sa.delete(column.table).where(column.in_(tables)))


def _is_one_of(statuses: Sequence[str | None]) -> sa.ColumnElement[bool]:
    if None in statuses:
        return TABLES.c.status.is_(None)
    return TABLES.c.status.in_(statuses)
