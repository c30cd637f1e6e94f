"""Runs the application until it is stopped."""

import asyncio
import contextlib
import gc
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from ipaddress import ip_address, ip_network
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias

import uvicorn
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..table.errors import RefusedError
from ..table.timers import PACE
from .app import make_app
from .limits import Hosting, most_connections, within
from .live.actor import Services
from .live.executors import LOADING, BotExecutor
from .logs import rationed_log
from .net.connections import (
    LONGEST_MESSAGE,
    PATIENCE,
    QUIET,
    Connections,
    HttpConnection,
    WebSocketConnection,
)
from .net.origin import BACKLOG, EVERYWHERE, addresses_for_others, listen, page_address
from .store.lock import right_to_serve, watch

if TYPE_CHECKING:
    from .live.cluster import ClusterExecutor

Thinking: TypeAlias = "BotExecutor | ClusterExecutor"

THINKERS = 2
"""The number of bots that think at the same time."""

FOR_QUESTIONS, FOR_REVIEWS = 5, 19
"""The niceness of the workers that answer questions about finished games, and of the reviewers."""

SECONDS_TO_END = 3

LOOKED_THROUGH = 50_000, 5, 4
"""The garbage collection thresholds (`gc.set_threshold`): new objects, passes, older passes.

Nearly all objects are freed without a collection, and table events leave no garbage. Yet a pass
over new objects visits everything that tables hold by then, not just the objects that were added.
With a thousand tables and the usual threshold of 700, passes would stop the server several times a
second, for a twentieth to a tenth of a second each. Requests leave a little garbage, which takes up
ten megabytes at this threshold.
"""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    *,
    pace: float | None = None,
    hosting: Hosting = Hosting(),  # noqa: B008 - an immutable value
) -> None:
    """Serve the web application until interrupted.

    `port` 0 takes any free port. `database` is a file or a URL, by default a file in the user's
    account. `pace` is the time in seconds between bots' moves. Once the page is available, the
    server prints its address, and then its addresses for others on the network.

    `hosting` describes the environment. A standby server listens only while it has the right to
    serve the database, and goes back on standby when it loses that right.

    Raise SpadesError if the address or the database cannot be used.
    """
    pace = PACE if pace is None else pace
    with rationed_log(hosting.log), contextlib.suppress(KeyboardInterrupt):
        with listen(host, port) as listener:
            if not hosting.standby:
                asyncio.run(_serve(lambda: listener, database, pace, hosting))
                return
            port = listener.getsockname()[1]
        again = partial(listen, host, port)  # not before: proxies must find the other one
        while asyncio.run(_serve(again, database, pace, hosting)):
            pass


async def _serve(
    listening: Callable[[], socket.socket], database: str | None, pace: float, hosting: Hosting
) -> bool:
    """Serve until interrupted or until the right is lost; return True if the right was lost."""
    thinkers = _thinkers(hosting.think_at)
    questions = BotExecutor(1, LOADING, niceness=FOR_QUESTIONS)
    reviews = BotExecutor(1, LOADING, niceness=FOR_REVIEWS)
    thinkers.warm_up()
    try:
        async with right_to_serve(
            database, standby=hosting.standby, create_folder=hosting.create_folder
        ) as store:
            deps = Services(
                store,
                thinkers,
                pace=pace,
                preparing=thinkers.preparing,
                retention=hosting.retention,
                questions=questions,
                reviews=reviews,
            )
            try:
                listener = listening()
            except BaseException:
                await store.close()
                raise
            with listener:
                return await _run(deps, listener, hosting, thinkers)
    finally:
        for workers in (thinkers, questions, reviews):
            workers.shutdown(wait=False, cancel_futures=True)


def _thinkers(think_at: str | None) -> Thinking:
    """Return the executor for the bots; raise ArenaError if it needs Dask, which is missing."""
    here = BotExecutor(THINKERS)
    if think_at is None:
        return here
    from .live.cluster import ClusterExecutor  # noqa: PLC0415 - imports NumPy, which most lack

    return ClusterExecutor(think_at, here)


