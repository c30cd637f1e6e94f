"""The stored tournaments, each as the text of its events."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ...store.database import Section, rewrite_bodies, unused
from ...store.schema import METADATA, Moment, person_column
from ...table.events import PersonId
from ...table.seats import SOMEBODY

EVENINGS = sa.Table(
    "evenings",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    person_column("host", "replace", export="hosted_evenings", index=True),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Tournaments with their hosts, and whether they are waiting, running, or over."""

EVENING_EVENTS = sa.Table(
    "evening_events",
    METADATA,
    sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    person_column("person", "keep", export="evenings", index=True),
    sa.Column("body", sa.Text, nullable=False),
)
"""The events of tournaments; `person` is the player that an event is about, or empty."""


Status = Literal["waiting", "playing", "over"]

MOST_LISTED = 30
"""The most tournaments to list for one player: the most recently created."""


class Body(NamedTuple):
    """The text of an event, and the player it is about, if any."""

    text: str
    person: PersonId = ""


def write_events(  # noqa: PLR0913, PLR0917 - the events, their tournament, time and new status
    connection: sa.Connection,
    id: str,
    version: int,
    events: Sequence[Body],
    status: Status,
    now: datetime,
) -> None:
    """Store new events for a tournament that had `version` events."""
    connection.execute(EVENINGS.update().where(EVENINGS.c.id == id).values(status=status, used=now))
    rows = [
        {"evening_id": id, "version": number, "person": event.person, "body": event.text}
        for number, event in enumerate(events, start=version + 1)
    ]
    connection.execute(EVENING_EVENTS.insert(), rows)


class TournamentStore(Section):
    """The tournaments in the database."""

    async def add(self, id: str, host: PersonId, first: Body, now: datetime) -> None:
        """Store a new tournament that pairs can enter."""
        row = {"id": id, "host": host, "status": "waiting", "made": now, "used": now}
        async with self._writing() as connection:
            await connection.execute(EVENINGS.insert(), row)
            await connection.run_sync(write_events, id, 0, [first], "waiting", now)

    async def append(
        self, id: str, version: int, events: Sequence[Body], status: Status, now: datetime
    ) -> None:
        """Store new events for a tournament that had `version` events: all of them or none."""
        async with self._writing() as connection:
            await connection.run_sync(write_events, id, version, events, status, now)

    async def load(self, id: str) -> list[str]:
        """Return a tournament's events as texts, oldest first; empty if it does not exist."""
        wanted = (
            sa.select(EVENING_EVENTS.c.body)
            .where(EVENING_EVENTS.c.evening_id == id)
            .order_by(EVENING_EVENTS.c.version)
        )
        return await self._values(wanted)

    async def playing(self) -> list[str]:
        """Return the running tournaments."""
        return await self._values(sa.select(EVENINGS.c.id).where(EVENINGS.c.status == "playing"))

    async def hosted(self, person: PersonId) -> int:
        """Return how many unfinished tournaments a player hosts."""
        return await self._count((EVENINGS.c.host == person) & (EVENINGS.c.status != "over"))

    async def waiting_for(self, host: PersonId) -> list[str]:
        """Return a host's tournaments that have not begun."""
        waiting = (EVENINGS.c.host == host) & (EVENINGS.c.status == "waiting")
        return await self._values(sa.select(EVENINGS.c.id).where(waiting))

    async def with_place_of(self, person: PersonId) -> list[str]:
        """Return the unfinished tournaments in which a player has had a place."""
        entered = _with_events_of(person) & (EVENINGS.c.status != "over")
        return await self._values(sa.select(EVENINGS.c.id).where(entered))

    async def concerning(self, person: PersonId) -> list[str]:
        """Return the unfinished tournaments that a player hosts or has entered, newest first."""
        wanted = (
            sa.select(EVENINGS.c.id)
            .where(
                EVENINGS.c.status != "over",
                (EVENINGS.c.host == person) | _with_events_of(person),
            )
            .order_by(EVENINGS.c.made.desc(), EVENINGS.c.id)
            .limit(MOST_LISTED)
        )
        return await self._values(wanted)

    async def forget(self, since: float) -> None:
        """Remove some tournaments that have had no event since that time."""
        async with self._writing() as connection:
            ids = (await connection.execute(unused(EVENINGS, since))).scalars().all()
            for column in (EVENING_EVENTS.c.evening_id, EVENINGS.c.id):
                await connection.execute(sa.delete(column.table).where(column.in_(ids)))


def _with_events_of(person: PersonId) -> sa.ColumnElement[bool]:
    """Select the tournaments with events about a player."""
    told = sa.select(EVENING_EVENTS.c.evening_id).where(EVENING_EVENTS.c.person == person)
    return EVENINGS.c.id.in_(told)


async def forget_player(connection: AsyncConnection, people: AbstractSet[PersonId]) -> None:
    """Remove the names of players from tournaments, and clear them as hosts."""
    entered = EVENING_EVENTS.c.person.in_(people)
    await rewrite_bodies(connection, EVENING_EVENTS, entered, {"name": SOMEBODY})
    own = EVENINGS.update().where(EVENINGS.c.host.in_(people)).values(host="")
    ids = (await connection.execute(own.returning(EVENINGS.c.id))).scalars().all()
    first = EVENING_EVENTS.c.evening_id.in_(ids) & (EVENING_EVENTS.c.version == 1)
    await rewrite_bodies(connection, EVENING_EVENTS, first, {"host": ""})
