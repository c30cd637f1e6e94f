"""Who asks: a browser by the cookie of its session, a program by a token.

The server has made both, each for somebody new and so many only for a client: who makes up another
person is nobody.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, cast, get_args
from urllib.parse import urlsplit

from litestar import Response
from litestar.datastructures import Cookie

from ..asking.requests import Asker
from ..messages.http_messages import Scope
from ..refusals import RefusedError
from ..store.guests import FORGOTTEN_AFTER, Session
from ..table.events import PersonId, person_of
from ..table.seating import plain_name
from .gate import Connection
from .state import AppState

EVERYTHING: frozenset[Scope] = frozenset(get_args(Scope))

NOBODY = "session/none"
"""The code of refusals of those of whom nothing says who they are."""


class Caller(NamedTuple):
    """Who asks, and what they may do."""

    person: PersonId
    program: bool = False
    scopes: frozenset[Scope] = EVERYTHING

    def check(self, scope: Scope) -> None:
        """Refuses what a token does not allow.

        Raises:
            RefusedError: when it does not.
        """
        if scope not in self.scopes:
            raise RefusedError(
                "token/scope", "this token does not allow that; it needs {scope}", scope=scope
            )

    def named(self, name: str) -> Asker:
        """Who asks something of a table under that name."""
        return Asker(self.person, plain_name(name), self.program)


Identify = Callable[[str | None], Awaitable[Caller]]
"""Tells who somebody is who may say a token."""


async def session_of(connection: Connection) -> PersonId | None:
    """Whom the cookie of a browser stands for, if it has sent one that holds."""
    return await _state(connection).around.store.guests.known(secret_of(connection))


async def session_owner(connection: Connection) -> PersonId:
    """Whom the cookie of a browser stands for.

    Raises:
        RefusedError: when it has sent none that holds.
    """
    person = await session_of(connection)
    if person is None:
        raise no_session()
    return person


class Identity:
    """Who is at the other end of a connection; of its request that is kept which may say so.

    A browser that was known when it came is that person for as long as the connection lasts, though
    its cookie is replaced meanwhile.
    """

    def __init__(self, connection: Connection) -> None:
        self._state = _state(connection)
        self._secret = secret_of(connection)
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        self._bearer = token.strip() if kind.lower() == "bearer" else ""
        self._known: Caller | None = None

    async def __call__(self, token: str | None) -> Caller:
        """Who it is, by what came with the connection or else by the token in a message.

        Raises:
            RefusedError: when nothing says who it is, the token does not hold, or they are banned.
        """
        if self._known is None:
            self._known = await self.known()
        if self._known is not None:
            return self._known
        if token is None:
            raise no_session()
        return await self._program(token)

    async def known(self) -> Caller | None:
        """Who it is by a cookie or token (`Authorization: Bearer`) that came with the connection.

        Raises:
            RefusedError: when the token does not hold, or they are banned.
        """
        session = await self._state.around.store.guests.known(self._secret)
        if session is not None:
            self._state.moderating.check_entry(session)
            return Caller(session)
        return await self._program(self._bearer) if self._bearer else None

    async def _program(self, token: str) -> Caller:
        around, moderating = self._state.around, self._state.moderating
        found = await around.store.programs.known(around.clock, token)
        if found is None:
            raise RefusedError("token/unknown", "this token does not hold, or not any more")
        moderating.check_entry(found.person)
        return Caller(found.person, program=True, scopes=found.scopes)


async def caller_of(
    connection: Connection, token: str | None, scope: Scope | None = None
) -> Caller:
    """Who asks, by what comes with each request or else by the token in a message.

    Raises:
        RefusedError: when nothing says who it is, the token does not hold, or not for that `scope`.
    """
    caller = await Identity(connection)(token)
    if scope is not None:
        caller.check(scope)
    return caller


async def asker_of(connection: Connection, token: str | None) -> PersonId:
    """Who asks for what is there for people alone.

    Raises:
        RefusedError: when nothing says who it is, or a program asks.
    """
    caller = await caller_of(connection, token)
    if caller.program:
        raise RefusedError("token/person", "this is for people; programs have no part in it")
    return caller.person


async def begin_session(connection: Connection, token: str | None) -> tuple[Session, bool]:
    """The session of a browser, and whether it is that of somebody new.

    Raises:
        RefusedError: when too many new ones come from one client.
    """
    state = _state(connection)
    guests, clock = state.around.store.guests, state.around.clock
    found = await guests.come_back(clock, secret_of(connection))
    if found is not None:
        return found, False
    state.gate.welcome(connection)
    before = None if token is None else person_of(token)
    if before is not None and await state.around.store.accounts.of(before) is not None:
        before = None
    return await guests.welcome(clock, before), True


def keep_session(connection: Connection, session: Session, answer: Response[bytes]) -> None:
    """Has a browser keep its new secret, if there is one."""
    if session.secret is not None:
        secure = connection.url.scheme in {"https", "wss"}
        answer.set_cookie(session_cookie(connection.headers, session.secret, secure=secure))


def forget_session(connection: Connection, answer: Response[bytes]) -> None:
    """Has a browser forget its secret."""
    answer.delete_cookie(cookie_name(connection.headers), path="/")


def no_session() -> RefusedError:
    return RefusedError(
        NOBODY,
        "it is not known who you are; allow cookies for this page and load it again, or, as a "
        "program, say a token",
    )


def secret_of(connection: Connection) -> str | None:
    """What the cookie of a browser says."""
    return connection.cookies.get(cookie_name(connection.headers))


def cookie_name(headers: Mapping[str, str]) -> str:
    """The name of the cookie, one for each port: browsers send cookies to all ports of an address.

    >>> cookie_name({"host": "localhost:8000"}), cookie_name({"host": "spades.example"})
    ('spadille-8000', 'spadille')
    """
    try:
        port = urlsplit(f"//{headers.get('host', '')}").port
    except ValueError:
        port = None
    return "spadille" if port is None else f"spadille-{port}"


def session_cookie(headers: Mapping[str, str], secret: str, *, secure: bool) -> Cookie:
    """A secret as a cookie that no script reads and no other site has sent.

    Where the page came over TLS, perhaps to a proxy (`Origin`), it goes back over TLS only.
    """
    return Cookie(
        key=cookie_name(headers),
        value=secret,
        max_age=int(FORGOTTEN_AFTER),
        path="/",
        httponly=True,
        samesite="strict",
        secure=secure or headers.get("origin", "").lower().startswith("https:"),
    )


def _state(connection: Connection) -> AppState:
    return cast(AppState, connection.app.state)
