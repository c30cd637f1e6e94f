"""Tables that are open to everyone: when they are listed, and how people find each other."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from spadille.game import Seat
from spadille.locale import Lang
from spadille.server.live.lobby import EVERY, MOST_SHOWN, MOST_WAITED_AT, SECONDS_TO_COME
from spadille.table.commands import Asker
from spadille.table.consent import ABSENCE
from spadille.table.errors import RefusedError
from spadille.table.events import Started, TableCreated
from spadille.table.model import MOST_EVENTS
from spadille.table.requests import Sit, Stand, Start
from support.house import House
from support.pages import client
from support.servers import Guest, server
from support.tabletop import ANN, BEN, CYD, Room, new_table, pass_time, settle


class Visitor:
    """A person who looks at the list."""

    def __init__(self, lang: Lang = "en") -> None:
        self.lang = lang
        self.lists: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        self.lists.append(json.loads(text))

    @property
    def open(self) -> list[dict[str, Any]]:
        return list(self.lists[-1]["open"])


async def match(here: House, asker: Asker, preset: str = "standard", **fields: Any) -> str:
    return await here.registry.match(new_table(preset, **fields), asker, lambda: None)


async def test_lobby_lists_only_open_tables_with_people(here: House) -> None:
    visitor = Visitor()
    here.registry.lobby.join(visitor)
    assert visitor.open == []
    await here.enter(await here.make(invite=True), ANN)
    with_bots = await here.make(public=True)
    await here.enter(with_bots, ANN)
    actor = await here.make(invite=True, public=True, options={"end.target": 250})
    await pass_time(here.clock, EVERY, actor)
    assert visitor.open == []
    ann = await here.enter(actor, ANN)
    await pass_time(here.clock, EVERY, actor)
    (table,) = visitor.open
    assert (table["table"], table["waiting"]) == (actor.table.id, True)
    assert [seat["name"] for seat in table["seats"]] == ["", "", "Ann", ""]
    assert table["differences"] == ["Target: 250"]
    actor.ask(ann, Start(actor.table.id))
    await pass_time(here.clock, EVERY, actor)
    assert not visitor.open[0]["waiting"]
    actor.leave(ann)
    await pass_time(here.clock, EVERY, actor)
    assert visitor.open == []


async def test_lobby_changes_are_sent_once_a_second_and_list_is_limited(here: House) -> None:
    visitor, german = Visitor(), Visitor("de")
    for one in (visitor, german):
        here.registry.lobby.join(one)
    actors = []
    for number in range(MOST_SHOWN + 2):
        who = Asker(f"person {number}", f"Nr {number}")
        actor = await here.registry.make(new_table(invite=True, public=True), who)
        await here.enter(actor, who)
        actors.append(actor)
    await pass_time(here.clock, EVERY, *actors)
    assert len(visitor.lists) == len(german.lists) == 2
    assert (len(visitor.open), visitor.lists[-1]["more"]) == (MOST_SHOWN, 2)
    here.registry.lobby.leave(visitor)
    await here.enter(actors[0], BEN)
    await pass_time(here.clock, 10 * EVERY, *actors)
    assert len(visitor.lists) == 2
    assert len(german.lists) == 2  # nothing that it shows has changed


async def test_lobby_visitor_joining_between_changes_sees_the_later_one(here: House) -> None:
    here.registry.lobby.join(Visitor())
    actor = await here.make(invite=True, public=True)
    await pass_time(here.clock, EVERY, actor)
    ann, late = await here.enter(actor, ANN), Visitor()
    here.registry.lobby.join(late)
    assert late.open
    actor.leave(ann)
    await pass_time(here.clock, EVERY, actor)
    assert late.open == []


async def test_match_with_same_rules_fills_one_table_and_starts(here: House) -> None:
    first = await match(here, ANN, "three-player")
    actor = await here.registry.find(first)
    await here.enter(actor, ANN)
    assert await match(here, ANN, "three-player") == first
    assert await match(here, BEN, "three-player", options={"end.target": 250}) != first
    assert await match(here, BEN, "three-player") == first
    assert actor.table.seats.free
    assert await match(here, CYD, "three-player") == first
    await settle(actor)
    assert actor.table.game is not None
    assert {actor.table.seat_of(one.person) for one in (ANN, BEN, CYD)} == {0, 1, 2}


async def test_match_does_not_use_worn_out_table(here: House) -> None:
    first = await match(here, ANN, "three-player")
    actor = await here.registry.find(first)
    actor.table = structs.replace(actor.table, version=MOST_EVENTS)
    assert await match(here, BEN, "three-player") != first


async def test_match_joins_table_whose_host_has_yet_to_arrive(here: House) -> None:
    first = await match(here, ANN, "three-player")
    assert await match(here, BEN, "three-player") == first
    assert await match(here, ANN, "three-player") == first
    here.clock.fire(here.clock.time() + SECONDS_TO_COME)
    assert await match(here, CYD, "three-player") != first  # no one has come


async def test_match_does_not_use_table_that_its_host_has_left(here: House) -> None:
    first = await match(here, ANN, "three-player")
    actor = await here.registry.find(first)
    ann = await here.enter(actor, ANN)
    actor.leave(ann)
    await settle(actor)
    assert await match(here, BEN, "three-player") != first


async def test_match_gives_full_arrival_time_at_long_waiting_table(here: House) -> None:
    actor = await here.registry.find(await match(here, ANN))
    await here.enter(actor, ANN)
    await pass_time(here.clock, 2 * ABSENCE, actor)
    assert await match(here, BEN) == actor.table.id
    await pass_time(here.clock, ABSENCE - 1, actor)
    assert actor.table.seat_of(BEN.person) is not None
    await pass_time(here.clock, 2, actor)
    # no one gets a seat just from being sent there
    assert actor.table.seat_of(BEN.person) is None


def test_open_table_starts_when_full_and_private_one_waits_for_host() -> None:
    for public in (True, False):
        room = Room("two-player", invite=True, public=public)
        events = room.ask(BEN, Sit("room", Seat.EAST))
        assert any(isinstance(event, Started) for event in events) == public
        made = room.events[0]
        assert isinstance(made, TableCreated)
        assert made.public == public
    assert not Room(public=True).table.made.public  # no one else can join a game with bots


async def test_open_table_seats_are_limited_and_released_when_away(here: House) -> None:
    for number in range(MOST_WAITED_AT):
        await match(here, ANN, turn_seconds=10 + number)
    with pytest.raises(RefusedError) as refusal:
        await match(here, ANN, turn_seconds=100)
    assert refusal.value.code == "seat/too-many"
    actor = await here.registry.find(await match(here, BEN, turn_seconds=200))
    ben, ann = await here.enter(actor, BEN), await here.enter(actor, ANN)
    with pytest.raises(RefusedError):
        await here.registry.sit(actor, ANN, Sit(actor.table.id, Seat.EAST))
    actor.leave(ben)
    await pass_time(here.clock, ABSENCE + 1, actor)
    assert actor.table.seat_of(BEN.person) is None
    assert ann.state["seats"][Seat.SOUTH]["occupant"] == "open"
    actor.ask(ann, Stand(actor.table.id))


async def test_unknown_visitor_sees_lobby_but_gets_no_seat(tmp_path: Path, folder: Path) -> None:
    with server(tmp_path / "games.db") as running, running.connect() as socket:
        guest = Guest(socket, "abc")
        guest.socket.send('{"type":"browse","lang":"de"}')
        assert guest.receive() == {"type": "lobby", "open": [], "more": 0}
        guest.send("start")
        assert guest.refusal() == "hello/first"
    async with client(folder) as http:
        body = {"name": "Eve", "token": None}
        answer = await http.post("/api/match", json=body)
        assert answer.json()["code"] == "session/none"
        await http.post("/api/session", json={})
        assert (await http.post("/api/match", json=body)).status_code == 201
