"""One connection: what it may send, and what becomes of it when it does not listen."""

from pathlib import Path
from typing import Any

import pytest

from spadille.server.http.origin import known_host, language, own_page
from spadille.server.http.socket import LATER, MOST_WAITING, RESTART, Socket
from spadille.server.running.hub import Hub
from spadille.server.running.keeper import Surroundings
from spadille.server.store.store import Store
from support.tabletop import ANN, ANNS_TOKEN, AtOnce, FakeClock, run

HELLO = f'{{"type":"hello","table":"%s","token":"{ANNS_TOKEN}","name":"Ann","lang":"de"}}'


def test_who_does_not_listen_is_hung_up_on() -> None:
    async def main() -> None:
        socket = Socket(None, "en")  # type: ignore[arg-type]  # it never speaks
        for number in range(MOST_WAITING):
            socket.send(str(number))
        assert not socket.stalled.done()
        socket.send("one too many")
        assert socket.stalled.done()
        socket.send("later")
        socket.hang_up()
        assert await socket.outgoing() is None
        assert socket.ended == LATER

    run(main)


def test_what_waits_is_sent_before_the_end() -> None:
    async def main() -> None:
        socket = Socket(None, "en")  # type: ignore[arg-type]  # it never speaks
        socket.send("first")
        socket.hang_up()
        assert await socket.outgoing() == "first"
        assert await socket.outgoing() is None
        assert socket.ended == RESTART

    run(main)


def test_when_the_store_fails_whoever_comes_is_told_and_is_to_come_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class BrokenStore(Store):
        async def load(self, table: str) -> Any:
            raise OSError(f"{ANN.person} S{9}")

    async def main() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        broken = BrokenStore(store._engines)
        hub = Hub(Surroundings(broken, AtOnce(), FakeClock()))
        socket = Socket(hub, "en")
        await socket.receive(HELLO % "abcd")
        assert "server/failed" in str(await socket.outgoing())
        assert await socket.outgoing() is None
        assert socket.ended == RESTART
        socket.leave()
        await store.close()

    run(main)
    assert "OSError" in caplog.text
    assert "S9" not in caplog.text


@pytest.mark.parametrize(
    ("headers", "same"),
    [
        ({}, True),
        ({"host": "cards.example"}, True),
        ({"host": "cards.example", "origin": "https://cards.example"}, True),
        ({"host": "cards.example:8000", "origin": "http://CARDS.example:8000"}, True),
        ({"host": "cards.example", "origin": "https://cards.example.evil"}, False),
        ({"host": "cards.example:8000", "origin": "http://cards.example"}, False),
        ({"host": "cards.example", "origin": "null"}, False),
        ({"host": "", "origin": "null"}, False),
        ({"host": "127.0.0.1:8000", "origin": "https://spades.example"}, True),
        ({"host": "127.0.0.1:8000", "origin": "https://Spades.example"}, True),
        ({"host": "127.0.0.1:8000", "origin": "http://spades.example"}, False),
        ({"host": "127.0.0.1:8000", "origin": "https://spades.example:8443"}, False),
        ({"origin": "http://["}, False),
    ],
)
def test_pages_of_other_hosts_are_recognised(headers: dict[str, str], *, same: bool) -> None:
    assert own_page(headers, {"https://spades.example"}) is same


@pytest.mark.parametrize(
    ("host", "own"),
    [
        (None, True),
        ("127.0.0.1:8000", True),
        ("192.168.0.7", True),
        ("[::1]:8000", True),
        ("[fe80::1%25eth0]:8000", True),
        ("LOCALHOST:8000", True),
        ("spadille.localhost", True),
        ("cardroom", True),
        ("cardroom.local:8000", True),
        ("Spades.Example.", True),
        ("spades.example:8443", True),
        ("", False),
        ("evil.example", False),
        ("cardroom.evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example:8000", False),
        ("[", False),
    ],
)
def test_a_server_answers_to_its_own_names_only(host: str | None, *, own: bool) -> None:
    headers = {} if host is None else {"host": host}
    assert known_host(headers, {"https://spades.example"}, "CardRoom.example") is own


def test_the_language_of_the_browser() -> None:
    assert language({"accept-language": "de-CH,de;q=0.9"}) == "de"
    assert language({"accept-language": "fr, es-MX;q=0.8, de;q=0.5"}) == "es"
    assert language({"accept-language": "fr"}) == "en"
    assert language({}) == "en"
