"""The stored ratings that players and bots got in rated games."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec import Struct, structs
from sqlalchemy.ext.asyncio import AsyncConnection

from ....bots import Rating
from ...net.sessions import SESSIONS
from ...net.tokens import TOKENS
from ...store.database import Section, count_in, note_damage
from ...store.schema import ACCOUNTS, GAMES, METADATA, Moment, moment, person_column, seconds
from ...table.finished import Outline
from ..games.store import outline_in
from .messages import RankedInfo

RATINGS = sa.Table(
    "ratings",
    METADATA,
    sa.Column("family", sa.String(16), primary_key=True),
    person_column("who", "remove", export="ratings", primary_key=True, index=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("left", sa.Integer, nullable=False),
)
"""Ratings of players and bots at tables of a family; for a bot, `who` is `BOT` and its level."""

RATED_GAMES = sa.Table(
    "rated_games",
    METADATA,
    sa.Column("family", sa.String(16), primary_key=True),
    person_column("who", "remove", primary_key=True, index=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("ended", Moment, nullable=False),
)
"""A player's rating after each of their last games; `number` counts games in the family."""

BOT = "bot/"
"""The prefix of a bot level, used in place of a player's id."""

MOST_RANKED = 100

MOST_KEPT = 500
"""The most rated games to keep per player and family, each with the rating after it."""


class Rated(Struct, frozen=True):
    """The rating of a player or bot level among all who play at tables in one family.

    `left` counts games that a player left; they are neither won nor lost.
    """

    rating: Rating = Rating()
    games: int = 0
    won: int = 0
    left: int = 0


class Key(NamedTuple):
    """The owner of a rating, and the family of tables."""

    family: str
    who: str


class Unrated(NamedTuple):
    """A game to be rated, and its end in seconds since 1970."""

    id: str
    outline: Outline
    ended: float


class RatedGame(NamedTuple):
    """A player's rating after the game with that number in a family."""

    key: Key
    number: int
    rating: Rating
    won: bool
    ended: float


