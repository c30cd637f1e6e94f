"""Which games are rated, and how each one changes the ratings of its players.

Ratings as shown to people; any games that have ended since the last time are rated first.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from msgspec import Struct, structs
from sqlalchemy.exc import DatabaseError

from ....bots import Rating, after_game
from ...errors import RefusedError
from ...logs import log_failure
from ...store.failures import is_out_of_reach
from ...store.store import Store
from ...table.balance import Strengths
from ...table.events import PersonId
from ...table.finished import Outline
from ...table.model import Table
from ...wire.protocol import LONGEST_NAME
from .messages import RatedGameInfo, RatingBoard, RatingCourse, RatingInfo
from ..accounts.accounts import Account, AccountStore
from .store import BOT, Key, Rated, RatedGame, RatingStore, Unrated

DRIFT = 25.0 / 300
"""How much a person may improve or decline from one game to the next; bots do not change."""


class Result(Struct, frozen=True):
    """A game as it is rated: the players on each side, and the side's place."""

    sides: tuple[tuple[Key, ...], ...]
    places: tuple[int, ...]


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
    with_people = sum(any(outline.people[seat] for seat in side) for side in outline.sides)
    sides = tuple(
        tuple(Key(family, _who(outline, seat)) for seat in side) for side in outline.sides
    )
    if with_people < 2 or not all(key.who for side in sides for key in side):
        return None
    return Result(sides, _places(outline))


class Changed(NamedTuple):
    """The ratings that some games have changed, and the history of people's ratings."""

    ratings: dict[Key, Rated]
    course: list[RatedGame]


def rated_after(games: Iterable[Unrated], known: Mapping[Key, Rated]) -> Changed:
    """Return the ratings after these games, which are rated in order."""
    ratings = dict(known)
    changed = Changed({}, [])
    for game in games:
        after = _after(game.outline, ratings)
        changed.course.extend(_steps(game, ratings, after))
        changed.ratings.update(after)
        ratings |= after
    return changed


def people_in(outline: Outline) -> set[str]:
    """Return the people whose ratings a game may change."""
    return {
        *filter(None, outline.people),
        *outline.left,
        *(BOT + level for level in outline.levels if level is not None),
    }


def _after(outline: Outline, ratings: Mapping[Key, Rated]) -> dict[Key, Rated]:
    after: dict[Key, Rated] = {}
    family, result = family_of(outline.sides), result_of(outline)
    if result is not None:
        after = _after_result(result, ratings)
    if family is not None and len({*outline.left, *filter(None, outline.people)}) > 1:
        for person in outline.left:
            key = Key(family, person)
            rated = after.get(key, ratings.get(key, Rated()))
            after[key] = structs.replace(rated, left=rated.left + 1)
    return after


def _steps(
    game: Unrated, before: Mapping[Key, Rated], after: Mapping[Key, Rated]
) -> Iterator[RatedGame]:
    """Yield the new ratings of the people who played to the end."""
    for key, rated in after.items():
        was = before.get(key, Rated())
        if rated.games > was.games and not key.who.startswith(BOT):
            won = rated.won > was.won
            yield RatedGame(key, rated.games, rated.rating, won, game.ended)


def _after_result(result: Result, ratings: Mapping[Key, Rated]) -> dict[Key, Rated]:
    before = {key: ratings.get(key, Rated()) for side in result.sides for key in side}

    def drifted(key: Key) -> Rating:
        rating = before[key].rating
        if key.who.startswith(BOT):
            return rating
        return structs.replace(rating, sigma=hypot(rating.sigma, DRIFT))

    sides = [list(map(drifted, side)) for side in result.sides]
    after: dict[Key, list[Rating]] = {}
    for side, ratings_after in zip(result.sides, after_game(sides, result.places), strict=True):
        for key, rating in zip(side, ratings_after, strict=True):
            after.setdefault(key, []).append(rating)
    return {key: _played(before[key], key, result, seats) for key, seats in after.items()}


def _played(rated: Rated, key: Key, result: Result, seats: Sequence[Rating]) -> Rated:
    """Return a rating after a game; a level with several seats gets their average.

    If a level sits on several sides, it counts as playing for each and winning for one.
    """
    count = len(seats)
    places = [place for side, place in zip(result.sides, result.places, strict=True) if key in side]
    return structs.replace(
        rated,
        rating=Rating(
            sum(one.mu for one in seats) / count, sum(one.sigma for one in seats) / count
        ),
        games=rated.games + len(places),
        won=rated.won + places.count(1),
    )


def _who(outline: Outline, seat: int) -> str:
    level = outline.levels[seat]
    return outline.people[seat] if level is None else BOT + level


def _places(outline: Outline) -> tuple[int, ...]:
    """Return the places of the sides: the winner first, the others by score.

    Without a winner, the scores alone decide.
    """
    strength = [(side == outline.winner, score) for side, score in enumerate(outline.scores)]
    return tuple(1 + sum(other > own for other in strength) for own in strength)


