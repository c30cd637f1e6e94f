"""The results of bots alone in challenge deals, with a strong bot in the person's seat.

They are worked out after a person has played the deal. A worker makes one decision after another,
so that no table waits for more than one of them.
"""

import asyncio
import logging
from concurrent.futures import Executor
from functools import partial

from ...bots import Level
from ...game import Game, PlayerAction, Seal, SeatView, margin, seal_of
from ..asking.attempts import Challenge, Played
from ..clock import Clock
from ..logs import log_failure
from ..running.jobs import Jobs
from ..store.challenges import BOTS, FIRST, Challenges
from ..store.schema import moment
from ..table.sealing import bots_seed, shuffle_under
from ..thinking.thought import Preparing, think_alike

log = logging.getLogger(__name__)

LEVEL: Level = "expert"
"""The level in the person's seat."""

MOST_WAITING = 200
"""The most deals that may wait; others are requested again when a player looks at them."""


class Yardsticks:
    """Plays deals one after another, and stores the results."""

    def __init__(
        self, challenges: Challenges, executor: Executor, clock: Clock, preparing: Preparing
    ) -> None:
        self._challenges = challenges
        self._executor = executor
        self._clock = clock
        self._preparing = preparing
        self._waiting: set[tuple[str, int]] = set()
        self._jobs = Jobs("yardsticks", partial(log_failure, log, "bots have not played a deal"))

    def want(self, challenge: Challenge, deal: int) -> None:
        """Queue a deal to be played, unless it is already waiting."""
        key = challenge.id, deal
        able = all(self._preparing(level) is None for level in (LEVEL, challenge.level))
        if able and key not in self._waiting and len(self._waiting) < MOST_WAITING:
            self._waiting.add(key)
            self._jobs.put(partial(self._play, challenge, deal))

    async def stop(self) -> None:
        """Cancel the deal in progress and those that are waiting."""
        self._jobs.end()
        await self._jobs.join()

    async def _play(self, challenge: Challenge, deal: int) -> None:
        """Play a waiting deal; if that fails, it is requested again when a player looks."""
        try:
            if any(
                one.deal == deal for one in await self._challenges.played_by(challenge.id, BOTS)
            ):
                return  # it was played in the meantime, after a viewer asked for it again
            now = moment(self._clock.time_of_day())
            await self._challenges.add_bots(await self._played(challenge, deal), now)
        finally:
            self._waiting.remove((challenge.id, deal))

    async def _played(self, challenge: Challenge, deal: int) -> Played:
        seed = challenge.seeds[deal - 1]
        seal = Seal(0, seal_of(seed), (), seed)
        game = Game.new(challenge.rules)
        while not game.results:
            seat = game.to_act
            if seat is None:
                game = game.happen(shuffle_under(seal, game))
                continue
            level = LEVEL if seat == challenge.seat else challenge.level
            game = game.apply(await self._decide(level, game.view(seat), seed), seat)
        (result,) = game.results
        return Played(
            challenge=challenge.id,
            deal=deal,
            attempt=FIRST,
            person=BOTS,
            name="",
            table="",
            margin=margin(challenge.rules, result, challenge.seat),
            points=tuple(side.points for side in result.sides),
            bids=result.bids,
            won=result.won,
        )

    async def _decide(self, level: Level, view: SeatView, seed: str) -> PlayerAction:
        submitted = self._executor.submit(think_alike, level, level, view, bots_seed(seed))
        return await asyncio.wrap_future(submitted)
