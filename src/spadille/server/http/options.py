"""Answers to OPTIONS requests, which list every method of an address."""

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Message, Receive, Scope, Send


def naming_methods(app: ASGIApp) -> ASGIApp:
    """Return the application with all methods of an address in `Allow`.

    Litestar lists only those of the first handler registered for the address.
    """

    async def named(scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; if its method is OPTIONS, list all methods in `Allow`."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "OPTIONS":
            send = _naming(_methods_at(scope), send)
        await app(scope, receive, send)

    return named


def _methods_at(scope: Scope) -> set[str]:
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
