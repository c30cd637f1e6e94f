"""Running the application until someone ends it."""

import asyncio
import contextlib
import gc
import os
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from errno import EADDRINUSE
from functools import partial
from ipaddress import ip_address, ip_network
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias

import uvicorn
from litestar import Litestar

from ..limits import Hosting, most_connections, within
from ..logs import rationed_log
from ..refusals import RefusedError, cannot_listen
from ..running.audience import PACE
from ..running.hub import Hub
from ..running.keeper import Surroundings
from ..store.right import right_to_serve, watch
from ..store.store import Store
from ..thinking.thinkers import LOADING, Thinkers
from .app import make_app
from .channel import SocketConnection
from .connections import Connections, HttpConnection
from .metrics import Counts, Numbers, metrics_at
from .reach import EVERYWHERE, addresses_for_others, page_address
from .sockets import Sockets

if TYPE_CHECKING:
    from ..thinking.elsewhere import Elsewhere

Thinking: TypeAlias = "Thinkers | Elsewhere"

THINKERS = 2
"""Bots that think at the same time."""

FOR_QUESTIONS, FOR_REVIEWS = 5, 19
"""How far what answers questions about games that are over stands back, and what reviews them."""

BACKLOG = 64
"""Connections that the system accepts before the server does; few, for each is a file at once."""

SECONDS_TO_END = 3

LOOKED_THROUGH = 50_000, 5, 4
"""How much has to come that does not go until garbage is looked for (`gc.set_threshold`), and how
many such looks among what is new bring one among what is older, and how many of those among all.

Nearly all is free as soon as no one has it, and what happens at tables leaves no garbage. To look
among what is new goes through all that tables hold by then, not through as much as has come: with
a thousand tables and the usual 700 it stops the server several times a second, for a twentieth to
a tenth of a second each. Requests leave a little garbage; so much of it takes ten megabytes.
"""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    *,
    pace: float | None = None,
    hosting: Hosting = Hosting(),  # noqa: B008 - a value that nobody can change
) -> None:
    """Serve the web application until interrupted.

    `port` 0 takes any free one. `database` is a file or a URL, by default a file of the user's
    account. `pace` is the time in seconds between the moves of bots. As soon as the page can be
    opened its address is written out, and then those at which others in the network find it.
    `hosting` tells where the server stands. One that stands by listens only while it has the right
    to serve the database, and stands by again when it has lost it.

    Raises:
        SpadesError: when the address or the database cannot be used.
    """
    pace = PACE if pace is None else pace
    with rationed_log(hosting.log), contextlib.suppress(KeyboardInterrupt):
        with _listen(host, port) as listener:
            if not hosting.standby:
                asyncio.run(_serve(lambda: listener, database, pace, hosting))
                return
            port = listener.getsockname()[1]
        again = partial(_listen, host, port)  # only then, so that a proxy finds the other one alone
        while asyncio.run(_serve(again, database, pace, hosting)):
            pass


async def _serve(
    listen: Callable[[], socket.socket],
    database: str | None,
    pace: float,
    hosting: Hosting,
) -> bool:
    """Serve until it is interrupted; or have lost the right to, which it tells."""
    thinkers = _thinkers(hosting.think_at)
    questions = Thinkers(1, LOADING, niceness=FOR_QUESTIONS)
    reviews = Thinkers(1, LOADING, niceness=FOR_REVIEWS)
    thinkers.warm_up()
    try:
        async with right_to_serve(
            database, standby=hosting.standby, create_folder=hosting.create_folder
        ) as store:
            around = Surroundings(
                store,
                thinkers,
                pace=pace,
                preparing=thinkers.preparing,
                retention=hosting.retention,
                questions=questions,
                reviews=reviews,
            )
            try:
                listener = listen()
            except BaseException:
                await store.close()
                raise
            with listener:
                return await _run(around, listener, hosting, thinkers)
    finally:
        for workers in (thinkers, questions, reviews):
            workers.shutdown(wait=False, cancel_futures=True)


def _thinkers(think_at: str | None) -> Thinking:
    """Return what bots think with.

    Raises:
        ArenaError: when they are to think on a cluster, and Dask is not installed.
    """
    here = Thinkers(THINKERS)
    if think_at is None:
        return here
    from ..thinking.elsewhere import Elsewhere  # noqa: PLC0415 - brings NumPy, and most have none

    return Elsewhere(think_at, here)


