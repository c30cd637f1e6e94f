"""Sanctions and table closures by the admin, and reports by players.

The admin's commands write them to the database, and a running server reads them from there.
"""

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

import sqlalchemy as sa

from ..refusals import RefusedError
from ..table.events import PersonId
from .schema import MEASURES, REPORTS, moment
from .section import Section, count_in

Kind = Literal["mute", "ban", "close"]
"""The kinds of measures: a player cannot speak, a player cannot enter, or a table's game ends."""

MOST_REPORTS = 1000
"""The most reports to keep; beyond that, the most frequent reporter's oldest one is removed."""

MOST_OF_ONE = 10
"""The most reports that one player may send in a day."""

LONGEST_SAID = 2000


class Measures(NamedTuple):
    """The players who are muted or banned, and the tables whose games are due to end."""

    muted: frozenset[PersonId] = frozenset()
    banned: frozenset[PersonId] = frozenset()
    closing: frozenset[str] = frozenset()


class Measure(NamedTuple):
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


class Moderation(Section):
    """The stored sanctions and reports."""

    async def listed(self, now: float) -> tuple[Measure, ...]:
        """Return all measures in force now, newest first."""
        rows = await self._all(sa.select(MEASURES).order_by(MEASURES.c.made.desc()))
        found = (Measure(row.kind, row.subject, row.until) for row in rows)
        return tuple(one for one in found if one.until is None or one.until > moment(now))

    async def now(self, now: float) -> Measures:
        """Return all measures in force now, by kind."""
        found = await self.listed(now)

        def of(kind: Kind) -> frozenset[str]:
            """Return the ids of the people or tables with a measure of that kind."""
            return frozenset(one.subject for one in found if one.kind == kind)

        return Measures(of("mute"), of("ban"), of("close"))

    async def impose(self, kind: Kind, subject: str, now: float, days: float | None = None) -> None:
        """Impose a sanction or close a table, for some days or until it is lifted."""
        made = moment(now)
        until = None if days is None else made + timedelta(days=days)
        row = {"kind": kind, "subject": subject, "until": until, "made": made}
        async with self._writing() as connection:
            await connection.execute(_of(kind, subject))
            await connection.execute(MEASURES.insert(), row)

    async def lift(self, kind: Kind, subject: str) -> bool:
        """Lift a sanction; return whether there was one."""
        return (await self._write(_of(kind, subject))).rowcount > 0

    async def report(self, report: Report) -> None:
        """Store a report; a second one about the same player and table replaces the first.

        Raises:
            RefusedError: if the player has sent enough reports for a day.
        """
        own = REPORTS.c.reporter == report.reporter
        today = own & (REPORTS.c.made > report.made - timedelta(days=1))
        row = report._asdict()
        row["table_id"] = row.pop("table")
        row["said"] = report.said[:LONGEST_SAID]
        same = own & (REPORTS.c.table_id == report.table) & (REPORTS.c.person == report.person)
        async with self._writing() as connection:
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
        return tuple(
            Report(row.table_id, row.reporter, row.person, row.name, row.said, row.made)
            for row in await self._all(wanted)
        )


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
