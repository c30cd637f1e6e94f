"""What people tell the host of each other."""

from datetime import UTC, datetime

from litestar import Response, post
from litestar.datastructures import State as AppState
from litestar.params import FromPath
from litestar.status_codes import HTTP_201_CREATED

from ..messages.http_messages import NewReport, Reported
from ..messages.wire import LONGEST_BODY
from ..running.hub import Hub
from ..store.measures import Report
from ..store.store import Store
from .answers import Asked, body_of, in_json
from .describing import describe
from .identity import asker_of


@post(
    "/api/tables/{table:str}/reports",
    request_max_body_size=LONGEST_BODY,
    opt=describe(asks=NewReport, answers=Reported),
)
async def report_somebody(request: Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Tells the host of somebody who has said something at the table, with what they have said."""
    asked = await body_of(request, NewReport)
    reporter = await asker_of(request, asked.token)
    hub: Hub = state.hub
    heard = (await hub.find(table, reporter)).said_by(reporter, asked.who)
    store: Store = state.around.store
    made = datetime.fromtimestamp(state.clock.time_of_day(), UTC)
    await store.moderation.report(
        Report(table, reporter, heard.person, heard.name, "\n".join(heard.lines), made)
    )
    return in_json(request, Reported(heard.name), HTTP_201_CREATED)


HANDLERS = (report_somebody,)
