"""Stored challenges with the attempts and results of their players, and stored tournaments.

Team matches are stored only as the events of their two tables.
"""

import secrets
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from typing import Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.ext.asyncio import AsyncConnection

from ....notation import with_older_options
from ...clock import Clock
from ...errors import RefusedError
from ...store.database import Section, read_as, rewrite_bodies, unused
from ...store.schema import METADATA, Moment, person_column
from ...store.store import Store
from ...table.events import PersonId
from ...table.seats import SOMEBODY
from .contest import Challenge, Played

CHALLENGES = sa.Table(
    "challenges",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("day", sa.Date, unique=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Challenges, whose deals all players share; `day` is the date of a daily challenge."""

ATTEMPTS = sa.Table(
    "attempts",
    METADATA,
    sa.Column("challenge_id", sa.String(32), primary_key=True),
    person_column(
        "person", "replace", export="attempts_at_challenges", primary_key=True, index=True
    ),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("made", Moment, nullable=False),
)
"""Players' attempts at challenges, and the tables where they play."""

PLAYED = sa.Table(
    "played",
    METADATA,
    sa.Column("challenge_id", sa.String(32), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    person_column("person", "replace", export="deals_of_challenges", primary_key=True),
    sa.Column("attempt", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("margin", sa.Float, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("stored", Moment, nullable=False),
)
"""Results of challenge deals, by attempt; bots' results have the person `BOTS`."""

TOURNAMENTS = sa.Table(
    "evenings",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    person_column("host", "replace", export="hosted_evenings", index=True),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Tournaments with their hosts, and whether they are waiting, running, or over."""

TOURNAMENT_EVENTS = sa.Table(
    "evening_events",
    METADATA,
    sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    person_column("person", "keep", export="evenings", index=True),
    sa.Column("body", sa.Text, nullable=False),
)
"""The events of tournaments; `person` is the player that an event is about, or empty."""

BOTS: PersonId = "bots"
"""The person id for results of bots playing on their own."""

FIRST = 1
"""The attempt that counts."""

MOST_LISTED = 30
"""The most challenges or tournaments to list for one player: the latest ones."""

Status = Literal["waiting", "playing", "over"]


class Tried(NamedTuple):
    """An attempt at a challenge, and its table."""

    number: int
    table: str


class Compared(NamedTuple):
    """All players' results in their first attempts at a deal."""

    deal: int
    players: int
    mean: float
    lowest: float


class Total(NamedTuple):
    """The total of one player over all deals of a challenge."""

    person: PersonId
    name: str
    margin: float


class Body(NamedTuple):
    """The text of an event in a tournament, and the player it is about, if any."""

    text: str
    person: PersonId = ""


def write_attempt(
    connection: sa.Connection, id: str, person: PersonId, tried: Tried, now: datetime
) -> None:
    """Store a player's attempt at a challenge."""
    _use(connection, id, now)
    row = {"challenge_id": id, "person": person, "number": tried.number, "table_id": tried.table}
    connection.execute(ATTEMPTS.insert(), {**row, "made": now})


def write_played(connection: sa.Connection, now: datetime, played: Played) -> None:
    """Store the result of a deal, unless its challenge has been forgotten."""
    if not _use(connection, played.challenge, now):
        return
    columns = ("deal", "person", "attempt", "name", "margin")
    row = {name: getattr(played, name) for name in columns}
    row |= {"challenge_id": played.challenge, "body": msgspec.json.encode(played).decode()}
    connection.execute(PLAYED.insert(), {**row, "stored": now})


def _use(connection: sa.Connection, challenge: str, now: datetime) -> bool:
    changed = connection.execute(
        CHALLENGES.update().where(CHALLENGES.c.id == challenge).values(used=now)
    )
    return changed.rowcount > 0


def write_events(  # noqa: PLR0913, PLR0917 - the events, their tournament, time and new status
    connection: sa.Connection,
    id: str,
    version: int,
    events: Sequence[Body],
    status: Status,
    now: datetime,
) -> None:
    """Store new events for a tournament that had `version` events."""
    connection.execute(
        TOURNAMENTS.update().where(TOURNAMENTS.c.id == id).values(status=status, used=now)
    )
    rows = [
        {"evening_id": id, "version": number, "person": event.person, "body": event.text}
        for number, event in enumerate(events, start=version + 1)
    ]
    connection.execute(TOURNAMENT_EVENTS.insert(), rows)


class ChallengeStore(Section):
    """Finds challenges and the results of their deals."""

    async def add(self, challenge: Challenge, now: datetime) -> None:
        """Store a new challenge."""
        body = msgspec.json.encode(challenge).decode()
        row = {"id": challenge.id, "day": challenge.day, "body": body, "made": now, "used": now}
        await self.execute(CHALLENGES.insert().values(row))

    async def find(self, id: str) -> Challenge | None:
        """Return the challenge with that id; raise RefusedError if its data is damaged."""
        return await self._one(CHALLENGES.c.id == id)

    async def of_day(self, day: date) -> Challenge | None:
        """Return the challenge that the server made for a day."""
        return await self._one(CHALLENGES.c.day == day)

    async def tried(self, challenge: str, person: PersonId) -> list[Tried]:
        """Return a player's attempts at a challenge, first attempt first."""
        own = (ATTEMPTS.c.challenge_id == challenge) & (ATTEMPTS.c.person == person)
        wanted = sa.select(ATTEMPTS.c.number, ATTEMPTS.c.table_id).where(own)
        return [Tried(*row) for row in await self.all(wanted.order_by(ATTEMPTS.c.number))]

    async def players(self, challenge: str) -> int:
        """Return how many players have begun the challenge."""
        return await self.count_rows(
            (ATTEMPTS.c.challenge_id == challenge) & (ATTEMPTS.c.number == FIRST)
        )

    async def played_by(self, challenge: str, person: PersonId) -> list[Played]:
        """Return a player's results, in the order of the deals and attempts."""
        own = (PLAYED.c.challenge_id == challenge) & (PLAYED.c.person == person)
        wanted = sa.select(PLAYED.c.body).where(own).order_by(PLAYED.c.deal, PLAYED.c.attempt)
        found = (_played_in(body, challenge) for body in await self.scalars(wanted))
        return [played for played in found if played is not None]

    async def compared(self, challenge: str) -> dict[int, Compared]:
        """Return the results of all players for each deal."""
        margin = PLAYED.c.margin
        wanted = (
            sa.select(PLAYED.c.deal, sa.func.count(), sa.func.avg(margin), sa.func.min(margin))
            .where(_counts(challenge))
            .group_by(PLAYED.c.deal)
        )
        return {row[0]: Compared(*row) for row in await self.all(wanted)}

    async def best(self, challenge: str, deal: int) -> Played | None:
        """Return the best result in a deal, from the first player to achieve it."""
        wanted = (
            sa.select(PLAYED.c.body)
            .where(_counts(challenge), PLAYED.c.deal == deal)
            .order_by(PLAYED.c.margin.desc(), PLAYED.c.stored, PLAYED.c.person)
            .limit(1)
        )
        best = await self.first(wanted)
        return None if best is None else _played_in(best.body, challenge)

    async def better(self, challenge: str, deal: int, margin: float) -> int:
        """Return how many players got a better result in a deal."""
        more = (PLAYED.c.deal == deal) & (PLAYED.c.margin > margin)
        return await self.count_rows(_counts(challenge) & more)

    async def totals(self, challenge: Challenge, most: int) -> list[Total]:
        """Return the totals of the players who have played all deals, best first."""
        rows = await self.all(_totals(challenge).order_by(sa.desc("total"), "person").limit(most))
        return [Total(*row) for row in rows]

    async def total_of(self, challenge: Challenge, person: PersonId) -> tuple[int, int, float]:
        """Return how many players finished all deals, how many did better, and the mean."""
        totals = _totals(challenge).subquery()
        own = sa.select(totals.c.total).where(totals.c.person == person).scalar_subquery()
        wanted = sa.select(
            sa.func.count(),
            sa.func.count(sa.case((totals.c.total > own, 1))),
            sa.func.avg(totals.c.total),
        )
        ((count, better, mean),) = await self.all(wanted)
        return count, better, mean or 0.0

    async def add_bots(self, played: Played, now: datetime) -> None:
        """Store the result of bots playing a deal on their own."""
        async with self.begin() as connection:
            await connection.run_sync(write_played, now, played)

    async def tried_by(self, person: PersonId) -> list[tuple[Challenge, int]]:
        """Return the challenges that a player has tried, with the number of first results."""
        mine = (
            sa.select(CHALLENGES.c.body, CHALLENGES.c.id)
            .join(ATTEMPTS, ATTEMPTS.c.challenge_id == CHALLENGES.c.id)
            .where(ATTEMPTS.c.person == person, ATTEMPTS.c.number == FIRST)
            .order_by(ATTEMPTS.c.made.desc())
            .limit(MOST_LISTED)
        )
        found = await self.all(mine)
        counts = (
            sa.select(PLAYED.c.challenge_id, sa.func.count())
            .where(
                PLAYED.c.challenge_id.in_([id for _, id in found]),
                PLAYED.c.person == person,
                PLAYED.c.attempt == FIRST,
            )
            .group_by(PLAYED.c.challenge_id)
        )
        played: dict[str, int] = dict(await self.all(counts))
        readable = ((_challenge_in(body, id), id) for body, id in found)
        return [(one, played.get(id, 0)) for one, id in readable if one is not None]

    async def _one(self, which: sa.ColumnElement[bool]) -> Challenge | None:
        found = await self.first(sa.select(CHALLENGES.c.id, CHALLENGES.c.body).where(which))
        if found is None:
            return None
        challenge = _challenge_in(found.body, found.id)
        if challenge is None:
            raise RefusedError(
                "challenge/damaged",
                "the data of this challenge is damaged; the admin can restore a backup",
            )
        return challenge


class _ContestStore(Section):
    async def forget(self, since: float, contests: sa.Table, *parts: sa.Column[str]) -> None:
        """Remove some contests unused since that time, and rows whose `parts` refer to them."""
        async with self.begin() as connection:
            ids = (await connection.execute(unused(contests, since))).scalars().all()
            for column in (*parts, contests.c.id):
                await connection.execute(sa.delete(column.table).where(column.in_(ids)))


class TournamentStore(Section):
    """Finds tournaments, each as the text of its events."""

    async def add(self, id: str, host: PersonId, first: Body, now: datetime) -> None:
        """Store a new tournament that pairs can enter."""
        row = {"id": id, "host": host, "status": "waiting", "made": now, "used": now}
        async with self.begin() as connection:
            await connection.execute(TOURNAMENTS.insert(), row)
            await connection.run_sync(write_events, id, 0, [first], "waiting", now)

    async def append(
        self, id: str, version: int, events: Sequence[Body], status: Status, now: datetime
    ) -> None:
        """Store new events for a tournament that had `version` events: all of them or none."""
        async with self.begin() as connection:
            await connection.run_sync(write_events, id, version, events, status, now)

    async def load(self, id: str) -> list[str]:
        """Return a tournament's events as texts, oldest first; empty if it does not exist."""
        of_one = TOURNAMENT_EVENTS.c.evening_id == id
        wanted = (
            sa.select(TOURNAMENT_EVENTS.c.body).where(of_one).order_by(TOURNAMENT_EVENTS.c.version)
        )
        return await self.scalars(wanted)

    async def playing(self) -> list[str]:
        """Return the running tournaments."""
        return await self._ids(TOURNAMENTS.c.status == "playing")

    async def hosted(self, person: PersonId) -> int:
        """Return how many unfinished tournaments a player hosts."""
        return await self.count_rows(
            (TOURNAMENTS.c.host == person) & (TOURNAMENTS.c.status != "over")
        )

    async def waiting_for(self, host: PersonId) -> list[str]:
        """Return a host's tournaments that have not begun."""
        return await self._ids(TOURNAMENTS.c.host == host, TOURNAMENTS.c.status == "waiting")

    async def with_place_of(self, person: PersonId) -> list[str]:
        """Return the unfinished tournaments in which a player has had a place."""
        return await self._ids(_with_events_of(person), TOURNAMENTS.c.status != "over")

    async def concerning(self, person: PersonId) -> list[str]:
        """Return the unfinished tournaments that a player hosts or has entered, newest first."""
        own = (TOURNAMENTS.c.host == person) | _with_events_of(person)
        return (await self._ids(own, TOURNAMENTS.c.status != "over"))[:MOST_LISTED]

    async def _ids(self, *which: sa.ColumnElement[bool]) -> list[str]:
        newest_first = TOURNAMENTS.c.made.desc(), TOURNAMENTS.c.id
        return await self.scalars(sa.select(TOURNAMENTS.c.id).where(*which).order_by(*newest_first))


def _counts(challenge: str) -> sa.ColumnElement[bool]:
    """Select the player results that count."""
    return (
        (PLAYED.c.challenge_id == challenge)
        & (PLAYED.c.attempt == FIRST)
        & (PLAYED.c.person != BOTS)
    )


def _totals(challenge: Challenge) -> sa.Select[tuple[str, str, float]]:
    return (
        sa.select(
            PLAYED.c.person,
            sa.func.max(PLAYED.c.name).label("name"),
            sa.func.sum(PLAYED.c.margin).label("total"),
        )
        .where(_counts(challenge.id))
        .group_by(PLAYED.c.person)
        .having(sa.func.count() == len(challenge.seeds))
    )


def _with_events_of(person: PersonId) -> sa.ColumnElement[bool]:
    """Select the tournaments with events about a player."""
    about = sa.select(TOURNAMENT_EVENTS.c.evening_id).where(TOURNAMENT_EVENTS.c.person == person)
    return TOURNAMENTS.c.id.in_(about)


def _played_in(body: str, challenge: str) -> Played | None:
    """Return the result of a deal, or None if it is damaged."""
    return read_as(body, Played, f"a result of challenge {challenge}")


def _challenge_in(body: str, id: str) -> Challenge | None:
    """Return a stored challenge with its original rules, or None if it is damaged."""
    found = read_as(body, Challenge, f"challenge {id}")
    if found is None:
        return None
    return structs.replace(found, rules=with_older_options(found.rules, body))


async def forget_old(store: Store, _clock: Clock, since: float | None) -> None:
    """Remove some contests that no one has used since that time, with all their results."""
    if since is None:
        return
    kept = store.section(_ContestStore)
    await kept.forget(since, CHALLENGES, PLAYED.c.challenge_id, ATTEMPTS.c.challenge_id)
    await kept.forget(since, TOURNAMENTS, TOURNAMENT_EVENTS.c.evening_id)


async def forget_people(connection: AsyncConnection, people: AbstractSet[PersonId]) -> None:
    """Remove the names of people; their results in challenges still count, as unknown players'."""
    for person in people:
        unknown = secrets.token_hex(16)
        tried = ATTEMPTS.update().where(ATTEMPTS.c.person == person)
        await connection.execute(tried.values(person=unknown, table_id=""))
        new = {"name": SOMEBODY, "person": unknown}
        await rewrite_bodies(
            connection, PLAYED, PLAYED.c.person == person, {**new, "table": ""}, **new
        )
    entered = TOURNAMENT_EVENTS.c.person.in_(people)
    await rewrite_bodies(connection, TOURNAMENT_EVENTS, entered, {"name": SOMEBODY})
    own = TOURNAMENTS.update().where(TOURNAMENTS.c.host.in_(people)).values(host="")
    ids = (await connection.execute(own.returning(TOURNAMENTS.c.id))).scalars().all()
    first = TOURNAMENT_EVENTS.c.evening_id.in_(ids) & (TOURNAMENT_EVENTS.c.version == 1)
    await rewrite_bodies(connection, TOURNAMENT_EVENTS, first, {"host": ""})
