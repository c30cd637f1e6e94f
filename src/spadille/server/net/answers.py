"""Answers to HTTP requests: messages, refusals, files of the browser client, and compression.

Files and other answers that never change are kept in memory, compressed. Only the large files of
the engine for the browser stay on the disk. The rest is compressed for clients that accept it, long
answers outside the event loop.
"""

import asyncio
import csv
import gzip
import io
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import Headers, MutableScopeHeaders, State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.response import Stream
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from ...game import Record, Seat, SpadesError, in_short
from ...locale import Lang
from ...table import errors
from ...table.errors import RefusedError, failure
from ...table.games import record_text
from ...table.protocol import LONGEST_BODY, known_lang, too_long, write, write_refusal
from ..logs import log_failure
from .origin import language

log = logging.getLogger(__name__)

STATUS = {
    **errors.STATUS,
    "origin/other": 403,
    "host/unknown": 421,
    "group/unknown": 404,
    "records/too-many": 429,
    "server/busy": 503,
    "server/gave-up": 503,
    "request/not-json": 415,
    "request/too-many": 429,
    "tables/too-many": 429,
    "guests/too-many": 429,
    "session/none": 401,
    "passwords/too-many": 429,
    "token/unknown": 401,
    "token/scope": 403,
    "token/person": 403,
    "token/none": 404,
    "person/banned": 403,
    "report/too-many": 429,
    "server/full": 503,
}
"""The HTTP status for refusals that need a special one; features have more."""

JSON = "application/json"

Asked = Request[object, object, State]

looking = partial(route, http_method=[HttpMethod.GET, HttpMethod.HEAD], status_code=200)
"""A route without side effects, with its body (GET) or without (HEAD)."""

FOLDER = Path(__file__).parents[1] / "static"

