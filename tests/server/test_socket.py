"""A single connection: its permitted messages, and its end if it does not read."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import CloseCode

from spadille.server.errors import RefusedError
from spadille.server.live.actor import Services
from spadille.server.live.lobby import OpenTables
from spadille.server.live.registry import Registry
from spadille.server.net.identity import Caller, Identify
from spadille.server.net.origin import known_host, language, own_page
from spadille.server.net.sockets import MOST_UNREAD, MOST_WAITING, Socket
from spadille.server.net.state import Sockets
from spadille.server.store.store import Store
from support.tabletop import ANN, ANNS_TOKEN, BEN, AtOnce, FakeClock

HELLO = f'{{"type":"hello","table":"%s","token":"{ANNS_TOKEN}","name":"Ann","lang":"de"}}'


class FakeChannel:
    """The channel to a browser with that many bytes still `waiting` to be sent."""

    def __init__(self, waiting: int = 0) -> None:
        self.waiting = waiting
        self.sent: list[str] = []
        self.closed: int | None = None
        self.waits = False

    def send(self, text: str) -> None:
        self.sent.append(text)

    def close(self, code: int) -> None:
        self.closed = code

    def wait(self) -> None:
        self.waits = True

    def listen(self) -> None:
        self.waits = False


class NoHub:
    """A server without tables."""

    def __init__(self) -> None:
        self.lobby = OpenTables(FakeClock())


async def is_ann(_token: str | None) -> Caller:
    return Caller(ANN.person)


def socket_on(
    channel: FakeChannel,
    registry: Any,
    identify: Identify = is_ann,
    over: Callable[[], None] = lambda: None,
) -> Socket:
    return Socket(
        registry,
        channel,  # type: ignore[arg-type]
        "en",
        identify,
        clock=FakeClock(),
        is_muted=lambda _: False,
        returning=False,
        over=over,
    )


async def test_socket_not_reading_is_closed() -> None:
    channel = FakeChannel(MOST_WAITING)
    ends: list[str] = []
    socket = socket_on(channel, NoHub(), over=lambda: ends.append("over"))
    socket.send("as much as may wait")
    await asyncio.sleep(0)
    assert (channel.sent, channel.closed, ends) == (["as much as may wait"], None, [])
    channel.waiting += 1
    socket.send("too much")
    socket.send("later")
    socket.hang_up()
    await asyncio.sleep(0)
    assert len(channel.sent) == 1
    assert (channel.closed, ends) == (CloseCode.TRY_AGAIN_LATER, ["over"])


async def test_socket_sends_pending_text_before_closing() -> None:
    channel = FakeChannel(1)
    socket = socket_on(channel, NoHub())
    socket.send("first")
    socket.hang_up()
    assert (channel.sent, channel.closed) == (["first"], CloseCode.SERVICE_RESTART)
    await asyncio.sleep(0)


async def test_socket_queues_messages_during_slow_request() -> None:
    channel, known, asked = FakeChannel(), asyncio.Event(), list[str]()

    async def identify(token: str | None) -> Caller:
        asked.append(str(token))
        await known.wait()
        raise RefusedError("session/none", "nobody knows")

    socket = socket_on(channel, NoHub(), identify=identify)
    for text in [HELLO % "abcd", *['{"type":"ping"}'] * (MOST_UNREAD - 1)]:
        socket.hear(text)
    await asyncio.sleep(0)
    assert (asked, channel.sent, channel.waits) == ([ANNS_TOKEN], [], False)
    socket.hear(HELLO % "efgh")
    assert channel.waits
    socket.lose()
    known.set()
    await until(lambda: socket._over is None)
    assert len(asked) == 2
    assert ["session/none" in text for text in channel.sent] == [
        True,
        False,
        False,
        False,
        True,
    ]
    assert not channel.waits


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - the socket tells nobody
            await asyncio.sleep(0)


BROWSE = '{"type":"browse","lang":"de"}'


async def test_socket_in_lobby_is_closed_when_session_ends() -> None:
    """Otherwise they could say hello as their old identity, on a connection that still knows it."""
    channel, sockets = FakeChannel(), Sockets()
    socket = socket_on(channel, NoHub())
    sockets.add(socket)
    socket.hear(BROWSE)
    await until(lambda: bool(channel.sent))
    for person, code in ((BEN.person, None), (ANN.person, CloseCode.SERVICE_RESTART)):
        sockets.hang_up(person)
        assert channel.closed == code
    await asyncio.sleep(0)


async def test_socket_waiting_for_table_is_closed_when_session_ends() -> None:
    class SlowHub(NoHub):
        finding = asyncio.Event()

        async def find(self, *_: object) -> None:
            self.finding.set()
            await asyncio.Event().wait()

    channel, sockets, registry = FakeChannel(), Sockets(), SlowHub()
    socket = socket_on(channel, registry)
    sockets.add(socket)
    socket.hear(HELLO % "abcd")
    await registry.finding.wait()
    sockets.hang_up(ANN.person)
    assert channel.closed == CloseCode.SERVICE_RESTART
    await asyncio.sleep(0)


async def test_socket_with_failing_store_is_told_to_reconnect(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class BrokenStore(Store):
        async def load(self, table: str) -> Any:
            raise OSError(f"{ANN.person} S{9}")

    store = await BrokenStore.open(str(tmp_path / "games.db"))
    registry = Registry(Services(store, AtOnce(), FakeClock()))
    channel = FakeChannel()
    socket_on(channel, registry).hear(HELLO % "abcd")
    await until(lambda: channel.closed is not None)
    (told,) = channel.sent
    assert "server/failed" in told
    assert channel.closed == CloseCode.SERVICE_RESTART
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
