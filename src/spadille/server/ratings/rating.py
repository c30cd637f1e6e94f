"""Ratings as they are told: first of all, games that have ended since are rated."""

import asyncio

from ..messages.account_messages import RankedInfo, RatingBoard, RatingInfo
from ..refusals import RefusedError
from ..store.store import Store
from ..table.events import PersonId
from .counting import people_in, rated_after

GAMES_AT_ONCE = 200
PARTS = 5
"""Of so many games that are rated while somebody waits for ratings."""

FEWEST_GAMES = 5
"""That somebody has finished who is in the list: before, a rating tells little."""

USUAL = "2x2"


class Ratings:
    """Rates games, and tells what came of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()

    async def catch_up(self) -> None:
        """Rates the games that have ended since the last time, or the first of very many."""
        async with self._lock:
            for _ in range(PARTS):
                games = await self._store.ratings.unrated(GAMES_AT_ONCE)
                if not games:
                    return
                outlines = [outline for _, outline in games]
                people = set().union(*map(people_in, outlines))
                known = await self._store.ratings.known(people)
                changed = await asyncio.to_thread(rated_after, outlines, known)
                await self._store.ratings.write([id for id, _ in games], changed)

    async def board(self, family: str | None) -> RatingBoard:
        """The best in a family, by default the one that most play in.

        Raises:
            RefusedError: when nobody has a rating there.
        """
        await self.catch_up()
        families = tuple(await self._store.ratings.families())
        if family is None:
            family = families[0] if families else USUAL
        elif family not in families:
            raise RefusedError("ratings/unknown", "nobody has been rated at such tables")
        found = await self._store.ratings.ranked(family, FEWEST_GAMES)
        rows = tuple(
            RankedInfo(
                one.name,
                one.bot,
                one.rated.rating.mu,
                one.rated.rating.sigma,
                one.rated.games,
                one.rated.won,
                one.rated.left,
            )
            for one in found
        )
        return RatingBoard(family, families, FEWEST_GAMES, rows)

    async def of(self, person: PersonId) -> tuple[RatingInfo, ...]:
        """What somebody has come to, family by family."""
        await self.catch_up()
        found = await self._store.ratings.known([person])
        return tuple(
            RatingInfo(
                key.family,
                rated.rating.mu,
                rated.rating.sigma,
                rated.games,
                rated.won,
                rated.left,
            )
            for key, rated in sorted(found.items(), key=lambda item: (-item[1].games, item[0]))
        )
