"""The real server: a process, a port, websockets, and a power failure."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from spadille.game import SpadesError
from spadille.notation import load_game
from spadille.server import serve
from spadille.server.net.sockets import MESSAGES, MOST_REFUSED
from support.servers import PATIENCE, Server, server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server") / "games.db") as one:
        yield one


def test_whole_game_over_websocket_is_played(running: Server) -> None:
    table = running.make(level="random")
    refused = running.get(f"/api/tables/{table}/record")
    assert (refused.status_code, refused.json()["code"]) == (400, "record/not-over")
    view = running.play(table)
    assert view.outcome is not None
    assert view.outcome.winner in {0, 1}
    record = running.get(f"/api/tables/{table}/record").text
    assert load_game(record).standings == view.standings


def test_table_after_kill_in_mid_trick_is_as_last_seen(tmp_path: Path) -> None:
    database = tmp_path / "games.db"

    with server(database) as before:
        table = before.make(preset="gold-blue", invite=True)
        with before.enter(table, "Ben") as ben, before.enter(table) as ann:
            ben.send("sit", seat=0)
            while ann.state["seats"][0]["occupant"] != "person":
                ann.receive()
            ann.send("start")
            while ann.state["view"] is None:
                ann.receive()
            ben.send("stand")
            while ann.state["seats"][0]["occupant"] == "person":
                ann.receive()
        before.play(table, lambda view: bool(view.trick and len(view.tricks) >= 2))
        with before.enter(table) as ann:
            seen = ann.state
            before.kill()
            ann.listen_to_the_end()
    with server(database) as after:
        with after.enter(table) as ann:
            assert ann.state == seen
        after.play(table, lambda view: len(view.tricks) > len(seen["view"]["tricks"]))


def test_two_people_play_at_one_table(running: Server) -> None:
    table = running.make(invite=True)
    with running.enter(table) as ann, running.enter(table, "Ben", "de") as ben:
        ben.send("sit", seat=0)
        ben.receive()
        while ann.state["seats"][0]["name"] != "Ben":
            ann.receive()
        ben.send("start")
        assert ben.refusal() == "host/only"
        ann.send("start")
        while ann.state["status"] == "waiting":
            ann.receive()
        while ben.state["seq"] < ann.state["seq"]:
            ben.receive()
        assert (ann.state["you"], ben.state["you"]) == (2, 0)
        assert ann.state["seats"] == ben.state["seats"]
        assert ann.state["host"]
        assert not ben.state["host"]
    with running.enter(table) as ann:
        seat = next(seat for seat in ann.state["seats"] if seat["name"] == "Ben")
        assert seat["occupant"] == "person"
        while ann.state["seats"][0]["connected"]:
            ann.receive()


def test_bad_message_gets_its_code_and_connection_stays_open(running: Server) -> None:
    table = running.make()
    with running.enter(table) as ann:
        before = ann.text
        for text, code in (
            ("not JSON", "message/not-json"),
            (b"\x00\xff", "message/not-text"),
            ('{"type":"peek"}', "message/unknown-type"),
            ('{"type":"sit"}', "message/bad-field"),
            ("x" * 10_000, "message/too-long"),
        ):
            ann.socket.send(text)
            assert ann.refusal() == code
        ann.send("stand", table="other")
        assert ann.refusal() == "table/other"
        ann.send("act", seat=1, seq=ann.state["seq"], action={"type": "look"})
        assert ann.refusal() == "seat/not-yours"
        ann.send("act", seat=2, seq=ann.state["seq"], action={"type": "bid", "tricks": 14})
        assert ann.refusal() in {"bid/out-of-range", "turn/not-yours"}
        ann.send("hello", version=99, name="Ann")
        assert ann.refusal() == "hello/version"
        ann.send("hello", name="\u200b")
        assert ann.refusal() == "name/empty"
        del before


def test_hello_is_required_first_and_names_a_table(running: Server) -> None:
    german = {"Accept-Language": "de-DE,de", **running.cookie("Ann")}
    with running.connect(additional_headers=german) as socket:
        socket.send('{"type":"start","table":"x"}')
        assert '"hello/first"' in str(socket.recv(timeout=PATIENCE))
        socket.send('{"type":"hello","table":"x","name":"Ann"}')
        assert '"table/unknown"' in str(socket.recv(timeout=PATIENCE))


def test_connection_may_move_from_table_to_table(running: Server) -> None:
    first, second = running.make(invite=True), running.make(invite=True)
    with running.enter(first) as ann, running.enter(first, "Ben") as ben:
        ann.table = second
        ann.send("hello", name="Ann")
        while ann.state["table"] != second:
            ann.receive()
        while ben.state["seats"][2]["connected"]:
            ben.receive()


def test_client_sending_too_much_is_warned_then_disconnected(running: Server) -> None:
    table = running.make()
    with running.enter(table) as ann:
        # The server still answers this many; a client that sends more finds the connection closed.
        with suppress(ConnectionClosed):
            for _ in range(int(MESSAGES.burst) + 2 * MOST_REFUSED):
                ann.send("resync")
        codes = ann.listen_to_the_end()
        assert ann.socket.close_code in {1008, 1013}  # too much sent, or too little read
        assert codes <= {"message/too-many"}


def test_huge_message_ends_the_connection(running: Server) -> None:
    table = running.make()
    with running.enter(table) as ann:
        ann.socket.send("x" * 100_000)
        ann.listen_to_the_end()
        assert ann.socket.close_code == 1009


def test_connection_from_other_origin_is_refused(running: Server) -> None:
    for origin in ("https://elsewhere.example", "null", "http://[bad"):
        with (
            pytest.raises(InvalidStatus) as refused,
            running.connect(additional_headers={"Origin": origin}),
        ):
            pass
        assert refused.value.response.status_code == 403
        body = {"preset": "standard", "name": "Ann"}
        response = httpx.post(
            f"{running.address}/api/tables", json=body, headers={"Origin": origin}
        )
        assert response.json()["code"] == "origin/other"
    with running.connect(additional_headers={"Origin": running.address}):
        pass


def test_ctrl_c_stops_server_cleanly_and_games_resume(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with server(database) as one:
        table = one.make()
        with one.enter(table) as ann:
            seats = ann.state["seats"]
            status, complaints = one.interrupt()
    assert (status, complaints) == (0, "")
    with server(database, pace=60) as two, two.enter(table) as ann:
        assert ann.state["seats"] == seats


def listens(one: Server) -> bool:
    with suppress(httpx.TransportError):
        return one.get("/healthz").is_success
    return False


def test_second_ctrl_c_stops_server_cleanly(tmp_path: Path) -> None:
    with server(tmp_path / "games.db") as one:
        one.process.send_signal(signal.SIGINT)
        while listens(one):
            pass
        assert one.interrupt() == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is told to end there")
def test_sigterm_stops_server_cleanly(tmp_path: Path) -> None:
    with (
        server(tmp_path / "games.db") as one,
        server(tmp_path / "games.db", serve=["--standby"], at_once=False) as two,
    ):
        assert "waits on standby" in two.complaint()
        for each in (two, one):
            each.process.send_signal(signal.SIGTERM)
            _, complaints = each.process.communicate(timeout=PATIENCE)
            assert (each.process.returncode, complaints) == (0, "")
    assert {file.name for file in tmp_path.iterdir()} == {"games.db", "games.db.lock"}


def test_serve_on_taken_address_is_refused(running: Server) -> None:
    with pytest.raises(SpadesError) as refusal:
        serve(port=running.port)
    assert refusal.value.code == "server/address"
    with pytest.raises(SpadesError) as refusal:
        serve(host="no.such.host.invalid", port=0)
    assert refusal.value.code == "server/address"


def test_serve_with_unusable_database_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpadesError) as refusal:
        serve(port=0, database=str(tmp_path))
    assert refusal.value.code == "database/unusable"


def test_server_import_loads_no_heavy_modules() -> None:
    modules = subprocess.run(
        [sys.executable, "-c", "import spadille.server, sys; print(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert {"litestar", "sqlalchemy", "uvicorn", "asyncio"}.isdisjoint(modules)
