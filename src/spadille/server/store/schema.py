"""The tables of the database; the steps in `migrations` create them."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa

log = logging.getLogger(__name__)

METADATA = sa.MetaData()

LEAVING, SECRET = "leaving", "secret"
"""Keys for column notes: what happens to a forgotten person's id, and proof of identity."""

Leaving = Literal["remove", "replace", "keep"]
"""Remove the row, replace the id with an unused one, or keep it as a number without a name."""


def _person(
    name: str, leaving: Leaving, *, primary_key: bool = False, index: bool = False
) -> sa.Column[str]:
    """Return a column for the id of a person, which exports and deletions follow."""
    return sa.Column(
        name,
        sa.String(32),
        primary_key=primary_key,
        nullable=False,
        index=index,
        info={LEAVING: leaving},
    )


def _secret(name: str, kind: sa.types.TypeEngine[str], **options: Any) -> sa.Column[str]:
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
"""`status`, `used` and `summary` are derived from the events, for lists; see `register`."""

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
"""The tables where each person has a seat."""

SESSIONS = sa.Table(
    "sessions",
    METADATA,
    _secret("digest", sa.String(64), primary_key=True),
    _person("person", "remove", index=True),
    _secret("following", sa.String(64), unique=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("seen", Moment, nullable=False, index=True),
)
"""Browsers, each identified by the hashes of the secret in its cookie and of the next secret."""

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
"""Registered players: their name, the `key` to find it by, and a hash of the password.

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
"""Friend requests, and whether each has been open, accepted, or declined since `made`.

A friendship that one of the players has ended counts as declined. """

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
"""Ratings of players and bots at tables of a family; for a bot, `who` is its level."""

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
"""A player's rating after each of their last games; `number` counts games in the family."""

EVENINGS = sa.Table(
    "evenings",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    _person("host", "replace", index=True),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Tournaments with their hosts, and whether they are waiting, running, or over."""

EVENING_EVENTS = sa.Table(
    "evening_events",
    METADATA,
    sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    _person("person", "keep", index=True),
    sa.Column("body", sa.Text, nullable=False),
)
"""The events of tournaments; `person` is the player that an event is about, or empty."""

CHALLENGES = sa.Table(
    "challenges",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("day", sa.Date, unique=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Challenges, whose deals all players share; `day` is the date of a daily challenge."""

ATTEMPTS = sa.Table(
    "attempts",
    METADATA,
    sa.Column("challenge_id", sa.String(32), primary_key=True),
    _person("person", "replace", primary_key=True, index=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("made", Moment, nullable=False),
)
"""Players' attempts at challenges, and the tables where they play."""

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
"""Results of challenge deals, by attempt; bots' results have the person `BOTS`."""
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
    _person("person", "remove", primary_key=True),
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True, index=True),
)
"""The players who had a seat when a game ended, or who opened its record."""

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
"""Reviews of games; `reached` is the first event still to be judged."""

REVIEW_PARTS = sa.Table(
    "review_parts",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""Judged decisions, from the event `first` on, compressed."""


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
"""Network bots, each identified by the hash of its token; `owner` is empty for the admin."""

MEASURES = sa.Table(
    "measures",
    METADATA,
    sa.Column("kind", sa.String(8), primary_key=True),
    _person("subject", "keep", primary_key=True),
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
    _person("reporter", "remove", primary_key=True, index=True),
    _person("person", "remove", primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sa.Column("made", Moment, nullable=False, index=True),
)
"""Players' reports about other players, with the reported lines."""
