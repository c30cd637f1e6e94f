"""HTTP routes for friends; each answer is the updated list of friends."""

from litestar import Response
from litestar.status_codes import HTTP_200_OK

from ..messages.friend_messages import AnswerFriend, AskFriend, EndFriend, FriendList
from ..table.events import PersonId
from .access import BROWSER, LEAVING, NAMING
from .answers import Asked, body_of, in_json
from .identity import session_owner
from .routes import get, post
from .state import AppState


@get("/api/friends", answers=FriendList, access=LEAVING)
async def show_friends(request: Asked, state: AppState) -> Response[bytes]:
    """Return the requesting player's friends and open requests."""
    return await _told(request, state, await session_owner(request))


@post(
    "/api/friends/ask",
    asks=AskFriend,
    answers=FriendList,
    access=NAMING,
    status=HTTP_200_OK,
)
async def ask_friend(request: Asked, state: AppState) -> Response[bytes]:
    """Send a friend request to a player."""
    asked = await body_of(request, AskFriend)
    person = await session_owner(request)
    await state.friends.ask(person, asked.name)
    return await _told(request, state, person)


@post(
    "/api/friends/answer", asks=AnswerFriend, answers=FriendList, access=BROWSER, status=HTTP_200_OK
)
async def answer_friend(request: Asked, state: AppState) -> Response[bytes]:
    """Accept or decline a friend request."""
    asked = await body_of(request, AnswerFriend)
    person = await session_owner(request)
    await state.friends.answer(person, asked.name, yes=asked.yes)
    return await _told(request, state, person)


@post("/api/friends/end", asks=EndFriend, answers=FriendList, access=LEAVING, status=HTTP_200_OK)
async def end_friend(request: Asked, state: AppState) -> Response[bytes]:
    """End a friendship, or withdraw a request."""
    asked = await body_of(request, EndFriend)
    person = await session_owner(request)
    await state.friends.end(person, asked.name)
    return await _told(request, state, person)


async def _told(request: Asked, state: AppState, person: PersonId) -> Response[bytes]:
    return in_json(request, await state.friends.of(person))
