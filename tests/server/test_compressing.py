"""HTTP answers are compressed for clients that accept it, and a long one delays nothing else."""

import asyncio
import gzip
import threading
from typing import Any

import pytest
from litestar import Litestar, Response, get
from litestar.testing import AsyncTestClient

from spadille.server.net.answers import LONG, SHORT, compressing
from support.pages import Http

JSON = "application/json"


def answering(body: bytes, media_type: str = JSON) -> AsyncTestClient[Any]:
    @get("/")
    async def answer() -> Response[bytes]:
        return Response(body, media_type=media_type)

    return AsyncTestClient(
        Litestar([answer], middleware=[compressing], openapi_config=None, logging_config=None)
    )


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, br", "gzip"),
        ("br;q=1.0, GZIP;q=0.5", "gzip"),
        ("gzip;q=0", None),
        ("identity, gzip; q=0.0", None),
        ("", None),
    ],
)
async def test_response_is_compressed_when_client_accepts_it(
    accepted: str, encoding: str | None, http: Http
) -> None:
    for path in ("/api/presets", "/assets/index-B4DF00D.js"):
        told = await http.get(path, headers={"accept-encoding": accepted})
        assert told.headers.get("content-encoding") == encoding
        assert (await http.get(path)).content == told.content
        if encoding:
            assert "accept-encoding" in told.headers["vary"].split(", ")
            assert int(told.headers["content-length"]) < len(told.content)


@pytest.mark.parametrize(
    ("body", "media_type"),
    [(b"a" * (SHORT - 1), JSON), (b"a" * SHORT, "image/png"), (b"a" * LONG, "font/woff2")],
)
async def test_response_that_would_not_shrink_is_not_compressed(
    body: bytes, media_type: str
) -> None:
    async with answering(body, media_type) as http:
        told = await http.get("/")
        assert "content-encoding" not in told.headers
        assert told.content == body


@pytest.mark.parametrize("length", [SHORT, LONG])
async def test_long_response_is_compressed_off_the_event_loop(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compress, where = gzip.compress, list[threading.Thread]()

    def noted(*words: Any, **named: Any) -> bytes:
        where.append(threading.current_thread())
        return compress(*words, **named)

    loops = threading.current_thread()
    sent = list[Any]()

    async def receive() -> Any:
        await asyncio.sleep(0)

    async def send(message: Any) -> None:
        sent.append(message)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", JSON.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"a" * length, "more_body": False})

    scope: Any = {"type": "http", "headers": [(b"accept-encoding", b"gzip")]}
    monkeypatch.setattr(gzip, "compress", noted)
    await compressing(app)(scope, receive, send)
    assert [thread is not loops for thread in where] == [length >= LONG]
    assert gzip.decompress(sent[1]["body"]) == b"a" * length
