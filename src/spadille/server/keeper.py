"""One table in memory: its only writer, and everybody who is connected to it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple, Protocol

from ..bots import level_on_timeout
from ..game import SpadesError, T, TimeUp
from .clock import Clock, LoopClock, Timer
from .due import Due, Times, due, time_left
from .events import Acted, Happened, PersonId
from .joining import heirs
from .logs import log_failure
from .protocol import ClientMessage, Lang, Pace, Resync
from .refusals import RefusedError
from .requests import Asker, answer, back, new_host, next_round
from .seating import Bot, persons, plays_for
from .sequel import Events, Sequel, Shuffles
from .showing import state_of
from .store import Store
from .table import Table
from .thinking import Think, secret_shuffle, think
from .thought import Habits, Mind, Preparing, Thought, always_able
from .told import Told, with_news
from .wire import write, write_refusal

log = logging.getLogger(__name__)

PACE = 0.6
"""Seconds between the moves of bots, so that people can follow; twice that after a trick."""

PACES: Mapping[Pace, float] = {"slow": 2.0, "normal": 1.0, "quick": 0.5}
"""How many times as long bots take where one person plays with them alone and asks for it."""


class Connection(Protocol):
    """Somebody who is connected to a table, with what the last state has told them."""

    asker: Asker
    lang: Lang
    pace: Pace
    told: Told

    def send(self, text: str) -> None:
        """Sends a message, or drops it when the other end is gone."""

    def hang_up(self) -> None:
        """Ends the connection; whoever it was will connect anew."""


class Surroundings(NamedTuple):
    """What tables need around them."""

    store: Store
    executor: Executor
    clock: Clock = LoopClock()
    think: Think = think
    pace: float = PACE
    shuffle: Shuffles = secret_shuffle
    preparing: Preparing = always_able


class Keeper:
    """Does one thing after the other to a table: what people ask, what is due, what bots decide.

    What happens is stored, then shown. If it cannot be stored it has not happened, and the table
    is given up (`lost`), to be loaded from the store when somebody connects again.
    """

    def __init__(
        self,
        table: Table,
        around: Surroundings,
        habits: Habits,
        lost: Callable[["Keeper"], None],
    ) -> None:
        now = around.clock.time()
        self.table = table
        self.connections: dict[Connection, PersonId] = {}
        self._around = around
        self._lost = lost
        self._times = Times(now, now, now, {}, now)
        self._set_beginning()
        self._timer: Timer | None = None
        self._mind = Mind(around.executor, around.think, around.clock, habits, around.preparing)
        self._thought: tuple[Table, Thought] | None = None
        self._stopping = False
        self._jobs: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._writer = asyncio.create_task(self._work(), name=f"table {table.id}")

    # --- called by connections and the hub ---------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Shows the table to a connection from now on."""
        self._jobs.put_nowait(partial(self._join, connection))

    def leave(self, connection: Connection) -> None:
        self._jobs.put_nowait(partial(self._leave, connection))

    def ask(self, connection: Connection, request: ClientMessage) -> None:
        """Does what is asked; the answer goes to all connections, or a refusal to this one."""
        self._jobs.put_nowait(partial(self._ask, connection, request))

    async def do(self, asker: Asker, request: ClientMessage) -> None:
        """Does what somebody asks who need not be connected.

        Raises:
            SpadesError: when it is refused.
        """
        answered: asyncio.Future[SpadesError | None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(partial(self._do, asker, request, answered))
        either: tuple[asyncio.Future[Any], ...] = (answered, self._writer)
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        refusal = answered.result() if answered.done() else _unsaved()
        if refusal is not None:
            raise refusal

    @property
    def present(self) -> frozenset[PersonId]:
        """Who is connected."""
        return frozenset(self.connections.values())

    @property
    def idle(self) -> bool:
        return not self.connections and self._jobs.empty()

    async def settled(self) -> None:
        """Returns when nothing is left to do at this moment, and nobody is thinking."""
        await self._jobs.join()
        while self._thought is not None and self._thought[1].action is None:
            await asyncio.sleep(0)
            await self._jobs.join()

    async def stop(self) -> None:
        """Finishes what was asked, then ends."""
        self._stopping = True
        self._cancel_timer()
        self._forget_thought()
        await self._jobs.join()
        self.abandon()

    def abandon(self) -> None:
        """Ends at once; everybody is asked to connect anew."""
        self._cancel_timer()
        self._forget_thought()
        self._writer.cancel()
        for connection in self.connections:
            connection.hang_up()
        self.connections.clear()

    # --- the writer --------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            job = await self._jobs.get()
            try:
                await job()
            except Exception as error:  # noqa: BLE001 - whatever it is, the store has the truth
                log_failure(log, f"table {self.table.id} is given up", error)
                self._lost(self)
            finally:
                self._jobs.task_done()

    async def _join(self, connection: Connection) -> None:
        before = self.present
        self.connections[connection] = connection.asker.person
        connection.told = Told()
        returned = back(self.table, connection.asker.person)
        if returned:
            await self._commit(Sequel(self.table).then(*returned))
            return
        self._plan()
        if self.present == before:
            self._show(connection)
        else:
            self._show_all()

    async def _leave(self, connection: Connection) -> None:
        person = self.connections.pop(connection, None)
        if person is not None and person not in self.present:
            left = {**self._times.left, person: self._around.clock.time()}
            self._times = self._times._replace(left=left)
            self._plan()
            self._show_all()

    async def _ask(self, connection: Connection, request: ClientMessage) -> None:
        def refuse(refusal: SpadesError) -> None:
            connection.send(write_refusal(refusal, connection.lang, self.table.names))

        if isinstance(request, Resync):
            connection.told = Told()
        if await self._answer(connection.asker, request, refuse) == ():
            self._show(connection)

    async def _do(
        self,
        asker: Asker,
        request: ClientMessage,
        answered: asyncio.Future[SpadesError | None],
    ) -> None:
        if await self._answer(asker, request, answered.set_result) is not None:
            answered.set_result(None)

    async def _answer(
        self, asker: Asker, request: ClientMessage, refuse: Callable[[SpadesError], None]
    ) -> Events | None:
        """What has happened; None when it was refused."""
        try:
            sequel = answer(
                self.table,
                asker,
                request,
                self.present,
                self._around.shuffle,
                self._around.clock.time_of_day(),
                self._away(),
            )
        except SpadesError as refusal:
            refuse(refusal)
            return None
        try:
            if sequel.events:
                await self._commit(sequel)
        except Exception:
            refuse(_unsaved())
            raise
        return sequel.events

    def _away(self) -> dict[PersonId, float]:
        """For how many seconds each person of the table has not been connected."""
        now = self._around.clock.time()
        gone = set(persons(self.table.seats)) - self.present
        return {person: now - self._times.left_at(person) for person in gone}

    async def _commit(self, sequel: Sequel) -> None:
        before, table = self.table, sequel.table
        await self._around.store.append(before.id, before.version, sequel.events)
        self.table = table
        now = self._around.clock.time()
        if table.turn != before.turn:
            self._times = self._times._replace(turn=now)
        if table.moved != before.moved:
            self._times = self._times._replace(moved=now)
        if table.started != before.started:
            self._set_beginning()
        self._plan()
        self._show_all()

    def _set_beginning(self) -> None:
        """Finds when the game began on the clock, which may have been before this process."""
        clock = self._around.clock
        ago = clock.time_of_day() - self.table.started
        self._times = self._times._replace(began=clock.time() - ago)

    # --- what happens by itself --------------------------------------------------------------

    def _due(self) -> Due | None:
        """What is due; nothing while nobody is there to see it."""
        if not self.connections or self._stopping:
            return None
        return due(self.table, self.present, self._times, self._pace())

    def _pace(self) -> float:
        """Seconds between the moves of bots; who is alone with them has asked for a pace."""
        wishes = [
            connection.pace
            for connection, person in self.connections.items()
            if self.table.alone(person)
        ]
        return self._around.pace * PACES[wishes[-1] if wishes else "normal"]

    def _plan(self) -> None:
        """Sets the timer for what is due next, and has it thought about in time."""
        self._cancel_timer()
        upcoming = self._due()
        if upcoming is None:
            self._forget_thought()
            return
        at = upcoming.at
        if upcoming.what in {"bot", "timeout"}:
            at = self._think(upcoming)
        else:
            self._forget_thought()
        delay = max(0.0, at - self._around.clock.time())
        self._timer = self._around.clock.call_later(
            delay, lambda: self._jobs.put_nowait(self._on_time)
        )

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _on_time(self) -> None:
        upcoming, now = self._due(), self._around.clock.time()
        if upcoming is None or upcoming.at > now:
            self._plan()
            return
        so_far = Sequel(self.table)
        match upcoming.what:
            case "heirs":
                await self._commit(so_far.then(*heirs(self.table, self.present)))
            case "round":
                await self._commit(next_round(self.table, self._around.shuffle))
            case "time-up":
                await self._commit(so_far.then(Happened(TimeUp())).settled(self._around.shuffle))
            case "host":
                await self._commit(so_far.then(*new_host(self.table, self.present)))
            case "bot" | "timeout":
                await self._move(upcoming, now)

    # --- decisions for bots, and for people whose time is up ---------------------------------

    def _think(self, upcoming: Due) -> float:
        """Has the seat to act thought about, if it is time; tells when to go on from there."""
        now = self._around.clock.time()
        if self._thought is not None and self._outdated(self._thought[0]):
            self._forget_thought()
        if self._thought is None:
            if now < upcoming.begin:
                return upcoming.begin
            self._thought = (self.table, self._begin_thought())
        _, thought = self._thought
        if thought.action is None and thought.late_at <= now:
            thought.give_up()
        if thought.action is None:
            return thought.late_at
        return thought.shown_at(upcoming.at, self._pace())

    def _begin_thought(self) -> Thought:
        table, seat = self.table, self.table.to_act
        assert table.game is not None
        assert seat is not None
        view = table.game.view(seat)
        occupant = table.seats[seat]
        if isinstance(occupant, Bot):
            level: str = occupant.level
        elif plays_for(occupant):
            level = table.made.level
        else:
            level = level_on_timeout(view, table.made.level)

        def later(answer: Callable[[], None]) -> None:
            self._jobs.put_nowait(partial(self._after_answer, answer))

        return Thought(self._mind, table.id, level, view, later)

    async def _after_answer(self, answer: Callable[[], None]) -> None:
        answer()
        self._plan()

    async def _move(self, upcoming: Due, now: float) -> None:
        """Makes the move that was thought about, when its moment has come."""
        if self._think(upcoming) > now:
            self._plan()
            return
        assert self._thought is not None
        assert self._thought[1].action is not None
        assert self.table.to_act is not None
        act = Acted(self.table.to_act, self._thought[1].action)
        await self._commit(Sequel(self.table).then(act).settled(self._around.shuffle))

    def _outdated(self, asked: Table) -> bool:
        """Whether the table has moved on since a thought began there."""
        seat = asked.to_act
        assert seat is not None
        return asked.moved != self.table.moved or asked.seats[seat] != self.table.seats[seat]

    def _forget_thought(self) -> None:
        if self._thought is not None:
            self._thought[1].cancel()
            self._thought = None

    # --- showing -----------------------------------------------------------------------------

    def _show_all(self) -> None:
        for connection in self.connections:
            self._show(connection)

    def _show(self, connection: Connection) -> None:
        now = self._around.clock.time()
        left = time_left(self.table, self.present, self._times, now)._replace(bots=self._unable())
        person, lang, names = connection.asker.person, connection.lang, self.table.names
        whole = state_of(self.table, person, lang, self.present, left)
        state, connection.told = with_news(connection.told, whole, lang, names)
        connection.send(write(state, lang, names))

    def _unable(self) -> float | None:
        """Seconds until all bots at the table can think as they should; None where they can."""
        if self.table.status != "playing":
            return None
        levels = {seat.level for seat in self.table.seats if isinstance(seat, Bot)}
        return max(filter(None, map(self._around.preparing, levels)), default=None)


def _unsaved() -> RefusedError:
    return RefusedError(
        "store/failed", T("this could not be saved and has not happened; connect again")
    )
