"""Tournaments on a server without a network, with rounds of four tricks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from spadille.game import PACK
from spadille.server.features.contests.events import Tournament
from spadille.server.features.contests.tournament import (
    EnterPair,
    NewTournament,
    Tournaments,
    enter,
    leave,
)
from spadille.server.live.actor import TableActor
from spadille.table.commands import Asker
from support.house import PACE, House, house
from support.tabletop import ANN, pass_time

FEW_CARDS = [str(card) for card in PACK if card.rank < 9]
SHORT = {"deck.removed": FEW_CARDS, "nil.blind": False}
"""Rounds of four tricks."""


class Friday:
    """A tournament with Ann as its host."""

    def __init__(self, here: House, evenings: Tournaments, id: str) -> None:
        self.here, self.evenings, self.id = here, evenings, id

    async def enter(self, asker: Asker, **asked: Any) -> None:
        await self.enter_in(self.id, asker, **asked)

    async def enter_in(self, id: str, asker: Asker, **asked: Any) -> None:
        """Enter another tournament on the same server."""
        entered = partial(enter, asker=asker, asked=EnterPair(**asked))
        await self.evenings.change(id, entered)

    async def leave(self, asker: Asker, *pair: Any, id: str | None = None) -> None:
        """Give up a place, or remove a pair with that number and name."""
        await self.evenings.change(id or self.id, lambda one: leave(one, asker.person, *pair))

    async def begin(self) -> None:
        await self.evenings.begin(self.id, ANN.person)

    async def tables(self) -> list[TableActor]:
        """Return the tables of the latest round."""
        evening = await self.evenings.kept.find(self.id)
        matches = evening.rounds[-1].matches
        return [await self.here.registry.find(one.table) for one in matches if one.table]

    async def play(self) -> Tournament:
        """Play until all matches of the round are over and the tournament has their results."""
        await self.play_out()
        return await self.looked_at()

    async def play_out(self) -> None:
        """Play until all tables of the round are done, with no one connected."""
        for actor in await self.tables():
            for _ in range(500):
                if actor.table.status == "over":
                    break
                await pass_time(self.here.clock, 10 * PACE, actor)

    async def looked_at(self) -> Tournament:
        await self.evenings.look()
        return await self.evenings.kept.find(self.id)


USUAL: dict[str, Any] = {"name": "Friday", "options": SHORT, "level": "random", "deals": 1}


@asynccontextmanager
async def friday(folder: Path, **fields: Any) -> AsyncIterator[Friday]:
    """Yield a tournament that pairs may enter, on its own server."""
    async with house(folder) as here:
        evenings = Tournaments(here.registry, here.deps)
        id = await evenings.make(NewTournament(**USUAL | fields), ANN.person)
        yield Friday(here, evenings, id)
