"""Stored challenges with the attempts and results of their players, and stored tournaments.

Team matches are stored only as the events of their two tables.
"""

import logging
import secrets
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Struct, structs
from sqlalchemy.ext.asyncio import AsyncConnection

from ....bots import Level
from ....game import Rules, Seat
from ....notation import with_older_options
from ....table.errors import RefusedError
from ....table.events import Attempt, PersonId
from ....table.ids import may_be_id
from ....table.seats import SOMEBODY
from ...clock import Clock
from ...logs import log_failure
from ...store.database import Database, Row, read_as, rewrite_bodies, unused
from ...store.schema import METADATA, Moment, person_column
from ...store.store import Store
from .contest import DealScore
from .events import Announced, Joined, Tournament, TournamentEvent

log = logging.getLogger(__name__)

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
"""The most challenges to list for one player: the latest ones."""


class Challenge(Struct, frozen=True):
    """Deals that everyone plays in the same seat, with the same bots under the same rules.

    Each of the secret `seeds` produces one deal. `by` is the name of the person who made the
    challenge. `day` is set if the server made it for that day.
    """

    id: str
    preset: str
    rules: Rules
    title: str
    level: Level
    seat: Seat
    seeds: tuple[str, ...]
    by: str = ""
    day: date | None = None


class Played(DealScore, frozen=True, kw_only=True):
    """A person's result in a deal of a challenge."""

    challenge: str
    deal: int
    attempt: int
    person: PersonId
    name: str
    table: str


class Compared(NamedTuple):
    """All players' results in their first attempts at a deal.

    `best` is the best one, from the first player to achieve it.
    """

    players: int
    mean: float
    lowest: float
    best: Played


def write_attempt(
    connection: sa.Connection, now: datetime, attempt: Attempt, person: PersonId, table: str
) -> None:
    """Store a player's attempt at a challenge."""
    _use(connection, attempt.challenge, now)
    row = {"challenge_id": attempt.challenge, "person": person, "number": attempt.number}
    connection.execute(ATTEMPTS.insert(), {**row, "table_id": table, "made": now})


def write_played(connection: sa.Connection, now: datetime, played: Played) -> None:
    """Store the result of a deal, unless its challenge has been forgotten."""
    if not _use(connection, played.challenge, now):
        return
    columns = ("deal", "person", "attempt", "name", "margin")
    row = {name: getattr(played, name) for name in columns}
    row |= {"challenge_id": played.challenge, "body": msgspec.json.encode(played).decode()}
    connection.execute(PLAYED.insert(), {**row, "stored": now})


def _use(connection: sa.Connection, challenge: str, now: datetime) -> bool:
    """Note that a challenge is used, and return False if it has been forgotten."""
    used = CHALLENGES.update().where(CHALLENGES.c.id == challenge).values(used=now)
    return connection.execute(used).rowcount > 0


def write_events(
    connection: sa.Connection, after: Tournament, events: Sequence[TournamentEvent], now: datetime
) -> None:
    """Store the last events of a tournament, which is in the state `after` them."""
    used = {"status": after.status, "used": now}
    connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.id == after.id).values(used))
    rows = [
        {
            "evening_id": after.id,
            "version": number,
            "person": event.person if isinstance(event, Joined) else "",
            "body": msgspec.json.encode(event).decode(),
        }
        for number, event in enumerate(events, start=after.version - len(events) + 1)
    ]
    connection.execute(TOURNAMENT_EVENTS.insert(), rows)


