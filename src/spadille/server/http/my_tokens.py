"""The tokens of a guest: made, listed and ended in the browser that owns them."""

from litestar import Response
from litestar.status_codes import HTTP_200_OK

from ..messages.http_messages import EndToken, NewToken, TokenMade, Tokens
from ..store.programs import MOST_TOKENS
from ..table.seating import plain_name
from .answers import Asked, body_of, in_json
from .identity import session_of, session_owner
from .routes import get, post
from .state import AppState


@get("/api/my/tokens", answers=Tokens)
async def show_my_tokens(request: Asked, state: AppState) -> Response[bytes]:
    """The tokens of whoever asks; their secrets are not told again."""
    owner = await session_of(request)
    tokens = () if owner is None else await state.around.store.programs.tokens_of(owner)
    return in_json(request, Tokens(tokens, MOST_TOKENS))


@post("/api/my/tokens", asks=NewToken, answers=TokenMade)
async def make_token(request: Asked, state: AppState) -> Response[bytes]:
    """Makes a token, by which a program comes in; a guest can have some."""
    new = await body_of(request, NewToken)
    owner = await session_owner(request)
    state.gate.welcome(request)
    name, clock = plain_name(new.name), state.around.clock
    made = await state.around.store.programs.make(clock, owner, name, new.scopes)
    return in_json(request, TokenMade(made.info, made.secret))


@post("/api/my/tokens/end", asks=EndToken, answers=Tokens, status=HTTP_200_OK)
async def end_token(request: Asked, state: AppState) -> Response[bytes]:
    """Ends a token; the answer is what is left."""
    asked = await body_of(request, EndToken)
    owner = await session_owner(request)
    state.sockets.send_away(await state.around.store.programs.revoke(owner, asked.id))
    return in_json(request, Tokens(await state.around.store.programs.tokens_of(owner), MOST_TOKENS))
