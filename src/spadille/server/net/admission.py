"""Admits requests: enforces rate limits, and checks that requests come from our pages.

Limits on password attempts by strangers, from known browsers, and in a session.

Strangers have an allowance for each name and one for their client, which limits guessing. The owner
of an account has separate allowances in their session, and in any browser where they have signed in
before. A correct password does not count as a guess, but the work of comparing it still counts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers.base import BaseRouteHandler

from ..clock import Clock, Watch
from ..errors import RefusedError
from ..ids import key_of
from ..limits import Limits
from ..live.executors import MOST_WAITING
from ..rate_limit import ConnectionSlots, Rate, RateLimiter, often
from .answers import JSON
from .origin import client_of, host_asked, known_host, own_page

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


class Admission:
    """The clients' allowances, and the pages that may send requests.

    `origins` are addresses of this server, in addition to the one that a browser connects to.
    """

    def __init__(self, clock: Clock, limits: Limits, origins: frozenset[str]) -> None:
        self.limits = limits
        self.origins = origins
        self.places = ConnectionSlots(limits)
        self._questions = Counter[str]()

        def within(seconds: float, each: float, in_all: float) -> RateLimiter:
            return RateLimiter(clock, often(each, seconds), often(in_all, seconds))

        second, minute, hour = 1, 60, 3600
        self._requests = within(
            second, limits.requests_per_second, limits.requests_per_second_in_all
        )
        self._guests = within(minute, limits.guests_per_minute, limits.guests_per_minute_in_all)
        self._tables = within(minute, limits.tables_per_minute, limits.tables_per_minute_in_all)
        self._records = within(minute, limits.records_per_minute, limits.records_per_minute_in_all)
        self._reports = within(hour, limits.reports_per_hour, limits.reports_per_hour_in_all)
        self.guesses = PasswordLimits(clock, limits)

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
    """Admit an HTTP request; see `Admission.admit`. `talk` admits websockets."""
    if isinstance(connection, Request):
        gate: Admission = connection.app.state.gate
        gate.admit(connection)


MOST_AT_ONCE = 4
"""The most passwords to compare at once for one client, so that it does not fill the queue."""

WRONG = "account/wrong"
"""The code of the refusal for a wrong password."""

_MINUTE = 60
_UNLIMITED = Rate(1e12, 1e12)

Counted = tuple[RateLimiter, str]
"""An allowance and its key."""


class PasswordLimits:
    """The allowances for passwords."""

    def __init__(self, clock: Watch, limits: Limits) -> None:
        def a_minute(each: float, in_all: Rate = _UNLIMITED) -> RateLimiter:
            return RateLimiter(clock, often(each, _MINUTE), in_all)

        everybody = often(limits.passwords_per_minute_in_all, _MINUTE)
        self._at_once = Counter[str]()
        self._work = a_minute(limits.passwords_per_minute, everybody)
        self._guesses = a_minute(limits.passwords_per_minute_for_a_name)
        self._guesses_in_all = a_minute(limits.passwords_per_minute_for_a_name_in_all)
        self._owners_work = a_minute(limits.passwords_per_minute, everybody)
        self._owners_guesses = a_minute(limits.passwords_per_minute_for_a_name)

    def choose(self, client: str) -> None:
        """Let a client choose a password.

        Raises:
            RefusedError: if it has done so too often.
        """
        if not self._work.take(client):
            raise too_many_passwords()

    @contextmanager
    def by_stranger(self, client: str, name: str, *, session: bool) -> Iterator[None]:
        """Let a client try the password of a name, whether the name exists or not.

        Browsers with a session are counted separately from clients without one.

        Raises:
            RefusedError: if it has guessed too often, or all strangers together have.
        """
        key = key_of(name)
        guessed = (
            (self._guesses, f"{client} {session} {key}"),
            (self._guesses_in_all, key),
        )
        with self._trying(client, guessed, (self._work, client)):
            yield

    @contextmanager
    def by_owner(self, who: str) -> Iterator[None]:
        """Let an owner try their password; `who` is a person with a session, or a known browser.

        Raises:
            RefusedError: if it was wrong too often, or was compared too often.
        """
        with self._trying(who, ((self._owners_guesses, who),), (self._owners_work, who)):
            yield

    @contextmanager
    def _trying(self, who: str, guessed: Sequence[Counted], work: Counted) -> Iterator[None]:
        if self._at_once[who] >= MOST_AT_ONCE:
            raise too_many_passwords()
        taken: list[Counted] = []
        for allowances, key in (*guessed, work):
            if not allowances.take(key):
                _give_back(taken)  # a refused attempt costs others nothing
                raise too_many_passwords()
            taken.append((allowances, key))
        self._at_once[who] += 1
        try:
            yield
        except RefusedError as refusal:
            if refusal.code != WRONG:
                _give_back(guessed)
            raise
        else:
            _give_back(guessed)
        finally:
            self._at_once[who] -= 1
            if not self._at_once[who]:
                del self._at_once[who]


def _give_back(taken: Sequence[Counted]) -> None:
    for allowances, key in taken:
        allowances.give_back(key)


def too_many_passwords() -> RefusedError:
    """Return the refusal for a client with too many password attempts."""
    return RefusedError("passwords/too-many", "too many password attempts; wait a few minutes")
