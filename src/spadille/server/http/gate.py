"""Admits requests: enforces rate limits, and checks that requests come from our pages."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers.base import BaseRouteHandler

from ..allowance import Allowances, Places, often
from ..clock import Clock
from ..limits import Limits
from ..refusals import RefusedError
from ..thinking.backroom import MOST_WAITING
from .answers import JSON
from .guesses import Guesses
from .origin import client_of, known_host, own_page
from .reach import host_asked

LONGEST_NAME = 253
"""The most characters in a host name."""

FILES = "/assets/"
SHARE_OF_A_FILE = 0.2
"""The cost of a file, as a fraction of a request.

A page loads about forty files, and all players in a tournament may share an address.
"""

MOST_QUESTIONS = MOST_WAITING // 2
"""The most questions that one client may have in the back room, so that others get a turn."""

Connection = ASGIConnection[Any, Any, Any, State]


class Gate:
    """The clients' allowances, and the pages that may send requests.

    `origins` are addresses of this server, in addition to the one that a browser connects to.
    """

    def __init__(self, clock: Clock, limits: Limits, origins: frozenset[str]) -> None:
        self.limits = limits
        self.origins = origins
        self.places = Places(limits)
        self._questions = Counter[str]()

        def within(seconds: float, each: float, in_all: float) -> Allowances:
            return Allowances(clock, often(each, seconds), often(in_all, seconds))

        second, minute, hour = 1, 60, 3600
        self._requests = within(
            second, limits.requests_per_second, limits.requests_per_second_in_all
        )
        self._guests = within(minute, limits.guests_per_minute, limits.guests_per_minute_in_all)
        self._tables = within(minute, limits.tables_per_minute, limits.tables_per_minute_in_all)
        self._records = within(minute, limits.records_per_minute, limits.records_per_minute_in_all)
        self._reports = within(hour, limits.reports_per_hour, limits.reports_per_hour_in_all)
        self.guesses = Guesses(clock, limits)

    def admit(self, request: Request[Any, Any, State]) -> None:
        """Admit a request.

        Raises:
            RefusedError: if its client sends too many, it comes from a page of another server, or
                it asks for an unknown server name.
        """
        share = SHARE_OF_A_FILE if request.scope["path"].startswith(FILES) else 1
        if not self._requests.take(client(request), share):
            raise _too_many_requests()
        if not self.is_own(request.headers):
            name = host_asked(request.headers)[:LONGEST_NAME]
            raise RefusedError(
                "host/unknown",
                "this server does not serve the name {name}; the admin can allow it with --origin",
                name=name,
            )
        if request.method != "POST":
            return
        if not own_page(request.headers, self.origins):
            raise RefusedError("origin/other", "this page belongs to another server")
        # Browsers send JSON across sites only with the server's permission, but they always send
        # other types.
        given = request.headers.get("content-type", "").partition(";")[0]
        if given.strip().lower() != JSON:
            raise RefusedError(
                "request/not-json", "send JSON with the content type {type}", type=JSON
            )

    def welcome(self, request: Connection) -> None:
        """Let a client begin a session for a new guest.

        Raises:
            RefusedError: if it has begun too many.
        """
        if not self._guests.take(client(request)):
            raise RefusedError("guests/too-many", "too many new guests; wait a few minutes")

    def register(self, request: Connection) -> None:
        """Let a client choose a password.

        Raises:
            RefusedError: if it has done so too often.
        """
        self.guesses.choose(client(request))

    def is_own(self, headers: Mapping[str, str]) -> bool:
        """Return True if a request names this server, by an address or a known name."""
        return known_host(headers, self.origins)

    def make_tables(self, request: Connection, count: int = 1) -> None:
        """Let a client make that many more tables.

        Raises:
            RefusedError: if it has made too many.
        """
        if not self._tables.take(client(request), count):
            raise RefusedError("tables/too-many", "too many new tables; wait a few minutes")

    def study_records(self, request: Connection) -> None:
        """Let a client open a record, or ask for a review of a game.

        Raises:
            RefusedError: if it has done so too often.
        """
        if not self._records.take(client(request)):
            raise RefusedError("records/too-many", "too many records; wait a few minutes")

    @contextmanager
    def question(self, request: Connection) -> Iterator[None]:
        """Admit another question from a client to the back room, for the duration of the context.

        Raises:
            RefusedError: if too many of its questions are waiting there.
        """
        who = client(request)
        if self._questions[who] >= MOST_QUESTIONS:
            raise _too_many_requests()
        self._questions[who] += 1
        try:
            yield
        finally:
            self._questions[who] -= 1
            if not self._questions[who]:
                del self._questions[who]

    def report(self, request: Connection) -> None:
        """Let a client report a player to the admin.

        Raises:
            RefusedError: if it has done so too often.
        """
        if not self._reports.take(client(request)):
            raise RefusedError("report/too-many", "too many reports; wait an hour or two")


def _too_many_requests() -> RefusedError:
    return RefusedError("request/too-many", "too many requests; wait a moment")


def client(connection: Connection) -> str:
    """Return the client of a connection."""
    address = connection.client
    return client_of(address.host) if address is not None else ""


async def admit(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Admit an HTTP request; see `Gate.admit`. `talk` admits websockets."""
    if isinstance(connection, Request):
        gate: Gate = connection.app.state.gate
        gate.admit(connection)
