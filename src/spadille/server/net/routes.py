"""Declares HTTP routes with their messages, from which the OpenAPI document is generated.

Access to routes: each route declares its requirements once, and `identity` enforces them.

`docs/bot-api.md` lists the scopes of tokens, and `docs/hosting/moderation.md` lists the rights of
muted and banned people.

Answers to OPTIONS requests, which list every method of an address.
"""

from collections.abc import Collection, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from litestar import HttpMethod, route
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from litestar.types import ASGIApp, Message, Receive, Send
from litestar.types import Scope as AsgiScope

from ..wire.codec import LONGEST_BODY
from ..wire.http import Scope
from ..wire.protocol import Chat, ClientMessage, Resync, Speak

ACCESS = "access"
"""The route option that declares the access to the route."""

Who = Literal["everyone", "caller", "person", "browser"]
"""Everyone; a caller with an identity (a person or a bot); a person; a person with a cookie."""


class Access(NamedTuple):
    """Which callers may use a route, and the `scope` that a token needs for it.

    Muted people cannot use a route that `says` something to others. Banned people can use one that
    is `for_banned`, so that they can take their data and leave.
    """

    who: Who
    scope: Scope | None = None
    says: bool = False
    for_banned: bool = False


EVERYONE = Access("everyone")
CALLER = Access("caller")
PLAYING = Access("caller", "play")
MAKING = Access("caller", "tables")
PERSON = Access("person")
BROWSER = Access("browser")
LEAVING = Access("browser", for_banned=True)

NAMING = Access("browser", says=True)
"""Setting a name that others will read."""

SHARING = Access("person", says=True)
"""Sharing a text with everyone who gets its link."""

PUBLISHING = Access("caller", "tables", says=True)
"""Publishing something with a custom name, for others to join."""

TALKING = Access("caller", "talk", says=True)
WATCHING = Access("caller")

AT_TABLES: Mapping[type[ClientMessage], Access] = {
    Speak: TALKING,
    Chat: TALKING,
    Resync: WATCHING,
}
"""The access needed for messages at a table; messages not listed here need `PLAYING`."""


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


def naming_methods(app: ASGIApp) -> ASGIApp:
    """Return the application with all methods of an address in `Allow`.

    Litestar lists only those of the first handler registered for the address.
    """

    async def named(scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Answer a request; if its method is OPTIONS, list all methods in `Allow`."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "OPTIONS":
            send = _naming(_methods_at(scope), send)
        await app(scope, receive, send)

    return named


def _methods_at(scope: AsgiScope) -> set[str]:
    path = scope["path_template"]
    routes = scope["litestar_app"].routes
    return {
        method
        for route in routes
        if isinstance(route, HTTPRoute) and route.path_format == path
        for method in route.methods
    }


def _naming(methods: set[str], send: Send) -> Send:
    async def pass_on(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] < 300:
            MutableScopeHeaders(message)["allow"] = ", ".join(sorted(methods))
        await send(message)

    return pass_on
