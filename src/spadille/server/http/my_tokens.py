"""The tokens of a guest: made, listed and ended in the browser that owns them."""

from litestar import Response, post
from litestar.datastructures import State as AppState
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ..messages.http_messages import EndToken, NewToken, TokenMade, Tokens
from ..messages.wire import LONGEST_BODY
from ..store.programs import MOST_TOKENS, Programs
from ..table.seating import plain_name
from .answers import Asked, body_of, in_json
from .describing import describe
from .gate import Gate
from .identity import session_of, session_owner
from .pages import get
from .sockets import Sockets


@get("/api/my/tokens", opt=describe(answers=Tokens))
async def show_my_tokens(request: Asked, state: AppState) -> Response[bytes]:
    """The tokens of whoever asks; their secrets are not told again."""
    programs: Programs = state.programs
    owner = await session_of(request)
    tokens = () if owner is None else await programs.tokens_of(owner)
    return in_json(request, Tokens(tokens, MOST_TOKENS))


@post(
    "/api/my/tokens",
    request_max_body_size=LONGEST_BODY,
    opt=describe(asks=NewToken, answers=TokenMade),
)
async def make_token(request: Asked, state: AppState) -> Response[bytes]:
    """Makes a token, by which a program comes in; a guest can have some."""
    new = await body_of(request, NewToken)
    owner = await session_owner(request)
    gate: Gate = state.gate
    gate.welcome(request)
    programs: Programs = state.programs
    made = await programs.make(state.clock, owner, plain_name(new.name), new.scopes)
    return in_json(request, TokenMade(made.info, made.secret), HTTP_201_CREATED)


@post(
    "/api/my/tokens/end",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=EndToken, answers=Tokens),
)
async def end_token(request: Asked, state: AppState) -> Response[bytes]:
    """Ends a token; the answer is what is left."""
    asked = await body_of(request, EndToken)
    owner = await session_owner(request)
    programs: Programs = state.programs
    sockets: Sockets = state.sockets
    sockets.send_away(await programs.revoke(owner, asked.id))
    return in_json(request, Tokens(await programs.tokens_of(owner), MOST_TOKENS))


HANDLERS = (show_my_tokens, make_token, end_token)
