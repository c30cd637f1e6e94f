"""A real server in a thread of this process, whose time moves only when a test moves it."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn
from litestar import Litestar

from spadille.server.app import make_app
from spadille.server.limits import Limits
from spadille.server.live.actor import Services
from spadille.server.live.registry import Registry
from spadille.server.net.connections import Connections
from spadille.server.serving import configuration
from spadille.server.store.store import Store
from support.house import PACE
from support.stores import new_database
from support.tabletop import AtOnce, FakeClock, pass_time, seeded, think_randomly

ENOUGH = Limits(requests_per_second=1000, requests_per_second_in_all=1000)
"""For a clock on which allowances are never replenished."""


ROUNDS = 10
"""A one-round game that is tied as often as this has a defect."""


class StoppedServer:
    """Bots play at random, and only while time passes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._clock = FakeClock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="stopped server")
        self._loop: asyncio.AbstractEventLoop
        self._app: Litestar
        self._server: uvicorn.Server
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}/"

    def pass_time(self, seconds: float) -> None:
        """Let time pass, along with everything that happens during it."""
        asyncio.run_coroutine_threadsafe(self._pass(seconds), self._loop).result()

    def finish_games(self, seconds: float) -> None:
        """Let time pass until every game is over; a tie at the end of one adds a round.

        `seconds` must be enough for a round. The browsers add chance to the deals, so a test
        can't know whether a game ends in a tie.
        """
        for _ in range(ROUNDS):
            self.pass_time(seconds)
            games = [table.game for table in self._registry.tables]
            if all(game is None or game.over for game in games):
                return
        raise AssertionError(f"a game was not over after {ROUNDS} times {seconds} seconds")

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    @property
    def _registry(self) -> Registry:
        registry: Registry = self._app.state.registry
        return registry

    async def _serve(self) -> None:
        store = await Store.open(new_database(self._folder / "games.db"))
        deps = Services(store, AtOnce(), self._clock, think_randomly, PACE, seeded(1))
        self._app = make_app(deps, limits=ENOUGH)
        self._loop = asyncio.get_running_loop()
        connections = Connections(self._clock, ENOUGH, lambda _: False)
        self._server = uvicorn.Server(configuration(self._app, connections))
        await self._server.serve([self._listener])

    async def _pass(self, seconds: float) -> None:
        actors = [await self._registry.find(table.id) for table in self._registry.tables]
        await pass_time(self._clock, seconds, *actors)


@contextmanager
def stopped_server(folder: Path) -> Iterator[StoppedServer]:
    server = StoppedServer(folder)
    try:
        yield server
    finally:
        server.stop()
