"""Ratings as shown to people; any games that have ended since the last time are rated first."""

import asyncio
import logging

from sqlalchemy.exc import DatabaseError

from ..asking.balancing import Strengths
from ..logs import log_failure
from ..messages.account_messages import RatedGameInfo, RatingBoard, RatingCourse, RatingInfo
from ..messages.protocol import LONGEST_NAME
from ..refusals import RefusedError
from ..store.accounts import Account
from ..store.ratings import BOT, Key, Rated
from ..store.store import Store
from ..store.unusable import is_out_of_reach
from ..table.events import PersonId
from ..table.table import Table
from .counting import family_of, people_in, rated_after

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
        games = await self._store.ratings.unrated(GAMES_AT_ONCE)
        if not games:
            return False
        people = set().union(*(people_in(game.outline) for game in games))
        known = await self._store.ratings.known(people)
        changed = await asyncio.to_thread(rated_after, games, known)
        await self._store.ratings.write([game.id for game in games], *changed)
        return True

    async def board(self, family: str | None) -> RatingBoard:
        """Return the best players in a family; the default is the one with the most people.

        Raises:
            RefusedError: if no one has a rating there.
        """
        await self.catch_up()
        families = tuple(await self._store.ratings.families())
        if family is None:
            family = families[0] if families else USUAL
        elif family not in families:
            raise _unknown()
        found = await self._store.ratings.ranked(family, FEWEST_GAMES)
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
        known = await self._store.ratings.known([*table.persons, bot])

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
        account = await self._store.accounts.of(person)
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
        account = await self._store.accounts.named(name) if known else None
        return account if account is not None and account.shown else None

    async def _of(self, person: PersonId) -> list[tuple[Key, Rated]]:
        """Return the ratings of a person, starting with the one that has the most games."""
        found = await self._store.ratings.known([person])
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
            for game in await self._store.ratings.course(key)
        )
        return RatingCourse(name, infos, key.family, games)


def _info(key: Key, rated: Rated) -> RatingInfo:
    return RatingInfo(
        key.family, rated.rating.mu, rated.rating.sigma, rated.games, rated.won, rated.left
    )


def _unknown() -> RefusedError:
    return RefusedError("ratings/unknown", "these tables have no ratings")
