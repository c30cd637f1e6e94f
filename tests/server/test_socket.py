"""A single connection: its permitted messages, and its end if it does not read."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import CloseCode

from spadille.server.limits import USUAL
from spadille.server.live.actor import Services
from spadille.server.live.lobby import OpenTables
from spadille.server.live.registry import Registry
from spadille.server.net.identity import Caller, Identify
from spadille.server.net.origin import known_host, language, own_page
from spadille.server.net.sockets import MESSAGES, MOST_REFUSED, MOST_WAITING, Socket
from spadille.server.net.state import Sockets
from spadille.server.store.store import Store
from spadille.table.commands import make
from spadille.table.errors import RefusedError
from support.servers import PATIENCE
from support.tabletop import ANN, ANNS_TOKEN, BEN, AtOnce, FakeClock, new_table, seeded

HELLO = f'{{"type":"hello","table":"%s","token":"{ANNS_TOKEN}","name":"Ann","lang":"de"}}'


class Browser:
    """The other end of a connection; it gets nothing while it is not `reading`."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed: int | None = None
        self.reading = asyncio.Event()
        self.reading.set()
        self.end_soon = asyncio.Event()
        self._said = asyncio.Queue[Any]()

    def say(self, text: str | None) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def receive(self) -> Any:
        return await self._said.get()

    async def send(self, message: Any) -> None:
        await self.reading.wait()
        if message["type"] == "websocket.send":
            self.sent.append(message["text"])
        else:
            self.closed = message["code"]
            self.leave()


class NoHub:
    """A server without tables."""

    def __init__(self) -> None:
        self.lobby = OpenTables(FakeClock())


async def is_ann(_token: str | None) -> Caller:
    return Caller(ANN.person)


@asynccontextmanager
async def opened(
    browser: Browser, registry: Any, identify: Identify = is_ann
) -> AsyncIterator[Socket]:
    """Serve a browser until it or the server ends the connection."""
    socket = Socket(
        registry,
        browser.receive,
        browser.send,
        "en",
        identify,
        clock=FakeClock(),
        is_muted=lambda _: False,
        returning=False,
        end_soon=browser.end_soon.set,
    )
    serving = asyncio.create_task(socket.serve(USUAL.seconds_to_greet))
    try:
        yield socket
        await asyncio.wait_for(serving, PATIENCE)
    finally:
        serving.cancel()


async def test_socket_not_reading_is_closed() -> None:
    browser = Browser()
    async with opened(browser, NoHub()) as socket:
        browser.reading.clear()
        socket.send("x" * MOST_WAITING)
        socket.send("as much as may wait")
        assert not socket._ended
        socket.send("too much")
        socket.send("later")
        socket.hang_up()
        assert browser.end_soon.is_set()
        browser.reading.set()
    assert browser.closed == CloseCode.TRY_AGAIN_LATER
    assert "too much" not in browser.sent
    assert "later" not in browser.sent


async def test_socket_sends_pending_text_before_closing() -> None:
    browser = Browser()
    async with opened(browser, NoHub()) as socket:
        socket.send("first")
        socket.hang_up()
    assert (browser.sent, browser.closed) == (["first"], CloseCode.SERVICE_RESTART)


async def test_socket_of_client_that_is_gone_sends_nothing() -> None:
    browser = Browser()
    async with opened(browser, NoHub()) as socket:

        async def send(_: object) -> None:
            raise ClientDisconnected

        socket._send = send
        socket.send("lost")
        await asyncio.sleep(0)
        browser.leave()
    socket.send("later")
    assert not socket._outgoing


async def test_socket_queues_messages_during_slow_request() -> None:
    browser, known, asked = Browser(), asyncio.Event(), list[str]()

    async def identify(token: str | None) -> Caller:
        asked.append(str(token))
        await known.wait()
        raise RefusedError("session/none", "nobody knows")

    async with opened(browser, NoHub(), identify):
        for text in [HELLO % "abcd", *['{"type":"ping"}'] * 3, HELLO % "efgh"]:
            browser.say(text)
        await until(lambda: bool(asked))
        await asyncio.sleep(0)
        assert (asked, browser.sent) == ([ANNS_TOKEN], [])
        browser.leave()
        known.set()
    assert len(asked) == 2
    refused = ["session/none" in text for text in browser.sent]
    assert refused == [True, False, False, False, True]


async def test_socket_refuses_too_many_messages_and_then_closes() -> None:
    browser = Browser()
    async with opened(browser, NoHub()):
        for _ in range(int(MESSAGES.burst) + MOST_REFUSED + 50):
            browser.say('{"type":"ping"}')
    too_many = [text for text in browser.sent if "message/too-many" in text]
    assert (len(browser.sent), len(too_many)) == (MESSAGES.burst + MOST_REFUSED, MOST_REFUSED)
    assert browser.closed == CloseCode.POLICY_VIOLATION


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - the socket tells nobody
            await asyncio.sleep(0)


BROWSE = '{"type":"browse","lang":"de"}'


async def test_socket_in_lobby_is_closed_when_session_ends() -> None:
    """Otherwise they could say hello as their old identity, on a connection that still knows it."""
    browser, sockets = Browser(), Sockets()
    async with opened(browser, NoHub()) as socket:
        sockets.add(socket)
        browser.say(BROWSE)
        await until(lambda: bool(browser.sent))
        sockets.hang_up(BEN.person)
        await asyncio.sleep(0)
        assert browser.closed is None
        sockets.hang_up(ANN.person)
    assert browser.closed == CloseCode.SERVICE_RESTART


async def test_socket_waiting_for_table_is_closed_when_session_ends() -> None:
    class SlowHub(NoHub):
        finding, found = asyncio.Event(), asyncio.Event()

        async def find(self, *_: object) -> Any:
            self.finding.set()
            await self.found.wait()
            return SimpleNamespace(
                table=make("room", new_table(), ANN, seeded(1))[0], join=pytest.fail
            )

    browser, sockets, registry = Browser(), Sockets(), SlowHub()
    async with opened(browser, registry) as socket:
        sockets.add(socket)
        browser.say(HELLO % "abcd")
        await registry.finding.wait()
        sockets.hang_up(ANN.person)
        await until(lambda: browser.closed is not None)
        assert browser.closed == CloseCode.SERVICE_RESTART
        registry.found.set()
    assert not browser.sent


async def test_socket_with_failing_store_is_told_to_reconnect(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class BrokenStore(Store):
        async def load(self, table: str) -> Any:
            raise OSError(f"{ANN.person} S{9}")

    store = await BrokenStore.open(str(tmp_path / "games.db"))
    registry = Registry(Services(store, AtOnce(), FakeClock()))
    browser = Browser()
    async with opened(browser, registry):
        browser.say(HELLO % "abcd")
    (told,) = browser.sent
    assert "server/failed" in told
    assert browser.closed == CloseCode.SERVICE_RESTART
    await store.close()
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
def test_origin_of_other_host_is_recognized(headers: dict[str, str], *, same: bool) -> None:
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
def test_host_header_must_name_the_server(host: str | None, *, own: bool) -> None:
    headers = {} if host is None else {"host": host}
    assert known_host(headers, {"https://spades.example"}, "CardRoom.example") is own


def test_browser_language_is_read_from_accept_language() -> None:
    assert language({"accept-language": "de-CH,de;q=0.9"}) == "de"
    assert language({"accept-language": "fr, es-MX;q=0.8, de;q=0.5"}) == "es"
    assert language({"accept-language": "fr"}) == "en"
    assert language({}) == "en"