class RatingStore(Section):
    """The ratings in the database, and the games still to be rated."""

    async def unrated(self, most: int) -> list[Unrated]:
        """Return some unrated, readable games, in the order in which they ended."""
        ended = sa.tuple_(GAMES.c.made, GAMES.c.id)
        wanted = (
            sa.select(GAMES.c.id, GAMES.c.summary, GAMES.c.made)
            .where(GAMES.c.rated.is_(False), GAMES.c.opened.is_(False))
            .order_by(GAMES.c.made, GAMES.c.id)
            .limit(most)
        )
        found: list[Unrated] = []
        rows = await self.all(wanted)
        while rows:
            for id, summary, made in rows:
                if (outline := outline_in(summary, id)) is not None:
                    found.append(Unrated(id, outline, seconds(made)))
            if len(found) >= most or len(rows) < most:
                break
            last = sa.tuple_(sa.literal(rows[-1].made, GAMES.c.made.type), rows[-1].id)
            rows = await self.all(wanted.where(ended > last))
        return found[:most]

    async def known(self, people: Iterable[str]) -> dict[Key, Rated]:
        """Return the ratings of these players and levels, in all families."""
        wanted = sa.select(RATINGS).where(RATINGS.c.who.in_(list(people)))
        rows = await self.all(wanted)
        return {
            Key(row.family, row.who): Rated(Rating(row.mu, row.sigma), row.games, row.won, row.left)
            for row in rows
            if _is_sound(row)
        }

    async def course(self, key: Key) -> list[RatedGame]:
        """Return a player's most recent games in a family, oldest first."""
        wanted = sa.select(RATED_GAMES).where(_of(RATED_GAMES, key)).order_by(RATED_GAMES.c.number)
        return [
            RatedGame(key, row.number, Rating(row.mu, row.sigma), row.won, seconds(row.ended))
            for row in await self.all(wanted)
            if _is_sound(row)
        ]

    async def write(
        self, games: Iterable[str], ratings: Mapping[Key, Rated], course: Sequence[RatedGame]
    ) -> None:
        """Store the ratings after these games, and mark the games as rated.

        `course` has the players' ratings after each game. Players who cannot come back, for example
        because they were forgotten, get no rating.
        """
        async with self.begin() as connection:
            own = GAMES.update().where(GAMES.c.id.in_(list(games)))
            await connection.execute(own.values(rated=True))
            there = await _who_may_come_back(connection, {key.who for key in ratings})
            for key, rated in ratings.items():
                if key.who in there or key.who.startswith(BOT):
                    await connection.execute(RATINGS.delete().where(_of(RATINGS, key)))
                    counts = {"games": rated.games, "won": rated.won, "left": rated.left}
                    row = key._asdict() | structs.asdict(rated.rating) | counts
                    await connection.execute(RATINGS.insert(), row)
            await _go_on(connection, [one for one in course if one.key.who in there])

    async def start_over(self) -> int:
        """Forget all ratings and return how many stored games will be rated again."""
        played = GAMES.c.opened.is_(False)
        async with self.begin() as connection:
            await connection.execute(RATINGS.delete())
            await connection.execute(RATED_GAMES.delete())
            await connection.execute(GAMES.update().where(played).values(rated=False))
            return await count_in(connection, GAMES, played)

    async def ranked(self, family: str, fewest: int) -> tuple[RankedInfo, ...]:
        """Return the best in a family: bots and visible players who have played enough games."""
        bot = RATINGS.c.who.startswith(BOT, autoescape=True)
        wanted = (
            sa.select(RATINGS, ACCOUNTS.c.name)
            .outerjoin(ACCOUNTS, ACCOUNTS.c.person == RATINGS.c.who)
            .where(RATINGS.c.family == family, RATINGS.c.games >= fewest)
            .where(bot | ACCOUNTS.c.shown.is_(True))
            .order_by((RATINGS.c.mu - 2 * RATINGS.c.sigma).desc(), RATINGS.c.who)
            .limit(MOST_RANKED)
        )
        rows = await self.all(wanted)
        return tuple(
            RankedInfo(
                name=row.name or row.who.removeprefix(BOT),
                bot=row.name is None,
                mu=row.mu,
                sigma=row.sigma,
                games=row.games,
                won=row.won,
                left=row.left,
            )
            for row in rows
            if _is_sound(row)
        )

    async def families(self) -> list[str]:
        """Return the families that have ratings, the most played one first."""
        wanted = (
            sa.select(RATINGS.c.family)
            .group_by(RATINGS.c.family)
            .order_by(sa.func.sum(RATINGS.c.games).desc(), RATINGS.c.family)
        )
        return await self.scalars(wanted)


async def _who_may_come_back(connection: AsyncConnection, people: Iterable[str]) -> set[str]:
    """Return the people who have an account, a browser session, or a bot token."""
    wanted, found = list(people), set[str]()
    for column in (ACCOUNTS.c.person, SESSIONS.c.person, TOKENS.c.person):
        known = await connection.execute(sa.select(column).where(column.in_(wanted)))
        found.update(known.scalars())
    return found


async def _go_on(connection: AsyncConnection, course: Sequence[RatedGame]) -> None:
    """Store the ratings after each game, and forget those from too many games ago."""
    if not course:
        return
    rows = [
        {"number": one.number, "won": one.won, "ended": moment(one.ended)}
        | one.key._asdict()
        | structs.asdict(one.rating)
        for one in course
    ]
    await connection.execute(RATED_GAMES.insert(), rows)
    for key, number in {one.key: one.number for one in course}.items():
        if number > MOST_KEPT:
            old = _of(RATED_GAMES, key) & (RATED_GAMES.c.number <= number - MOST_KEPT)
            await connection.execute(RATED_GAMES.delete().where(old))


def _of(table: sa.Table, key: Key) -> sa.ColumnElement[bool]:
    return (table.c.family == key.family) & (table.c.who == key.who)


def _is_sound(row: sa.Row[Any]) -> bool:
    """Return True if a row contains numbers, which SQLite does not ensure; if not, log it."""
    sound = all(
        isinstance(number, float if name in {"mu", "sigma"} else int)
        for name, number in row._asdict().items()
        if name in {"mu", "sigma", "games", "won", "left", "number"}
    )
    if not sound:
        note_damage(f"a rating of {row.who} in {row.family}")
    return sound
