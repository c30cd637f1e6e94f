"""HTTP routes for the player's name, tokens, and stored data.

A client that sends a password gets a new session, so that anyone who set or saw the old secret is
signed out. When a session ends, so do its connections to tables.
"""

from typing import cast

from litestar import Response
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK

from ...clock import SECONDS_A_DAY
from ...net.admission import Connection, client
from ...net.answers import JSON, Asked, body_of, in_json
from ...net.feature import Feature
from ...net.identity import (
    BROWSER,
    EVERYONE,
    LEAVING,
    NAMING,
    forget_marks,
    forget_session,
    keep_marks,
    keep_session,
    marks_of,
    secret_of,
    session_of,
    session_owner,
)
from ...net.routes import get, post
from ...net.sessions import FORGOTTEN_AFTER, Session, SessionStore
from ...net.state import AppState
from ...net.tokens import MOST_TOKENS, TokenStore
from ...store.schema import ACCOUNTS
from ...table.events import PersonId, person_of
from ...table.seats import plain_name
from ...wire.http import EndToken, NewSession, NewToken, SessionMade, TokenMade, Tokens
from ..games.store import GameStore
from ..leaving import forget
from ..personal_data import PersonalData
from ..ratings.ratings import Ratings
from ..tournaments.tournaments import Tournaments
from .accounts import Accounts, known_as, marks_with
from .messages import AboutMe, ChangePassword, Credentials, DeleteMe, KeptFor, ShowMe, SignOut
from .passwords import Passwords
from .store import AccountStore


@post("/api/session", asks=NewSession, answers=SessionMade, access=EVERYONE, status=HTTP_200_OK)
async def make_session(request: Asked) -> Response[bytes]:
    """Give a browser a cookie that identifies it, and renew the cookie from time to time."""
    asked = await body_of(request, NewSession)
    session, fresh = await _begin_session(request, asked.token)
    answer = in_json(request, SessionMade(fresh))
    keep_session(request, session, answer)
    return answer


@get("/api/me", answers=AboutMe)
async def show_me(request: Asked, state: AppState) -> Response[bytes]:
    """Return the registration of the requesting player, and how much data they have."""
    return in_json(request, await _about(state, await session_of(request)))


@post("/api/me/register", asks=Credentials, answers=AboutMe, access=NAMING)
async def register(request: Asked, state: AppState) -> Response[bytes]:
    """Register a name for a guest, who keeps all their existing data."""
    asked = await body_of(request, Credentials)
    person = await session_owner(request)
    state.gate.register(request)
    session = await state.service(Accounts).register(person, plain_name(asked.name), asked.password)
    return await _signed_in(request, state, session)


@post("/api/me/sign-in", asks=Credentials, answers=AboutMe, access=EVERYONE, status=HTTP_200_OK)
async def sign_in(request: Asked, state: AppState) -> Response[bytes]:
    """Sign a browser in as a registered player instead of a guest."""
    asked = await body_of(request, Credentials)
    guest = await session_of(request)
    account = await state.deps.store.section(AccountStore).named(asked.name)
    known = known_as(account, marks_of(request))
    if account is not None and account.person == guest:
        known = guest
    guesses = state.gate.guesses
    attempt = (
        guesses.by_stranger(client(request), asked.name, session=guest is not None)
        if known is None
        else guesses.by_owner(known)
    )
    with attempt:
        session = await state.service(Accounts).sign_in(
            secret_of(request), asked.name, asked.password, first=known is not None
        )
    if guest is not None:
        state.sockets.hang_up(guest)
    return await _signed_in(request, state, session)


@post("/api/me/password", asks=ChangePassword, answers=AboutMe, access=LEAVING, status=HTTP_200_OK)
async def change_password(request: Asked, state: AppState) -> Response[bytes]:
    """Change the player's password and sign all other browsers out."""
    asked = await body_of(request, ChangePassword)
    person = await session_owner(request)
    with state.gate.guesses.by_owner(person):
        session = await state.service(Accounts).change_password(
            person, asked.password, asked.new_password
        )
    return await _signed_in(request, state, session)


@post("/api/me/shown", asks=ShowMe, answers=AboutMe, access=BROWSER, status=HTTP_200_OK)
async def show_me_to_others(request: Asked, state: AppState) -> Response[bytes]:
    """Show or hide a registered player's ratings."""
    asked = await body_of(request, ShowMe)
    person = await session_owner(request)
    await state.service(Accounts).show(person, shown=asked.shown)
    return in_json(request, await _about(state, person))


@post("/api/me/sign-out", asks=SignOut, answers=AboutMe, access=EVERYONE, status=HTTP_200_OK)
async def sign_out(request: Asked, state: AppState) -> Response[bytes]:
    """End the session of one browser, or of all the player's browsers."""
    asked = await body_of(request, SignOut)
    person = await session_of(request)
    if person is not None and asked.everywhere:
        await state.deps.store.section(SessionStore).end_all(person)
    else:
        await state.deps.store.section(SessionStore).end(secret_of(request))
    return await _signed_out(request, state, person)


