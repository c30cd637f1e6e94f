"""Works on reviews one part at a time, game after game, while everything else continues.

A request is stored in the database before it is confirmed. A restarted server continues where it
left off.
"""

import asyncio
import logging
from functools import partial

from ...study import Losses, losses_of, summaries
from ..finished.games import KeptGame
from ..logs import log_failure
from ..refusals import RefusedError
from ..running.jobs import Jobs
from ..store.reviews import Review
from ..store.store import Store
from ..table.events import PersonId
from ..thinking.backroom import Backroom
from ..thinking.thought import Preparing
from .judging import judge_some, luck_in

log = logging.getLogger(__name__)

SECONDS_A_PART = 0.4
"""Seconds of processor time per part; after each part comes one from another review.

The first part is a single decision, so that there is something to see immediately.
"""

MOST_ASKED = 100
"""The most reviews that may wait to be made."""

MOST_OF_ONE = 3
"""The most reviews that may wait for one person."""

PATIENCE = 2.0
"""Seconds between checks of whether the kernels are ready."""


class Reviewing:
    """Makes the requested reviews, taking turns: one part of each at a time."""

    def __init__(self, store: Store, backroom: Backroom, preparing: Preparing) -> None:
        self._store = store
        self._backroom = backroom
        self._preparing = preparing
        self._asked: dict[str, Review] = {}
        self._jobs = Jobs("reviews", partial(log_failure, log, "a review cannot continue"))
        self._asking = asyncio.Lock()

    async def start(self) -> None:
        """Resume the reviews that were not finished."""
        for one in await self._store.reviews.unfinished():
            self._go_on(one)

    @property
    def prepares(self) -> bool:
        """True if the coach is not ready yet."""
        return self._preparing("expert") is not None

    async def stop(self) -> None:
        """Cancel the part in progress; the next start resumes from the database."""
        self._jobs.end()
        await self._jobs.join()

    async def ask(self, game: KeptGame, person: PersonId) -> None:
        """Request a review of a game that does not have one yet.

        Raises:
            RefusedError: if too many reviews are already waiting.
        """
        async with self._asking:
            known = await self._store.reviews.find(game.id)
            if game.id in self._asked or (known is not None and known.status == "done"):
                return
            mine = sum(one.person == person for one in self._asked.values())
            if len(self._asked) >= MOST_ASKED or mine >= MOST_OF_ONE:
                raise RefusedError(
                    "review/too-many",
                    "too many reviews are in progress; try again when one is done",
                )
            self._go_on(await self._store.reviews.ask(game.id, person))

    def _go_on(self, one: Review) -> None:
        """Queue the next part of a review behind one part of each other review."""
        self._asked[one.game] = one
        self._jobs.put(partial(self._advance, one))

    async def _advance(self, one: Review) -> None:
        after = await self._advanced(one)
        if after is None:
            del self._asked[one.game]
        else:
            self._go_on(after)

    async def _advanced(self, one: Review) -> Review | None:
        """Return the review with one more part; return None if it is done, or cannot be done."""
        if self.prepares:
            await asyncio.sleep(PATIENCE)
            return one
        try:
            game = await self._store.games.find(one.game)
            if one.reached >= game.outline.events:
                luck = await self._backroom.ask(luck_in, game.record)
                await self._store.games.note_losses(game.id, await self._losses_in(game))
                await self._store.reviews.finish(one.game, luck)
                return None
            seconds = SECONDS_A_PART if one.reached else 0.0
            part = await self._backroom.ask(judge_some, game.id, game.record, one.reached, seconds)
            await self._store.reviews.add(one.game, part)
            return one._replace(status="made", reached=part.reached)
        except RefusedError as refusal:
            if refusal.code != "server/busy":
                await self._give_up(one)
                return None
            await asyncio.sleep(PATIENCE)
            return one
        except Exception as error:  # noqa: BLE001 - the other reviews continue
            log_failure(log, f"game {one.game} cannot be reviewed", error)
            await self._give_up(one)
            return None

    async def _losses_in(self, game: KeptGame) -> tuple[Losses, ...]:
        decisions = await self._store.reviews.decisions(game.id)
        return losses_of(summaries(decisions), sorted(sum(game.outline.sides, ())))

    async def _give_up(self, one: Review) -> None:
        try:
            await self._store.reviews.fail(one.game)
        except Exception as error:  # noqa: BLE001 - it will be retried after the next start
            log_failure(log, f"the review of {one.game} is left as it was", error)
