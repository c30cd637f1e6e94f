"""The HTTP route for the score sheet of a game at a real table."""

from litestar import Response
from litestar.status_codes import HTTP_200_OK

from ...table.score_sheet import ScoreRounds, ScoreSheet, names_on, score_sheet
from ..net.answers import Asked, in_json
from ..net.identity import EVERYONE
from ..net.routes import Routes
from ..net.state import Feature

routes = Routes()


@routes.post("/api/score", EVERYONE, answers=ScoreSheet, status=HTTP_200_OK)
async def score(request: Asked, body: ScoreRounds) -> Response[bytes]:
    """Return the score of a game played with real cards."""
    return in_json(request, score_sheet(body), names=names_on(body))


feature = Feature(routes=routes)
