"""Challenges for tests of the server: small ones, and people who play them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from spadille.game import Game
from spadille.server.features.contests.solo import (
    ChallengeInfo,
    ChallengeService,
    NewChallenge,
    challenge_info,
)
from spadille.server.features.contests.store import Challenge
from spadille.server.live.actor import TableActor
from spadille.table.commands import Asker
from spadille.table.requests import NextRound
from support.house import PACE, House, house
from support.tabletop import pass_time


class Rivals:
    """A server without a network, on a stopped clock, with its challenges."""

    def __init__(self, here: House) -> None:
        self.here = here
        self.registry, self.clock = here.registry, here.clock
        self.challenge_service = ChallengeService(here.registry, here.deps)

    async def challenge(self, **fields: Any) -> Challenge:
        """Return a challenge created by Ann."""
        usual: dict[str, Any] = {"name": "Ann", "deals": 2, "level": "beginner"}
        new = NewChallenge(**usual | fields)
        return await self.challenge_service.make(new, new.name)

    async def begin(self, challenge: Challenge, asker: Asker, *, again: bool = False) -> TableActor:
        """Start a person's attempt and return their table."""
        table = await self.challenge_service.begin(challenge.id, asker, lambda: None, again=again)
        return await self.registry.find(table)

    async def play_deal(self, actor: TableActor, asker: Asker) -> Game:
        """Return the game once the deal on the table is over."""
        listener = await self.here.enter(actor, asker)
        await self.here.play(actor, listener, lambda: actor.table.round_over)
        assert actor.table.game is not None
        return actor.table.game

    async def go_on(self, actor: TableActor, asker: Asker) -> None:
        """Start the next deal."""
        listener = await self.here.enter(actor, asker)
        actor.ask(listener, NextRound(actor.table.id))
        await pass_time(self.clock, 2 * PACE, actor)

    async def play_all(
        self, challenge: Challenge, asker: Asker, *, again: bool = False
    ) -> TableActor:
        """Return a person's table after they have played all deals."""
        actor = await self.begin(challenge, asker, again=again)
        for _ in challenge.seeds:
            if actor.table.round_over:
                await self.go_on(actor, asker)
            await self.play_deal(actor, asker)
        return actor

    async def info(self, challenge: Challenge, asker: Asker) -> ChallengeInfo:
        return await challenge_info(self.challenge_service.kept, challenge, asker.person, "en")


@asynccontextmanager
async def rivals(folder: Path | str, **options: Any) -> AsyncIterator[Rivals]:
    async with house(folder, **options) as here:
        found = Rivals(here)
        try:
            yield found
        finally:
            await found.challenge_service.stop()
