"""Bots that play over the network: their tokens, the tokens' scopes, and their seats at tables."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from spadille.game import Seat
from spadille.server.net.credentials import FORGOTTEN_AFTER, HOST, MOST_TOKENS, TokenStore
from spadille.server.store.store import Store
from spadille.table.commands import Asker, make, new_host
from spadille.table.errors import RefusedError
from spadille.table.events import person_of
from spadille.table.requests import HandOver, NextRound, Propose, Respond, Resume, Sit, Stand, Start
from spadille.table.seats import Person
from spadille.table.timers import Due, Times, due
from support.owners import Owner, owner_at
from support.servers import Guest, Server, server
from support.tabletop import ANN, BEN, FakeClock, Room, new_table

ROBOT = Asker(person_of("a robot has a secret"), "Robot", program=True)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("programs") / "games.db"
    with server(database, serve=["--limit", "guests_per_minute=600"]) as one:
        yield one


@pytest.fixture
def owner(running: Server) -> Iterator[Owner]:
    with owner_at(running) as one:
        yield one


def bearer(made: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['secret']}"}


def test_bot_token_secret_is_shown_once(running: Server, owner: Owner, tmp_path: Path) -> None:
    made = owner.token("play", "talk")
    told = owner.http.get("/api/my/tokens")
    assert told.json() == {"tokens": [made["info"]], "most": MOST_TOKENS}
    assert made["secret"] not in told.text
    with owner_at(running) as other:
        assert other.http.get("/api/my/tokens").json()["tokens"] == []
        refused = other.http.post("/api/my/tokens/end", json={"id": made["info"]["id"]})
    assert (refused.status_code, refused.json()["code"]) == (404, "token/none")
    for _ in range(MOST_TOKENS - 1):
        owner.token()
    refused = owner.http.post("/api/my/tokens", json={"name": "One more"})
    assert refused.json()["code"] == "token/too-many"
    assert len(owner.http.get("/api/my/tokens").json()["tokens"]) == MOST_TOKENS


def test_bot_token_creation_needs_a_person_with_session(running: Server, owner: Owner) -> None:
    made = owner.token("play", "tables", "talk")
    for headers in ({}, bearer(made)):
        asked = httpx.post(
            f"{running.address}/api/my/tokens", json={"name": "More"}, headers=headers
        )
        assert (asked.status_code, asked.json()["code"]) == (401, "session/none")


async def test_bot_token_secret_is_not_stored(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    made = await store.section(TokenStore).make(FakeClock(), ANN.person, "Robot", ["play"])
    await store.close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        stored = "\n".join(database.iterdump())
    assert made.info.id in stored
    assert made.secret not in stored
    assert made.secret.removeprefix("spadille_") not in stored


async def test_bot_token_unused_is_forgotten_and_admin_has_no_limit(tmp_path: Path) -> None:
    store, clock = await Store.open(str(tmp_path / "games.db")), FakeClock()
    programs: TokenStore = store.section(TokenStore)
    made = [await programs.make(clock, HOST, "Robot", []) for _ in range(MOST_TOKENS + 1)]
    clock.midnight += FORGOTTEN_AFTER - 10
    assert await programs.known(clock, made[0].secret) is not None
    clock.midnight += 20
    await programs.forget(clock)
    assert [info.id for info in await programs.tokens_of(HOST)] == [made[0].info.id]
    await store.close()


def test_bot_token_gives_access_until_it_ends(running: Server, owner: Owner) -> None:
    made = owner.token("play", "tables")
    asked = httpx.post(
        f"{running.address}/api/tables",
        json={"name": "Robot", "invite": True},
        headers=bearer(made),
    )
    table = asked.json()["table"]
    mine = httpx.get(f"{running.address}/api/my/tables", headers=bearer(made)).json()["mine"]
    assert [one["table"] for one in mine] == [table]
    with (
        running.connect() as socket,
        running.connect(additional_headers=bearer(made)) as with_header,
    ):
        guests = [Guest(socket, table), Guest(with_header, table)]
        guests[0].send("hello", token=made["secret"], name="Robot")
        guests[1].send("hello", name="Robot")
        for guest in guests:
            assert guest.receive()["you"] == 2
            assert [info["program"] for info in guest.state["seats"]] == [False, False, True, False]
        left = owner.http.post("/api/my/tokens/end", json={"id": made["info"]["id"]})
        assert left.json()["tokens"] == []
        for guest in guests:
            guest.listen_to_the_end()
            assert guest.socket.close_code == 1008
    with running.connect() as socket:
        late = Guest(socket, table)
        late.send("hello", token=made["secret"], name="Robot")
        assert late.refusal() == "token/unknown"
    asked = httpx.get(f"{running.address}/api/my/tables", headers=bearer(made))
    assert (asked.status_code, asked.json()["code"]) == (401, "token/unknown")


def test_bots_of_deleted_person_lose_seats_and_names(tmp_path: Path) -> None:
    path, name = tmp_path / "games.db", "Mechanica"
    with server(path) as running, owner_at(running) as owner:
        made = owner.token("play", name=name)
        evening = running.post("/api/evenings", name="Friday").json()["evening"]
        entered = httpx.post(
            f"{running.address}/api/evenings/{evening}/pairs",
            json={"name": "Cogs", "player": name},
            headers=bearer(made),
        )
        player = entered.json()["pairs"][0]["players"][0]
        assert player == {"name": name, "program": True, "left": False}
        tables = [running.make(invite=True) for _ in range(2)]
        with (
            running.connect(additional_headers=bearer(made)) as one,
            running.connect(additional_headers=bearer(made)) as other,
        ):
            programs = [Guest(one, tables[0]), Guest(other, tables[1])]
            for program in programs:
                program.send("hello", name=name)
                program.receive()
                program.send("sit", seat=0)
                assert program.receive()["you"] == 0
            with running.enter(tables[0]) as ann:
                ann.send("start")
                assert ann.receive()["status"] == "playing"
            asked = owner.http.post("/api/me/delete", json={"forget": "everything"})
            assert asked.status_code == 200
            for program in programs:
                program.listen_to_the_end()
                assert program.socket.close_code == 1008
        for table, occupant in zip(tables, ("bot", "open"), strict=True):
            with running.enter(table) as ann:
                assert ann.state["seats"][0]["occupant"] == occupant
        assert running.get(f"/api/evenings/{evening}").json()["pairs"] == []
        with closing(sqlite3.connect(path)) as database:
            assert name not in "\n".join(database.iterdump())


def test_bot_token_allows_only_its_scopes(running: Server, owner: Owner) -> None:
    watcher, player = owner.token(), owner.token("play")
    for made, path, body in (
        (watcher, "/api/tables", {"name": "Robot"}),
        (player, "/api/tables", {"name": "Robot"}),
        (player, "/api/groups", {"people": 8}),
        (watcher, "/api/match", {"name": "Robot"}),
        (player, "/api/match", {"name": "Robot", "options": {"end.target": 333}}),
    ):
        asked = httpx.post(running.address + path, json=body, headers=bearer(made))
        assert (asked.status_code, asked.json()["code"]) == (403, "token/scope"), path
    table = running.make(invite=True)
    with running.connect() as socket:
        guest = Guest(socket, table)
        guest.send("hello", token=watcher["secret"], name="Robot")
        assert guest.receive()["you"] is None
        for type_, fields in (
            ("sit", {"seat": 0}),
            ("chat", {"text": "hi"}),
            ("speak", {"phrase": "hello"}),
        ):
            guest.send(type_, **fields)
            assert guest.refusal() == "token/scope", type_
        guest.send("resync")
        assert guest.receive()["type"] == "state"
    with running.connect() as socket:
        guest = Guest(socket, table)
        guest.send("hello", token=player["secret"], name="Robot")
        guest.send("sit", seat=0)
        while guest.state.get("you") is None:
            guest.receive()
        assert guest.state["you"] == 0
        guest.send("speak", phrase="hello")
        assert guest.refusal() == "token/scope"


def test_bot_at_open_table_is_marked_in_lobby(running: Server, owner: Owner) -> None:
    made = owner.token("play", "tables")
    asked = httpx.post(
        f"{running.address}/api/tables",
        json={"name": "Robot", "invite": True, "public": True},
        headers=bearer(made),
    )
    table = asked.json()["table"]
    with running.connect() as socket, running.connect() as visitor:
        guest = Guest(socket, table)
        guest.send("hello", token=made["secret"], name="Robot")
        guest.receive()
        looking = Guest(visitor, table)
        visitor.send('{"type":"browse"}')
        listed = {one["table"]: one for one in looking.receive()["open"]}
        assert [seat["program"] for seat in listed[table]["seats"]] == [False, False, True, False]


def with_program(**fields: Any) -> Room:
    """Return a game of Ann's with a network bot opposite her."""
    room = Room(invite=True, **fields)
    room.present.add(ROBOT.person)
    room.ask(ROBOT, Sit("room", Seat(0)))
    room.ask(ANN, Start("room"))
    return room


