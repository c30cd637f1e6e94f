"""HTTP routes about the ratings of players and bots, and their course over time."""

from litestar import Response

from ..messages.account_messages import RatingBoard, RatingCourse
from ..messages.protocol import LONGEST_NAME
from .access import LEAVING
from .answers import Asked, in_json
from .identity import session_owner
from .routes import get
from .state import AppState

_FAMILY = {"type": "string", "pattern": "^[0-9]x[0-9]$"}
_NAME = {"type": "string", "maxLength": LONGEST_NAME}


@get("/api/ratings", answers=RatingBoard, query={"family": _FAMILY})
async def show_ratings(request: Asked, state: AppState) -> Response[bytes]:
    """Return the best at tables of a family (`?family=`), by default the most played one."""
    return in_json(request, await state.ratings.board(_family(request)))


@get("/api/me/course", answers=RatingCourse, query={"family": _FAMILY}, access=LEAVING)
async def show_my_course(request: Asked, state: AppState) -> Response[bytes]:
    """Return the course of the player's rating in a family."""
    person = await session_owner(request)
    return in_json(request, await state.ratings.own_course(person, _family(request)))


@get("/api/ratings/course", answers=RatingCourse, query={"name": _NAME, "family": _FAMILY})
async def show_course(request: Asked, state: AppState) -> Response[bytes]:
    """Return the course of another player's rating if it is shown, by their registered name."""
    name = request.query_params.get("name", "")
    return in_json(request, await state.ratings.shown_course(name, _family(request)))


def _family(request: Asked) -> str | None:
    return request.query_params.get("family")
