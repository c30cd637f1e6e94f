"""Authentication: of a browser by its session cookie, and of a bot by its token.

The server makes both for new people, up to a limit for each client. Clients cannot invent an
identity.

Each route declares once who may use it. `docs/bot-api.md` lists the scopes of tokens, and
`docs/hosting/moderation.md` the rights of muted and banned people.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, NamedTuple, cast, get_args
from urllib.parse import urlsplit

from litestar import Response
from litestar.datastructures import Cookie

from ...table.commands import Asker
from ...table.errors import RefusedError
from ...table.events import PersonId
from ...table.requests import Chat, Resync, Speak, TableRequest
from ...table.rule_choice import RuleChoice, has_own_words
from ...table.seats import SOMEBODY, plain_name
from .admission import Connection
from .credentials import FORGOTTEN_AFTER, Scope, SessionStore, TokenStore
from .state import AppState

ACCESS = "access"
"""The route option that declares the access to the route."""

Who = Literal["everyone", "caller", "person", "browser"]
"""Everyone; a caller with an identity (a person or a bot); a person; a person with a cookie."""


class Access(NamedTuple):
    """Which callers may use a route, and the `scope` that a token needs for it.

    Muted people cannot use a route that `says` something to others. Banned people can use one that
    is `for_banned`, so that they can take their data and leave.
    """

    who: Who
    scope: Scope | None = None
    says: bool = False
    for_banned: bool = False


EVERYONE = Access("everyone")
CALLER = Access("caller")
PLAYING = Access("caller", "play")
MAKING = Access("caller", "tables")
PERSON = Access("person")
BROWSER = Access("browser")
LEAVING = Access("browser", for_banned=True)

NAMING = Access("browser", says=True)
"""Setting a name that others will read."""

SHARING = Access("person", says=True)
"""Sharing a text with everyone who gets its link."""

PUBLISHING = Access("caller", "tables", says=True)
"""Publishing something with a custom name, for others to join."""

TALKING = Access("caller", "talk", says=True)
WATCHING = Access("caller")

AT_TABLES: Mapping[type[TableRequest], Access] = {Speak: TALKING, Chat: TALKING, Resync: WATCHING}
"""The access needed for messages at a table; messages not listed here need `PLAYING`."""

EVERYTHING: frozenset[Scope] = frozenset(get_args(Scope))

NOBODY = "session/none"
"""The code of the refusal for clients without an identity."""


class Caller(NamedTuple):
    """The caller of a route or at a table, and their permissions."""

    person: PersonId
    program: bool = False
    scopes: frozenset[Scope] = EVERYTHING
    muted: bool = False

    def check(self, scope: Scope) -> None:
        """Check that the token allows a scope; raise RefusedError if it does not."""
        if scope not in self.scopes:
            raise RefusedError(
                "token/scope", "this token does not allow that; it needs {scope}", scope=scope
            )

    def check_speech(self) -> None:
        """Refuse text for others from a muted person; raise RefusedError if they are muted."""
        if self.muted:
            raise RefusedError("talk/muted", "the admin has muted you: no one sees your messages")

    def check_words(self, *choices: RuleChoice) -> None:
        """Refuse custom titles and side names; raise RefusedError if a muted person has any."""
        if self.muted and any(map(has_own_words, choices)):
            raise RefusedError(
                "talk/muted", "you are muted; leave out your own title and side names"
            )

    def named(self, name: str) -> Asker:
        """Return the caller as an asker at a table; muted people have no name there."""
        return Asker(self.person, SOMEBODY if self.muted else plain_name(name), self.program)


Identify = Callable[[str | None], Awaitable[Caller]]
"""Returns the caller, given an optional token from a message."""


async def session_of(connection: Connection) -> PersonId | None:
    """Return the person that a browser's cookie identifies, if it is valid."""
    return await _state(connection).deps.store.section(SessionStore).known(SECRET.read(connection))


