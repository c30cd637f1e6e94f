"""Who asks: a browser by the cookie of its session, a program by a token of its own."""

from typing import Any

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State as AppState

from .clock import Clock
from .cookies import cookie_name, session_cookie
from .events import PersonId, person_of
from .gate import Gate
from .guests import Guests, Session
from .refusals import RefusedError

Connection = ASGIConnection[Any, Any, Any, AppState]


async def session_of(connection: Connection) -> PersonId | None:
    """Whom the cookie of a browser stands for, if it has sent one that holds."""
    guests: Guests = connection.app.state.guests
    return await guests.known(_secret(connection))


async def asker_of(connection: Connection, token: str | None) -> PersonId:
    """Who asks.

    Raises:
        RefusedError: when nothing says who it is.
    """
    return identified(await session_of(connection), token)


def identified(session: PersonId | None, token: str | None) -> PersonId:
    """Who somebody is by their session, or, without one, by their token.

    Raises:
        RefusedError: when there is neither.
    """
    if session is not None:
        return session
    if token is None:
        raise no_session()
    return person_of(token)


async def begin_session(connection: Connection, token: str | None) -> tuple[Session, bool]:
    """The session of a browser, and whether it is that of somebody new.

    Raises:
        RefusedError: when too many new ones come from one client.
    """
    guests: Guests = connection.app.state.guests
    clock: Clock = connection.app.state.clock
    gate: Gate = connection.app.state.gate
    found = await guests.come_back(clock, _secret(connection))
    if found is not None:
        return found, False
    gate.welcome(connection)
    return await guests.welcome(clock, None if token is None else person_of(token)), True


def keep_session(connection: Connection, session: Session, answer: Response[bytes]) -> None:
    """Has a browser keep its new secret, if there is one."""
    if session.secret is not None:
        secure = connection.url.scheme in {"https", "wss"}
        answer.set_cookie(session_cookie(connection.headers, session.secret, secure=secure))


def no_session() -> RefusedError:
    return RefusedError(
        "session/none", "it is not known who you are; allow cookies for this page and load it again"
    )


def _secret(connection: Connection) -> str | None:
    return connection.cookies.get(cookie_name(connection.headers))
