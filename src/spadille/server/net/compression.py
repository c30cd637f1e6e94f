"""Compresses HTTP answers for clients that accept it, with long ones outside the event loop."""

import asyncio
import gzip

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

SHORT, LONG = 1_000, 16_000
"""The sizes, in bytes, from which answers are compressed, and from which a thread does it."""

LEVEL = 6
"""Level 9 takes twice as long and saves one percent."""

_WRITTEN = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""The media types, or their prefixes, that are not already compressed."""


def takes_gzip(accepted: str) -> bool:
    """Return True if a client with this `Accept-Encoding` accepts gzip.

    >>> takes_gzip("br, GZIP;q=0.5"), takes_gzip("gzip;q=0, identity"), takes_gzip("")
    (True, False, False)
    """
    for one in accepted.lower().split(","):
        coding, _, weight = one.partition(";")
        if coding.strip() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def compressing(app: ASGIApp) -> ASGIApp:
    """Return the application with its answers compressed, except those that are already encoded."""

    async def compressed(scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, compressed if the client accepts gzip."""
        if scope["type"] == ScopeType.HTTP and takes_gzip(
            Headers.from_scope(scope).get("accept-encoding", "")
        ):
            await app(scope, receive, _compressed(send))
        else:
            await app(scope, receive, send)

    return compressed


def _compressed(send: Send) -> Send:
    start: HTTPResponseStartEvent | None = None

    async def pass_on(message: Message) -> None:
        nonlocal start
        if message["type"] == "http.response.start":
            start = message  # held back until the length of the answer is known
            return
        if start is not None and message["type"] == "http.response.body":
            headers, body = MutableScopeHeaders(start), message.get("body", b"")
            if not message.get("more_body") and len(body) >= SHORT and _is_plain(headers):
                message["body"] = body = await _zipped(body)
                headers["content-encoding"] = "gzip"
                headers["content-length"] = str(len(body))
                headers.extend_header_value("vary", "accept-encoding")
            await send(start)
            start = None
        await send(message)

    return pass_on


def _is_plain(headers: MutableScopeHeaders) -> bool:
    return "content-encoding" not in headers and headers.get("content-type", "").startswith(
        _WRITTEN
    )


async def _zipped(body: bytes) -> bytes:
    if len(body) < LONG:
        return gzip.compress(body, LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)
