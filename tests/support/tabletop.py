"""People, clocks and connections for tests of the server."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from spadille.game import Game, PlayerAction, SeatView, SpadesError
from spadille.locale import Lang
from spadille.server.features.contests.solo import Baselines
from spadille.server.features.games.reviews import ReviewService
from spadille.server.live.actor import TableActor
from spadille.table.apply import Events, Transition
from spadille.table.commands import Asker, Moment, answer, make, next_round, started_again
from spadille.table.commitments import Seeds
from spadille.table.consent import Presence
from spadille.table.events import Acted, PersonId, person_of
from spadille.table.model import Table
from spadille.table.protocol import Pace, State
from spadille.table.requests import Act, NewTable, TableRequest
from spadille.table.seats import Bot, Person
from spadille.table.snapshot import ClientSnapshot, Memo, common_to_all, labels_of, shown_to
from spadille.table.timers import Left
from support.strategies import random_action

ANN, BEN, CYD = (Asker(person_of(f"{name} has a secret"), name) for name in ("Ann", "Ben", "Cyd"))

ANNS_TOKEN = "Ann has a secret"


def new_table(preset: str = "standard", **fields: Any) -> NewTable:
    """Return a new table of Ann's, without a turn timer unless requested."""
    return NewTable(preset=preset, token=ANNS_TOKEN, name="Ann", **{"turn_seconds": 0} | fields)


def seeded(seed: int) -> Seeds:
    """Return seeds that are the same in every run."""
    numbers = count()
    return lambda: sha256(f"{seed}/{next(numbers)}".encode()).hexdigest()


class Room:
    """A table without time, store or network: requests in, events out."""

    def __init__(self, preset: str = "standard", seed: int = 1, **fields: Any) -> None:
        self.seeds = seeded(seed)
        self.random = Random(seed)
        self.present = {ANN.person, BEN.person, CYD.person}
        self.table, self.events = make("room", new_table(preset, **fields), ANN, self.seeds)

    def ask(self, asker: Asker, request: TableRequest) -> Events:
        moment = Moment(Presence(self.present), self.seeds)
        return self.follows(answer(self.table, asker, request, moment))

    def refused(self, asker: Asker, request: TableRequest) -> str:
        """Return the code of the error that a request gets; it changes nothing."""
        before = self.table
        with pytest.raises(SpadesError) as refusal:
            self.ask(asker, request)
        assert self.table is before
        assert str(refusal.value)
        return refusal.value.code

    def happens(self, events: Events) -> None:
        """Apply an event, followed by the chance events after it."""
        self.follows(Transition(self.table).then(*events).settled(self.seeds))

    def follows(self, transition: Transition) -> Events:
        self.events += transition.events
        self.table = transition.table
        return transition.events

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def shown(self, person: PersonId) -> State:
        """Return the state that a person sees, in English."""
        table, present = self.table, frozenset(self.present)
        labels, left = labels_of(table, "en"), Left(None, None)
        common = common_to_all(table, labels, present, (), left, Memo())
        return shown_to(person, common, table, present).state

    def act(self, asker: Asker, action: PlayerAction, seq: int | None = None) -> None:
        seat = self.table.seat_of(asker.person)
        assert seat is not None
        number = self.table.version if seq is None else seq
        self.ask(asker, Act(self.table.id, seat, number, action))

    def step(self) -> None:
        """Take one random action for a player who is to act, or the next deal."""
        if self.table.between_rounds:
            self.follows(next_round(self.table, self.seeds, 0.0))
            return
        if self.table.rematch:
            again = started_again(self.table, self.seeds, 0.0)
            self.follows(Transition(self.table).then(*again).settled(self.seeds))
            return
        seat = self.game.to_act
        assert seat is not None
        action = random_action(self.game.options(seat), self.random)
        occupant = self.table.seats[seat]
        if isinstance(occupant, Bot):
            self.happens((Acted(seat, action),))
        else:
            assert isinstance(occupant, Person)
            self.act(Asker(occupant.id, occupant.name), action)

    def play_until(self, condition: Callable[[Table], bool]) -> None:
        while not condition(self.table):
            self.step()


