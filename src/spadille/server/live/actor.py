"""One table in memory: its only writer, and everyone connected to it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, ParamSpec
from weakref import WeakMethod

from ...game import SpadesError
from ...table import commands
from ...table.apply import Transition
from ...table.automatic import carried_out, moved
from ...table.commands import Asker
from ...table.commitments import Seeds, secret_seed
from ...table.errors import RefusedError, failure
from ...table.events import Abandoned, PersonId
from ...table.joining import Strengths, check_balance
from ...table.model import Table
from ...table.permissions import check_request, may_see
from ...table.protocol import write_refusal
from ...table.requests import Act, Balance, Chat, Hint, Leave, Resync, Speak, TableRequest
from ...table.snapshot import ClientSnapshot
from ...table.summary import summary_of
from ...table.timers import PACE, Due, Times, due
from ..clock import Clock, LoopClock, Timer
from ..limits import FOR_EVER, Retention
from ..logs import log_failure
from ..store.commits import Write
from ..store.database import FAILURES
from ..store.maintenance import ForgetOld
from ..store.schema import Export, ForgetPeople
from ..store.store import Store
from .bots import Deciding, Mind, Preparing, Think, always_able, think
from .broadcast import Connection, Subscribers
from .chat import Chatter, Heard
from .hints import Advising

log = logging.getLogger(__name__)

P = ParamSpec("P")

NO_STRENGTHS = Strengths()


WithEvents = Callable[[Table | None, Table], Write | None]
"""Returns what a feature writes in the transaction that changes the summary of a table.

