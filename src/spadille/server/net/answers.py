"""Reads HTTP requests and answers them, including with refusals."""

import csv
import io
import logging
from collections.abc import Iterable, Mapping, Sequence

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_405_METHOD_NOT_ALLOWED,
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    HTTP_500_INTERNAL_SERVER_ERROR,
)

from ...game import Record, Seat, SpadesError, in_short
from ...locale import LANGUAGES, Lang
from ...notation import format_record
from ..errors import RefusedError, failure
from ..logs import log_failure
from ..wire.protocol import LONGEST_BODY, too_long, write, write_refusal
from .origin import language
from .static import SECURITY_HEADERS, missing_page

log = logging.getLogger(__name__)

JSON = "application/json"

Asked = Request[object, object, State]


def lang_of(request: Asked) -> Lang:
    """Return the language given in the body or by `?lang=`; by default, the browser's language.

    Raises:
        RefusedError: if the language does not exist.
    """
    asked = request.state.get("lang") or request.query_params.get("lang")
    if asked is None:
        return language(request.headers)
    known = next((lang for lang in LANGUAGES if lang == asked), None)
    if known is None:
        raise RefusedError(
            "lang/unknown",
            "unknown language; choose from {known}",
            known=", ".join(LANGUAGES),
        )
    return known


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
    if record is None:
        raise RefusedError("record/not-over", "you can see the record when the game is over")
    return Response(format_record(record).encode(), media_type="text/plain")


def refuse_request(request: Asked, error: HTTPException) -> Response[bytes]:
    """Return the answer to a request that matches no route."""
    if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
        return refuse(request, too_long(LONGEST_BODY), error.status_code)
    if error.status_code == HTTP_405_METHOD_NOT_ALLOWED:
        return _refuse_method(request, (error.headers or {}).get("allow", ""))
    refusal = RefusedError(
        "request/unknown",
        "unknown address {path}",
        path=in_short(request.scope["path"]),
    )
    return refuse(request, refusal, error.status_code)


def refuse_address(request: Asked, error: HTTPException) -> Response[bytes]:
    """Return the answer for an unknown address: a page, or a refusal for API clients."""
    if request.scope["path"].startswith("/api"):
        return refuse_request(request, error)
    return missing_page(request, request.app.state.pages)


def _refuse_method(request: Asked, allowed: str) -> Response[bytes]:
    refusal = RefusedError(
        "request/unknown",
        "{method} is not allowed for this address; use {allowed}",
        method=str(request.method),
        allowed=allowed,
    )
    answer = refuse(request, refusal, HTTP_405_METHOD_NOT_ALLOWED)
    answer.headers["Allow"] = allowed
    return answer


def fail_request(request: Asked, error: Exception) -> Response[bytes]:
    """Return the answer to send after an internal error."""
    log_failure(log, "a request failed", error)
    return refuse(request, failure(), HTTP_500_INTERNAL_SERVER_ERROR)


def refuse(
    request: Asked, refusal: SpadesError, status: int = HTTP_400_BAD_REQUEST
) -> Response[bytes]:
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