async def _run(
    deps: Services, listener: socket.socket, hosting: Hosting, thinkers: Thinking
) -> bool:
    """Serve requests on `listener`, and return True if the right to serve was lost.

    Raise RefusedError if the server could not start, for example without the database.
    """
    limits = within(hosting.limits, most_connections(hosting.limits.connections_in_all))
    connections = Connections(deps.clock, limits, _trusted(hosting.proxies))
    counts = Counts()
    app = make_app(
        deps,
        limits=limits,
        origins=hosting.origins,
        found_at=lambda: addresses_for_others(listener),
        counts=counts,
    )
    config = configuration(app, connections, hosting.proxies)
    server = _Server(config)
    try:
        async with contextlib.AsyncExitStack() as meanwhile:
            connections.start()
            meanwhile.callback(connections.stop)
            if hosting.metrics is not None:
                from .net.metrics import Numbers, metrics_at, numbers_of  # noqa: PLC0415 - loads slowly

                def numbers() -> Numbers:
                    """Return the current numbers."""
                    events, elsewhere = deps.store.stored, thinkers.elsewhere
                    return numbers_of(app.state, events, Counter(counts.requests), elsewhere)

                host, port = hosting.metrics
                found = meanwhile.enter_context(metrics_at(host, port, numbers))
                if not port:
                    server.tells_too = f"{page_address(host, found)}metrics\n"
            if hosting.standby:
                await meanwhile.enter_async_context(watch(deps.store, server.give_way))
            await server.serve([listener])
    except (asyncio.CancelledError, RefusedError):
        if "registry" not in app.state:  # otherwise the application closes it
            await deps.store.close()
        raise
    return server.gives_way


def configuration(
    app: Litestar, connections: Connections, proxies: Sequence[str] = ()
) -> uvicorn.Config:
    """Return the configuration of uvicorn."""
    return uvicorn.Config(
        app,
        http=partial(HttpConnection, connections),  # type: ignore[arg-type]  # makes protocols
        ws=partial(WebSocketConnection, connections),  # type: ignore[arg-type]
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,  # short updates; each page would need its own compressor
        ws_ping_interval=QUIET,
        ws_ping_timeout=PATIENCE,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        backlog=BACKLOG,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )


def _trusted(proxies: Iterable[str]) -> Callable[[str], bool]:
    networks = [ip_network(proxy) for proxy in proxies]
    return lambda address: any(ip_address(address) in network for network in networks)


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

            await app(scope, receive, count if scope["type"] == ScopeType.HTTP else send)

        return counted


class _Server(uvicorn.Server):
    """A server that prints its addresses."""

    gives_way = False
    tells_too = ""
    """The text to print after the addresses."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.sleep(0)  # stop here if already interrupted; later, shut down in order
        try:
            await super().startup(sockets)
        except SystemExit:
            raise RefusedError("server/not-begun", "the server cannot start; see its log") from None
        gc.freeze()  # current objects stay, so collections can skip them
        gc.set_threshold(*LOOKED_THROUGH)
        for listener in sockets or ():
            _announce(listener)
        sys.stdout.write(self.tells_too)
        sys.stdout.flush()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.force_exit = False  # a second interrupt still waits for an orderly shutdown

    def give_way(self) -> None:
        """Stop the server because another server has the right to serve."""
        self.should_exit = self.gives_way = True


def _announce(listener: socket.socket) -> None:
    """Print the address for browsers on this machine, and then the addresses for other machines."""
    host, port = listener.getsockname()[:2]
    if host in EVERYWHERE:
        addresses = [page_address("localhost", port), *addresses_for_others(listener)]
    else:
        addresses = [page_address(host, port)]
    sys.stdout.writelines(f"{address}\n" for address in addresses)
    sys.stdout.flush()