class ChallengeStore(Database):
    """Finds challenges and the results of their deals."""

    async def add(self, challenge: Challenge, now: datetime) -> None:
        """Store a new challenge."""
        body = msgspec.json.encode(challenge).decode()
        row = {"id": challenge.id, "day": challenge.day, "body": body, "made": now, "used": now}
        await self.execute(CHALLENGES.insert().values(row))

    async def find(self, id: str) -> Challenge:
        """Return the challenge with that id; raise RefusedError if it is unknown or damaged."""
        found = await self._one(CHALLENGES.c.id == id)
        if found is None:
            raise RefusedError("challenge/unknown", "there is no such challenge")
        return found

    async def of_day(self, day: date) -> Challenge | None:
        """Return the challenge that the server made for a day."""
        return await self._one(CHALLENGES.c.day == day)

    async def _one(self, which: sa.ColumnElement[bool]) -> Challenge | None:
        found = await self.first(sa.select(CHALLENGES.c.id, CHALLENGES.c.body).where(which))
        challenge = None if found is None else _challenge_in(found.body, found.id)
        if found is not None and challenge is None:
            raise RefusedError(
                "challenge/damaged",
                "the data of this challenge is damaged; the admin can restore a backup",
            )
        return challenge

    async def tried(self, challenge: str, person: PersonId) -> Sequence[Row]:
        """Return the number and table of a player's attempts at a challenge, first to last."""
        own = (ATTEMPTS.c.challenge_id == challenge) & (ATTEMPTS.c.person == person)
        wanted = sa.select(ATTEMPTS.c.number, ATTEMPTS.c.table_id.label("table")).where(own)
        return await self.all(wanted.order_by(ATTEMPTS.c.number))

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
        """Return how each deal was played by those who count; see `Compared`."""
        margin, deal = PLAYED.c.margin, PLAYED.c.deal
        best_first = (margin.desc(), PLAYED.c.stored, PLAYED.c.person)
        placed = (
            sa.select(
                deal,
                sa.func.count().over(partition_by=deal).label("players"),
                sa.func.avg(margin).over(partition_by=deal).label("mean"),
                sa.func.min(margin).over(partition_by=deal).label("lowest"),
                PLAYED.c.body,
                sa.func.row_number().over(partition_by=deal, order_by=best_first).label("place"),
            )
            .where(_counts(challenge))
            .subquery()
        )
        rows = await self.all(sa.select(placed).where(placed.c.place == 1))
        found = {}
        for deal, players, mean, lowest, body, _ in rows:
            best = _played_in(body, challenge)
            if best is not None:
                found[deal] = Compared(players, mean, lowest, best)
        return found

    async def better(self, challenge: str, deal: int, margin: float) -> int:
        """Return how many players got a better result in a deal."""
        more = (PLAYED.c.deal == deal) & (PLAYED.c.margin > margin)
        return await self.count_rows(_counts(challenge) & more)

    async def ranking(self, challenge: Challenge, person: PersonId, most: int) -> Sequence[Row]:
        """Return the totals of players who have played all deals, best first.

        These are the best, up to `most`, and that person's. Each has a `rank`, and says how many
        `players` there are and their `mean`.
        """
        total = sa.func.sum(PLAYED.c.margin)
        ranked = (
            sa.select(
                PLAYED.c.person,
                sa.func.max(PLAYED.c.name).label("name"),
                total.label("margin"),
                sa.func.rank().over(order_by=total.desc()).label("rank"),
                sa.func.row_number().over(order_by=(total.desc(), PLAYED.c.person)).label("place"),
                sa.func.count().over().label("players"),
                sa.func.avg(total).over().label("mean"),
            )
            .where(_counts(challenge.id))
            .group_by(PLAYED.c.person)
            .having(sa.func.count() == len(challenge.seeds))
            .subquery()
        )
        shown = (ranked.c.place <= most) | (ranked.c.person == person)
        return await self.all(sa.select(ranked).where(shown).order_by(ranked.c.place))

    async def tried_by(self, person: PersonId) -> list[tuple[Challenge, int]]:
        """Return the challenges that a player has tried, with the number of first results."""
        played = (
            sa.select(sa.func.count())
            .where(
                PLAYED.c.challenge_id == CHALLENGES.c.id,
                PLAYED.c.person == person,
                PLAYED.c.attempt == FIRST,
            )
            .scalar_subquery()
        )
        wanted = (
            sa.select(CHALLENGES.c.id, CHALLENGES.c.body, played)
            .join(ATTEMPTS, ATTEMPTS.c.challenge_id == CHALLENGES.c.id)
            .where(ATTEMPTS.c.person == person, ATTEMPTS.c.number == FIRST)
            .order_by(ATTEMPTS.c.made.desc())
            .limit(MOST_LISTED)
        )
        found = [(_challenge_in(body, id), count) for id, body, count in await self.all(wanted)]
        return [(challenge, count) for challenge, count in found if challenge is not None]


