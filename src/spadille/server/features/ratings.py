"""Ratings of players and bots: how they are stored, rated again after games, and who sees them.

Any games that have ended since the last time are rated before ratings are shown.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, structs
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection

from ...bots import Rating
from ...table.errors import RefusedError
from ...table.events import PersonId
from ...table.joining import Strengths
from ...table.model import Table
from ...table.requests import LONGEST_NAME
from ..logs import log_failure
from ..net.answers import Asked
from ..net.credentials import who_may_come_back
from ..net.identity import LEAVING
from ..net.routes import Routes
from ..net.state import Feature
from ..store.database import Database, count_in, is_out_of_reach, note_damage
from ..store.schema import ACCOUNTS, GAMES, METADATA, Moment, moment, person_column, seconds
from ..store.store import Store
from .accounts import AccountStore, hidden
from .games.store import outline_in
from .rated_games import (
    BOT,
    Key,
    Rated,
    RatedGame,
    Unrated,
    family_of,
    people_in,
    rated_after,
    rated_of,
)

log = logging.getLogger(__name__)

GAMES_AT_ONCE = 200
PARTS = 5
"""The most batches of games that are rated while a client waits for ratings."""

FEWEST_GAMES = 5
"""Games that a person must finish to be listed; before that, a rating means little."""

DIGITS = 3
"""The digits shown of each number in a rating's history."""

USUAL = "2x2"

MOST_RANKED = 100

MOST_KEPT = 500
"""The most rated games to keep per player and family, each with the rating after it."""

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


class RatingInfo(Struct, frozen=True):
    """A player's rating at tables of a family, such as `2x2`: two sides of two players.

    The player's strength is `mu`, give or take two `sigma`. `left` counts games that the player
    left.
    """

    family: str
    mu: float
    sigma: float
    games: int
    won: int
    left: int


class RankedInfo(Struct, frozen=True):
    """A player or bot in the ranking of a family; a bot's name is its level."""

    name: str
    bot: bool
    mu: float
    sigma: float
    games: int
    won: int
    left: int


class RatingBoard(Struct, frozen=True):
    """The best in a family: bots and visible players who have played at least `fewest` games.

    `families` lists the families that have ratings.
    """

    family: str
    families: tuple[str, ...]
    fewest: int
    ranked: tuple[RankedInfo, ...]


class RatedGameInfo(Struct, frozen=True):
    """A player's rating after the game with this `number`, and whether the player won that game.

    `ended` is in seconds since 1970, and is sent only to the player.
    """

    number: int
    mu: float
    sigma: float
    won: bool
    ended: float | None


class RatingCourse(Struct, frozen=True):
    """A player's `ratings`, and their course in a `family` over the last `games`, oldest first.

    `name` is the registered name, or None for guests who look at their own ratings.
    """

    name: str | None
    ratings: tuple[RatingInfo, ...]
    family: str
    games: tuple[RatedGameInfo, ...]


class RatingStore(Database):
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
        return {Key(row.family, row.who): _rated(row) for row in rows if _is_sound(row)}

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
            known = who_may_come_back().c.person
            people = sa.select(known).where(known.in_({key.who for key in ratings}))
            there = set(await connection.scalars(people))
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
        found = [_ranked(row) for row in await self.all(wanted) if _is_sound(row)]
        # The database may still have earlier ratings of levels whose ratings are fixed.
        return tuple(sorted(found, key=lambda one: 2 * one.sigma - one.mu))

    async def families(self) -> list[str]:
        """Return the families that have ratings, the most played one first."""
        wanted = (
            sa.select(RATINGS.c.family)
            .group_by(RATINGS.c.family)
            .order_by(sa.func.sum(RATINGS.c.games).desc(), RATINGS.c.family)
        )
        return await self.scalars(wanted)


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


def _rated(row: sa.Row[Any]) -> Rated:
    return Rated(Rating(row.mu, row.sigma), row.games, row.won, row.left)


def _ranked(row: sa.Row[Any]) -> RankedInfo:
    key = Key(row.family, row.who)
    rated = rated_of(key, {key: _rated(row)})
    name = row.name or row.who.removeprefix(BOT)
    rating, counts = rated.rating, (rated.games, rated.won, rated.left)
    return RankedInfo(name, row.name is None, rating.mu, rating.sigma, *counts)


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


