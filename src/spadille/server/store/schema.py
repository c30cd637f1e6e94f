"""The tables of the database; the steps in `migrations` make them."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa

log = logging.getLogger(__name__)

METADATA = sa.MetaData()

LEAVING, SECRET = "leaving", "secret"
"""Notes on columns: what becomes of the id of a person who is forgotten; what proves who one is."""

Leaving = Literal["remove", "replace", "keep"]
"""The row goes; the id gives way to no one's; or it stays, a random number without a name."""


def _person(
    name: str, leaving: Leaving, *, primary_key: bool = False, index: bool = False
) -> sa.Column[str]:
    """Return a column with the id of a person, which the export and the deletion of them follow."""
    return sa.Column(
        name,
        sa.String(32),
        primary_key=primary_key,
        nullable=False,
        index=index,
        info={LEAVING: leaving},
    )


def _secret(name: str, kind: sa.types.TypeEngine[str], **options: Any) -> sa.Column[str]:
    """Return a column with a digest that proves who someone is; no export says it."""
    return sa.Column(name, kind, info={SECRET: True}, **options)


def person_columns(leaving: Leaving | None = None) -> list[sa.Column[str]]:
    """Return the columns that refer to a person, by default all of them."""
    return [
        column
        for table in METADATA.sorted_tables
        for column in table.c
        if LEAVING in column.info and leaving in {None, column.info[LEAVING]}
    ]


class Moment(sa.TypeDecorator[datetime]):
    """A time that says it is UTC; SQLite keeps no time zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, _dialect: object) -> datetime | None:
        return None if value is None else value.replace(tzinfo=value.tzinfo or UTC)

    def result_processor(self, dialect: Any, coltype: object) -> Callable[[Any], datetime | None]:
        """Read a time that is damaged as 1970, so that the rest of its row is served."""
        read = super().result_processor(dialect, coltype)

        def process(value: Any) -> datetime | None:
            try:
                return read(value)  # type: ignore[misc]
            except (TypeError, ValueError):
                log.error("a stored time is damaged: it is read as 1970")  # noqa: TRY400 - quotes it
                return moment(0)

        return process


def moment(seconds: float) -> datetime:
    """Return a time of day, in seconds since 1970, as it is stored."""
    return datetime.fromtimestamp(max(0.0, seconds), UTC)


def seconds(moment: datetime | None) -> float:
    """Return a stored time as a time of day; 0 where there is none."""
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
"""`status`, `used` and `summary` are taken from the events, for lists; see `register`."""

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
    _person("person", "remove", primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True, index=True),
)
"""Who has a seat where."""

SESSIONS = sa.Table(
    "sessions",
    METADATA,
    _secret("digest", sa.String(64), primary_key=True),
    _person("person", "remove", index=True),
    _secret("following", sa.String(64), unique=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("seen", Moment, nullable=False, index=True),
)
"""Browsers, each by the digest of the secret in its cookie, and of the one that takes its place."""

ACCOUNTS = sa.Table(
    "accounts",
    METADATA,
    _person("person", "remove", primary_key=True),
    sa.Column("key", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    _secret("digest", sa.Text(), nullable=False),
    sa.Column("made", Moment, nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""People who have registered: their name, by which `key` it is found, a digest of the password.

`shown` says that others may see their ratings.
"""

FRIENDS = sa.Table(
    "friends",
    METADATA,
    _person("asker", "remove", primary_key=True),
    _person("asked", "remove", primary_key=True, index=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("made", Moment, nullable=False),
)
"""Who has asked whom to be a friend, and whether that is open, accepted or declined since `made`.

A friendship that the other one has ended is declined as well.
"""

RATINGS = sa.Table(
    "ratings",
    METADATA,
    sa.Column("family", sa.String(16), primary_key=True),
    _person("who", "remove", primary_key=True, index=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("left", sa.Integer, nullable=False),
)
"""What people and bots have come to at tables of a family; for a bot `who` says its level."""

RATED_GAMES = sa.Table(
    "rated_games",
    METADATA,
    sa.Column("family", sa.String(16), primary_key=True),
    _person("who", "remove", primary_key=True, index=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("ended", Moment, nullable=False),
)
"""The rating of a person after each of the last games; `number` counts those in the family."""

EVENINGS = sa.Table(
    "evenings",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    _person("host", "replace", index=True),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Tournaments of an evening, who is their host, and whether they wait, are played, or over."""

EVENING_EVENTS = sa.Table(
    "evening_events",
    METADATA,
    sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    _person("person", "keep", index=True),
    sa.Column("body", sa.Text, nullable=False),
)
"""What has happened at an evening; `person` is whom it says of, empty for no one."""

CHALLENGES = sa.Table(
    "challenges",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("day", sa.Date, unique=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Deals that everyone plays; `day` is that of a challenge that the server has made."""

ATTEMPTS = sa.Table(
    "attempts",
    METADATA,
    sa.Column("challenge_id", sa.String(32), primary_key=True),
    _person("person", "replace", primary_key=True, index=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("made", Moment, nullable=False),
)
"""Who has tried a challenge, and at which table."""

PLAYED = sa.Table(
    "played",
    METADATA,
    sa.Column("challenge_id", sa.String(32), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    _person("person", "replace", primary_key=True),
    sa.Column("attempt", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("margin", sa.Float, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("stored", Moment, nullable=False),
)
"""What came of the deals of challenges, by attempt; the bots' own result is that of `BOTS`."""
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
"""Games to go through again: those that were finished here, and records that someone `opened`."""

PLAYERS = sa.Table(
    "players",
    METADATA,
    _person("person", "remove", primary_key=True),
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True, index=True),
)
"""Who sat in a game when it ended, or has opened its record."""

REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    _person("person", "replace"),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("reached", sa.Integer, nullable=False),
    sa.Column("luck", sa.Text),
    sa.Column("asked", Moment, nullable=False),
)
"""Games whose decisions are judged; `reached` is the first event that still has to be."""

REVIEW_PARTS = sa.Table(
    "review_parts",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""Decisions that were judged, from the event `first` on, compressed."""


TOKENS = sa.Table(
    "tokens",
    METADATA,
    _secret("digest", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(16), nullable=False, unique=True),
    _person("owner", "remove", index=True),
    _person("person", "remove"),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("scopes", sa.String(64), nullable=False),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Programs that may come in, each by the digest of its token; `owner` is empty for the host's."""

MEASURES = sa.Table(
    "measures",
    METADATA,
    sa.Column("kind", sa.String(8), primary_key=True),
    _person("subject", "keep", primary_key=True),
    sa.Column("until", Moment),
    sa.Column("made", Moment, nullable=False),
)
"""What the host has decided: people who are muted or banned, and tables whose game is to end.

`subject` is the id of a person, or that of a table to be closed.
"""

REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    _person("reporter", "remove", primary_key=True, index=True),
    _person("person", "remove", primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sa.Column("made", Moment, nullable=False, index=True),
)
"""What people have told the host about others, with what these had said."""
