"""The server's challenges: making them, one for each day, and playing them."""

import asyncio
from collections.abc import Callable
from datetime import date
from functools import partial

from ..asking.attempts import MOST_ATTEMPTS, Challenge, begin_attempt, fit_for_all
from ..asking.requests import Asker, made_of
from ..ids import new_id
from ..messages.challenge_messages import NewChallenge
from ..refusals import RefusedError
from ..running.hub import Hub
from ..running.keeper import Surroundings
from ..store.challenges import Tried, write_attempt
from ..store.schema import moment
from ..table.seating import maker_seat, plain_name
from .yardstick import Yardsticks

MOST_PLAYERS = 10_000
"""The most people at one challenge."""

OF_DAY = NewChallenge(name="", deals=4, level="expert")
"""The settings for the challenge that the server makes each day."""


class Challenging:
    """Makes challenges, and deals their cards."""

    def __init__(self, hub: Hub, around: Surroundings) -> None:
        self._hub = hub
        self._clock = around.clock
        self._seeds = around.seeds
        self.kept = around.store.challenges
        self.yardsticks = Yardsticks(self.kept, around.executor, around.clock, around.preparing)
        self._making = asyncio.Lock()
        self._beginning = asyncio.Lock()

    async def stop(self) -> None:
        """Stop the bots that play the deals in challenges."""
        await self.yardsticks.stop()

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
            sequel = begin_attempt(new.table, challenge, new.number, asker, now)
            note = partial(write_attempt, id=id, person=asker.person, tried=new, now=moment(now))
            await self._hub.open(sequel, note)
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
        keeper = await self._hub.find_unless_lost(tried.table)
        return keeper is not None and keeper.table.status == "playing"

    def _dealt(self, new: NewChallenge, *, by: str = "", day: date | None = None) -> Challenge:
        """Return a challenge with secret cards."""
        made = made_of(new, new.level, turn_seconds=None, invite=False)
        rules = fit_for_all(made.rules)
        seat = maker_seat(rules.players) if new.seat is None else new.seat
        if seat not in rules.seats:
            raise RefusedError("seat/unknown", "this table has no such seat")
        seeds = tuple(self._seeds() for _ in range(new.deals))
        return Challenge(new_id(), made.preset, rules, made.title, new.level, seat, seeds, by, day)