class Ratings:
    """Rates games, and reports the results."""

    def __init__(self, store: Store) -> None:
        self._accounts = store.section(AccountStore)
        self._ratings = store.section(RatingStore)
        self._lock = asyncio.Lock()

    async def catch_up(self) -> None:
        """Rate the games that have ended since the last time, or some if there are very many."""
        async with self._lock:
            try:
                for _ in range(PARTS):
                    if not await self._rate_some():
                        return
            except DatabaseError as error:  # a damaged game stays unrated; the rest is served
                if is_out_of_reach(error):
                    raise
                log_failure(log, "games cannot be rated", error)

    async def _rate_some(self) -> bool:
        """Rate some of the games that have ended; return whether there were any."""
        games = await self._ratings.unrated(GAMES_AT_ONCE)
        if not games:
            return False
        people = set().union(*(people_in(game.outline) for game in games))
        known = await self._ratings.known(people)
        changed = await asyncio.to_thread(rated_after, games, known)
        await self._ratings.write([game.id for game in games], *changed)
        return True

    async def board(self, family: str | None) -> RatingBoard:
        """Return the best players in a family that has ratings; by default, the most played one."""
        await self.catch_up()
        families = tuple(await self._ratings.families())
        if family is None:
            family = families[0] if families else USUAL
        elif family not in families:
            raise _unknown()
        found = await self._ratings.ranked(family, FEWEST_GAMES)
        return RatingBoard(family, families, FEWEST_GAMES, found)

    async def of(self, person: PersonId) -> tuple[RatingInfo, ...]:
        """Return the ratings of a person, family by family."""
        await self.catch_up()
        return _infos(await self._of(person))

    async def strengths(self, table: Table) -> Strengths:
        """Return the strengths of a table's players, to balance its seats; no one sees them."""
        family = family_of(table.rules.sides)
        if family is None:
            return Strengths()
        await self.catch_up()
        bot = BOT + table.made.level
        known = await self._ratings.known([*table.persons, bot])

        def strength(who: str) -> float:
            """Return the mean of a rating; the default is that of new players."""
            return rated_of(Key(family, who), known).rating.mu

        return Strengths({person: strength(person) for person in table.persons}, strength(bot))

    async def own_course(self, person: PersonId, family: str | None) -> RatingCourse:
        """Return the asker's rating history in a family where they have a rating.

        The default is the family that they play in most.
        """
        await self.catch_up()
        account = await self._accounts.of(person)
        name = None if account is None else account.name
        return await self._course(await self._of(person), name, family, own=True)

    async def shown_course(self, name: str, family: str | None) -> RatingCourse:
        """Return the rating history of a person who is listed in a family, or could be."""
        account = await self._accounts.visible(name)
        await self.catch_up()
        found = await self._of(account.person)
        listed = [(key, rated) for key, rated in found if rated.games >= FEWEST_GAMES]
        if not listed:
            raise hidden()
        return await self._course(listed, account.name, family, own=False)

    async def _of(self, person: PersonId) -> list[tuple[Key, Rated]]:
        """Return the ratings of a person, starting with the one that has the most games."""
        found = await self._ratings.known([person])
        return sorted(found.items(), key=lambda item: (-item[1].games, item[0]))

    async def _course(
        self, found: list[tuple[Key, Rated]], name: str | None, family: str | None, *, own: bool
    ) -> RatingCourse:
        """Return the history in a family; the default is the first of those found.

        Only the owner sees when each game took place.
        """
        key = next((key for key, _ in found if family in {None, key.family}), None)
        if key is None and family is not None:
            raise _unknown()
        games = tuple(
            RatedGameInfo(
                game.number,
                round(game.rating.mu, DIGITS),
                round(game.rating.sigma, DIGITS),
                game.won,
                game.ended if own else None,
            )
            for game in ([] if key is None else await self._ratings.course(key))
        )
        return RatingCourse(name, _infos(found), USUAL if key is None else key.family, games)


def _infos(found: Iterable[tuple[Key, Rated]]) -> tuple[RatingInfo, ...]:
    return tuple(
        RatingInfo(key.family, one.rating.mu, one.rating.sigma, one.games, one.won, one.left)
        for key, one in found
    )


def _unknown() -> RefusedError:
    return RefusedError("ratings/unknown", "these tables have no ratings")


_FAMILY = {"type": "string", "pattern": "^[0-9]x[0-9]$"}
_NAME = {"type": "string", "maxLength": LONGEST_NAME}


routes = Routes()


@routes.get("/api/ratings", query={"family": _FAMILY})
async def show_ratings(request: Asked, ratings: Ratings) -> RatingBoard:
    """Return the best players and bots in a family (`?family=`), by default the most played one."""
    return await ratings.board(request.query_params.get("family"))


@routes.get("/api/me/course", LEAVING, query={"family": _FAMILY})
async def show_my_course(person: PersonId, request: Asked, ratings: Ratings) -> RatingCourse:
    """Return how the player's rating in a family has changed."""
    return await ratings.own_course(person, request.query_params.get("family"))


@routes.get("/api/ratings/course", query={"name": _NAME, "family": _FAMILY})
async def show_course(request: Asked, ratings: Ratings) -> RatingCourse:
    """Return how the rating of another player, given by registered name, has changed, if shown."""
    name = request.query_params.get("name", "")
    return await ratings.shown_course(name, request.query_params.get("family"))


feature = Feature(
    routes=routes,
    services=(lambda app: Ratings(app.deps.store),),
    statuses={"ratings/unknown": 404, "ratings/nobody": 404},
)