async def _run(
    around: Surroundings,
    listener: socket.socket,
    hosting: Hosting,
    thinkers: Thinking,
) -> bool:
    """Answers what comes to `listener`, and tells in the end whether the right was lost.

    Raises:
        RefusedError: when it could not begin, as without the database.
    """
    wanted = hosting.limits.connections_in_all
    limits = within(hosting.limits, most_connections(wanted))
    connections = Connections(around.clock, limits, _trusted(hosting.proxies))
    counts = Counts()
    app = make_app(
        around,
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
                numbers = partial(_numbers, app, around.store, counts, thinkers)
                host, port = hosting.metrics
                found = meanwhile.enter_context(metrics_at(host, port, numbers))
                if not port:
                    server.tells_too = f"{page_address(host, found)}metrics\n"
            if hosting.standby:
                await meanwhile.enter_async_context(watch(around.store, server.give_way))
            await server.serve([listener])
    except (asyncio.CancelledError, RefusedError):
        if "hub" not in app.state:  # which would have closed it
            await around.store.close()
        raise
    return server.gives_way


def configuration(
    app: Litestar, connections: Connections, proxies: Sequence[str] = ()
) -> uvicorn.Config:
    """Return how uvicorn serves the application, which takes its websockets over from it."""
    return uvicorn.Config(
        app,
        http=partial(HttpConnection, connections),  # type: ignore[arg-type]  # makes protocols
        ws=partial(SocketConnection, connections),  # type: ignore[arg-type]
        ws_per_message_deflate=False,  # an update is short, and a compressor for each page is not
        ws_ping_interval=None,  # `Connections` asks those alone that are silent
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


def _numbers(app: Litestar, store: Store, counts: Counts, thinkers: Thinking) -> Numbers:
    """Return what there is to tell; nothing before the application has begun."""
    hub: Hub | None = app.state.get("hub")
    sockets: Sockets | None = app.state.get("sockets")
    tables = [] if hub is None else hub.tables
    return Numbers(
        tables=len(tables),
        games=sum(table.status == "playing" for table in tables),
        websockets=0 if sockets is None else len(sockets),
        events=store.stored,
        requests=Counter(counts.requests),
        elsewhere=thinkers.elsewhere,
    )


def _trusted(proxies: Iterable[str]) -> Callable[[str], bool]:
    networks = [ip_network(proxy) for proxy in proxies]
    return lambda address: any(ip_address(address) in network for network in networks)


class _Server(uvicorn.Server):
    """A server that tells where it listens."""

    gives_way = False
    tells_too = ""
    """What is written out after that."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.sleep(0)  # an interruption from before ends it here, a later one in order
        try:
            await super().startup(sockets)
        except SystemExit:
            raise RefusedError("server/not-begun", "the server cannot start; see its log") from None
        gc.freeze()  # what is there now stays, and need not be looked through for garbage
        gc.set_threshold(*LOOKED_THROUGH)
        for listener in sockets or ():
            _announce(listener)
        sys.stdout.write(self.tells_too)
        sys.stdout.flush()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.force_exit = False  # the person who is impatient waits some seconds, and all is closed

    def give_way(self) -> None:
        """Have it end because another server has its right."""
        self.should_exit = self.gives_way = True


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None) or 0
        if number == EADDRINUSE:
            raise RefusedError(
                "server/address",
                "port {port} of {host} is in use; choose another one with --port, or 0 for "
                "any free one",
                host=host,
                port=port,
            ) from error
        # Python says the address once more in the text of some errors.
        said = getattr(error, "strerror", None) or str(error)
        raise cannot_listen(host, port, os.strerror(number) if number > 0 else said) from error
    return listener


def _announce(listener: socket.socket) -> None:
    """Tell where a browser on this machine finds the server, and then where others do."""
    host, port = listener.getsockname()[:2]
    if host in EVERYWHERE:
        addresses = [page_address("localhost", port), *addresses_for_others(listener)]
    else:
        addresses = [page_address(host, port)]
    sys.stdout.writelines(f"{address}\n" for address in addresses)
    sys.stdout.flush()
