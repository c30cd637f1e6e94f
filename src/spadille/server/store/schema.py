"""The tables of the database; the steps in `migrations` create them."""

import logging
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

log = logging.getLogger(__name__)

METADATA = sa.MetaData()

LEAVING, SECRET, EXPORT = "leaving", "secret", "export"
"""Keys for column notes: what happens to a forgotten person's id, proof of identity, export key."""

Leaving = Literal["remove", "replace", "keep"]
"""Remove the row, replace the id with an unused one, or keep it as a number without a name."""


def person_column(
    name: str, leaving: Leaving, *, export: str | None = None, **options: Any
) -> sa.Column[str]:
    """Return a column for the id of a person, which exports and deletions follow.

    In an export, the rows that refer to the person have the key `export`, by default the name of
    the table. Rows with an empty key are not exported.
    """
    info = {LEAVING: leaving, EXPORT: export}
    return sa.Column(name, sa.String(32), nullable=False, info=info, **options)


def secret_column(name: str, kind: sa.types.TypeEngine[str], **options: Any) -> sa.Column[str]:
    """Return a column for a hash that proves an identity; exports omit it."""
    return sa.Column(name, kind, info={SECRET: True}, **options)


def person_columns(leaving: Leaving | None = None) -> list[sa.Column[str]]:
    """Return the columns that refer to a person; by default, all of them."""
    return [
        column
        for table in METADATA.sorted_tables
        for column in table.c
        if LEAVING in column.info and leaving in {None, column.info[LEAVING]}
    ]


ForgetPeople = Callable[[AsyncConnection, AbstractSet[str]], Awaitable[None]]
"""Removes people whose ids remain in tables of a feature, such as in the JSON of a row."""

Export = Callable[[str], sa.Select[Any]]
"""Selects the rows of a person to export that need more than the columns of one table."""


class Moment(sa.TypeDecorator[datetime]):
    """A time marked as UTC; SQLite keeps no time zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, _dialect: object) -> datetime | None:
        """Return a stored time with its time zone, or with UTC if it has none."""
        return None if value is None else value.replace(tzinfo=value.tzinfo or UTC)

    def result_processor(self, dialect: Any, coltype: object) -> Callable[[Any], datetime | None]:
        """Read a damaged time as 1970, so that the rest of its row remains usable."""
        read = super().result_processor(dialect, coltype)

        def process(value: Any) -> datetime | None:
            try:
                return read(value)  # type: ignore[misc]
            except (TypeError, ValueError):
                log.error("a stored time is damaged and read as 1970")  # noqa: TRY400 - quotes it
                return moment(0)

        return process


def moment(seconds: float) -> datetime:
    """Return a wall-clock time, in seconds since 1970, as it is stored."""
    return datetime.fromtimestamp(max(0.0, seconds), UTC)


def seconds(moment: datetime | None) -> float:
    """Return a stored time in seconds since 1970, or 0 for None."""
    return 0.0 if moment is None else moment.timestamp()


TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("status", sa.String(8), index=True),
    sa.Column("used", Moment, index=True),
    sa.Column("summary", sa.Text),
)
"""`status`, `used` and `summary` are derived from the events, for lists; see `summary_of`."""

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("stored", Moment, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "version"),
)

PLACES = sa.Table(
    "places",
    METADATA,
    person_column("person", "remove", export="seats", primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True, index=True),
)
"""The tables where each person has a seat."""

ACCOUNTS = sa.Table(
    "accounts",
    METADATA,
    person_column("person", "remove", export="account", primary_key=True),
    sa.Column("key", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    secret_column("digest", sa.Text(), nullable=False),
    sa.Column("made", Moment, nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Registered players: their name, the `key` to find it by, and a hash of the password.

`shown` says that others may see their ratings.
"""

GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("opened", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false(), index=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Games to replay: those finished here, and records that players `opened`."""

PLAYERS = sa.Table(
    "players",
    METADATA,
    person_column("person", "remove", primary_key=True),
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True, index=True),
)
"""The players who had a seat when a game ended, or who opened its record."""
