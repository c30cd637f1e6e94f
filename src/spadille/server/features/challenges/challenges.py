"""The results of bots alone in challenge deals, with a strong bot in the person's seat.

They are worked out after a person has played the deal. A worker makes one decision after another,
so that no table waits for more than one of them.

The server's challenges: making them, one for each day, and playing them.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import date
from functools import partial

from ....bots import Level
from ....game import Game, PlayerAction, Seal, SeatView, margin, seal_of
from ...clock import Clock
from ...errors import RefusedError
from ...ids import new_id
from ...live.actor import Jobs, Services
from ...live.bots import Preparing, think_alike
from ...live.registry import Registry
from ...logs import log_failure
from ...store.schema import moment
from ...table.attempts import MOST_ATTEMPTS, Challenge, Played, begin_attempt, fit_for_all
from ...table.commands import Asker, made_of
from ...table.commitments import bots_seed, shuffle_under
from ...table.seats import maker_seat, plain_name
from .messages import NewChallenge
from .store import BOTS, FIRST, ChallengeStore, Tried, write_attempt

log = logging.getLogger(__name__)

LEVEL: Level = "expert"
"""The level in the person's seat."""

MOST_WAITING = 200
"""The most deals that may wait; others are requested again when a player looks at them."""


class Baselines:
    """Plays deals one after another, and stores the results."""

    def __init__(
        self, challenges: ChallengeStore, executor: Executor, clock: Clock, preparing: Preparing
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


MOST_PLAYERS = 10_000
"""The most people at one challenge."""

OF_DAY = NewChallenge(name="", deals=4, level="expert")
"""The settings for the challenge that the server makes each day."""


class ChallengeService:
    """Makes challenges, and deals their cards."""

    def __init__(self, registry: Registry, deps: Services) -> None:
        self._registry = registry
        self._clock = deps.clock
        self._seeds = deps.seeds
        self.kept = deps.store.section(ChallengeStore)
        self.baselines = Baselines(self.kept, deps.executor, deps.clock, deps.preparing)
        self._making = asyncio.Lock()
        self._beginning = asyncio.Lock()

    async def stop(self) -> None:
        """Stop the bots that play the deals in challenges."""
        await self.baselines.stop()

    async def make(self, new: NewChallenge) -> Challenge:
        """Return a new challenge made by a person.

        Raises:
            SpadesError: if the rules or the seat do not exist.
        """
        challenge = self._dealt(new, by=plain_name(new.name))
        await self.kept.add(challenge, moment(self._clock.time_of_day()))
        return challenge

    async def today(self) -> Challenge:
        """Return the challenge of the day, the same for everyone on this server."""
        day = moment(self._clock.time_of_day()).date()
        async with self._making:
            found = await self.kept.of_day(day)
            if found is None:
                found = self._dealt(OF_DAY, day=day)
                await self.kept.add(found, moment(self._clock.time_of_day()))
            return found

    async def find(self, id: str) -> Challenge:
        """Return the challenge with that id.

        Raises:
            RefusedError: if the challenge does not exist.
        """
        found = await self.kept.find(id)
        if found is None:
            raise RefusedError("challenge/unknown", "there is no such challenge")
        return found

    async def begin(
        self, id: str, asker: Asker, may_make: Callable[[], None], *, again: bool = False
    ) -> str:
        """Return the table for a person's current attempt at a challenge, or for a new one.

        `may_make` is called before a table is made, and raises an error to refuse that.

        Raises:
            RefusedError: if the person may not play it.
        """
        challenge = await self.find(id)
        async with self._beginning:
            tried = await self.kept.tried(id, asker.person)
            if tried and await self._goes_on(tried[-1]):
                return tried[-1].table
            await self._check(id, tried, again=again)
            may_make()
            now, new = self._clock.time_of_day(), Tried(len(tried) + 1, new_id())
            transition = begin_attempt(new.table, challenge, new.number, asker, now)
            note = partial(write_attempt, id=id, person=asker.person, tried=new, now=moment(now))
            await self._registry.open(transition, note)
            return new.table

    async def _check(self, id: str, tried: list[Tried], *, again: bool) -> None:
        if tried and not again:
            raise RefusedError(
                "challenge/played", "you have played this challenge; your first attempt counts"
            )
        if len(tried) >= MOST_ATTEMPTS:
            raise RefusedError(
                "challenge/too-many-attempts",
                "you can try a challenge {most} times",
                most=MOST_ATTEMPTS,
            )
        if not tried and await self.kept.players(id) >= MOST_PLAYERS:
            raise RefusedError("challenge/full", "this challenge has too many players already")

    async def _goes_on(self, tried: Tried) -> bool:
        actor = await self._registry.find_unless_lost(tried.table)
        return actor is not None and actor.table.status == "playing"

    def _dealt(self, new: NewChallenge, *, by: str = "", day: date | None = None) -> Challenge:
        """Return a challenge with secret cards."""
        made = made_of(new, new.level, turn_seconds=None, invite=False)
        rules = fit_for_all(made.rules)
        seat = maker_seat(rules.players) if new.seat is None else new.seat
        if seat not in rules.seats:
            raise RefusedError("seat/unknown", "this table has no such seat")
        seeds = tuple(self._seeds() for _ in range(new.deals))
        return Challenge(new_id(), made.preset, rules, made.title, new.level, seat, seeds, by, day)
