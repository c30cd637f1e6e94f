"""Numbers about a running server, for Prometheus, on a separate address.

They are only counts, and are visible only to clients that can reach that address.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from threading import Thread
from typing import NamedTuple
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from litestar.datastructures import State
from prometheus_client import CollectorRegistry, Metric, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from ..live.registry import Registry
from .origin import listen
from .state import Sockets


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

    def collect(self) -> Iterator[Metric]:
        """Yield the numbers as metrics."""
        yield GaugeMetricFamily("spadille_tables", "Tables in memory.", self.tables)
        yield GaugeMetricFamily("spadille_games", "Tables with a game in progress.", self.games)
        yield GaugeMetricFamily("spadille_websockets", "Open websockets.", self.websockets)
        if self.elsewhere is not None:
            yield GaugeMetricFamily(
                "spadille_thinkers_elsewhere",
                "Bots that can decide on the cluster at the same time.",
                self.elsewhere,
            )
        yield CounterMetricFamily("spadille_events", "Events stored.", self.events)
        requests = CounterMetricFamily(
            "spadille_requests", "Requests over HTTP, by status.", labels=["status"]
        )
        for status, count in sorted(self.requests.items()):
            requests.add_metric([str(status)], count)
        yield requests


def numbers_of(state: State, events: int, requests: Counter[int], elsewhere: int | None) -> Numbers:
    """Return the current numbers; some are 0 before the application has started."""
    registry: Registry | None = state.get("registry")
    sockets: Sockets | None = state.get("sockets")
    tables = [] if registry is None else registry.tables
    games = sum(table.status == "playing" for table in tables)
    open_now = 0 if sockets is None else len(sockets)
    return Numbers(len(tables), games, open_now, events, requests, elsewhere)


class _Now:
    """Collects the current numbers."""

    def __init__(self, numbers: Callable[[], Numbers]) -> None:
        self._numbers = numbers

    def collect(self) -> Iterator[Metric]:
        return self._numbers().collect()


class _Handler(WSGIRequestHandler):
    timeout = 5

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


@contextmanager
def metrics_at(host: str, port: int, numbers: Callable[[], Numbers]) -> Iterator[int]:
    """Serve the numbers over HTTP during the context; yield the port; `port` 0 takes any free one.

    Raise RefusedError if it cannot listen at that address.
    """
    registry = CollectorRegistry()
    registry.register(_Now(numbers))
    with listen(host, port, "--metrics") as listener:
        address = listener.getsockname()[:2]
        server = _Server(address, _Handler, bind_and_activate=False)
        server.socket.close()
        server.socket = listener
        server.server_name, server.server_port = address  # binding would look up the name
        server.setup_environ()
        server.set_app(make_wsgi_app(registry))
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield int(address[1])
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
