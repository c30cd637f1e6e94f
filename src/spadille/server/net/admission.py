"""Admits requests and connections: rate limits, kept places, and requests from our pages only.

Strangers have an allowance of passwords for each name and one for their client, which limits
guessing. The owner of an account has separate allowances in their session, and in any browser where
they have signed in before. A correct password does not count as a guess, but the work of comparing
it still counts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Literal, NamedTuple

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers.base import BaseRouteHandler

from ...game import Message
from ...table.errors import RefusedError
from ...table.ids import key_of
from ..clock import RateLimiter, Watch, often
from ..limits import Limits
from ..live.executors import MOST_WAITING
from .answers import JSON
from .origin import client_of, host_asked, known_host, own_page

Connection = ASGIConnection[Any, Any, Any, State]

Limited = Literal[
    "requests", "guests", "tables", "records", "reports",
    "passwords", "guesses", "guesses of a name", "owner passwords", "owner guesses",
]  # fmt: skip
"""The names of the limits."""


class RateLimit(NamedTuple):
    """The option for each client, the seconds it is for, and the refusal.

    If it is `shared`, a second option ending in `_in_all` is for all clients together.
    """

    option: str
    seconds: float
    code: str
    message: Message
    shared: bool = True


_PASSWORDS = "passwords/too-many", Message("too many password attempts; wait a few minutes")
_A_NAME = "passwords_per_minute_for_a_name"

LIMITS: Mapping[Limited, RateLimit] = {
    "requests": RateLimit(
        "requests_per_second", 1, "request/too-many", Message("too many requests; wait a moment")
    ),
    "guests": RateLimit(
        "guests_per_minute",
        60,
        "guests/too-many",
        Message("too many new guests; wait a few minutes"),
    ),
    "tables": RateLimit(
        "tables_per_minute",
        60,
        "tables/too-many",
        Message("too many new tables; wait a few minutes"),
    ),
    "records": RateLimit(
        "records_per_minute",
        60,
        "records/too-many",
        Message("too many records; wait a few minutes"),
    ),
    "reports": RateLimit(
        "reports_per_hour",
        3600,
        "report/too-many",
        Message("too many reports; wait an hour or two"),
    ),
    "passwords": RateLimit("passwords_per_minute", 60, *_PASSWORDS),
    "guesses": RateLimit(_A_NAME, 60, *_PASSWORDS, shared=False),
    "guesses of a name": RateLimit(f"{_A_NAME}_in_all", 60, *_PASSWORDS, shared=False),
    "owner passwords": RateLimit("passwords_per_minute", 60, *_PASSWORDS),
    "owner guesses": RateLimit(_A_NAME, 60, *_PASSWORDS, shared=False),
}

SHARE = 10
"""The number of clients that it takes to fill all reserved places; fewer cannot."""

LONGEST_NAME = 253
"""The most characters in a host name."""

FILES = "/assets/"
SHARE_OF_A_FILE = 0.2
"""The cost of a file, as a fraction of a request.

