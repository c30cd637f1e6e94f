"""Numbers about a running server, in the text format of Prometheus, on a separate address.

They are only counts, and are visible only to clients that can reach that address.
"""

import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EADDRINUSE
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Thread
from typing import NamedTuple

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import RefusedError, cannot_listen

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Counts:
    """Counts answered requests by status."""

    def __init__(self) -> None:
        self.requests: Counter[int] = Counter()

    def __call__(self, app: ASGIApp) -> ASGIApp:
        """Return the application wrapped so that its answers are counted."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            async def count(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self.requests[message["status"]] += 1
                await send(message)

            await app(scope, receive, count)

        return counted


class Numbers(NamedTuple):
    """The current numbers, and totals since the start; `requests` is by status.

    `elsewhere` is the number of bots that can think at the same time on other machines, if the
    server uses any.
    """

    tables: int
    games: int
    websockets: int
    events: int
    requests: Counter[int]
    elsewhere: int | None = None


def exposition(numbers: Numbers) -> str:
    """Return the numbers in the format of Prometheus.

    >>> print(exposition(Numbers(3, 2, 7, 40, Counter({200: 5}))).splitlines()[-1])
    spadille_requests_total{status="200"} 5
    """
    tables, games, websockets, events, requests, elsewhere = numbers
    thinkers = "Bots that can decide on the cluster at the same time."
    lines = [
        *_metric("tables", "gauge", "Tables in memory.", {"": tables}),
        *_metric("games", "gauge", "Tables with a game in progress.", {"": games}),
        *_metric("websockets", "gauge", "Open websockets.", {"": websockets}),
        *(
            ()
            if elsewhere is None
            else _metric("thinkers_elsewhere", "gauge", thinkers, {"": elsewhere})
        ),
        *_metric("events_total", "counter", "Events stored.", {"": events}),
        *_metric(
            "requests_total",
            "counter",
            "Requests over HTTP, by status.",
            {f'{{status="{status}"}}': count for status, count in sorted(requests.items())},
        ),
    ]
    return "".join(f"{line}\n" for line in lines)


def _metric(name: str, kind: str, about: str, values: dict[str, int]) -> Iterator[str]:
    yield f"# HELP spadille_{name} {about}"
    yield f"# TYPE spadille_{name} {kind}"
    for labels, value in values.items():
        yield f"spadille_{name}{labels} {value}"


@contextmanager
def metrics_at(host: str, port: int, numbers: Callable[[], Numbers]) -> Iterator[int]:
    """Serve the numbers over HTTP during the context; yield the port; `port` 0 takes any free one.

    Raises:
        RefusedError: if it cannot listen at that address.
    """

    class Answer(BaseHTTPRequestHandler):
        """A handler that serves `/metrics` and refuses other paths with 404."""

        timeout = 5

        def do_GET(self) -> None:
            """Send the current numbers."""
            text = self.begun()
            if text is not None:
                self.wfile.write(text)

        def do_HEAD(self) -> None:
            """Send the headers without the numbers."""
            self.begun()

        def begun(self) -> bytes | None:
            """Send the headers and return the body, or None for a refusal."""
            if self.path != "/metrics":
                self.send_error(404)
                return None
            text = exposition(numbers()).encode()
            self.send_response(200)
            self.send_header("content-type", MEDIA_TYPE)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            return text

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    try:
        family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        server = _server_of(family)((host, port), Answer)
    except (OSError, UnicodeError) as error:
        if getattr(error, "errno", None) == EADDRINUSE:
            raise RefusedError(
                "server/address",
                "port {port} of {host} is in use; choose another one with {option}",
                host=host,
                port=port,
                option="--metrics",
            ) from error
        said = getattr(error, "strerror", None) or str(error)
        raise cannot_listen(host, port, said) from error
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _server_of(family: int) -> type[ThreadingHTTPServer]:
    """Return the server class for an address family."""

    class Server(ThreadingHTTPServer):
        address_family = family
        server_bind = TCPServer.server_bind  # `HTTPServer` looks up a name, which is slow

    return Server
