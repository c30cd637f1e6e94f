"""Assembles the web application from the features."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import msgspec
from litestar import Litestar
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import ASGIApp

from ..game import SpadesError
from ..table.joining import Strengths
from ..table.model import Table
from . import features
from .features.ratings import Ratings
from .limits import USUAL, Limits
from .live.actor import Services
from .live.executors import BackgroundQueue
from .live.registry import Registry
from .net import answers, credentials, openapi
from .net.admission import Admission, admit
from .net.answers import STATUS
from .net.origin import FoundAt, nowhere
from .net.routes import naming_methods
from .net.sockets import talk
from .net.state import AppState, Feature, Sanctions, Sockets
from .store.maintenance import TableCheck


def _features() -> Iterator[Feature]:
    """Yield the features that modules of `features` declare, in alphabetical order."""
    for module in walk_packages(features.__path__, f"{features.__name__}."):
        feature = getattr(import_module(module.name), "feature", None)
        if isinstance(feature, Feature):
            yield feature


FEATURES = (openapi.feature, credentials.feature, *_features())

HANDLERS = tuple(handler for feature in FEATURES for handler in feature.routes)

FORGET_PEOPLE = tuple(one.forget_people for one in FEATURES if one.forget_people)
"""What features do to forget people, beyond deleting the rows that refer to them."""

EXPORTS = {key: rows for one in FEATURES for key, rows in one.exports.items()}
"""The rows of a person that features export, beyond those that refer to them."""


def with_features(deps: Services) -> Services:
    """Return the services with what features store together with tables."""
    return deps._replace(
        with_events=tuple(one.with_events for one in FEATURES if one.with_events),
        forget_old=tuple(one.forget_old for one in FEATURES if one.forget_old),
        forget_people=FORGET_PEOPLE,
        exports=EXPORTS,
    )


def make_app(  # noqa: PLR0913, PLR0917 - a server has many settings
    deps: Services,
    pages: Path = answers.FOLDER,
    limits: Limits = USUAL,
    origins: frozenset[str] = frozenset(),
    found_at: FoundAt = nowhere,
    counts: Callable[[ASGIApp], ASGIApp] | None = None,
) -> Litestar:
    """Return the application; it closes the store and the executor when it shuts down.

    `origins` are additional addresses of its pages. `found_at` returns the addresses that other
    machines can use, and `counts` collects the request counts.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        """Start the parts of the server, and stop them when it shuts down."""

        async def strengths(table: Table) -> Strengths:
            """Return the strengths of the people at a table, from their ratings."""
            return await state.service(Ratings).strengths(table)

        app.state = state = AppState(app.state)
        state.deps = with_features(deps)._replace(strengths=strengths)
        state.registry = registry = Registry(state.deps)
        state.sockets, state.sanctions = Sockets(), Sanctions()
        state.gate = Admission(deps.clock, limits, origins)
        state.questions = BackgroundQueue(deps.questions or deps.executor)
        state.reviews = BackgroundQueue(deps.reviews or deps.executor)
        state.statuses = {**STATUS, **{c: s for one in FEATURES for c, s in one.statuses.items()}}
        state.found_at = found_at
        state.openapi = cache(
            lambda: answers.page_of(msgspec.json.encode(openapi.document(HANDLERS)), answers.JSON)
        )
        state.pages = answers.read_pages(pages)
        state.engine = answers.read_engine(pages)
        services: dict[type, Any] = {}
        state.services = services
        for feature in FEATURES:
            for make in feature.services:
                service = make(state)
                services[type(service)] = service
        checking = TableCheck(deps.store)
        try:
            await checking.start()
            registry.start()
            for service in services.values():
                await _call(service, "start")
            yield
        finally:
            await checking.stop()
            for service in reversed(services.values()):
                await _call(service, "stop")
            await registry.stop()
            for executor in (deps.executor, deps.questions, deps.reviews):
                if executor is not None:
                    executor.shutdown(cancel_futures=True)
            await deps.store.close()

    return Litestar(
        [talk, *HANDLERS, answers.show_page, answers.show_file],
        lifespan=[lifespan],
        openapi_config=None,
        logging_config=None,
        guards=[admit],
        middleware=[naming_methods, answers.compressing, *(() if counts is None else (counts,))],
        exception_handlers={
            SpadesError: answers.refuse,
            HTTPException: answers.refuse_request,
            NotFoundException: answers.refuse_address,
            Exception: answers.fail_request,
        },
        response_headers=answers.SECURITY_HEADERS,
        debug=False,
    )


async def _call(service: Any, name: str) -> None:
    """Call a method of a service, if it has work in the background to start or stop."""
    method = getattr(service, name, None)
    if method is not None:
        await method()
