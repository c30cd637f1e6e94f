"""A table on the device plays exactly as the server's table does, under random rules."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from spadille.bots import Level
from spadille.game import RulesError, presets
from spadille.offline.host import ME, OfflineTable
from spadille.server.live.actor import TableActor
from spadille.server.store.schema import EVENTS
from spadille.table.commands import Asker, make
from spadille.table.commitments import Seeds
from spadille.table.events import Wish
from spadille.table.ids import new_id
from spadille.table.model import Table
from spadille.table.protocol import Hello
from spadille.table.requests import (
    Act,
    AutoPlayRound,
    NewTable,
    NextRound,
    Propose,
    Rematch,
    Resign,
    Resume,
    TableRequest,
    Withdraw,
)
from support.device import think_evenly, waits_for_me
from support.house import House, house
from support.server_rules import VARIANTS
from support.strategies import HABITS
from support.tabletop import ANN, Listener, seeded, settle

GAMES = 200
TOGETHER = 10
"""The games that share a server, because a server takes longer to start than a game."""

UNTIL_LOST = 2000
"""The most steps of a game, more than any game takes."""

TIMES = {"at", "spent"}

WISHES: tuple[Wish, ...] = ("undo", "misdeal", "pause")

LEVELS: tuple[Level, ...] = ("random", "random", "beginner", "beginner", "intermediate")

Options = dict[str, Any]


def random_rules(chance: Random) -> NewTable:
    """Return a new table under rules that can be played, which ends after a round or two."""
    preset = chance.choice(tuple(presets()))
    options: Options = {"end.max_rounds": chance.choice([1, 1, 2])}
    rules = presets()[preset].rules
    for changes in chance.sample([*HABITS, *VARIANTS.values()], chance.randrange(4)):
        with suppress(RulesError):
            rules.with_options({**options, **changes, "end.max_rounds": 1})
            options |= {path: changes[path] for path in changes if path != "end.minutes"}
    return NewTable(
        preset=preset,
        options=options,
        name="Ann",
        level=chance.choice(LEVELS),
        turn_seconds=chance.choice([0, 0, 0, 30]),
        undo=chance.random() < 0.8,
    )


def request_at(table: Table, chance: Random) -> TableRequest | None:
    """Return what Ann asks for next, or None if she lets time pass or is done."""
    id, seat = table.id, table.seat_of(ME)
    if table.status == "over":
        return Rematch(id) if table.games == 1 and chance.random() < 0.1 else None
    if table.clock.paused is not None:
        return Resume(id)
    if table.between_rounds:
        return NextRound(id)
    chosen = chance.random()
    wishes: tuple[tuple[float, TableRequest | None], ...] = (
        (0.02, Propose(id, chance.choice(WISHES))),
        (0.02, Withdraw(id)),
        (0.01, AutoPlayRound(id)),
        (0.002, Resign(id)),
        (0.01, None),
    )
    for share, request in wishes:
        chosen -= share
        if chosen < 0:
            return request
    assert table.game is not None
    assert seat is not None
    view = table.game.view(seat)
    return Act(id, seat, table.version, think_evenly("random", view))


def plain(event: str) -> Any:
    """Return a stored event without times, and with the same person."""
    fields = msgspec.json.decode(event.replace(ANN.person, ME))
    return {key: fields[key] for key in fields if key not in TIMES}


class Both:
    """The same table at a server and on a device, with the same seeds for chance."""

    def __init__(self, here: House, actor: TableActor, offline: OfflineTable) -> None:
        self._here = here
        self._actor = actor
        self._listener = Listener(ANN)
        self.offline = offline
        self._now = here.clock.time_of_day()
        self._events: list[str] = []

    @property
    def table(self) -> Table:
        """The table on the device."""
        return self.offline.table

    @property
    def lives(self) -> bool:
        """Return True if time changes something."""
        return self.offline.next_in(self._now) is not None

    def _say(self, request: Any) -> None:
        self.offline.receive(msgspec.json.encode(request).decode(), self._now)
        self._events += self.offline.stored()

    async def meet(self) -> None:
        """Connect Ann to both."""
        self._say(Hello(self.table.id, "Ann"))
        self._actor.join(self._listener)
        await settle(self._actor)

    async def ask(self, request: TableRequest) -> None:
        """Ask both for the same."""
        self._say(request)
        self._actor.ask(self._listener, request)
        await settle(self._actor)

    async def wait(self) -> None:
        """Let the next thing happen at both, each at its own pace."""
        wait = self.offline.next_in(self._now)
        assert wait is not None
        self._now += wait
        self.offline.advance(self._now)
        self._events += self.offline.stored()
        clock = self._here.clock
        while self._actor.table.version < self.table.version:
            at = clock.next_at()
            assert at is not None
            clock.fire(at)
            await settle(self._actor)
        assert self._actor.table.version == self.table.version

    async def check(self) -> None:
        """Check that the same has been stored, and that the tables are equal."""
        wanted = sa.select(EVENTS.c.body).where(EVENTS.c.table_id == self.table.id)
        stored = await self._here.store.scalars(wanted.order_by(EVENTS.c.version))
        assert list(map(plain, self._events)) == list(map(plain, stored))
        assert self._actor.table.game == self.table.game
        assert self._actor.table.takebacks == self.table.takebacks


async def play(here: House, chance: Random, seeds: Seeds) -> Both:
    """Play a game at both, with the same requests, and return it."""
    new = random_rules(chance)
    id, now = new_id(), here.clock.time_of_day()
    at_server = make(id, new, ANN, here.deps.seeds, now)
    on_device = make(id, new, Asker(ME, "Ann"), seeds, now)
    offline = OfflineTable(on_device, now, seeds=seeds, think=think_evenly)
    both = Both(here, await here.registry.open(at_server), offline)
    await both.meet()
    for _ in range(UNTIL_LOST):
        request = request_at(both.table, chance) if waits_for_me(both.table) else None
        if request is not None:
            await both.ask(request)
        elif both.table.status == "over":
            await both.check()
            return both
        elif both.lives:
            await both.wait()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("first", range(0, GAMES, TOGETHER))
def test_device_plays_the_same_events_as_the_server(tmp_path: Path, first: int) -> None:
    async def games() -> None:
        async with house(tmp_path, seed=first, think=think_evenly) as here:
            seeds = seeded(first)
            for number in range(first, first + TOGETHER):
                await play(here, Random(number), seeds)

    asyncio.run(games())