A page loads about forty files, and all players in a tournament may share an address.
"""

UNLIMITED = 1e12

MOST_QUESTIONS = MOST_WAITING // 2
"""The most questions of one client in the background queue, so that others get a turn."""

MOST_AT_ONCE = 4
"""The most passwords to compare at once for one client, so that it does not fill the queue."""

WRONG = "account/wrong"
"""The code of the refusal for a wrong password."""


class RateLimits:
    """The allowances that clients have left, by the name of the limit."""

    def __init__(self, clock: Watch, limits: Limits) -> None:
        self._limiters: dict[Limited, RateLimiter] = {}
        self._at_once = Counter[tuple[Limited, str]]()
        for name, one in LIMITS.items():
            each: float = getattr(limits, one.option)
            in_all: float = getattr(limits, f"{one.option}_in_all") if one.shared else UNLIMITED
            rates = often(each, one.seconds), often(in_all, one.seconds)
            self._limiters[name] = RateLimiter(clock, *rates)

    def limit(self, name: Limited, key: str, count: float = 1) -> None:
        """Count what the client `key` does; raise RefusedError if that is too often."""
        if not self._limiters[name].take(key, count):
            raise self._refusal(name)

    @contextmanager
    def at_once(self, name: Limited, key: str, most: int) -> Iterator[None]:
        """Raise RefusedError if a client is already within this context `most` times."""
        if self._at_once[name, key] >= most:
            raise self._refusal(name)
        self._at_once[name, key] += 1
        try:
            yield
        finally:
            self._at_once[name, key] -= 1
            if not self._at_once[name, key]:
                del self._at_once[name, key]

    def by_stranger(self, client: str, name: str, *, session: bool) -> AbstractContextManager[None]:
        """Let a client try the password of a name, whether the name exists or not.

        Browsers with a session are counted separately from clients without one.
        """
        key = key_of(name)
        guesses: tuple[tuple[Limited, str], ...] = (
            ("guesses", f"{client} {session} {key}"),
            ("guesses of a name", key),
        )
        return self._trying("passwords", client, guesses)

    def by_owner(self, who: str) -> AbstractContextManager[None]:
        """Let an owner try their password; `who` is a person with a session, or a known browser."""
        return self._trying("owner passwords", who, (("owner guesses", who),))

    @contextmanager
    def _trying(
        self, work: Limited, who: str, guesses: Sequence[tuple[Limited, str]]
    ) -> Iterator[None]:
        with self.at_once(work, who, MOST_AT_ONCE):
            taken: list[tuple[Limited, str]] = []
            try:
                for name, key in (*guesses, (work, who)):
                    self.limit(name, key)
                    taken.append((name, key))
            except RefusedError:
                self._give_back(taken)  # a refused attempt costs others nothing
                raise
            try:
                yield
            except RefusedError as refusal:
                if refusal.code != WRONG:
                    self._give_back(guesses)
                raise
            else:
                self._give_back(guesses)

    def _give_back(self, taken: Sequence[tuple[Limited, str]]) -> None:
        for name, key in taken:
            self._limiters[name].give_back(key)

    def _refusal(self, name: Limited) -> RefusedError:
        return RefusedError(LIMITS[name].code, LIMITS[name].message)


class Place(NamedTuple):
    """A websocket's place; if it is `kept`, the client must prove that it has a seat in a game."""

    client: str
    kept: bool


class ConnectionSlots:
    """The places that websockets take, for each client and in total."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken = Counter[Place]()
        self._in_all = Counter[bool]()

    def take(self, client: str) -> Place | None:
        """Return a place for one more websocket of a client, or None if none is free."""
        limits = self._limits
        for kept, own, in_all in (
            (False, limits.sockets_per_client, limits.sockets_in_all),
            (True, -(-limits.sockets_kept // SHARE), limits.sockets_kept),
        ):
            place = Place(client, kept)
            if self._taken[place] < own and self._in_all[kept] < in_all:
                self._taken[place] += 1
                self._in_all[kept] += 1
                return place
        return None

    def give_back(self, place: Place) -> None:
        """Free the place of a websocket that has closed."""
        self._taken[place] -= 1
        self._in_all[place.kept] -= 1
        if not self._taken[place]:
            del self._taken[place]


class Admission:
    """The clients' allowances, and the pages that may send requests.

    `origins` are addresses of this server, in addition to the one that a browser connects to.
    """

    def __init__(self, clock: Watch, limits: Limits, origins: frozenset[str]) -> None:
        self.limits = limits
        self.origins = origins
        self.places = ConnectionSlots(limits)
        self.rates = RateLimits(clock, limits)

    def admit(self, request: Request[Any, Any, State]) -> None:
        """Admit a request, or raise RefusedError.

        It is refused if its client sends too many, it comes from a page of another server, or it
        asks for an unknown server name.
        """
        share = SHARE_OF_A_FILE if request.scope["path"].startswith(FILES) else 1
        self.rates.limit("requests", client(request), share)
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

    def is_own(self, headers: Mapping[str, str]) -> bool:
        """Return True if a request names this server, by an address or a known name."""
        return known_host(headers, self.origins)


def client(connection: Connection) -> str:
    """Return the client of a connection."""
    address = connection.client
    return client_of(address.host) if address is not None else ""


def limit(name: Limited, request: Connection, count: float = 1) -> None:
    """Count what the client of a request does; raise RefusedError if that is too often."""
    gate: Admission = request.app.state.gate
    gate.rates.limit(name, client(request), count)


def question(request: Connection) -> AbstractContextManager[None]:
    """Admit another question of a client to the background queue, unless many are waiting."""
    gate: Admission = request.app.state.gate
    return gate.rates.at_once("requests", client(request), MOST_QUESTIONS)


async def admit(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Admit an HTTP request; see `Admission.admit`. `talk` admits websockets."""
    if isinstance(connection, Request):
        gate: Admission = connection.app.state.gate
        gate.admit(connection)
