"""Declares HTTP routes with their messages, from which the OpenAPI document is generated."""

from collections.abc import Collection, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from litestar import HttpMethod, route
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ..messages.wire import LONGEST_BODY
from .access import ACCESS, EVERYONE, Access

MESSAGES = "messages"
"""The route option that contains the messages of the route."""

NO_QUERY: Mapping[str, Any] = MappingProxyType({})


class Messages(NamedTuple):
    """The types of the body and the answer; `str` is any text, and `dict` is any JSON object.

    `query` has the schemas of all parameters except `lang`, and `media` is the type of a text
    answer. Parameters that are `needed` have no default. If the answer is `in_lang`, `lang` is a
    parameter. If the answer is `tagged`, it has an ETag, and a browser that already has it gets
    304.
    """

    asks: Any
    answers: Any
    query: Mapping[str, Any] = NO_QUERY
    media: str = "text/plain"
    tagged: bool = False
    needed: Collection[str] = ()
    in_lang: bool = False


looking = partial(route, http_method=[HttpMethod.GET, HttpMethod.HEAD], status_code=HTTP_200_OK)
"""A route without side effects, with its body (GET) or without (HEAD)."""


def get(  # noqa: PLR0913 - all properties of a route
    path: str,
    answers: Any,
    query: Mapping[str, Any] = NO_QUERY,
    media: str = "text/plain",
    access: Access = EVERYONE,
    *,
    tagged: bool = False,
    needed: Collection[str] = (),
    in_lang: bool | None = None,
) -> HTTPRouteHandler:
    """Declare a route that changes nothing; see `Messages`. Only JSON has a language."""
    speaks = answers not in {str, dict} if in_lang is None else in_lang
    messages = Messages(None, answers, query, media, tagged, needed, speaks)
    return looking(path, opt={MESSAGES: messages, ACCESS: access})


def post(
    path: str, asks: Any, answers: Any, access: Access, status: int = HTTP_201_CREATED
) -> HTTPRouteHandler:
    """Declare a route that takes a message; `status` is that of the answer, except for refusals."""
    return route(
        path,
        http_method=HttpMethod.POST,
        status_code=status,
        request_max_body_size=LONGEST_BODY,
        opt={MESSAGES: Messages(asks, answers), ACCESS: access},
    )
