"""What may be asked for, with its body (GET) or without (HEAD)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from litestar import HttpMethod, route
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK


def get(
    path: str | Sequence[str], *, opt: Mapping[str, Any] | None = None
) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """A page or an answer that asking for it does not change."""
    return route(
        path, http_method=[HttpMethod.GET, HttpMethod.HEAD], status_code=HTTP_200_OK, opt=opt
    )
