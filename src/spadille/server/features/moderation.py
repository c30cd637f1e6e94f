"""The admin's sanctions and table closures, and reports by players.

The admin's commands write sanctions to the database, and a running server reads them from there
every few seconds. Banned people cannot connect, and their open connections are closed. Muted people
cannot send anything that others would read. A person's sanctions also apply to their bots. The
server ends the games at closed tables, and disconnects bots whose tokens have been revoked.
"""

import logging
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

import sqlalchemy as sa

from ...table.errors import RefusedError
from ...table.events import PersonId
from ..clock import Repeating
from ..logs import log_failure
from ..net.credentials import TokenStore
from ..net.state import AppState, Feature, Sanctions
from ..store.database import Database, count_in
from ..store.schema import METADATA, Moment, moment, person_column

log = logging.getLogger(__name__)

MEASURES = sa.Table(
    "measures",
    METADATA,
    sa.Column("kind", sa.String(8), primary_key=True),
    person_column("subject", "keep", export="measures", primary_key=True),
    sa.Column("until", Moment),
    sa.Column("made", Moment, nullable=False),
)
"""The admin's decisions: players who are muted or banned, and tables whose game is due to end.

`subject` is the id of a person, or of a table to close.
"""

REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    person_column("reporter", "remove", export="reports", primary_key=True, index=True),
    person_column("person", "remove", export="reports_about_you", primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sa.Column("made", Moment, nullable=False, index=True),
)
"""Players' reports about other players, with the reported lines."""

Kind = Literal["mute", "ban", "close"]
"""The kinds of measures: a player cannot speak, a player cannot enter, or a table's game ends."""

MOST_REPORTS = 1000
"""The most reports to keep; beyond that, the most frequent reporter's oldest one is removed."""

MOST_OF_ONE = 10
"""The most reports that one player may send in a day."""

LONGEST_SAID = 2000

EVERY = 3.0
"""The seconds between two checks for new sanctions."""


class Sanction(NamedTuple):
    """A sanction or closure in a list; `until` is None if it has no end."""

    kind: Kind
    subject: str
    until: datetime | None


class Report(NamedTuple):
    """One player's report about another, who `said` these lines."""

    table: str
    reporter: PersonId
    person: PersonId
    name: str
    said: str
    made: datetime


class SanctionStore(Database):
    """The stored sanctions and reports."""

    async def listed(self, now: float) -> tuple[Sanction, ...]:
        """Return all measures in force now, newest first."""
        columns = (MEASURES.c.kind, MEASURES.c.subject, MEASURES.c.until)
        rows = await self.all(sa.select(*columns).order_by(MEASURES.c.made.desc()))
        return tuple(Sanction(*row) for row in rows if row.until is None or row.until > moment(now))

    async def now(self, now: float) -> Sanctions:
        """Return all measures in force now, by kind."""
        found = await self.listed(now)
        kinds: tuple[Kind, ...] = ("mute", "ban", "close")
        return Sanctions(
            *(frozenset(one.subject for one in found if one.kind == kind) for kind in kinds)
        )

    async def impose(self, kind: Kind, subject: str, now: float, days: float | None = None) -> None:
        """Impose a sanction or close a table, for some days or until it is lifted."""
        made = moment(now)
        until = None if days is None else made + timedelta(days=days)
        row = {"kind": kind, "subject": subject, "until": until, "made": made}
        async with self.begin() as connection:
            await connection.execute(_of(kind, subject))
            await connection.execute(MEASURES.insert(), row)

    async def lift(self, kind: Kind, subject: str) -> bool:
        """Lift a sanction; return whether there was one."""
        return (await self.execute(_of(kind, subject))).rowcount > 0

    async def report(self, report: Report) -> None:
        """Store a report, in place of one about the same player and table; limit them."""
        own = REPORTS.c.reporter == report.reporter
        today = own & (REPORTS.c.made > report.made - timedelta(days=1))
        row = {**report._asdict(), "table_id": report.table, "said": report.said[:LONGEST_SAID]}
        del row["table"]
        same = own & (REPORTS.c.table_id == report.table) & (REPORTS.c.person == report.person)
        async with self.begin() as connection:
            await connection.execute(REPORTS.delete().where(same))
            if await count_in(connection, REPORTS, today) >= MOST_OF_ONE:
                raise RefusedError(
                    "report/too-many", "you have reached the limit of reports for today"
                )
            if await count_in(connection, REPORTS) >= MOST_REPORTS:
                await connection.execute(_dispensable())
            await connection.execute(REPORTS.insert(), row)

    async def reports(self, most: int) -> tuple[Report, ...]:
        """Return the reports, newest first."""
        wanted = sa.select(REPORTS).order_by(REPORTS.c.made.desc()).limit(most)
        return tuple(Report(*row) for row in await self.all(wanted))  # the columns, in order


def _dispensable() -> sa.Delete:
    """Select the most frequent reporter's oldest report, to spare the reports of others."""
    told, since = sa.func.count(), sa.func.min(REPORTS.c.made)
    each = sa.select(REPORTS.c.reporter.label("reporter"), since.label("since"))
    most = each.group_by(REPORTS.c.reporter).order_by(told.desc(), since).limit(1).subquery()
    return REPORTS.delete().where(
        REPORTS.c.reporter == sa.select(most.c.reporter).scalar_subquery(),
        REPORTS.c.made == sa.select(most.c.since).scalar_subquery(),
    )


def _of(kind: Kind, subject: str) -> sa.Delete:
    return MEASURES.delete().where((MEASURES.c.kind == kind) & (MEASURES.c.subject == subject))


class ModerationService:
    """Keeps `AppState.sanctions` up to date, and enforces what is new."""

    def __init__(self, app: AppState) -> None:
        self._app = app
        self._sanctions = app.deps.store.section(SanctionStore)
        self._tokens = app.deps.store.section(TokenStore)
        self._looking = Repeating(app.deps.clock, EVERY, self.look)

    async def start(self) -> None:
        """Enforce the current sanctions, and check for new ones every few seconds."""
        await self.look()
        self._looking.start()

    async def stop(self) -> None:
        """Finish the current check, and do not start another."""
        await self._looking.stop()

    async def look(self) -> None:
        """Read the current sanctions, and enforce them."""
        app = self._app
        try:
            found = await self._sanctions.now(app.deps.clock.time_of_day())
            app.sanctions = found = found._replace(  # those of people extend to their bots
                muted=found.muted | await self._tokens.owned_by(found.muted),
                banned=found.banned | await self._tokens.owned_by(found.banned),
            )
            for person in found.banned | await self._tokens.ended(app.sockets.programs):
                app.sockets.send_away(person)
            app.registry.lobby.mute(found.muted)
            for table in found.closing:
                await self._close(table)
        except Exception as error:  # noqa: BLE001 - the next check may succeed
            log_failure(log, "cannot read the decisions of the admin", error)

    async def _close(self, table: str) -> None:
        try:
            actor = await self._app.registry.find_unless_lost(table)
            if actor is not None:
                await actor.close()
        except RefusedError as refusal:  # such as too many in use: the next check may succeed
            log.warning("table %s is not closed yet: %s", table, refusal.code)
            return
        await self._sanctions.lift("close", table)


feature = Feature(services=(ModerationService,), statuses={"report/nobody": 404})