def test_bot_waiting_for_a_seat_stays_marked() -> None:
    room = with_program()
    state = room.shown(ANN.person)
    assert [info.program for info in state.seats] == [True, False, False, False]
    room.ask(ROBOT, Stand("room"))
    room.play_until(lambda table: bool(table.game and table.game.results))
    room.ask(ROBOT, Sit("room", Seat(1)))
    seat = room.table.seats[1]
    assert isinstance(seat, Person)
    assert seat.program


def test_bot_consent_is_not_needed() -> None:
    room = with_program()
    room.play_until(lambda table: table.game is not None and table.game.phase == "play")
    room.ask(ANN, Propose("room", "pause"))
    assert room.table.clock.paused is not None


def test_bot_cannot_ask_answer_or_resume_for_people() -> None:
    room = Room(invite=True)
    room.present.add(ROBOT.person)
    for asker, seat in ((ROBOT, Seat(0)), (BEN, Seat(1))):
        room.ask(asker, Sit("room", seat))
    room.ask(ANN, Start("room"))
    assert room.shown(ROBOT.person).consent.may_ask == ()

    def refusal(request: Propose | Respond | Resume) -> str:
        with pytest.raises(RefusedError) as refused:
            room.ask(ROBOT, request)
        return refused.value.code

    assert refusal(Propose("room", "stop")) == "consent/not-now"
    room.ask(ANN, Propose("room", "pause"))
    assert refusal(Respond("room", yes=False)) == "consent/program"
    room.ask(BEN, Respond("room", yes=True))
    assert refusal(Resume("room")) == "consent/program"
    room.ask(ANN, Resume("room"))
    for asker in (ANN, BEN):
        room.ask(asker, Stand("room"))
    assert room.shown(ROBOT.person).consent.may_ask == ("misdeal", "pause", "stop")


