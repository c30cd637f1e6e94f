"""Ratings of players and bots: which games count, how they change, and who may see them.

Any games that have ended since the last time are rated before ratings are shown.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from msgspec import structs
from sqlalchemy.exc import DatabaseError

from ....bots import Rating, after_game
from ...errors import RefusedError
from ...logs import log_failure
from ...net.answers import Asked
from ...net.feature import Feature
from ...net.identity import LEAVING
from ...net.routes import Routes
from ...store.database import is_out_of_reach
from ...store.store import Store
from ...table.balance import Strengths
from ...table.events import PersonId
from ...table.finished import Outline
from ...table.model import Table
from ...wire.protocol import LONGEST_NAME
from ..accounts.accounts import AccountStore
from .messages import RatedGameInfo, RatingBoard, RatingCourse, RatingInfo
from .store import BOT, Key, Rated, RatedGame, RatingStore, Unrated

log = logging.getLogger(__name__)

DRIFT = 25.0 / 300
"""How much a person may improve or decline from one game to the next; bots do not change."""

GAMES_AT_ONCE = 200
PARTS = 5
"""The most batches of games that are rated while a client waits for ratings."""

FEWEST_GAMES = 5
"""Games that a person must finish to be listed; before that, a rating means little."""

DIGITS = 3
"""The digits shown of each number in a rating's history."""

USUAL = "2x2"


class Result(NamedTuple):
    """A game as it is rated: the players on each side, and the side's place."""

    sides: tuple[tuple[Key, ...], ...]
    places: tuple[int, ...]


class Changed(NamedTuple):
    """The ratings that some games have changed, and the history of people's ratings."""

    ratings: dict[Key, Rated]
    course: list[RatedGame]


def family_of(sides: Sequence[Sequence[int]]) -> str | None:
    """Return the family of tables with such sides, or None if the sides differ in size."""
    sizes = {len(side) for side in sides}
    return f"{len(sides)}x{sizes.pop()}" if len(sizes) == 1 else None


def result_of(outline: Outline) -> Result | None:
    """Return the result to rate, if a whole game ended with people on at least two sides."""
    family = family_of(outline.sides)
    if family is None or outline.undone or outline.branched:
        return None
    if not outline.over or len(outline.levels) != len(outline.people) or not outline.people:
        return None
    who = [
        person if level is None else BOT + level
        for person, level in zip(outline.people, outline.levels, strict=True)
    ]
    with_people = sum(any(outline.people[seat] for seat in side) for side in outline.sides)
    if with_people < 2 or not all(who):
        return None
    sides = tuple(tuple(Key(family, who[seat]) for seat in side) for side in outline.sides)
    # The winner comes first, the others by score; without a winner, the scores alone decide.
    strength = [(side == outline.winner, score) for side, score in enumerate(outline.scores)]
    return Result(sides, tuple(1 + sum(other > own for other in strength) for own in strength))


def rated_after(games: Iterable[Unrated], known: Mapping[Key, Rated]) -> Changed:
    """Return the ratings after these games, which are rated in order."""
    ratings, changed = dict(known), Changed({}, [])
    for game in games:
        after = _after(game.outline, ratings)
        for key, rated in after.items():
            was = ratings.get(key, Rated())
            if rated.games > was.games and not key.who.startswith(BOT):
                won = rated.won > was.won
                changed.course.append(RatedGame(key, rated.games, rated.rating, won, game.ended))
        changed.ratings.update(after)
        ratings |= after
    return changed


def people_in(outline: Outline) -> set[str]:
    """Return the people whose ratings a game may change."""
    levels = {BOT + level for level in outline.levels if level is not None}
    return {*filter(None, outline.people), *outline.left, *levels}


def _after(outline: Outline, ratings: Mapping[Key, Rated]) -> dict[Key, Rated]:
    family, result = family_of(outline.sides), result_of(outline)
    after = {} if result is None else _after_result(result, ratings)
    if family is not None and len({*outline.left, *filter(None, outline.people)}) > 1:
        for person in outline.left:
            key = Key(family, person)
            rated = after.get(key, ratings.get(key, Rated()))
            after[key] = structs.replace(rated, left=rated.left + 1)
    return after


def _after_result(result: Result, ratings: Mapping[Key, Rated]) -> dict[Key, Rated]:
    """Return the ratings after a game; a level with several seats gets their average.

    If a level sits on several sides, it counts as playing for each and winning for one.
    """
    before = {key: ratings.get(key, Rated()) for side in result.sides for key in side}
    sides = [[_drifted(key, before[key].rating) for key in side] for side in result.sides]
    seats: dict[Key, list[Rating]] = {key: [] for key in before}
    places: dict[Key, dict[int, int]] = {key: {} for key in before}
    rated = zip(result.sides, result.places, after_game(sides, result.places), strict=True)
    for number, (side, place, ratings_after) in enumerate(rated):
        for key, rating in zip(side, ratings_after, strict=True):
            seats[key].append(rating)
            places[key][number] = place
    return {
        key: structs.replace(
            was,
            rating=Rating(
                sum(one.mu for one in seats[key]) / len(seats[key]),
                sum(one.sigma for one in seats[key]) / len(seats[key]),
            ),
            games=was.games + len(places[key]),
            won=was.won + list(places[key].values()).count(1),
        )
        for key, was in before.items()
    }


def _drifted(key: Key, rating: Rating) -> Rating:
    if key.who.startswith(BOT):
        return rating
    return structs.replace(rating, sigma=hypot(rating.sigma, DRIFT))


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
            return known.get(Key(family, who), Rated()).rating.mu

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
        account = await self._accounts.named(name) if len(name) <= LONGEST_NAME else None
        await self.catch_up()
        found = await self._of(account.person) if account is not None and account.shown else []
        listed = [(key, rated) for key, rated in found if rated.games >= FEWEST_GAMES]
        if account is None or not listed:
            raise RefusedError("ratings/nobody", "no player of that name shows their ratings")
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
