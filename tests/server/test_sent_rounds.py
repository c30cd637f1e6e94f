"""A connection is sent no round twice, and yet everyone has the results of all rounds."""

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spadille.game import Seat
from spadille.server.live.actor import TableActor
from spadille.table.protocol import write
from spadille.table.requests import Rematch, Resync, Sit, Stand, Start
from spadille.table.snapshot import ClientSnapshot, Snapshot, state_after
from support.house import House, house
from support.tabletop import ANN, BEN, CYD, Listener, Room, settle

FEW_CARDS = {
    "deck.removed": [suit + rank for suit in "CDHS" for rank in "23456789T"],
    "end.target": 5000,
    "end.floor": -5000,
    "nil.blind": False,
}
"""Four cards each, and a game that never ends."""


def results_in(actor: TableActor, listener: Listener) -> Any:
    """Return all results as a newcomer would see them."""
    assert actor.table.game is not None
    return json.loads(write(actor.table.game.results, listener.lang, actor.table.names))


def test_state_of_round_100_is_as_short_as_one_of_round_2() -> None:
    room, told = Room(options=FEW_CARDS), ClientSnapshot()
    longest: dict[int, int] = {}
    names, whole = room.table.names, None
    while len(room.game.results) < 100:
        room.step()
        whole = room.shown(ANN.person)
        before, told = told, ClientSnapshot(Snapshot.of(whole), "en", names)
        state = state_after(before, told)
        round = len(room.game.results) + 1
        longest[round] = max(len(write(state, "en", names)), longest.get(round, 0))
    assert longest[100] < 1.1 * longest[2]
    assert longest[100] < len(write(whole, "en", names)) / 5


def has_moved(actor: TableActor, since: int) -> bool:
    return actor.table.moved > since


class Wanderer:
    """A player who loses the connection, and does everything else that affects what is known."""

    def __init__(self, here: House, actor: TableActor, other: TableActor, seed: int) -> None:
        self.here, self.actor, self.other = here, actor, other
        self.random = Random(seed)
        self.listener = Listener(ANN)
        actor.join(self.listener)

    async def wander(self) -> None:
        """Play or do something else, and check whether all results are there."""
        ways = (self.play, self.play, self.come_anew, self.say_hello, self.resync, self.visit)
        await self.random.choice(ways)()
        await settle(self.actor)
        assert self.listener.state["view"]["results"] == results_in(self.actor, self.listener)

    async def play(self) -> None:
        table = self.actor.table
        if table.status == "over":
            self.actor.ask(self.listener, Rematch(table.id))
            return
        assert table.game is not None
        until, moved = self.random.choice([len(table.game.results) + 1, 0]), table.moved

        def enough() -> bool:
            now = self.actor.table
            assert now.game is not None
            if now.status == "over":
                return True
            return len(now.game.results) >= until if until else now.moved > moved + 3

        await self.here.play(self.actor, self.listener, enough)

    async def come_anew(self) -> None:
        self.actor.leave(self.listener)
        updates = self.random.choice([False, True])
        self.listener = Listener(ANN, self.random.choice(["en", "de"]), updates=updates)
        self.actor.join(self.listener)

    async def say_hello(self) -> None:
        self.listener.lang = self.random.choice(["en", "de"])
        self.actor.join(self.listener)

    async def resync(self) -> None:
        self.actor.ask(self.listener, Resync(self.actor.table.id))

    async def visit(self) -> None:
        """Visit another table and come back over the same connection."""
        self.actor.leave(self.listener)
        self.other.join(self.listener)
        await settle(self.other)
        assert self.listener.state["view"]["results"] == results_in(self.other, self.listener)
        self.other.leave(self.listener)
        await settle(self.other)
        self.actor.join(self.listener)


@pytest.mark.parametrize("seed", range(3))
async def test_client_knows_all_results_after_random_events(tmp_path: Path, seed: int) -> None:
    async with house(tmp_path, seed=seed) as here:
        options = FEW_CARDS | {"end.max_rounds": 4}
        actor = await here.make(options=options, invite=True)
        other = await here.make(options=options, invite=True)
        wanderer = Wanderer(here, actor, other, seed)
        cyd, ben = await here.enter(actor, CYD), await here.enter(actor, BEN)
        for table in (actor, other):
            table.ask(wanderer.listener, Start(table.table.id))
            await settle(table)
        for _ in range(40):
            await wanderer.wander()
            assert cyd.state["view"]["results"] == results_in(actor, cyd)
            if actor.table.between_rounds:
                for ask in (Sit(actor.table.id, Seat.EAST), Stand(actor.table.id)):
                    actor.ask(ben, ask)
                    await settle(actor)
                    assert ben.state["view"]["results"] == results_in(actor, ben)
        assert sum(state["results_from"] for state in cyd.messages) > 50


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("standard", FEW_CARDS),
        ("standard", {"bidding.order": "at_once"}),
        ("two-player", {}),
        ("gold-blue", {"deal.cut": "offered"}),
    ],
)
async def test_client_with_updates_knows_as_much_as_with_full_states(
    preset: str, options: dict[str, Any], here: House
) -> None:
    actor = await here.make(preset, options=options | {"end.max_rounds": 2}, invite=True)
    whole = [await here.enter(actor, who) for who in (ANN, BEN, CYD)]
    updated = [Listener(who, updates=True) for who in (ANN, BEN, CYD)]
    for listener in updated:
        actor.join(listener)
    actor.ask(updated[0], Start(actor.table.id))
    await settle(actor)
    for _ in range(60):
        await here.play(actor, updated[0], partial(has_moved, actor, actor.table.moved))
        if actor.table.status == "over":
            actor.ask(updated[0], Rematch(actor.table.id))
            await settle(actor)
        for one, other in zip(whole, updated, strict=True):
            assert one.state | {"results_from": 0} == other.state | {"results_from": 0}
    sizes = [sum(map(len, listener.texts)) for listener in (*whole, *updated)]
    assert sum(sizes[3:]) < sum(sizes[:3]) / 3


async def test_resync_and_hello_return_all_rounds(here: House) -> None:
    actor = await here.make(options=FEW_CARDS)
    ann = await here.enter(actor, ANN)

    def three_rounds() -> bool:
        assert actor.table.game is not None
        return len(actor.table.game.results) == 3

    await here.play(actor, ann, three_rounds)
    new = [len(json.loads(text)["view"]["results"]) for text in ann.texts]
    assert sum(new) == 3
    assert max(new) == 1
    for hello in (False, True):
        if hello:
            actor.join(ann)
        else:
            actor.ask(ann, Resync(actor.table.id))
        await settle(actor)
        told = json.loads(ann.texts[-1])
        assert (told["results_from"], len(told["view"]["results"])) == (0, 3)
