"""Challenges for tests of the server: small ones, and people who play them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from spadille.game import Game
from spadille.server.features.challenges.challenges import Challenging
from spadille.server.features.challenges.messages import ChallengeInfo, NewChallenge
from spadille.server.features.challenges.standings import challenge_info
from spadille.server.live.actor import Keeper
from spadille.server.table.attempts import Challenge
from spadille.server.table.commands import Asker
from spadille.server.wire.protocol import Continue
from support.house import PACE, House, house
from support.tabletop import pass_time


class Rivals:
    """A server without a network, on a stopped clock, with its challenges."""

    def __init__(self, here: House) -> None:
        self.here = here
        self.hub, self.clock = here.hub, here.clock
        self.challenging = Challenging(here.hub, here.around)

    async def challenge(self, **fields: Any) -> Challenge:
        """Return a challenge created by Ann."""
        usual: dict[str, Any] = {"name": "Ann", "deals": 2, "level": "beginner"}
        return await self.challenging.make(NewChallenge(**usual | fields))

    async def begin(self, challenge: Challenge, asker: Asker, *, again: bool = False) -> Keeper:
        """Start a person's attempt and return their table."""
        table = await self.challenging.begin(challenge.id, asker, lambda: None, again=again)
        return await self.hub.find(table)

    async def play_deal(self, keeper: Keeper, asker: Asker) -> Game:
        """Return the game once the deal on the table is over."""
        listener = await self.here.enter(keeper, asker)
        await self.here.play(keeper, listener, lambda: keeper.table.round_over)
        assert keeper.table.game is not None
        return keeper.table.game

    async def go_on(self, keeper: Keeper, asker: Asker) -> None:
        """Start the next deal."""
        listener = await self.here.enter(keeper, asker)
        keeper.ask(listener, Continue(keeper.table.id))
        await pass_time(self.clock, 2 * PACE, keeper)

    async def play_all(self, challenge: Challenge, asker: Asker, *, again: bool = False) -> Keeper:
        """Return a person's table after they have played all deals."""
        keeper = await self.begin(challenge, asker, again=again)
        for _ in challenge.seeds:
            if keeper.table.round_over:
                await self.go_on(keeper, asker)
            await self.play_deal(keeper, asker)
        return keeper

    async def info(self, challenge: Challenge, asker: Asker) -> ChallengeInfo:
        return await challenge_info(self.challenging.kept, challenge, asker.person, "en")


@asynccontextmanager
async def rivals(folder: Path, **options: Any) -> AsyncIterator[Rivals]:
    async with house(folder, **options) as here:
        found = Rivals(here)
        try:
            yield found
        finally:
            await found.challenging.stop()
