"""A server without a network whose time moves only when a test moves it."""

from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from spadille.game import PlayerAction, Seat, SeatView
from spadille.server.app import FEATURES
from spadille.server.features.games.library import Library
from spadille.server.features.games.reviews import Reviewing
from spadille.server.features.ratings.ratings import Ratings
from spadille.server.live.actor import Keeper, Surroundings
from spadille.server.live.bots import Preparing, always_able
from spadille.server.live.executors import Backroom
from spadille.server.live.registry import Hub
from spadille.server.store.store import Store
from spadille.server.table.commands import Asker
from spadille.server.wire.protocol import Act, Continue
from support.tabletop import (
    ANN,
    AtOnce,
    FakeClock,
    Listener,
    new_table,
    pass_time,
    run,
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
        self.around = Surroundings(
            store,
            executor,
            self.clock,
            think,
            PACE,
            seeded(seed),
            preparing,
            strengths=Ratings(store).strengths,
            features=FEATURES,
        )
        self.hub = Hub(self.around)
        backroom = Backroom(executor)
        self.reviewing = Reviewing(store, backroom, preparing)
        self.library = Library(self.hub, store, backroom, self.reviewing)

    async def make(self, preset: str = "standard", **fields: Any) -> Keeper:
        return await self.hub.make(new_table(preset, **fields), ANN)

    async def enter(self, keeper: Keeper, asker: Asker) -> Listener:
        listener = Listener(asker)
        keeper.join(listener)
        await settle(keeper)
        return listener

    async def act(self, keeper: Keeper, listener: Listener, action: PlayerAction) -> None:
        state = listener.state
        keeper.ask(listener, Act(keeper.table.id, Seat(state["you"]), state["seq"], action))
        await settle(keeper)

    async def play(self, keeper: Keeper, listener: Listener, until: Callable[[], bool]) -> None:
        """Play at random for a listener, no matter who else is there, for at most one game."""
        for _ in range(3000):
            if until():
                return
            table = keeper.table
            assert table.game is not None
            if table.between_rounds:
                keeper.ask(listener, Continue(table.id))
            elif table.to_act is not None and table.to_act == listener.state["you"]:
                await self.act(keeper, listener, think_randomly("", table.game.view(table.to_act)))
            await pass_time(self.clock, 2 * PACE, keeper)
        raise AssertionError("never came to that")

    async def finish(self, keeper: Keeper, listener: Listener) -> str:
        """Play a game to its end at random, and return its id."""
        await self.play(keeper, listener, lambda: keeper.table.status == "over")
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
    store = await Store.open(str(folder / "tables.db") if isinstance(folder, Path) else folder)
    here = House(store, seed, think, executor or AtOnce(), preparing)
    try:
        yield here
    finally:
        await here.reviewing.stop()
        await here.hub.stop()
        await store.close()


def some_tables(folder: Path, count: int = 3) -> tuple[Path, list[str]]:
    """Return a database with games in it, and the ids of its tables."""
    ids = []

    async def main() -> None:
        async with house(folder) as here:
            ids.extend([(await here.make()).table.id for _ in range(count)])

    run(main)
    return folder / "tables.db", ids