The first state is None for a table that was loaded, whose events may be those of an older version.
"""


FindStrengths = Callable[[Table], Awaitable[Strengths]]
"""Returns the strengths of the people at a table, by which to balance the seats."""


class Services(NamedTuple):
    """The services that tables need.

    `questions` are about games that are over. Without separate executors for these and for
    `reviews`, the executor for bots does the work.
    """

    store: Store
    executor: Executor
    clock: Clock = LoopClock()
    think: Think = think
    pace: float = PACE
    seeds: Seeds = secret_seed
    preparing: Preparing = always_able
    retention: Retention = FOR_EVER
    questions: Executor | None = None
    reviews: Executor | None = None
    strengths: FindStrengths | None = None
    with_events: tuple[WithEvents, ...] = ()
    forget_old: tuple[ForgetOld, ...] = ()
    forget_people: tuple[ForgetPeople, ...] = ()
    exports: Mapping[str, Export] = MappingProxyType({})

    def writes(self, before: Table | None, after: Table) -> list[Write]:
        """Return what features write with the events between two states of a table."""
        found = [write_of(before, after) for write_of in self.with_events]
        return [write for write in found if write is not None]


class TableActor:
    """Handles one event after another at a table: requests, timers and bots' moves.

    An event is stored, then shown. If it cannot be stored, it has not happened. In that case, the
    table is given up (`lost`), and is loaded from the store when a client connects again.
    """

    def __init__(
        self,
        table: Table,
        deps: Services,
        mind: Mind,
        lost: Callable[["TableActor"], None],
        noted: Callable[["TableActor"], None],
    ) -> None:
        now = deps.clock.time()
        self.table = table
        self._subscribers = Subscribers(deps.preparing, deps.clock)
        self._coming: list[Connection] = []
        self._leaving: set[Connection] = set()
        self._chatter = Chatter(deps.clock)
        self._deps = deps
        self._lost = lost
        self._noted = noted
        times = Times(now, now, now, {}, now, now, now)
        self._times = times.beginning(table, now, deps.clock.time_of_day())
        self._timer: Timer | None = None
        self._deciding = Deciding(mind, _weakly(self._take_decision))
        self._advising = Advising(mind, _weakly(self._take_advice))
        self._stopping = False
        self._jobs = Jobs(f"table {table.id}", _weakly(self._give_up))
        if table.unattended:
            self._at_once(self._plan)

    # --- called by connections and the registry ---------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Show the table to a connection from now on."""
        self._coming.append(connection)
        self._jobs.put(partial(self._join, connection))

    def leave(self, connection: Connection) -> None:
        """Stop showing the table to a connection, which may already be at another table."""
        self._coming = [one for one in self._coming if one is not connection]
        self._advising.leave(connection)
        person = self._subscribers.leave(connection)
        leaving = connection in self._leaving
        self._leaving.discard(connection)
        if person is not None:
            if leaving and self.table.awaits(person):
                self._times = self._times._replace(gone=self._times.gone | {person})
            self._noted(self)
            if self.table.has(person) or person == self.table.host:  # no one waits for other people
                self._times = self._times.absent_from((person,), self._deps.clock.time())
            self._at_once(self._plan, self._show)

    def ask(self, connection: Connection, request: TableRequest) -> None:
        """Handle a request; send the result to all connections, or a refusal to this one."""
        self._jobs.put(partial(self._ask, connection, request))

    async def do(self, asker: Asker, request: TableRequest) -> None:
        """Handle a request from a person who need not be connected, or raise SpadesError."""
        await self._done(partial(self._answer, asker, request))

    async def close(self) -> None:
        """End any game in progress without an outcome; raise RefusedError if not stored."""

        async def end() -> Transition:
            """Return the event that abandons the game, or no event without a game in progress."""
            transition = Transition(self.table)
            return transition.then(Abandoned()) if self.table.status == "playing" else transition

        await self._done(end)

    async def _done(self, decide: Callable[[], Awaitable[Transition]]) -> None:
        """Have the writer carry out a decision, and wait until it is stored."""

        async def job() -> None:
            try:
                transition = await decide()
            except SpadesError as refusal:
                done.set_result(refusal)
                return
            if transition.events:
                await self._commit(transition)
            done.set_result(None)

        done: asyncio.Future[SpadesError | None] = asyncio.get_running_loop().create_future()
        working = self._jobs.put(job)
        if working is not None:
            either: tuple[asyncio.Future[Any], ...] = (done, working)
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        refusal = done.result() if done.done() else _unsaved()
        if refusal is not None:
            raise refusal

    def said_by(self, listener: PersonId, who: str) -> Heard:
        """Return the lines of a person that `listener` has seen, or raise RefusedError.

        `who` is the person's public id in chat.
        """
        return self._chatter.said_by(self.table, listener, who)

    @property
    def present(self) -> frozenset[PersonId]:
        """The people who are connected."""
        return self._subscribers.present

    @property
    def idle(self) -> bool:
        """Return True if the registry may forget the table to make room."""
        return not self._subscribers and self._jobs.idle and not self.table.unattended

    async def stop(self) -> None:
        """Finish the requests received so far, then stop."""
        self._stopping = True
        self._rest()
        await self._jobs.join()
        self.abandon()

    def abandon(self) -> None:
        """Stop at once, and ask every client to connect again."""
        self._rest()
        self._jobs.end()
        self._subscribers.hang_up()
        for connection in self._coming:  # the job to show them the table will not be done
            connection.hang_up()
        self._coming.clear()

    def _rest(self) -> None:
        self._cancel_timer()
        self._deciding.forget()
        self._advising.forget()

    # --- the jobs ----------------------------------------------------------------------------

    def _give_up(self, error: Exception) -> None:
        """Give up the table after any error, because the store has the true state."""
        log_failure(log, f"table {self.table.id} is given up", error)
        self._lost(self)

    async def _join(self, connection: Connection) -> None:
        if connection not in self._coming:  # it has left by now
            return
        self._coming.remove(connection)
        new = self._subscribers.join(connection)
        self._times = self._times._replace(gone=self._times.gone - {connection.asker.person})
        self._noted(self)
        lines = self._chatter.heard(self.table, connection.asker.person)
        if lines:
            self._subscribers.recall(connection, lines)
        if await self._return(connection.asker.person):
            return
        self._plan()
        if new or self.table.status == "waiting":  # everyone there sees the people in the room
            self._show()
        else:
            self._show(connection)

    async def _return(self, person: PersonId) -> bool:
        """Let a person who connects or acts play again; return True if a bot played for them."""
        returned = commands.back(self.table, person)
        if returned:
            await self._commit(Transition(self.table).then(*returned))
        return bool(returned)

    async def _ask(self, connection: Connection, request: TableRequest) -> None:
        try:
            if isinstance(request, Speak | Chat | Leave | Hint):
                self._serve(connection, request)
                return
            if isinstance(request, Resync):
                connection.told = ClientSnapshot()
            if isinstance(request, Act):
                await self._return(connection.asker.person)
            transition = await self._answer(connection.asker, request)
        except SpadesError as refusal:
            self._refuse(connection, refusal)
            return
        if not transition.events:
            self._show(connection)
            return
        try:
            await self._commit(transition)
        except Exception:
            self._refuse(connection, _unsaved())
            raise

    def _serve(self, connection: Connection, request: Speak | Chat | Leave | Hint) -> None:
        """Handle a request that does not change the table; raise SpadesError if it is refused."""
        check_request(self.table, request)
        if isinstance(request, Leave):
            self._note_leaving(connection)
        elif isinstance(request, Hint):
            self._advising.ask(self.table, connection)
        else:
            said = self._chatter.say(self.table, connection.asker, request)
            self._subscribers.tell(self.table, said)

    def _show(self, *only: Connection) -> None:
        self._subscribers.show(self.table, self._times, *only)

    def _refuse(self, connection: Connection, refusal: SpadesError) -> None:
        connection.send(write_refusal(refusal, connection.lang, self.table.names))

    async def _answer(self, asker: Asker, request: TableRequest) -> Transition:
        """Return the events that result from a request; raise SpadesError if it is refused."""
        strengths = Strengths()
        if isinstance(request, Balance):
            check_request(self.table, request)
            check_balance(self.table, asker.person)
            try:
                if self._deps.strengths is not None:
                    strengths = await self._deps.strengths(self.table)
            except FAILURES as error:
                log_failure(log, f"the seats of table {self.table.id} were not balanced", error)
                raise failure() from error
        return commands.answer(self.table, asker, request, self._moment(strengths))

    def _moment(self, strengths: Strengths = NO_STRENGTHS) -> commands.Moment:
        """Return the circumstances of whatever happens now."""
        clock, times = self._deps.clock, self._times
        now = clock.time()
        here = times.presence(self.table, self._subscribers.present, now, clock.time_of_day())
        return commands.Moment(here, self._deps.seeds, now - times.turn, strengths)

    async def _commit(self, transition: Transition) -> None:
        before, table = self.table, transition.table
        summary, also = None, []
        if table.summary_changed(before):
            summary, also = summary_of(table), self._deps.writes(before, table)
        await self._deps.store.append(before.id, before.version, transition.events, summary, also)
        self.table = table
        clock = self._deps.clock
        now, time_of_day = clock.time(), clock.time_of_day()
        self._times = self._times.after(before, table, self._subscribers.present, now, time_of_day)
        if summary is not None:
            self._subscribers.dismiss(lambda person: not may_see(table, person))
            self._noted(self)
        self._plan()
        self._show()

    def _note_leaving(self, connection: Connection) -> None:
        """Note that a person is leaving a game on purpose; their connection ends or has ended."""
        person = connection.asker.person
        if person in self.present:
            self._leaving.add(connection)
        elif self.table.awaits(person):
            self._times = self._times._replace(gone=self._times.gone | {person})
            self._plan()
            self._show()

    # --- Automatic events ---------------------------------------------------------------------

    def _due(self) -> Due | None:
        """Return the next due event, or None if no one sees the game or waits for its end."""
        if self._stopping or not (self._subscribers or self.table.unattended):
            return None
        return due(self.table, self._subscribers.present, self._times, self._pace())

    def _pace(self) -> float:
        """Return the seconds between bots' moves."""
        return self._deps.pace * self._subscribers.pace(self.table)

    def _plan(self) -> None:
        """Set the timer for the next event, and start thinking about it early enough."""
        self._cancel_timer()
        upcoming = self._due()
        decides = upcoming is not None and upcoming.what in {"bot", "timeout"}
        if not decides:
            self._deciding.forget()
        if upcoming is not None:
            at = upcoming.at
            if decides:
                at = self._deciding.go_on(self.table, upcoming, self._pace())
            delay = max(0.0, at - self._deps.clock.time())
            self._timer = self._deps.clock.call_later(delay, partial(self._jobs.put, self._on_time))

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _on_time(self) -> None:
        upcoming, now = self._due(), self._deps.clock.time()
        if upcoming is None or upcoming.at > now:
            self._plan()
            return
        if upcoming.what in {"bot", "timeout"}:
            await self._move(upcoming, now)
        else:
            await self._commit(carried_out(self.table, upcoming, self._moment()))

    async def _move(self, upcoming: Due, now: float) -> None:
        """Make the move that was decided, once its time has come."""
        if self._deciding.go_on(self.table, upcoming, self._pace()) > now:
            self._plan()
            return
        assert self._deciding.action is not None
        await self._commit(moved(self.table, self._deciding.action, upcoming, self._moment()))

    def _take_decision(self, take: Callable[[], None]) -> None:
        self._at_once(take, self._plan)

    def _take_advice(self, take: Callable[[Table], None]) -> None:
        self._at_once(lambda: take(self.table))

    def _at_once(self, *steps: Callable[[], None]) -> None:
        """Take steps that may be due now and do not change the table."""

        async def job() -> None:
            for step in steps:
                step()

        self._jobs.put(job)


