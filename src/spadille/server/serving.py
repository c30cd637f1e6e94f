"""Running the application until somebody ends it."""

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from ..game import T
from .app import make_app
from .database import claim
from .keeper import PACE, Surroundings
from .reach import EVERYWHERE, addresses_for_others, page_address
from .refusals import RefusedError
from .store import Store
from .thinkers import Thinkers

THINKERS = 2
"""Bots that think at the same time."""

LONGEST_FRAME = 65536
"""Bytes; a longer message ends the connection, one that is merely too long is refused."""

MOST_CONNECTIONS = 5000
SECONDS_TO_END = 3


def run(
    host: str,
    port: int,
    database: str | None,
    pace: float | None,
    announce: Callable[[str], object],
) -> None:
    """Serves until interrupted; see `spadille.server.serve`."""
    with _listen(host, port) as listener:
        held = claim(database)
        try:
            asyncio.run(_serve(listener, database, PACE if pace is None else pace, announce))
        except KeyboardInterrupt:
            return
        finally:
            if held is not None:
                held.end()


async def _serve(
    listener: socket.socket,
    database: str | None,
    pace: float,
    announce: Callable[[str], object],
) -> None:
    store = await Store.open(database)
    thinkers = Thinkers(THINKERS)
    thinkers.warm_up()
    config = uvicorn.Config(
        make_app(
            Surroundings(store, thinkers, pace=pace),
            found_at=lambda: addresses_for_others(listener),
        ),
        ws="websockets-sansio",
        ws_max_size=LONGEST_FRAME,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    try:
        await _Server(config, lambda: _announce(listener, announce)).serve([listener])
    finally:
        thinkers.shutdown(wait=False, cancel_futures=True)


class _Server(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], object]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._listening()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        raise RefusedError(
            "server/address",
            T("cannot listen on {host}, port {port}: {reason}"),
            host=host,
            port=port,
            reason=getattr(error, "strerror", None) or str(error),
        ) from error
    return listener


def _announce(listener: socket.socket, announce: Callable[[str], object]) -> None:
    """Tells where a browser on this machine finds the server, and then where others do."""
    host, port = listener.getsockname()[:2]
    if host in EVERYWHERE:
        announce(page_address("localhost", port))
        for address in addresses_for_others(listener):
            announce(address)
    else:
        announce(page_address(host, port))
