"""All tables of the server: those in memory, and the way to the others in the store."""

import asyncio
import secrets

from ..game import T
from .clock import Timer
from .keeper import Keeper, Surroundings
from .protocol import NewTable
from .refusals import RefusedError
from .requests import make
from .table import Table

MOST_TABLES = 2000
"""Tables in memory; some hundred kilobytes each."""

IDLE_SECONDS = 60.0
"""How long at least a table stays in memory when nobody is connected to it."""

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What ids are made of: letters and digits that nobody mistakes for others."""


class Hub:
    """Finds and makes tables."""

    def __init__(self, around: Surroundings, most_tables: int = MOST_TABLES) -> None:
        self._around = around
        self._most_tables = most_tables
        self._keepers: dict[str, Keeper] = {}
        self._idle: set[Keeper] = set()
        self._loading = asyncio.Lock()
        self._sweeper: Timer | None = None

    def start(self) -> None:
        """Begins to forget tables that nobody uses."""
        self._sweeper = self._around.clock.call_later(IDLE_SECONDS, self._sweep)

    async def stop(self) -> None:
        """Lets every table finish what it is storing."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(keeper.stop() for keeper in self._keepers.values()))
        self._keepers.clear()

    async def make(self, new: NewTable) -> Keeper:
        """A new table.

        Raises:
            SpadesError: when the rules do not exist or there are too many tables.
        """
        self._make_room()
        id = "".join(secrets.choice(_LETTERS) for _ in range(12))
        table, events = make(id, new, self._around.shuffle, self._around.clock.time_of_day())
        await self._around.store.add(id, events)
        return self._keep(table)

    async def find(self, id: str) -> Keeper:
        """The table of that id.

        Raises:
            RefusedError: when there is none, or there are too many tables.
        """
        async with self._loading:
            keeper = self._keepers.get(id)
            if keeper is None:
                self._make_room()
                table = await self._around.store.load(id) if set(id) <= set(_LETTERS) else None
                if table is None:
                    raise RefusedError("table/unknown", T("there is no such table"))
                keeper = self._keep(table)
            self._idle.discard(keeper)
            return keeper

    def _keep(self, table: Table) -> Keeper:
        keeper = self._keepers[table.id] = Keeper(table, self._around, self._forget)
        return keeper

    def _make_room(self) -> None:
        if len(self._keepers) < self._most_tables:
            return
        for keeper in [keeper for keeper in self._keepers.values() if keeper.idle]:
            self._forget(keeper)
        if len(self._keepers) >= self._most_tables:
            raise RefusedError("server/full", T("too many tables are in use; try again later"))

    def _sweep(self) -> None:
        """Forgets tables that were idle the last time already."""
        idle = {keeper for keeper in self._keepers.values() if keeper.idle}
        for keeper in idle & self._idle:
            self._forget(keeper)
        self._idle = idle - self._idle
        self.start()

    def _forget(self, keeper: Keeper) -> None:
        keeper.abandon()
        if self._keepers.get(keeper.table.id) is keeper:
            del self._keepers[keeper.table.id]