SECURITY_HEADERS = {
    "content-security-policy": "; ".join(  # noqa: FLY002 - one directive per line
        (
            "default-src 'none'",
            "script-src 'self'",
            "worker-src 'self'",
            "style-src 'self'",
            "style-src-attr 'unsafe-inline'",  # card positions are style attributes
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

WORKER_HEADERS = {
    "content-security-policy": SECURITY_HEADERS["content-security-policy"].replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
    )
}
"""A worker follows the policy that comes with its script. The page may not compile WebAssembly."""

ENGINE_TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
"""Browsers insist on the first two, and not every machine knows them."""

IMMUTABLE = "public, max-age=31536000, immutable"

CHUNK = 128 * 1024
"""The bytes that are read from a large file at a time."""

_COMPRESSED = {".css", ".html", ".ico", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest"}

SHORT, LONG = 1_000, 16_000
"""The sizes, in bytes, from which answers are compressed, and from which a thread does it."""

LEVEL = 6
"""Level 9 takes twice as long and saves one percent."""

_WRITTEN = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""The media types, or their prefixes, that are not already compressed."""


def lang_of(request: Asked) -> Lang:
    """Return the language in the body or `?lang=`, or the browser's; refuse an unknown one."""
    asked = request.state.get("lang") or request.query_params.get("lang")
    if asked is None:
        return language(request.headers)
    return known_lang(asked)


def in_json(
    request: Asked, message: object, names: Mapping[Seat, str] | None = None
) -> Response[bytes]:
    """Return a message in the requested language; its sentences refer to seats by `names`."""
    return Response(write(message, lang_of(request), names).encode(), media_type=JSON)


def in_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Response[bytes]:
    """Return a CSV line for each row; the column names are the same in all languages."""
    text = io.StringIO()
    csv.writer(text).writerows([columns, *(map(_plain, row) for row in rows)])
    return Response(text.getvalue().encode(), media_type="text/csv")


def _plain(cell: object) -> object:
    """Return a cell that spreadsheets show as it is, even if it begins like a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")) else cell


def as_record(record: Record | None) -> Response[bytes]:
    """Return the record of a finished game; raise RefusedError if the game is not over."""
    return Response(record_text(record).encode(), media_type="text/plain")


def refuse_request(request: Asked, error: HTTPException) -> Response[bytes]:
    """Return the answer to a request that matches no route."""
    if error.status_code == 413:
        return refuse(request, too_long(LONGEST_BODY), error.status_code)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("allow", "")
        refusal = RefusedError(
            "request/unknown",
            "{method} is not allowed for this address; use {allowed}",
            method=str(request.method),
            allowed=allowed,
        )
        answer = refuse(request, refusal, error.status_code)
        answer.headers["Allow"] = allowed
        return answer
    refusal = RefusedError(
        "request/unknown", "unknown address {path}", path=in_short(request.scope["path"])
    )
    return refuse(request, refusal, error.status_code)


def refuse_address(request: Asked, error: HTTPException) -> Response[bytes]:
    """Return the answer for an unknown address: a page, or a refusal for API clients."""
    if request.scope["path"].startswith("/api"):
        return refuse_request(request, error)
    return missing_page(request, request.app.state.pages)


def fail_request(request: Asked, error: Exception) -> Response[bytes]:
    """Return the answer to send after an internal error."""
    log_failure(log, "a request failed", error)
    return refuse(request, failure(), 500)


def refuse(request: Asked, refusal: SpadesError, status: int = 400) -> Response[bytes]:
    """Return the answer to a refused request."""
    try:
        lang = lang_of(request)
    except RefusedError:
        lang = language(request.headers)
    # Litestar adds its headers only to answers returned by handlers.
    return Response(
        write_refusal(refusal, lang).encode(),
        media_type=JSON,
        status_code=request.app.state.statuses.get(refusal.code, status),
        headers=SECURITY_HEADERS,
    )


class Page(NamedTuple):
    """A file, ready to be sent."""

    media_type: str
    body: bytes
    zipped: bytes | None
    tag: str
    immutable: bool


Pages = dict[str, Page]


def read_pages(folder: Path) -> Pages:
    """Return all client files by path; empty if the client has not been built."""
    return {
        path.relative_to(folder).as_posix(): _page(path, immutable=path.parent.name == "assets")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and path.suffix != ".gz"
    }


class LargeFile(NamedTuple):
    """A compressed file that stays on the disk."""

    zipped: Path
    media_type: str
    tag: str


def read_engine(folder: Path) -> dict[str, LargeFile]:
    """Return the files of the engine for the browser by path; empty if it has not been built."""
    return {
        path.relative_to(folder).with_suffix("").as_posix(): LargeFile(
            path, ENGINE_TYPES[path.with_suffix("").suffix], f'"{path.parent.name}"'
        )
        for path in sorted(folder.glob("engine/*/*.gz"))
    }


def _page(path: Path, *, immutable: bool) -> Page:
    media_type = guess_type(path.name)[0] or "application/octet-stream"
    return page_of(
        path.read_bytes(), media_type, compressed=path.suffix in _COMPRESSED, immutable=immutable
    )


def page_of(
    body: bytes, media_type: str, *, compressed: bool = True, immutable: bool = False
) -> Page:
    """Return a body ready to be sent, with an ETag that lets browsers recognize it."""
    zipped = gzip.compress(body, mtime=0) if compressed else None
    return Page(media_type, body, zipped, f'"{sha256(body).hexdigest()[:20]}"', immutable)


@looking(
    [
        "/", "/lobby", "/bots", "/sheet", "/my", "/me", "/ratings", "/person",
        "/t/{table:str}", "/g/{table:str}",
        "/game", "/game/{game:str}", "/game/{game:str}/review",
        "/challenges", "/c", "/c/{challenge:str}", "/d/{duplicate:str}",
        "/tournaments", "/e", "/e/{evening:str}",
        "/puzzles", "/puzzles/{puzzle:str}", "/lessons", "/lessons/{lesson:str}",
        "/help",
    ]
)  # fmt: skip
async def show_page(request: Asked, state: State) -> Response[bytes]:
    """Return the page itself, the same for every address."""
    pages: Pages = state.pages
    page = pages.get("index.html")
    if page is None:
        text = "The pages are not built: run `pip install .` in the Spadille source folder.\n"
        return Response(text.encode(), media_type="text/plain", status_code=503)
    return send_page(request, page)


@looking("/{path:path}")
async def show_file(request: Asked, state: State, path: FromPath[str]) -> Response[bytes] | Stream:
    """Return any other client file."""
    pages: Pages = state.pages
    engine: dict[str, LargeFile] = state.engine
    name = path.lstrip("/")
    if (large := engine.get(name)) is not None:
        return send_large(request, large)
    if (page := pages.get(name)) is None:
        return missing_page(request, pages)
    answer = send_page(request, page)
    if name.startswith("assets/worker-"):
        answer.headers.update(WORKER_HEADERS)
    return answer


def missing_page(request: Asked, pages: Pages) -> Response[bytes]:
    """Return the answer for a link that leads nowhere, or that was cut off."""
    start = pages.get("index.html")
    if start is not None and "text/html" in request.headers.get("accept", ""):
        return Response(start.body, media_type=start.media_type, status_code=404)
    return Response(b"There is no such page.\n", media_type="text/plain", status_code=404)


def send_page(request: Asked, page: Page, vary: str = "accept-encoding") -> Response[bytes]:
    """Send a page, or 304 if the browser already has it; `vary` names the headers it depends on."""
    # Files in `assets` have a hash of their contents in their names.
    caching = IMMUTABLE if page.immutable else "no-cache"
    headers = {"cache-control": caching, "etag": page.tag, "vary": vary}
    if _is_known(page.tag, request):
        return Response(b"", headers=headers, status_code=304)
    body = page.body
    if page.zipped is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        body = page.zipped
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=page.media_type, headers=headers)


def send_large(request: Asked, file: LargeFile) -> Response[bytes] | Stream:
    """Send a large file in chunks; its path has a hash of its contents."""
    headers = {"cache-control": IMMUTABLE, "etag": file.tag, "vary": "accept-encoding"}
    if _is_known(file.tag, request):
        return Response(b"", headers=headers, status_code=304)
    zipped = takes_gzip(request.headers.get("accept-encoding", ""))
    if zipped:
        headers["content-encoding"] = "gzip"
        headers["content-length"] = str(file.zipped.stat().st_size)
    body = _chunks(file.zipped, zipped=zipped)
    return Stream(body, media_type=file.media_type, headers=headers)


async def _chunks(path: Path, *, zipped: bool) -> AsyncIterator[bytes]:
    with path.open("rb") as stored, gzip.open(stored) as plain:
        file = stored if zipped else plain
        while chunk := await asyncio.to_thread(file.read, CHUNK):
            yield chunk


def _is_known(file_tag: str, request: Asked) -> bool:
    """Return True if one of the client's tags is that of the file; proxies may weaken tags."""
    tags = request.headers.get("if-none-match", "")
    return any(tag.strip().removeprefix("W/") in {file_tag, "*"} for tag in tags.split(","))


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


def too_many_connected() -> RefusedError:
    """Return the refusal for a client when all connections are taken."""
    return RefusedError("server/full", "too many connections; try again later")
