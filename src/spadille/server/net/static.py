"""Browser client files and answers that never change, kept in memory and compressed."""

import gzip
from functools import partial
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from .compression import takes_gzip

looking = partial(route, http_method=[HttpMethod.GET, HttpMethod.HEAD], status_code=HTTP_200_OK)
"""A route without side effects, with its body (GET) or without (HEAD)."""

FOLDER = Path(__file__).parents[1] / "static"

SECURITY_HEADERS = {
    "content-security-policy": "; ".join(  # noqa: FLY002 - one directive per line
        (
            "default-src 'none'",
            "script-src 'self'",
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

_COMPRESSED = {".css", ".html", ".ico", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest"}


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
        if path.is_file() and not path.name.startswith(".")
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
async def show_page(request: Request[object, object, State], state: State) -> Response[bytes]:
    """Return the page itself, the same for every address."""
    pages: Pages = state.pages
    page = pages.get("index.html")
    if page is None:
        text = "The pages are not built: run `pip install .` in the Spadille source folder.\n"
        return Response(text.encode(), media_type="text/plain", status_code=503)
    return send_page(request, page)


@looking("/{path:path}")
async def show_file(
    request: Request[object, object, State], state: State, path: FromPath[str]
) -> Response[bytes]:
    """Return any other client file."""
    pages: Pages = state.pages
    page = pages.get(path.lstrip("/"))
    return missing_page(request, pages) if page is None else send_page(request, page)


def missing_page(request: Request[object, object, State], pages: Pages) -> Response[bytes]:
    """Return the answer for a link that leads nowhere, or that was cut off."""
    start = pages.get("index.html")
    if start is not None and "text/html" in request.headers.get("accept", ""):
        return Response(start.body, media_type=start.media_type, status_code=404)
    return Response(b"There is no such page.\n", media_type="text/plain", status_code=404)


def send_page(
    request: Request[object, object, State], page: Page, vary: str = "accept-encoding"
) -> Response[bytes]:
    """Send a page, or 304 if the browser already has it; `vary` names the headers it depends on."""
    # Files in `assets` have a hash of their contents in their names.
    caching = "public, max-age=31536000, immutable" if page.immutable else "no-cache"
    headers = {"cache-control": caching, "etag": page.tag, "vary": vary}
    if _is_known(page, request.headers.get("if-none-match", "")):
        return Response(b"", headers=headers, status_code=304)
    body = page.body
    if page.zipped is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        body = page.zipped
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=page.media_type, headers=headers)


def _is_known(page: Page, tags: str) -> bool:
    """Return True if one of the client's tags is that of the file; proxies may weaken tags."""
    return any(tag.strip().removeprefix("W/") in {page.tag, "*"} for tag in tags.split(","))