def test_bot_alone_may_pause_and_resume() -> None:
    room = Room()
    room.table, room.events = make("room", new_table("standard"), ROBOT, room.seeds)
    room.present.add(ROBOT.person)
    room.ask(ROBOT, Propose("room", "pause"))
    assert room.table.clock.paused is not None
    assert due(room.table, room.present, Times(0, 0, 0, {}), pace=1) is None
    room.ask(ROBOT, Resume("room"))
    assert room.table.clock.paused is None


def test_bot_does_not_become_host_of_tables_of_others() -> None:
    room = with_program()
    assert new_host(room.table, {ROBOT.person}) == ()
    with pytest.raises(RefusedError, match="no other person"):
        room.ask(ANN, HandOver("room", Seat(0)))
    room.ask(ANN, Stand("room"))
    assert room.table.host == ANN.person


def test_next_round_does_not_wait_for_bots() -> None:
    room = with_program(options={"end.floor": -5000})
    room.play_until(lambda table: table.between_rounds)
    times = Times(0, 0, 0, {})
    assert due(room.table, room.present, times, pace=1) is None
    room.ask(ANN, NextRound("room"))
    assert due(room.table, room.present, times, pace=1) == Due("round", 0)


def test_bots_without_people_ask_for_the_next_round() -> None:
    room = with_program(options={"end.floor": -5000})
    room.play_until(lambda table: table.between_rounds)
    room.ask(ANN, Stand("room"))
    times = Times(0, 0, 0, {})
    assert due(room.table, room.present, times, pace=1) is None
    room.ask(ROBOT, NextRound("room"))
    assert due(room.table, room.present, times, pace=1) == Due("round", 0)
