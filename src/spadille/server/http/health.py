"""The health of the server for monitoring; it reveals nothing about tables."""

from litestar import Response
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Struct, json

from .answers import JSON
from .routes import get
from .state import AppState

LEVEL = "expert"
"""The level whose kernels take the longest to load."""


class Health(Struct, frozen=True):
    """Whether games can be stored (`ok`), and whether the strong bots are ready to think."""

    ok: bool
    database: bool
    kernels: bool


@get("/healthz", answers=Health, in_lang=False)
async def show_health(state: AppState) -> Response[bytes]:
    """Return the health of the server; the status is 503 if it cannot store data."""
    writable = await state.around.store.is_writable()
    health = Health(writable, writable, state.around.preparing(LEVEL) is None)
    return Response(
        json.encode(health),
        media_type=JSON,
        status_code=HTTP_200_OK if health.ok else HTTP_503_SERVICE_UNAVAILABLE,
        headers={"cache-control": "no-store"},
    )
