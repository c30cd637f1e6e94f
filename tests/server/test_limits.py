"""Per-client limits that do not lock others out."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from spadille.game import SpadesError
from spadille.server.limits import USUAL
from spadille.server.live.registry import Registry
from spadille.server.net.admission import ConnectionSlots
from support.house import House
from support.servers import PATIENCE, Guest, Server, server
from support.tabletop import ANN, BEN, new_table


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with little room, behind a proxy."""
    limits = {
        "requests_per_second": 2,
        "tables_per_minute": 0.5,
        "sockets_per_client": 3,
        "sockets_in_all": 5,
        "sockets_kept": 20,
    }
    serve = ["--proxy", "127.0.0.1", "--origin", "https://Spades.example/"]
    for name, number in limits.items():
        serve += ["--limit", f"{name}={number}"]
    with server(tmp_path_factory.mktemp("server") / "games.db", serve=serve) as one:
        yield one


def via(address: str, **more: str) -> dict[str, str]:
    return {"X-Forwarded-For": address, **more}


def post(at: Server, path: str, address: str, **body: Any) -> httpx.Response:
    """Return the answer to Ann at an address."""
    headers = via(address, **at.cookie("Ann"))
    return httpx.post(f"{at.address}{path}", json=body, headers=headers, timeout=PATIENCE)


def test_request_limit_refuses_one_client_and_not_others(small: Server) -> None:
    german = via("192.0.2.1", **{"Accept-Language": "de"})
    with httpx.Client(base_url=small.address, timeout=PATIENCE) as http:
        answers = [http.get("/api/presets", headers=german) for _ in range(60)]
        refused = next(answer for answer in answers if answer.status_code != 200)
        assert (refused.status_code, refused.json()["code"]) == (429, "request/too-many")
        assert "Anfragen" in refused.json()["text"]
        assert http.get("/api/split?people=9", headers=via("192.0.2.2")).status_code == 200


def test_table_creation_of_one_client_is_limited(small: Server) -> None:
    # Everyone in a household shares the first half of the address.
    made = [post(small, "/api/tables", f"2001:db8::{number}", name="Ann") for number in range(6)]
    codes = [answer.status_code for answer in made]
    assert codes == [201] * 5 + [429]
    group = post(small, "/api/groups", "192.0.2.3", people=100)
    assert (group.status_code, group.json()["code"]) == (429, "tables/too-many")
    assert post(small, "/api/groups", "192.0.2.3", people=8).status_code == 201


def talk(to: Server, address: str, name: str) -> ClientConnection:
    return to.connect(additional_headers=via(address, **to.cookie(name)))


def hello(socket: ClientConnection, table: str, name: str) -> Guest:
    guest = Guest(socket, table)
    with suppress(ConnectionClosed):  # if the server is full
        guest.send("hello", name=name)
    return guest


def test_seated_player_enters_full_server_and_stranger_does_not(small: Server) -> None:
    table = post(small, "/api/tables", "192.0.2.9", name="Ann").json()["table"]
    with ExitStack() as stack:

        def enter(address: str, name: str) -> Guest:
            return hello(stack.enter_context(talk(small, address, name)), table, name)

        for number, address in enumerate(["192.0.2.9"] * 3 + ["192.0.2.10"] * 2):
            assert enter(address, f"Guest {number}").receive()["type"] == "state"
        for address in ("192.0.2.9", "192.0.2.10", "192.0.2.11"):
            stranger = enter(address, "Somebody")
            assert stranger.listen_to_the_end() == {"server/full"}
            assert stranger.socket.close_code == 1013
            assert enter(address, "Ann").receive()["you"] == 2
        assert enter("192.0.2.9", "Ann").receive()["you"] == 2
        assert enter("192.0.2.9", "Ann").listen_to_the_end() == {"server/full"}
    with talk(small, "192.0.2.9", "Somebody") as later:
        assert hello(later, table, "Somebody").receive()["type"] == "state"


def test_origin_behind_proxy_is_checked_without_forwarded_host(small: Server) -> None:
    for origin, status in (
        ("https://spades.example", 200),
        ("https://elsewhere.example", 403),
        ("http://spades.example", 403),
    ):
        headers = via("192.0.2.30", Origin=origin)
        answer = httpx.post(f"{small.address}/api/rules/check", json={}, headers=headers)
        assert answer.status_code == status
    with small.connect(additional_headers=via("192.0.2.30", Origin="https://spades.example")):
        pass


def test_forwarded_address_without_proxy_is_ignored(
    tmp_path: Path,
) -> None:
    serve = ["--limit", "requests_per_second=1", "--limit", "seconds_to_greet=0.05"]
    with (
        server(tmp_path / "games.db", serve=serve) as one,
        httpx.Client(base_url=one.address, timeout=PATIENCE) as http,
    ):
        codes = {
            http.get("/api/presets", headers=via(f"192.0.2.{number}")).status_code
            for number in range(60)
        }
        with one.connect() as connection:
            assert Guest(connection, "").listen_to_the_end() == {"hello/late"}
            assert connection.close_code == 1008
    assert 429 in codes


def test_server_out_of_files_goes_on_without_filling_the_log(tmp_path: Path) -> None:
    with server(tmp_path / "games.db", files=128) as one:
        crowd = [socket.create_connection(("127.0.0.1", one.port)) for _ in range(300)]
        answered = sum(b"server/full" in peer.recv(1000) for peer in crowd[-100:])
        for peer in crowd:
            peer.close()
        while True:
            try:
                assert one.get("/api/split?people=9", timeout=PATIENCE).status_code == 200
            except httpx.HTTPError:
                continue
            break
        ticks = Path(f"/proc/{one.process.pid}/stat")
        spent = ticks.read_text().split()[13:15] if ticks.exists() else ["0", "0"]
        status, complaints = one.interrupt()
    assert answered == 100
    assert status == 0
    assert len(complaints) < 10_000
    assert sum(map(int, spent)) / os.sysconf("SC_CLK_TCK") < 60


def test_reserved_places_are_limited_per_client() -> None:
    places = ConnectionSlots(
        USUAL._replace(sockets_per_client=1, sockets_in_all=1, sockets_kept=20)
    )
    assert places.take("one")
    kept = [place for _ in range(5) if (place := places.take("one"))]
    assert [place.kept for place in kept] == [True, True]
    assert all(places.take(str(client)) for client in range(18))
    assert places.take("another") is None
    places.give_back(kept[0])
    again = places.take("another")
    assert again
    assert again.kept


async def test_table_on_full_server_is_found_by_its_players_only(here: House) -> None:
    first = await here.make()
    await here.registry.stop()
    registry = Registry(here.deps, most_tables=1)
    other = await registry.make(new_table(), ANN)
    await here.enter(other, BEN)
    for person in (None, BEN.person):
        with pytest.raises(SpadesError) as refused:
            await registry.find(first.table.id, person)
        assert refused.value.code == "server/full"
    assert (await registry.find(first.table.id, ANN.person)).table == first.table
    await registry.stop()