def _weakly(method: Callable[P, None]) -> Callable[P, None]:
    """Return a function that calls an actor's method without keeping the actor in memory.

    So a forgotten actor is gone at once; garbage collection is rare.
    """
    kept = WeakMethod(method)

    def call(*args: P.args, **fields: P.kwargs) -> None:
        if (found := kept()) is not None:
            found(*args, **fields)

    return call


def _unsaved() -> RefusedError:
    return RefusedError("store/failed", "this could not be saved, so it did not happen; reconnect")


Job = Callable[[], Awaitable[None]]


class Jobs:
    """Does one job after another, in the order in which they came.

    It has a task and a queue only when needed, because they take more memory than a game.
    """

    def __init__(self, name: str, failed: Callable[[Exception], None]) -> None:
        """Let `failed` receive any error that a job did not expect; later jobs still run."""
        self._name = name
        self._failed = failed
        self._waiting: list[Job] = []
        self._working: asyncio.Task[None] | None = None
        self._ended = False

    @property
    def idle(self) -> bool:
        """Return True if no job is waiting or running."""
        return self._working is None and not self._waiting

    def put(self, job: Job) -> asyncio.Task[None] | None:
        """Add a job, and return the task that does it, or None if no more jobs will be done."""
        if self._ended:
            return None
        self._waiting.append(job)
        if self._working is None:
            self._working = asyncio.create_task(self._work(), name=self._name)
        return self._working

    async def join(self) -> None:
        """Wait until every job is done, or no more jobs will be done."""
        while self._working is not None and not self._working.done():
            await asyncio.wait([self._working])

    def end(self) -> None:
        """Stop doing jobs, and cancel the current one where it is."""
        self._ended = True
        if self._working is not None:
            self._working.cancel()

    async def _work(self) -> None:
        try:
            while self._waiting:
                job = self._waiting.pop(0)
                try:
                    await job()
                except Exception as error:  # noqa: BLE001 - the owner of the table knows what to do
                    self._failed(error)
                if self._waiting:
                    await asyncio.sleep(0)  # so that many requests to one table do not delay others
        finally:
            self._working = None
