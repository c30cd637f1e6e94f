"""Connections to a small server, written by hand; tests move its clock."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from spadille.server.limits import USUAL, Limits
from spadille.server.net.connections import (
    END_SOON,
    LONGEST_MESSAGE,
    Connections,
    HttpConnection,
    WebSocketConnection,
)
from spadille.server.net.origin import listen
from support.servers import PATIENCE
from support.tabletop import FakeClock

LARGE = b"x" * 50_000_000
ENOUGH = 1000

GET = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Repeat messages on a websocket, and answer requests with a small or a large body."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            if text == "slowly":
                await asyncio.sleep(0.3)
            if text == "enough":
                await send({"type": "websocket.close", "code": ENOUGH})
            elif text == "flood":
                scope["state"][END_SOON]()
                await send({"type": "websocket.send", "bytes": LARGE})
            else:
                await send({"type": "websocket.send", "text": f"heard {text}"})
        return
    body = LARGE if scope["path"] == "/large" else b"small"
    start = {"type": "http.response.start", "status": 200, "headers": []}
    await send({**start, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class Line:
    """Servers, and a client that writes to them by hand."""

    def __init__(self, limits: Limits, ping_after: float | None, *, trusted: bool) -> None:
        self.clock = FakeClock()
        self.connections = Connections(self.clock, limits, lambda _: trusted)
        self.made: list[HttpConnection] = []
        config = uvicorn.Config(
            answer,
            http=partial(HttpConnection, self.connections),  # type: ignore[arg-type]
            ws=partial(WebSocketConnection, self.connections),  # type: ignore[arg-type]
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=ping_after,
            ws_ping_timeout=ping_after,
            log_config=None,
            lifespan="off",
        )
        config.load()
        deps = {"config": config, "server_state": ServerState(), "app_state": {}}
        self.make = partial(HttpConnection, self.connections, **deps)
        self.port = 0

    def new(self) -> HttpConnection:
        self.made.append(self.make())
        return self.made[-1]

    async def connect(self) -> tuple[StreamReader, StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    def pass_time(self, seconds: float) -> None:
        until = self.clock.time() + seconds
        while self.clock.fire(until):
            pass

    def asks(self) -> bool:
        """Return True if a request has started to arrive and is not yet complete."""
        return any(one.asking_since is not None for one in self.connections._lines.values())

    @property
    def transport(self) -> asyncio.Transport:
        """Return the server's end of the connection, which is the only one."""
        (transport,) = self.connections._lines
        return transport

    async def until(self, count: int) -> None:
        """Return once that many are connected."""
        await until(lambda: len(self.connections._lines) == count)


@asynccontextmanager
async def line(
    limits: Limits = USUAL, *, trusted: bool = False, ping_after: float | None = None
) -> AsyncIterator[Line]:
    here = Line(limits, ping_after, trusted=trusted)
    with listen("127.0.0.1", 0) as listener:
        here.port = listener.getsockname()[1]
        server = await asyncio.get_running_loop().create_server(here.new, sock=listener)
        here.connections.start()
        yield here
        here.connections.stop()
        server.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - the system tells nobody
            await asyncio.sleep(0)


async def ended(reader: StreamReader) -> bytes:
    """Return the last data before the connection ends."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionResetError:
        return b""