class TournamentStore(Database):
    """Finds tournaments, and stores what happens in them."""

    async def add(self, id: str, made: Announced, now: datetime) -> None:
        """Store a new tournament that pairs can enter."""
        new = Tournament(id, made)
        row = {"id": id, "host": made.host, "status": new.status, "made": now, "used": now}
        async with self.begin() as connection:
            await connection.execute(TOURNAMENTS.insert(), row)
            await connection.run_sync(write_events, new, (made,), now)

    async def append(
        self, tournament: Tournament, events: Sequence[TournamentEvent], now: datetime
    ) -> Tournament:
        """Store new events of a tournament, all of them or none, and return it after them."""
        after = tournament.after(*events)
        if events:
            async with self.begin() as connection:
                await connection.run_sync(write_events, after, events, now)
        return after

    async def find(self, id: str) -> Tournament:
        """Return the tournament with that id.

        Raise RefusedError if it does not exist, or its data is damaged.
        """
        of_one = sa.select(TOURNAMENT_EVENTS.c.body).where(TOURNAMENT_EVENTS.c.evening_id == id)
        in_order = of_one.order_by(TOURNAMENT_EVENTS.c.version)
        events = await self.scalars(in_order) if may_be_id(id) else []
        if not events:
            raise RefusedError("evening/unknown", "there is no such tournament")
        try:
            return Tournament.load(id, events)
        except Exception as error:
            log_failure(log, f"tournament {id} is damaged", error)
            raise RefusedError(
                "evening/damaged",
                "the data of this tournament is damaged; the admin can restore a backup",
            ) from error

    async def playing(self) -> list[str]:
        """Return the running tournaments."""
        return await self._ids(TOURNAMENTS.c.status == "playing")

    async def hosted(self, person: PersonId) -> int:
        """Return how many unfinished tournaments a player hosts."""
        return await self.count_rows(
            (TOURNAMENTS.c.host == person) & (TOURNAMENTS.c.status != "over")
        )

    async def concerning(self, person: PersonId) -> list[str]:
        """Return the unfinished tournaments that a player hosts or has entered, newest first."""
        about = sa.select(TOURNAMENT_EVENTS.c.evening_id).where(
            TOURNAMENT_EVENTS.c.person == person
        )
        own = (TOURNAMENTS.c.host == person) | TOURNAMENTS.c.id.in_(about)
        return await self._ids(own, TOURNAMENTS.c.status != "over")

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


def _played_in(body: str, challenge: str) -> Played | None:
    """Return the result of a deal, or None if it is damaged."""
    return read_as(body, Played, f"a result of challenge {challenge}")


def _challenge_in(body: str, id: str) -> Challenge | None:
    """Return a stored challenge with its original rules, or None if it is damaged."""
    found = read_as(body, Challenge, f"challenge {id}")
    if found is None:
        return None
    return structs.replace(found, rules=with_older_options(found.rules, body))


async def _forget_old(
    store: Store, since: float | None, contests: sa.Table, *parts: sa.Column[str]
) -> None:
    """Remove some contests unused since that time, and the rows whose `parts` refer to them."""
    if since is None:
        return
    async with store.begin() as connection:
        ids = (await connection.execute(unused(contests, since))).scalars().all()
        for column in (*parts, contests.c.id):
            await connection.execute(sa.delete(column.table).where(column.in_(ids)))


async def forget_old_challenges(store: Store, _clock: Clock, since: float | None) -> None:
    """Remove some challenges that no one has used since that time, with all their results."""
    await _forget_old(store, since, CHALLENGES, PLAYED.c.challenge_id, ATTEMPTS.c.challenge_id)


async def forget_old_tournaments(store: Store, _clock: Clock, since: float | None) -> None:
    """Remove some tournaments that no one has used since that time."""
    await _forget_old(store, since, TOURNAMENTS, TOURNAMENT_EVENTS.c.evening_id)


async def forget_challengers(connection: AsyncConnection, people: AbstractSet[PersonId]) -> None:
    """Remove people from challenges, where their results still count, as unknown players'."""
    for person in people:
        unknown = secrets.token_hex(16)
        tried = ATTEMPTS.update().where(ATTEMPTS.c.person == person)
        await connection.execute(tried.values(person=unknown, table_id=""))
        new = {"name": SOMEBODY, "person": unknown}
        await rewrite_bodies(
            connection, PLAYED, PLAYED.c.person == person, {**new, "table": ""}, **new
        )


async def forget_entrants(connection: AsyncConnection, people: AbstractSet[PersonId]) -> None:
    """Remove the names of people from tournaments, and the ids of hosts."""
    entered = TOURNAMENT_EVENTS.c.person.in_(people)
    await rewrite_bodies(connection, TOURNAMENT_EVENTS, entered, {"name": SOMEBODY})
    own = TOURNAMENTS.update().where(TOURNAMENTS.c.host.in_(people)).values(host="")
    ids = (await connection.execute(own.returning(TOURNAMENTS.c.id))).scalars().all()
    first = TOURNAMENT_EVENTS.c.evening_id.in_(ids) & (TOURNAMENT_EVENTS.c.version == 1)
    await rewrite_bodies(connection, TOURNAMENT_EVENTS, first, {"host": ""})