class Identity:
    """The identity at the other end of a connection; keeps only that part of the request.

    A known browser remains the same person for as long as the connection lasts, even if its cookie
    is replaced during that time.
    """

    def __init__(self, connection: Connection) -> None:
        self._state = _state(connection)
        self._secret = SECRET.read(connection)
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        self._bearer = token.strip() if kind.lower() == "bearer" else ""
        self._known: Caller | None = None

    async def __call__(self, token: str | None) -> Caller:
        """Return the caller identified by the connection, or else by the token in a message.

        Raise RefusedError if there is neither, the token is invalid, or the caller is banned.
        """
        if self._known is None:
            self._known = await self.known()
        if self._known is not None:
            return self._known
        if token is None:
            raise no_session()
        return await self._program(token)

    async def known(self) -> Caller | None:
        """Return the caller identified by the connection's cookie or `Authorization: Bearer` token.

        Raise RefusedError if the token is invalid, or the caller is banned.
        """
        caller = await self.by_cookie()
        if caller is not None:
            return caller
        return await self._program(self._bearer) if self._bearer else None

    async def by_cookie(self, *, for_banned: bool = False) -> Caller | None:
        """Return the caller with this cookie; refuse one who is banned, unless `for_banned`."""
        person = await self._state.deps.store.section(SessionStore).known(self._secret)
        if person is None:
            return None
        moderation = self._state.sanctions
        if not for_banned:
            moderation.check_entry(person)
        return Caller(person, muted=moderation.is_muted(person))

    async def _program(self, token: str) -> Caller:
        deps, moderation = self._state.deps, self._state.sanctions
        found = await deps.store.section(TokenStore).known(deps.clock, token)
        if found is None:
            raise RefusedError("token/unknown", "this token is invalid or was revoked")
        people = found.person, found.owner
        moderation.check_entry(*people)
        muted = moderation.is_muted(*people)
        return Caller(found.person, program=True, scopes=found.scopes, muted=muted)


async def caller_of(connection: Connection, token: str | None = None) -> Caller:
    """Return the caller if the route's declaration lets them use it (see `Access`).

    A cookie or token that comes with the request takes precedence over a token in a message. Raise
    RefusedError if the identity is missing, the token is invalid, or the caller may not use the
    route.
    """
    access: Access = connection.route_handler.opt[ACCESS]
    identity = Identity(connection)
    if access.who == "browser":
        caller = await identity.by_cookie(for_banned=access.for_banned)
        if caller is None:
            raise no_session()
    else:
        caller = await identity(token)
    return admitted(caller, access)


def admitted(caller: Caller, access: Access) -> Caller:
    """Return the caller if they have this access; raise RefusedError if they do not."""
    if access.who == "person" and caller.program:
        raise RefusedError("token/person", "this is only for people, not for bots")
    if access.scope is not None:
        caller.check(access.scope)
    if access.says:
        caller.check_speech()
    return caller


def no_session() -> RefusedError:
    """Return the refusal for a request without a valid session or token."""
    return RefusedError(
        NOBODY,
        "you are not signed in; allow cookies for this page and reload it, or send a "
        "token if you are a bot",
    )


class KeptCookie(NamedTuple):
    """A cookie that scripts cannot read and other sites cannot send.

    If the page was loaded over TLS, perhaps from a proxy (`Origin`), browsers return the cookie
    only over TLS.
    """

    suffix: str
    path: str

    def name(self, headers: Mapping[str, str]) -> str:
        """Return its name, which includes the port, because browsers send cookies to all ports.

        >>> SECRET.name({"host": "localhost:8000"}), SECRET.name({"host": "spades.example"})
        ('spadille-8000', 'spadille')
        """
        try:
            port = urlsplit(f"//{headers.get('host', '')}").port
        except ValueError:
            port = None
        return f"spadille{'' if port is None else f'-{port}'}{self.suffix}"

    def read(self, connection: Connection) -> str | None:
        """Return the value that a browser has kept."""
        return connection.cookies.get(self.name(connection.headers))

    def keep(self, connection: Connection, value: str, answer: Response[bytes]) -> None:
        """Store a value in a browser."""
        secure = connection.url.scheme in {"https", "wss"}
        answer.set_cookie(self.of(connection.headers, value, secure=secure))

    def of(self, headers: Mapping[str, str], value: str, *, secure: bool) -> Cookie:
        """Return the cookie with a value."""
        return Cookie(
            key=self.name(headers),
            value=value,
            max_age=int(FORGOTTEN_AFTER),
            path=self.path,
            httponly=True,
            samesite="strict",
            secure=secure or headers.get("origin", "").lower().startswith("https:"),
        )

    def forget(self, connection: Connection, answer: Response[bytes]) -> None:
        """Delete the value in a browser."""
        answer.delete_cookie(self.name(connection.headers), path=self.path)


SECRET = KeptCookie("", "/")
"""The cookie with the secret of a session."""

MARKS = KeptCookie("-known", "/api/me")
"""The cookie with the marks that a browser keeps; see `accounts.marks_with`."""


def _state(connection: Connection) -> AppState:
    return cast(AppState, connection.app.state)
