"""HTTP routes for the ratings of players and bots, and how they change over time."""

from litestar import Response

from ...net.answers import Asked, in_json
from ...net.feature import Feature
from ...net.identity import LEAVING, session_owner
from ...net.routes import get
from ...net.state import AppState
from ...wire.protocol import LONGEST_NAME
from .messages import RatingBoard, RatingCourse
from .ratings import Ratings
from .store import RATED_GAMES, RATINGS

_FAMILY = {"type": "string", "pattern": "^[0-9]x[0-9]$"}
_NAME = {"type": "string", "maxLength": LONGEST_NAME}


@get("/api/ratings", answers=RatingBoard, query={"family": _FAMILY})
async def show_ratings(request: Asked, state: AppState) -> Response[bytes]:
    """Return the best players and bots in a family (`?family=`), by default the most played one."""
    return in_json(request, await state.service(Ratings).board(_family(request)))


@get("/api/me/course", answers=RatingCourse, query={"family": _FAMILY}, access=LEAVING)
async def show_my_course(request: Asked, state: AppState) -> Response[bytes]:
    """Return how the player's rating in a family has changed."""
    person = await session_owner(request)
    return in_json(request, await state.service(Ratings).own_course(person, _family(request)))


@get("/api/ratings/course", answers=RatingCourse, query={"name": _NAME, "family": _FAMILY})
async def show_course(request: Asked, state: AppState) -> Response[bytes]:
    """Return how the rating of another player, given by registered name, has changed, if shown."""
    name = request.query_params.get("name", "")
    return in_json(request, await state.service(Ratings).shown_course(name, _family(request)))


def _family(request: Asked) -> str | None:
    return request.query_params.get("family")


feature = Feature(
    routes=(show_ratings, show_my_course, show_course),
    tables=(RATINGS, RATED_GAMES),
    services=(lambda app: Ratings(app.deps.store),),
)
