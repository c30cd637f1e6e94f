"""What is known of tables without reading their events: who has a seat where, and how it stands.

It is taken from the events, and stored with those that change it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from ...game import BySeat, Message, Seat, Side
from ...locale import LANGUAGES, translate
from ..messages.protocol import Lang
from ..rules.rule_choice import title_of
from ..table.events import PersonId
from ..table.in_play import Cards, InPlay, in_play
from ..table.seating import Person, name_of
from ..table.table import Table
from .schema import EVENTS, PLACES, TABLES, seconds
from .section import Section, read_as, unused

MOST_LISTED = 30
"""Tables of one person that are listed: those used last."""

MOST_IN_PLAY = 2000
"""Rounds that a record is compared with; of more, those played at last."""


class Summary(Struct, frozen=True, omit_defaults=True):
    """How a table stands; `people` are those who sit there, empty where no one does.

    `dealt` are the hands of a round that continues of which no one is to be shown, see `InPlay`.
    `group` are the tables that were made together, `deals` how many both tables of a match play,
    and `played` how many of them are over at this one.
    """

    status: Literal["waiting", "playing", "over"]
    titles: dict[str, str]
    names: BySeat[str]
    people: BySeat[PersonId]
    sides: tuple[Side, ...]
    round: int = 0
    scores: tuple[int, ...] = ()
    dealt: tuple[Cards, ...] = ()
    alone: Seat | None = None
    group: tuple[str, ...] = ()
    deals: int = 0
    played: int = 0

    def __post_init__(self) -> None:
        """Refuse what no table has, as in a damaged row."""
        seats = sorted(sum(self.sides, ()))
        if seats != list(range(len(self.names))) or len(self.people) != len(self.names):
            raise ValueError("the sides, names and people of a table do not fit")
        if self.deals and not self.group:
            raise ValueError("a match has no tables")


def summary_in(text: str | msgspec.Raw | None, table: str) -> Summary | None:
    """Return what is noted of a table, or None if nothing is yet, or it is damaged.

    The events have it then.
    """
    return read_as(text, Summary, f"summary of table {table}") if text else None


class Listed(NamedTuple):
    """A table of someone; the summary is None where `summary_in` finds none."""

    table: str
    summary: Summary | None
    used: float


def summary_of(table: Table) -> Summary:
    game = table.game
    round = in_play(table)
    match = table.made.duplicate is not None
    return Summary(
        status=table.status,
        titles={lang: table_title(table, lang) for lang in LANGUAGES},
        names=tuple(map(name_of, table.seats)),
        people=tuple(one.id if isinstance(one, Person) else "" for one in table.seats),
        sides=table.rules.sides,
        round=_round(table),
        scores=()
        if game is None or table.made.seeds
        else tuple(standing.score for standing in game.standings),
        dealt=() if round is None else round.dealt,
        alone=None if round is None else round.alone,
        group=table.made.group,
        deals=len(table.made.seeds) if match else 0,
        played=len(table.deals_played) if match else 0,
    )


def table_title(table: Table, lang: Lang) -> str:
    """Return what is played at a table."""
    title = title_of(table.made, lang)
    if table.made.attempt is not None:
        return translate(Message("Challenge: {title}", title=title), lang)
    if table.made.duplicate is not None:
        return translate(Message("Match: {title}", title=title), lang)
    if table.made.evening is not None:
        return translate(Message("Tournament: {title}", title=title), lang)
    return title


def _round(table: Table) -> int:
    """Return the round that is played; where others play the same deals each of them is one."""
    if table.made.seeds:
        return table.games
    return 0 if table.game is None or table.game.round is None else table.game.round.number


def stands_otherwise(before: Table, after: Table) -> bool:
    """Return True if what is noted of a table has changed."""
    return (
        before.seats is not after.seats
        or before.status != after.status
        or before.games != after.games
        or before.dealt != after.dealt
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
    """Write down how a table stands, in the transaction of what has changed it.

    `now` is when it was used, and those with it that were made together; without, it was only read.
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


class Register(Section):
    """Finds tables by who sits there, and those that no one has used for long."""

    async def tables_of(self, person: PersonId) -> list[Listed]:
        """Return the tables where someone has a seat, the one used last first."""
        wanted = (
            sa.select(TABLES.c.id, TABLES.c.summary, TABLES.c.used)
            .join(PLACES, PLACES.c.table_id == TABLES.c.id)
            .where(PLACES.c.person == person)
            .order_by(TABLES.c.used.desc())
            .limit(MOST_LISTED)
        )
        return [
            Listed(id, summary_in(text, id), seconds(used))
            for id, text, used in await self._all(wanted)
        ]

    async def count(self, person: PersonId) -> int:
        """At how many tables someone has a seat."""
        return await self._count(PLACES.c.person == person)

    async def in_play(self) -> list[tuple[str, InPlay]]:
        """Return the rounds that go on of which no one is to be shown, by table."""
        wanted = (
            sa.select(TABLES.c.id, TABLES.c.summary)
            .where(TABLES.c.status == "playing", TABLES.c.summary.contains('"dealt"'))
            .order_by(TABLES.c.used.desc())
            .limit(MOST_IN_PLAY)
        )
        rows = await self._all(wanted)
        found = ((id, summary_in(text, id)) for id, text in rows)
        return [(id, InPlay(one.dealt, alone=one.alone)) for id, one in found if one is not None]

    async def note(self, table: Table) -> None:
        """Write down how a table stands that was only read."""
        async with self._writing() as connection:
            await connection.run_sync(note, table.id, summary_of(table))

    async def unused(self, since: float, *statuses: str | None) -> list[str]:
        """Return some tables in one of these states that no one has used since that time of day.

        The state None is that of tables of which nothing was noted yet.
        """
        return await self._values(unused(TABLES, since).where(_is_one_of(statuses)))

    async def remove(self, tables: Sequence[str]) -> None:
        """Forget tables with all that has happened there."""
        async with self._writing() as connection:
            for column in (PLACES.c.table_id, EVENTS.c.table_id, TABLES.c.id):
                await connection.execute(sa.delete(column.table).where(column.in_(tables)))


def _is_one_of(statuses: Sequence[str | None]) -> sa.ColumnElement[bool]:
    if None in statuses:
        return TABLES.c.status.is_(None)
    return TABLES.c.status.in_(statuses)
