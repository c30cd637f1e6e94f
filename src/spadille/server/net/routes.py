"""Declares HTTP routes as functions of their body, caller and services.

A route is a function whose parameters say what it needs, by name or by type:

- `body`: the message in the request, decoded
- `caller` or `person`: the caller, or only their id; `viewer`: the same, or None for a stranger
- `lang`: the language of the answer
- the name of a path parameter, `state`, or `request`
- the class of a feature's service

It returns the message to answer with. The OpenAPI document, the types of the browser client and
the access checks follow from the same declaration.
"""

import inspect
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple, get_type_hints

from litestar import HttpMethod, Response, route
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.status_codes import HTTP_201_CREATED
from litestar.types import ASGIApp, Message, Receive, Send
from litestar.types import Scope as AsgiScope

from ...locale import Lang
from ...table.protocol import LONGEST_BODY, read_body, write
from .answers import JSON, Asked, Page, in_json, lang_of, looking, page_of, send_page
from .identity import ACCESS, EVERYONE, Access, caller_of, session_of

MESSAGES = "messages"
"""The route option that contains the messages of the route."""

NO_QUERY: Mapping[str, Any] = MappingProxyType({})


class Messages(NamedTuple):
    """The types of the body and the answer; `str` is any text, and `dict` is any JSON object.

    `query` has the schemas of all parameters except `lang`, and `media` is the type of a text
    answer. Parameters that are `needed` have no default. If the answer is `in_lang`, `lang` is a
    parameter. If the answer is `tagged`, it depends only on the language: it is built once, has an
    ETag, and a browser that already has it gets 304.
    """

    asks: Any
    answers: Any
    query: Mapping[str, Any] = NO_QUERY
    media: str = "text/plain"
    tagged: bool = False
    needed: Collection[str] = ()
    in_lang: bool = False


class Routes(list[HTTPRouteHandler]):
    """The routes of a feature, in the order in which they are declared."""

    def get(  # noqa: PLR0913 - all properties of a route
        self,
        path: str,
        access: Access = EVERYONE,
        *,
        answers: Any = None,
        query: Mapping[str, Any] = NO_QUERY,
        needed: Collection[str] = (),
        media: str = "text/plain",
        tagged: bool = False,
        in_lang: bool = True,
    ) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
        """Declare a route that changes nothing; `answers` is needed if it returns a `Response`.

        Only JSON is `in_lang`. A `tagged` answer may need only `lang`, or be a `Response`.
        """

        def declare(made: Callable[..., Any]) -> HTTPRouteHandler:
            asks, told = _messages_of(made, answers)
            speaks = (in_lang and told not in {str, dict}) or "lang" in get_type_hints(made)
            messages = Messages(asks, told, query, media, tagged, needed, speaks)
            return self._add(partial(looking, path), made, messages, access)

        return declare

    def post(
        self, path: str, access: Access, *, answers: Any = None, status: int = HTTP_201_CREATED
    ) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
        """Declare a route that takes a message; `status` is that of the answer."""

        def declare(made: Callable[..., Any]) -> HTTPRouteHandler:
            messages = Messages(*_messages_of(made, answers))
            kind = partial(
                route,
                path,
                http_method=HttpMethod.POST,
                status_code=status,
                request_max_body_size=LONGEST_BODY,
            )
            return self._add(kind, made, messages, access)

        return declare

    def _add(
        self, kind: Callable[..., Any], made: Callable[..., Any], messages: Messages, access: Access
    ) -> HTTPRouteHandler:
        options = {MESSAGES: messages, ACCESS: access}
        handler: HTTPRouteHandler = kind(opt=options)(_answering(made, messages, access))
        self.append(handler)
        return handler


def _messages_of(made: Callable[..., Any], answers: Any) -> tuple[Any, Any]:
    hints = get_type_hints(made)
    return hints.get("body"), hints["return"] if answers is None else answers


def _answering(made: Callable[..., Any], messages: Messages, access: Access) -> Any:
    """Return the function that Litestar calls; it calls `made` with what it asks for."""
    hints = get_type_hints(made)
    names = tuple(inspect.signature(made).parameters)
    checked = access != EVERYONE or not {"caller", "person"}.isdisjoint(names)

    async def answer(request: Asked) -> Response[Any]:
        given: dict[str, Any] = {"request": request, "state": request.app.state}
        token = None
        if messages.asks is not None:
            given["body"] = body = read_body(messages.asks, await request.body())
            request.state.lang = body.lang
            token = getattr(body, "token", None)
        if "lang" in names:
            given["lang"] = lang_of(request)
        if checked:
            given["caller"] = caller = await caller_of(request, token)
            given["person"] = caller.person
        if "viewer" in names:
            given["viewer"] = await session_of(request)
        given |= request.path_params
        fields = {
            name: given[name] if name in given else given["state"].service(hints[name])
            for name in names
        }
        result = made(**fields)
        if isinstance(result, Awaitable):
            result = await result
        return result if isinstance(result, Response) else in_json(request, result)

    async def send_built(request: Asked) -> Response[bytes]:
        return send_page(request, built(lang_of(request)), vary="accept-encoding, accept-language")

    @cache
    def built(lang: Lang) -> Page:
        return page_of(write(made(lang) if names else made(), lang).encode(), JSON)

    found = send_built if messages.tagged and "request" not in names else answer
    for attribute in ("__name__", "__qualname__", "__doc__", "__module__"):
        setattr(found, attribute, getattr(made, attribute))
    return found


def naming_methods(app: ASGIApp) -> ASGIApp:
    """Return the application with all methods of an address in `Allow`.

    Litestar lists only those of the first handler registered for the address.
    """

    async def named(scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Answer a request; if its method is OPTIONS, list all methods in `Allow`."""

        async def name(message: Message) -> None:
            """Send part of the answer; its beginning lists the methods."""
            if message["type"] == "http.response.start" and message["status"] < 300:
                MutableScopeHeaders(message)["allow"] = ", ".join(sorted(_methods_at(scope)))
            await send(message)

        asked = scope["type"] == ScopeType.HTTP and scope["method"] == "OPTIONS"
        await app(scope, receive, name if asked else send)

    return named


def _methods_at(scope: AsgiScope) -> set[str]:
    return {
        method
        for route in scope["litestar_app"].routes
        if isinstance(route, HTTPRoute) and route.path_format == scope["path_template"]
        for method in route.methods
    }