class FakeClock:
    """A clock that moves only when a test moves it."""

    def __init__(self) -> None:
        self._now = 100.0
        self.midnight = 1_000_000.0
        self._timers: list[tuple[float, int, FakeTimer]] = []
        self._numbers = count()

    def time(self) -> float:
        return self._now

    def time_of_day(self) -> float:
        return self.midnight + self._now

    def call_later(self, delay: float, callback: Callable[[], object]) -> "FakeTimer":
        timer = FakeTimer(callback)
        heapq.heappush(self._timers, (self._now + delay, next(self._numbers), timer))
        return timer

    def next_at(self) -> float | None:
        """Return when the next timer goes off."""
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def fire(self, until: float) -> bool:
        """Set off the next timer that is due by then, if any."""
        at = self.next_at()
        if at is None or at > until:
            self._now = max(self._now, until)
            return False
        _, _, timer = heapq.heappop(self._timers)
        self._now = max(self._now, at)
        timer.callback()
        return True


class FakeTimer:
    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


async def pass_time(clock: FakeClock, seconds: float, *actors: TableActor) -> None:
    """Let time pass, along with everything that happens during it."""
    until = clock.time() + seconds
    await settle(*actors)
    while clock.fire(until):
        await asyncio.sleep(0)  # due tasks start here
        await settle(*actors)


async def settle(*actors: TableActor) -> None:
    """Wait until nothing is left to do right now, and no one is thinking."""
    for actor in actors:
        await actor._jobs.join()
        while _thinks(actor):
            await asyncio.sleep(0)
            await actor._jobs.join()


def _thinks(actor: TableActor) -> bool:
    thought = actor._deciding._thought
    asked = actor._advising._asked
    return asked is not None or (thought is not None and thought.action is None)


async def worked_off(one: ReviewService | Baselines) -> None:
    """Wait until all of a table's automatic work is done."""
    await one._jobs.join()


async def refused(wanted: Awaitable[object]) -> str:
    """Return the code of the error that this gets."""
    with pytest.raises(SpadesError) as refusal:
        await wanted
    return refusal.value.code


class AtOnce(Executor):
    """An executor that completes work as soon as it is submitted."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - handed on, as executors do
            future.set_exception(error)
        return future


class WhenTold(Executor):
    """An executor that completes work only on command."""

    def __init__(self) -> None:
        self.asked: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked.append((future, lambda: fn(*args, **kwargs)))
        return future

    def finish(self) -> None:
        for future, work in self.asked:
            if future.set_running_or_notify_cancel():
                future.set_result(work())
        self.asked.clear()


class Results:
    """The results of all rounds, assembled from states that contain only new ones."""

    def __init__(self) -> None:
        self._known: list[Any] = []
        self._last: dict[str, Any] = {}

    def _updated(self, update: dict[str, Any]) -> dict[str, Any]:
        assert update["since"] == self._last["seq"]
        state = {**self._last, "results_from": len(self._known), **update["state"]}
        view = {**self._last["view"], "results": [], **update["view"]}
        return {**state, "seq": update["seq"], "view": view}

    def complete(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the message; turn a state or an update into a whole state with all results."""
        if message["type"] == "update":
            message = self._updated(message)
        if message["type"] != "state":
            return message
        self._last = message
        known = message["results_from"]
        assert known <= len(self._known)
        view = message["view"]
        self._known = [] if view is None else [*self._known[:known], *view["results"]]
        return message if view is None else message | {"view": view | {"results": self._known}}


class Listener:
    """A connection that keeps its messages, with the results of all rounds."""

    def __init__(self, asker: Asker, lang: Lang = "en", *, updates: bool = False) -> None:
        self.asker = asker
        self.lang = lang
        self.pace: Pace = "normal"
        self.updates = updates
        self.joining = False
        self.told = ClientSnapshot()
        self.messages: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self._results = Results()
        self.hung_up = False

    def send(self, text: str) -> None:
        self.texts.append(text)
        self.messages.append(self._results.complete(msgspec.json.decode(text)))

    def hang_up(self) -> None:
        self.hung_up = True

    @property
    def state(self) -> dict[str, Any]:
        """The last state received."""
        return next(m for m in reversed(self.messages) if m["type"] == "state")

    @property
    def refusals(self) -> list[str]:
        return [m["code"] for m in self.messages if m["type"] == "error"]


def think_randomly(_level: str, view: SeatView) -> PlayerAction:
    return random_action(view.options, Random(repr(view.hand)))
