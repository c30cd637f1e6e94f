"""The web application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import msgspec
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException

from ...game import SpadesError
from ..accounts.accounts import Accounts
from ..accounts.leaving import Leaving
from ..accounts.passwords import Passwords
from ..challenges.challenging import Challenging
from ..challenges.duplicates import Duplicates
from ..evenings.evenings import Evenings
from ..games.library import Library
from ..games.reviewing import Reviewing
from ..limits import USUAL, Limits
from ..ratings.rating import Ratings
from ..running.hub import Hub
from ..running.keeper import Surroundings
from ..thinking.backroom import Backroom
from .account_api import ACCOUNT_HANDLERS
from .answers import fail_request, refuse, refuse_request
from .api import HANDLERS as OF_TABLES
from .challenge_api import CHALLENGE_HANDLERS
from .counting import Counts
from .duplicate_api import DUPLICATE_HANDLERS
from .evening_api import EVENING_HANDLERS
from .exercise_api import EXERCISE_HANDLERS
from .game_api import GAME_HANDLERS
from .gate import Gate, admit
from .health import show_health
from .moderating import Moderating
from .my_tokens import HANDLERS as OF_TOKENS
from .openapi import document, show_openapi
from .pages import FOLDER, SECURITY_HEADERS, read_pages, show_file, show_page
from .rating_api import RATING_HANDLERS
from .reach import FoundAt, nowhere
from .report_api import HANDLERS as OF_REPORTS
from .socket import talk
from .sockets import Sockets

HANDLERS = (
    *OF_TABLES,
    *CHALLENGE_HANDLERS,
    *DUPLICATE_HANDLERS,
    *EVENING_HANDLERS,
    *EXERCISE_HANDLERS,
    *GAME_HANDLERS,
    *OF_TOKENS,
    *ACCOUNT_HANDLERS,
    *RATING_HANDLERS,
    *OF_REPORTS,
    show_openapi,
    show_health,
)


def make_app(  # noqa: PLR0913, PLR0917 - where a server stands has many sides
    around: Surroundings,
    pages: Path = FOLDER,
    limits: Limits = USUAL,
    origins: frozenset[str] = frozenset(),
    found_at: FoundAt = nowhere,
    counts: Counts | None = None,
) -> Litestar:
    """The application; it closes the store and the executor when it ends.

    `origins` are those under which its pages are known besides the address that is asked,
    `found_at` tells where other machines find them, `counts` gets what is counted.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        ratings = Ratings(around.store)
        hub = Hub(around._replace(strengths=ratings.strengths))
        app.state.hub = hub
        app.state.around = around
        app.state.challenging = challenging = Challenging(hub, around)
        app.state.duplicates = Duplicates(hub, around)
        app.state.evenings = evenings = Evenings(hub, around)
        app.state.clock = around.clock
        app.state.guests = around.store.guests
        app.state.programs = around.store.programs
        passwords = Passwords()
        app.state.accounts = Accounts(around.store, around.clock, passwords)
        app.state.ratings = ratings
        app.state.leaving = Leaving(hub, around.store)
        app.state.sockets = Sockets()
        app.state.gate = Gate(around.clock, limits, origins)
        app.state.found_at = found_at
        app.state.openapi = cache(lambda: msgspec.json.encode(document(HANDLERS)))
        app.state.pages = read_pages(pages)
        questions = Backroom(around.questions or around.executor)
        reviews = Backroom(around.reviews or around.executor)
        reviewing = Reviewing(around.store, reviews, around.preparing)
        app.state.library = Library(hub, around.store, questions, reviewing)
        app.state.moderating = moderating = Moderating(
            around.store, hub, app.state.sockets, around.clock
        )
        hub.start()
        await moderating.start()
        await reviewing.start()
        await evenings.start()
        try:
            yield
        finally:
            await evenings.stop()
            await moderating.stop()
            await challenging.stop()
            await reviewing.stop()
            await hub.stop()
            passwords.close()
            around.executor.shutdown(cancel_futures=True)
            for executor in (around.questions, around.reviews):
                if executor is not None:
                    executor.shutdown(cancel_futures=True)
            await around.store.close()

    return Litestar(
        [talk, *HANDLERS, show_page, show_file],
        lifespan=[lifespan],
        openapi_config=None,
        logging_config=None,
        guards=[admit],
        middleware=[] if counts is None else [counts],
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