@post("/api/me/delete", asks=DeleteMe, answers=AboutMe, access=LEAVING, status=HTTP_200_OK)
async def delete_me(request: Asked, state: AppState) -> Response[bytes]:
    """Delete the player and their bots; other people's games no longer show the player's name."""
    asked = await body_of(request, DeleteMe)
    person = await session_owner(request)
    if await state.deps.store.section(AccountStore).of(person) is not None:
        with state.gate.guesses.by_owner(person):
            await state.service(Accounts).check(person, asked.password)
    async with state.service(Accounts).leaving:  # each deletion searches all the data
        await session_owner(request)  # on a second request, the player is already gone
        programs = await state.deps.store.section(TokenStore).suspend(person)
        for program in programs:  # first, or the bot might take its seats back
            state.sockets.send_away(program)
        gone = {person, *programs}
        for one in gone:
            await state.service(Tournaments).forget(one)
        await forget(state.registry, state.deps.store, gone, state.deps.forget_people)
    answer = await _signed_out(request, state, person)
    forget_marks(request, answer)
    return answer


@get("/api/me/data", answers=dict, access=LEAVING)
async def show_my_data(request: Asked, state: AppState) -> Stream:
    """Return all data about the requesting player, as a file."""
    person = await session_owner(request)
    state.gate.study_records(request)
    file = {"content-disposition": 'attachment; filename="spadille-data.json"'}
    data = state.deps.store.section(PersonalData).data_of(person, state.deps.exports)
    return Stream(data, media_type=JSON, headers=file)


@get("/api/my/tokens", answers=Tokens)
async def show_my_tokens(request: Asked, state: AppState) -> Response[bytes]:
    """Return the requesting player's tokens, without the secrets."""
    owner = await session_of(request)
    tokens = () if owner is None else await state.deps.store.section(TokenStore).tokens_of(owner)
    return in_json(request, Tokens(tokens, MOST_TOKENS))


@post("/api/my/tokens", asks=NewToken, answers=TokenMade, access=BROWSER)
async def make_token(request: Asked, state: AppState) -> Response[bytes]:
    """Make a token that a bot connects with; guests can have tokens too."""
    new = await body_of(request, NewToken)
    owner = await session_owner(request)
    state.gate.welcome(request)
    name, clock = plain_name(new.name), state.deps.clock
    made = await state.deps.store.section(TokenStore).make(clock, owner, name, new.scopes)
    return in_json(request, made)


@post("/api/my/tokens/end", asks=EndToken, answers=Tokens, access=LEAVING, status=HTTP_200_OK)
async def end_token(request: Asked, state: AppState) -> Response[bytes]:
    """Revoke a token and return the remaining ones."""
    asked = await body_of(request, EndToken)
    owner = await session_owner(request)
    state.sockets.send_away(await state.deps.store.section(TokenStore).revoke(owner, asked.id))
    return in_json(
        request, Tokens(await state.deps.store.section(TokenStore).tokens_of(owner), MOST_TOKENS)
    )


async def _signed_in(request: Asked, state: AppState, session: Session) -> Response[bytes]:
    state.sockets.hang_up(session.person)
    answer = in_json(request, await _about(state, session.person))
    keep_session(request, session, answer)
    account = await state.deps.store.section(AccountStore).of(session.person)
    if account is not None:
        keep_marks(request, marks_with(account, marks_of(request)), answer)
    return answer


async def _signed_out(request: Asked, state: AppState, person: PersonId | None) -> Response[bytes]:
    if person is not None:
        state.sockets.hang_up(person)
    answer = in_json(request, await _about(state, None))
    forget_session(request, answer)
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
    store = state.deps.store
    account = await store.section(AccountStore).of(person)
    return AboutMe(
        registered=None if account is None else account.name,
        since=None if account is None else account.made,
        browsers=await store.section(SessionStore).count(person),
        tables=await store.register.count(person),
        finished=await store.section(GameStore).count(person),
        shown=account is not None and account.shown,
        ratings=await state.service(Ratings).of(person),
        kept=kept,
    )


async def _begin_session(connection: Connection, token: str | None) -> tuple[Session, bool]:
    """Return the session of a browser, and whether it belongs to a new person.

    Raises:
        RefusedError: if too many new sessions come from one client.
    """
    state = cast(AppState, connection.app.state)
    guests, clock = state.deps.store.section(SessionStore), state.deps.clock
    found = await guests.come_back(clock, secret_of(connection))
    if found is not None:
        return found, False
    state.gate.welcome(connection)
    before = None if token is None else person_of(token)
    if before is not None and await state.deps.store.section(AccountStore).of(before) is not None:
        before = None
    return await guests.welcome(clock, before), True


feature = Feature(
    routes=(
        make_session,
        show_me,
        register,
        sign_in,
        change_password,
        show_me_to_others,
        sign_out,
        delete_me,
        show_my_data,
        show_my_tokens,
        make_token,
        end_token,
    ),
    tables=(ACCOUNTS,),
    services=(lambda app: Accounts(app.deps.store, app.deps.clock, Passwords()),),
)
