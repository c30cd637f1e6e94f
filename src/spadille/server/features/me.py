"""HTTP routes for the player's name, tokens, and stored data.

A client that sends a password gets a new session, so that anyone who set or saw the old secret is
signed out. When a session ends, so do its connections to tables.
"""

from typing import Annotated, Literal, cast

from litestar import Response
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from ...table.events import PersonId, person_of
from ...table.requests import Body, Name, Token
from ...table.seats import plain_name
from ..clock import SECONDS_A_DAY
from ..net.admission import client, limit
from ..net.answers import JSON, Asked, in_json
from ..net.credentials import (
    FORGOTTEN_AFTER,
    MOST_TOKENS,
    Scope,
    Session,
    SessionStore,
    TokenInfo,
    TokenMade,
    TokenStore,
)
from ..net.identity import BROWSER, EVERYONE, LEAVING, MARKS, NAMING, SECRET, caller_of
from ..net.routes import Routes
from ..net.state import AppState, Feature
from .accounts import Accounts, known_as, marks_with
from .contests.tournament import Tournaments
from .games.store import GameStore
from .passwords import Passwords
from .personal_data import PersonalData, forget
from .ratings import RatingInfo, Ratings


class NewSession(Body, frozen=True):
    """Asks for a session, or for the renewal of one.

    `token` is a browser's secret from before sessions existed.
    """

    token: Token | None = None


class SessionMade(Struct, frozen=True):
    """A session now exists, and its cookie identifies the player. `fresh` marks a new player."""

    fresh: bool


class NewToken(Body, frozen=True):
    """Asks for a token for a bot; with no `scopes` it may only watch."""

    name: Name
    scopes: Annotated[tuple[Scope, ...], Meta(max_length=3)] = ("play",)


class Tokens(Struct, frozen=True):
    """The requesting player's tokens, newest first; a player may have up to `most`."""

    tokens: tuple[TokenInfo, ...]
    most: int


class EndToken(Body, frozen=True):
    """Revokes a token: bots can no longer connect with it, and connected ones are disconnected."""

    id: Annotated[str, Meta(min_length=1, max_length=16)]


LONGEST_PASSWORD = 200
"""The most characters in a password: more would add no security and only take longer."""

Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


class ShowMe(Body, frozen=True):
    """Shows or hides the player's ratings under their registered name."""

    shown: bool


class KeptFor(Struct, frozen=True):
    """How many days unused data is kept here; 0 means forever.

    A game that has been idle for `abandoned` days ends without an outcome.
    """

    games: float
    abandoned: float
    browsers: float


class AboutMe(Struct, frozen=True):
    """The data that the server has about a player, and how long it is `kept`.

    `registered` is the player's name, or None for a guest. `since` is when they registered, in
    seconds since 1970. `browsers` counts the browsers that are signed in, `tables` the tables where
    they have a seat, and `finished` their finished games. Others see the `ratings` if `shown` is
    set.
    """

    registered: str | None
    since: float | None
    browsers: int
    tables: int
    finished: int
    shown: bool
    ratings: tuple[RatingInfo, ...]
    kept: KeptFor


class Credentials(Body, frozen=True):
    """A name and its password, to register or to sign in."""

    name: Name
    password: Password


class ChangePassword(Body, frozen=True):
    """Replaces the password; all other browsers are signed out."""

    password: Password
    new_password: Password


class SignOut(Body, frozen=True):
    """Ends this browser's session, or the sessions in all browsers if `everywhere` is set."""

    everywhere: bool = False


class DeleteMe(Body, frozen=True):
    """Forgets all data about the requesting player; guests have no password."""

    forget: Literal["everything"]
    password: Password = ""


routes = Routes()


@routes.post("/api/session", EVERYONE, answers=SessionMade, status=HTTP_200_OK)
async def make_session(
    request: Asked, state: AppState, accounts: Accounts, sessions: SessionStore, body: NewSession
) -> Response[bytes]:
    """Give a browser a cookie that identifies it, and renew the cookie from time to time."""
    clock = state.deps.clock
    session = await sessions.come_back(clock, SECRET.read(request))
    fresh = session is None
    if session is None:
        limit("guests", request)
        before = None if body.token is None else person_of(body.token)
        if before is not None and await accounts.kept.of(before) is not None:
            before = None
        session = await sessions.welcome(clock, before)
    return _with_secret(request, session, in_json(request, SessionMade(fresh)))


@routes.get("/api/me")
async def show_me(state: AppState, viewer: PersonId | None) -> AboutMe:
    """Return the registration of the requesting player, and how much data they have."""
    return await _about(state, viewer)


@routes.post("/api/me/register", NAMING, answers=AboutMe)
async def register(
    request: Asked, accounts: Accounts, person: PersonId, body: Credentials
) -> Response[bytes]:
    """Register a name for a guest, who keeps all their existing data."""
    limit("passwords", request)
    return await _signed_in(
        request, await accounts.register(person, plain_name(body.name), body.password)
    )


@routes.post("/api/me/sign-in", EVERYONE, answers=AboutMe, status=HTTP_200_OK)
async def sign_in(
    request: Asked, state: AppState, accounts: Accounts, viewer: PersonId | None, body: Credentials
) -> Response[bytes]:
    """Sign a browser in as a registered player instead of a guest."""
    account = await accounts.kept.named(body.name)
    known = known_as(account, MARKS.read(request))
    if account is not None and account.person == viewer:
        known = viewer
    rates = state.gate.rates
    attempt = (
        rates.by_stranger(client(request), body.name, session=viewer is not None)
        if known is None
        else rates.by_owner(known)
    )
    with attempt:
        session = await accounts.sign_in(
            SECRET.read(request), body.name, body.password, first=known is not None
        )
    if viewer is not None:
        state.sockets.hang_up(viewer)
    return await _signed_in(request, session)


