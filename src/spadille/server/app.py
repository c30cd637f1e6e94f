"""The web application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException

from ..game import SpadesError
from .answers import fail_request, refuse, refuse_request
from .api import HANDLERS
from .gate import Gate, admit
from .hub import Hub
from .keeper import Surroundings
from .limits import USUAL, Limits
from .pages import FOLDER, SECURITY_HEADERS, read_pages, show_file, show_page
from .reach import FoundAt, nowhere
from .socket import talk


def make_app(
    around: Surroundings,
    pages: Path = FOLDER,
    limits: Limits = USUAL,
    origins: frozenset[str] = frozenset(),
    found_at: FoundAt = nowhere,
) -> Litestar:
    """The application; it closes the store and the executor when it ends.

    `origins` are those under which its pages are known besides the address that is asked,
    `found_at` tells where other machines find them.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        hub = Hub(around)
        app.state.hub = hub
        app.state.clock = around.clock
        app.state.guests = around.store.guests
        app.state.gate = Gate(around.clock, limits, origins)
        app.state.found_at = found_at
        app.state.pages = read_pages(pages)
        hub.start()
        try:
            yield
        finally:
            await hub.stop()
            around.executor.shutdown(cancel_futures=True)
            await around.store.close()

    return Litestar(
        [talk, *HANDLERS, show_page, show_file],
        lifespan=[lifespan],
        openapi_config=None,
        logging_config=None,
        guards=[admit],
        exception_handlers={
            SpadesError: refuse,
            HTTPException: refuse_request,
            Exception: fail_request,
        },
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, exclude_opt_key="exclude_from_compression"
        ),
        response_headers=SECURITY_HEADERS,
        debug=False,
    )
