"""The web application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import msgspec
from litestar import Litestar
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler

from ...game import SpadesError
from ..accounts.accounts import Accounts
from ..accounts.friends import Friends
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
from ..store.checking import TableCheck
from ..thinking.backroom import Backroom
from . import (
    account_api,
    api,
    challenge_api,
    duplicate_api,
    evening_api,
    exercise_api,
    friend_api,
    game_api,
    health,
    openapi,
    rating_api,
)
from .answers import JSON, fail_request, refuse, refuse_address, refuse_request
from .compressing import compressing
from .gate import Gate, admit
from .metrics import Counts
from .moderating import Moderating
from .options import naming_methods
from .pages import FOLDER, SECURITY_HEADERS, page_of, read_pages, show_file, show_page
from .reach import FoundAt, nowhere
from .socket import talk
from .sockets import Sockets
from .state import AppState

_APIS = (
    account_api, api, challenge_api, duplicate_api, evening_api, exercise_api, friend_api, game_api,
    health, openapi, rating_api,
)  # fmt: skip

HANDLERS = tuple(
    handler
    for module in _APIS
    for handler in vars(module).values()
    if isinstance(handler, HTTPRouteHandler)
)
"""The routes defined in these modules."""


def make_app(  # noqa: PLR0913, PLR0917 - a server has many settings
    around: Surroundings,
    pages: Path = FOLDER,
    limits: Limits = USUAL,
    origins: frozenset[str] = frozenset(),
    found_at: FoundAt = nowhere,
    counts: Counts | None = None,
) -> Litestar:
    """Return the application; it closes the store and the executor when it shuts down.

    `origins` are additional addresses of its pages. `found_at` returns the addresses that other
    machines can use, and `counts` collects the request counts.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        """Start the parts of the server, and stop them when it shuts down."""
        app.state = state = AppState(app.state)
        state.around = around
        state.ratings = Ratings(around.store)
        state.hub = hub = Hub(around._replace(strengths=state.ratings.strengths))
        state.challenging = Challenging(hub, around)
        state.duplicates = Duplicates(hub, around)
        state.evenings = Evenings(hub, around)
        passwords = Passwords()
        state.accounts = Accounts(around.store, around.clock, passwords)
        state.leaving = asyncio.Lock()
        state.friends = Friends(around.store, hub.lobby, around.clock)
        state.sockets = Sockets()
        state.gate = Gate(around.clock, limits, origins)
        state.found_at = found_at
        state.openapi = cache(
            lambda: page_of(msgspec.json.encode(openapi.document(HANDLERS)), JSON)
        )
        state.pages = read_pages(pages)
        questions = Backroom(around.questions or around.executor)
        reviews = Backroom(around.reviews or around.executor)
        reviewing = Reviewing(around.store, reviews, around.preparing)
        state.library = Library(hub, around.store, questions, reviewing)
        state.moderating = Moderating(around.store, hub, state.sockets, around.clock)
        checking = TableCheck(around.store)
        try:
            await checking.start()
            hub.start()
            await state.moderating.start()
            await reviewing.start()
            await state.evenings.start()
            yield
        finally:
            await checking.stop()
            await state.evenings.stop()
            await state.moderating.stop()
            await state.challenging.stop()
            await reviewing.stop()
            await hub.stop()
            passwords.close()
            for executor in (around.executor, around.questions, around.reviews):
                if executor is not None:
                    executor.shutdown(cancel_futures=True)
            await around.store.close()

    return Litestar(
        [talk, *HANDLERS, show_page, show_file],
        lifespan=[lifespan],
        openapi_config=None,
        logging_config=None,
        guards=[admit],
        middleware=[naming_methods, compressing, *(() if counts is None else (counts,))],
        exception_handlers={
            SpadesError: refuse,
            HTTPException: refuse_request,
            NotFoundException: refuse_address,
            Exception: fail_request,
        },
        response_headers=SECURITY_HEADERS,
        debug=False,
    )