log = logging.getLogger(__name__)

GAMES_AT_ONCE = 200
PARTS = 5
"""The most batches of games that are rated while a client waits for ratings."""

FEWEST_GAMES = 5
"""Games that a person must finish to be listed; before that, a rating means little."""

DIGITS = 3
"""The digits shown of each number in a rating's history."""

USUAL = "2x2"


class Ratings:
    """Rates games, and reports the results."""

    def __init__(self, store: Store) -> None:
        self._store = store
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
        games = await self._store.section(RatingStore).unrated(GAMES_AT_ONCE)
        if not games:
            return False
        people = set().union(*(people_in(game.outline) for game in games))
        known = await self._store.section(RatingStore).known(people)
        changed = await asyncio.to_thread(rated_after, games, known)
        await self._store.section(RatingStore).write([game.id for game in games], *changed)
        return True

    async def board(self, family: str | None) -> RatingBoard:
        """Return the best players in a family; the default is the one with the most people.

        Raises:
            RefusedError: if no one has a rating there.
        """
        await self.catch_up()
        families = tuple(await self._store.section(RatingStore).families())
        if family is None:
            family = families[0] if families else USUAL
        elif family not in families:
            raise _unknown()
        found = await self._store.section(RatingStore).ranked(family, FEWEST_GAMES)
        return RatingBoard(family, families, FEWEST_GAMES, found)

    async def of(self, person: PersonId) -> tuple[RatingInfo, ...]:
        """Return the ratings of a person, family by family."""
        await self.catch_up()
        return tuple(_info(key, rated) for key, rated in await self._of(person))

    async def strengths(self, table: Table) -> Strengths:
        """Return the strengths of a table's players, to balance its seats; no one sees them."""
        family = family_of(table.rules.sides)
        if family is None:
            return Strengths()
        await self.catch_up()
        bot = BOT + table.made.level
        known = await self._store.section(RatingStore).known([*table.persons, bot])

        def strength(who: str) -> float:
            """Return the mean of a rating; the default is that of new players."""
            return known.get(Key(family, who), Rated()).rating.mu

        return Strengths({person: strength(person) for person in table.persons}, strength(bot))

    async def own_course(self, person: PersonId, family: str | None) -> RatingCourse:
        """Return the asker's rating history; the default is the family they play in most.

        Raises:
            RefusedError: if they do not have a rating there.
        """
        await self.catch_up()
        account = await self._store.section(AccountStore).of(person)
        name = None if account is None else account.name
        return await self._course(await self._of(person), name, family, own=True)

    async def shown_course(self, name: str, family: str | None) -> RatingCourse:
        """Return the rating history of a person who is listed in a family, or could be.

        Raises:
            RefusedError: if no person with that name has a rating there and lets others see it.
        """
        account = await self._shown(name)
        await self.catch_up()
        found = [] if account is None else await self._of(account.person)
        listed = [(key, rated) for key, rated in found if rated.games >= FEWEST_GAMES]
        if account is None or not listed:
            raise RefusedError("ratings/nobody", "no player of that name shows their ratings")
        return await self._course(listed, account.name, family, own=False)

    async def _shown(self, name: str) -> Account | None:
        """Return the account with that name, if its owner lets others see the ratings."""
        known = len(name) <= LONGEST_NAME
        account = await self._store.section(AccountStore).named(name) if known else None
        return account if account is not None and account.shown else None

    async def _of(self, person: PersonId) -> list[tuple[Key, Rated]]:
        """Return the ratings of a person, starting with the one that has the most games."""
        found = await self._store.section(RatingStore).known([person])
        return sorted(found.items(), key=lambda item: (-item[1].games, item[0]))

    async def _course(
        self,
        found: list[tuple[Key, Rated]],
        name: str | None,
        family: str | None,
        *,
        own: bool,
    ) -> RatingCourse:
        """Return the history in a family; the default is the first of those found.

        Only the owner sees when each game took place.
        """
        infos = tuple(_info(key, rated) for key, rated in found)
        key = next((key for key, _ in found if family in {None, key.family}), None)
        if key is None:
            if family is not None:
                raise _unknown()
            return RatingCourse(name, infos, USUAL, ())
        games = tuple(
            RatedGameInfo(
                game.number,
                round(game.rating.mu, DIGITS),
                round(game.rating.sigma, DIGITS),
                game.won,
                game.ended if own else None,
            )
            for game in await self._store.section(RatingStore).course(key)
        )
        return RatingCourse(name, infos, key.family, games)


def _info(key: Key, rated: Rated) -> RatingInfo:
    return RatingInfo(
        key.family, rated.rating.mu, rated.rating.sigma, rated.games, rated.won, rated.left
    )


def _unknown() -> RefusedError:
    return RefusedError("ratings/unknown", "these tables have no ratings")
