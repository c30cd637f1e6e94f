"""What is asked over HTTP about the own name, and about what is kept of oneself.

Whoever says a password gets another session for it, so that nobody is in who has set or seen the
one from before; and whose sessions have ended is not left at any table.
"""

from litestar import Response, post
from litestar.datastructures import State as AppState
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ..accounts.accounts import Accounts
from ..accounts.leaving import Leaving
from ..evenings.evenings import Evenings
from ..messages.account_messages import (
    AboutMe,
    ChangePassword,
    Credentials,
    DeleteMe,
    ShowMe,
    SignOut,
)
from ..messages.wire import LONGEST_BODY
from ..ratings.rating import Ratings
from ..store.guests import Session
from ..store.store import Store
from ..table.events import PersonId
from ..table.seating import plain_name
from .answers import JSON, Asked, body_of, in_json
from .describing import describe
from .gate import Gate
from .identity import forget_session, keep_session, secret_of, session_of, session_owner
from .pages import get
from .sockets import Sockets


@get("/api/me", opt=describe(answers=AboutMe))
async def show_me(request: Asked) -> Response[bytes]:
    """Whether whoever asks has registered, and how much is kept of them."""
    return in_json(request, await _about(request, await session_of(request)))


@post(
    "/api/me/register",
    request_max_body_size=LONGEST_BODY,
    opt=describe(asks=Credentials, answers=AboutMe),
)
async def register(request: Asked, state: AppState) -> Response[bytes]:
    """Has a guest keep a name, with all that they have so far."""
    asked = await body_of(request, Credentials)
    person = await session_owner(request)
    gate: Gate = state.gate
    gate.register(request)
    accounts: Accounts = state.accounts
    session = await accounts.register(person, plain_name(asked.name), asked.password)
    return await _signed_in(request, session, HTTP_201_CREATED)


@post(
    "/api/me/sign-in",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=Credentials, answers=AboutMe),
)
async def sign_in(request: Asked, state: AppState) -> Response[bytes]:
    """Has a browser be that of somebody who has registered, and of no guest any more."""
    asked = await body_of(request, Credentials)
    guest = await session_of(request)
    gate: Gate = state.gate
    gate.try_password(request, asked.name)
    accounts: Accounts = state.accounts
    session = await accounts.sign_in(secret_of(request), asked.name, asked.password)
    if guest is not None:
        _hang_up(state, guest)
    return await _signed_in(request, session)


@post(
    "/api/me/password",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=ChangePassword, answers=AboutMe),
)
async def change_password(request: Asked, state: AppState) -> Response[bytes]:
    """Has another password hold, and signs all other browsers out."""
    asked = await body_of(request, ChangePassword)
    person = await session_owner(request)
    await _try_own_password(request, person)
    accounts: Accounts = state.accounts
    session = await accounts.change_password(person, asked.password, asked.new_password)
    return await _signed_in(request, session)


@post(
    "/api/me/shown",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=ShowMe, answers=AboutMe),
)
async def show_me_to_others(request: Asked, state: AppState) -> Response[bytes]:
    """Has others see the own ratings, or nobody; only for who has registered."""
    asked = await body_of(request, ShowMe)
    person = await session_owner(request)
    accounts: Accounts = state.accounts
    await accounts.show(person, shown=asked.shown)
    return in_json(request, await _about(request, person))


@post(
    "/api/me/sign-out",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=SignOut, answers=AboutMe),
)
async def sign_out(request: Asked, state: AppState) -> Response[bytes]:
    """Ends the session of a browser, or those of all browsers of somebody."""
    asked = await body_of(request, SignOut)
    person = await session_of(request)
    store: Store = state.around.store
    if person is not None and asked.everywhere:
        await store.guests.end_all(person)
    else:
        await store.guests.end(secret_of(request))
    return await _signed_out(request, person)


@post(
    "/api/me/delete",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=DeleteMe, answers=AboutMe),
)
async def delete_me(request: Asked, state: AppState) -> Response[bytes]:
    """Forgets whoever asks; in the games of others their name becomes that of nobody."""
    asked = await body_of(request, DeleteMe)
    person = await session_owner(request)
    await _try_own_password(request, person)
    accounts: Accounts = state.accounts
    await accounts.check(person, asked.password)
    evenings: Evenings = state.evenings
    await evenings.forget(person)
    leaving: Leaving = state.leaving
    for program in await leaving.forget(person):
        _send_away(state, program)
    return await _signed_out(request, person)


@get("/api/me/data", opt=describe(answers=dict))
async def show_my_data(request: Asked, state: AppState) -> Stream:
    """Everything that is kept of whoever asks, as a file."""
    person = await session_owner(request)
    gate: Gate = state.gate
    gate.study_records(request)
    leaving: Leaving = state.leaving
    file = {"content-disposition": 'attachment; filename="spadille-data.json"'}
    return Stream(leaving.data_of(person), media_type=JSON, headers=file)


async def _try_own_password(request: Asked, person: PersonId) -> None:
    """Lets somebody say their own password, as often as others may guess it."""
    state = request.app.state
    accounts: Accounts = state.accounts
    account = await accounts.of(person)
    gate: Gate = state.gate
    if account is not None:
        gate.try_password(request, account.name)


async def _signed_in(
    request: Asked, session: Session, status: int = HTTP_200_OK
) -> Response[bytes]:
    _hang_up(request.app.state, session.person)
    answer = in_json(request, await _about(request, session.person), status)
    keep_session(request, session, answer)
    return answer


async def _signed_out(request: Asked, person: PersonId | None) -> Response[bytes]:
    if person is not None:
        _hang_up(request.app.state, person)
    answer = in_json(request, await _about(request, None))
    forget_session(request, answer)
    return answer


async def _about(request: Asked, person: PersonId | None) -> AboutMe:
    if person is None:
        return AboutMe(None, None, 0, 0, 0, shown=False, ratings=())
    state = request.app.state
    store: Store = state.around.store
    ratings: Ratings = state.ratings
    account = await store.accounts.of(person)
    return AboutMe(
        registered=None if account is None else account.name,
        since=None if account is None else account.made,
        browsers=await store.guests.count(person),
        tables=await store.register.count(person),
        finished=await store.games.count(person),
        shown=account is not None and account.shown,
        ratings=await ratings.of(person),
    )


def _hang_up(state: AppState, person: PersonId) -> None:
    """Has all connections of somebody begin anew: whose session has ended comes in no more."""
    sockets: Sockets = state.sockets
    sockets.hang_up(person)


def _send_away(state: AppState, person: PersonId) -> None:
    sockets: Sockets = state.sockets
    sockets.send_away(person)


ACCOUNT_HANDLERS = (
    show_me,
    show_me_to_others,
    register,
    sign_in,
    change_password,
    sign_out,
    delete_me,
    show_my_data,
)
