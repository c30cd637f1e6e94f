"""A server without a network whose time moves only when a test moves it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from spadille.game import PlayerAction, Seat, SeatView
from spadille.server.app import with_features
from spadille.server.features.games.library import Library
from spadille.server.features.games.reviews import ReviewService
from spadille.server.features.ratings import Ratings
from spadille.server.live.actor import Services, TableActor
from spadille.server.live.bots import Preparing, always_able
from spadille.server.live.executors import BackgroundQueue
from spadille.server.live.registry import Registry
from spadille.server.store.store import Store
from spadille.table.commands import Asker
from spadille.table.requests import Act, NextRound
from support.stores import new_database
from support.tabletop import (
    ANN,
    AtOnce,
    FakeClock,
    Listener,
    new_table,
    pass_time,
    seeded,
    settle,
    think_randomly,
)

PACE = 1.0


class House:
    """A server without a network, on a stopped clock."""

    def __init__(
        self, store: Store, seed: int, think: Any, executor: Executor, preparing: Preparing
    ) -> None:
        self.clock = FakeClock()
        self.store = store
        services = Services(
            store,
            executor,
            self.clock,
            think,
            PACE,
            seeded(seed),
            preparing,
            strengths=Ratings(store).strengths,
        )
        self.deps = with_features(services)
        self.registry = Registry(self.deps)
        queue = BackgroundQueue(executor)
        self.reviewing = ReviewService(store, queue, preparing)
        self.library = Library(self.registry, store, queue, self.reviewing)

    async def make(self, preset: str = "standard", **fields: Any) -> TableActor:
        return await self.registry.make(new_table(preset, **fields), ANN)

    async def enter(self, actor: TableActor, asker: Asker) -> Listener:
        listener = Listener(asker)
        actor.join(listener)
        await settle(actor)
        return listener

    async def act(self, actor: TableActor, listener: Listener, action: PlayerAction) -> None:
        state = listener.state
        actor.ask(listener, Act(actor.table.id, Seat(state["you"]), state["seq"], action))
        await settle(actor)

    async def play(self, actor: TableActor, listener: Listener, until: Callable[[], bool]) -> None:
        """Play at random for a listener, no matter who else is there, for at most one game."""
        for _ in range(3000):
            if until():
                return
            table = actor.table
            assert table.game is not None
            if table.between_rounds:
                actor.ask(listener, NextRound(table.id))
            elif table.to_act is not None and table.to_act == listener.state["you"]:
                await self.act(actor, listener, think_randomly("", table.game.view(table.to_act)))
            await pass_time(self.clock, 2 * PACE, actor)
        raise AssertionError("never came to that")

    async def finish(self, actor: TableActor, listener: Listener) -> str:
        """Play a game to its end at random, and return its id."""
        await self.play(actor, listener, lambda: actor.table.status == "over")
        return str(listener.state["finished"])


@asynccontextmanager
async def house(
    folder: Path | str,
    seed: int = 1,
    think: Callable[[str, SeatView], PlayerAction] = think_randomly,
    executor: Executor | None = None,
    preparing: Preparing = always_able,
) -> AsyncIterator[House]:
    """Yield a server that keeps its games in a folder, or in the database at a URL."""
    url = new_database(folder / "tables.db") if isinstance(folder, Path) else folder
    store = await Store.open(url)
    here = House(store, seed, think, executor or AtOnce(), preparing)
    try:
        yield here
    finally:
        await here.reviewing.stop()
        await here.registry.stop()
        await store.close()


def some_tables(folder: Path, count: int = 3) -> tuple[Path, list[str]]:
    """Return a database with games in it, and the ids of its tables."""

    async def make() -> list[str]:
        async with house(folder) as here:
            return [(await here.make()).table.id for _ in range(count)]

    return folder / "tables.db", asyncio.run(make())