@routes.post("/api/me/password", LEAVING, answers=AboutMe, status=HTTP_200_OK)
async def change_password(
    request: Asked, state: AppState, accounts: Accounts, person: PersonId, body: ChangePassword
) -> Response[bytes]:
    """Change the player's password and sign all other browsers out."""
    with state.gate.rates.by_owner(person):
        session = await accounts.change_password(person, body.password, body.new_password)
    return await _signed_in(request, session)


@routes.post("/api/me/shown", BROWSER, status=HTTP_200_OK)
async def show_me_to_others(
    state: AppState, accounts: Accounts, person: PersonId, body: ShowMe
) -> AboutMe:
    """Show or hide a registered player's ratings."""
    await accounts.show(person, shown=body.shown)
    return await _about(state, person)


@routes.post("/api/me/sign-out", EVERYONE, answers=AboutMe, status=HTTP_200_OK)
async def sign_out(
    request: Asked, sessions: SessionStore, viewer: PersonId | None, body: SignOut
) -> Response[bytes]:
    """End the session of one browser, or of all the player's browsers."""
    if viewer is not None and body.everywhere:
        await sessions.end_all(viewer)
    else:
        await sessions.end(SECRET.read(request))
    return await _signed_out(request, viewer)


@routes.post("/api/me/delete", LEAVING, answers=AboutMe, status=HTTP_200_OK)
async def delete_me(
    request: Asked, state: AppState, accounts: Accounts, person: PersonId, body: DeleteMe
) -> Response[bytes]:
    """Delete the player and their bots; other people's games no longer show the player's name."""
    if await accounts.kept.of(person) is not None:
        with state.gate.rates.by_owner(person):
            await accounts.check(person, body.password)
    async with accounts.leaving:  # each deletion searches all the data
        await caller_of(request)  # on a second request, the player is already gone
        programs = await state.service(TokenStore).suspend(person)
        for program in programs:  # first, or the bot might take its seats back
            state.sockets.send_away(program)
        gone = {person, *programs}
        for one in gone:
            await state.service(Tournaments).forget(one)
        await forget(state.registry, state.deps.store, gone, state.deps.forget_people)
    answer = await _signed_out(request, person)
    MARKS.forget(request, answer)
    return answer


@routes.get("/api/me/data", LEAVING, answers=dict)
async def show_my_data(
    request: Asked, state: AppState, stored: PersonalData, person: PersonId
) -> Stream:
    """Return all data about the requesting player, as a file."""
    limit("records", request)
    file = {"content-disposition": 'attachment; filename="spadille-data.json"'}
    data = stored.data_of(person, state.deps.exports)
    return Stream(data, media_type=JSON, headers=file)


@routes.get("/api/my/tokens")
async def show_my_tokens(tokens: TokenStore, viewer: PersonId | None) -> Tokens:
    """Return the requesting player's tokens, without the secrets."""
    return Tokens(() if viewer is None else await tokens.tokens_of(viewer), MOST_TOKENS)


@routes.post("/api/my/tokens", BROWSER)
async def make_token(
    request: Asked, state: AppState, tokens: TokenStore, person: PersonId, body: NewToken
) -> TokenMade:
    """Make a token that a bot connects with; guests can have tokens too."""
    limit("guests", request)
    return await tokens.make(state.deps.clock, person, plain_name(body.name), body.scopes)


@routes.post("/api/my/tokens/end", LEAVING, status=HTTP_200_OK)
async def end_token(
    state: AppState, tokens: TokenStore, person: PersonId, body: EndToken
) -> Tokens:
    """Revoke a token and return the remaining ones."""
    state.sockets.send_away(await tokens.revoke(person, body.id))
    return Tokens(await tokens.tokens_of(person), MOST_TOKENS)


def _with_secret(request: Asked, session: Session, answer: Response[bytes]) -> Response[bytes]:
    if session.secret is not None:
        SECRET.keep(request, session.secret, answer)
    return answer


async def _signed_in(request: Asked, session: Session) -> Response[bytes]:
    state = cast(AppState, request.app.state)
    state.sockets.hang_up(session.person)
    answer = _with_secret(request, session, in_json(request, await _about(state, session.person)))
    account = await state.service(Accounts).kept.of(session.person)
    if account is not None:
        MARKS.keep(request, marks_with(account, MARKS.read(request)), answer)
    return answer


async def _signed_out(request: Asked, person: PersonId | None) -> Response[bytes]:
    state = cast(AppState, request.app.state)
    if person is not None:
        state.sockets.hang_up(person)
    answer = in_json(request, await _about(state, None))
    SECRET.forget(request, answer)
    return answer


async def _about(state: AppState, person: PersonId | None) -> AboutMe:
    retention = state.deps.retention
    kept = KeptFor(
        games=retention.keep_days,
        abandoned=retention.abandon_days,
        browsers=FORGOTTEN_AFTER / SECONDS_A_DAY,
    )
    if person is None:
        return AboutMe(None, None, 0, 0, 0, shown=False, ratings=(), kept=kept)
    account = await state.service(Accounts).kept.of(person)
    return AboutMe(
        registered=None if account is None else account.name,
        since=None if account is None else account.made,
        browsers=await state.service(SessionStore).count(person),
        tables=await state.deps.store.count_tables(person),
        finished=await state.service(GameStore).count(person),
        shown=account is not None and account.shown,
        ratings=await state.service(Ratings).of(person),
        kept=kept,
    )


feature = Feature(
    routes=routes,
    services=(lambda app: Accounts(app.deps.store, app.deps.clock, Passwords()),),
    statuses={
        "account/wrong": 403,
        "account/taken": 409,
        "account/registered": 409,
        "account/none": 409,
    },
)
