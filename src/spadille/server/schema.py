"""The tables of the database; the steps in `migrations` make them."""

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    sa.Column("status", sa.String(8), index=True),
    sa.Column("used", sa.DateTime(timezone=True), index=True),
    sa.Column("summary", sa.Text),
)
"""`status`, `used` and `summary` are taken from the events, for lists; see `register`."""

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("stored", sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint("table_id", "version"),
)

PLACES = sa.Table(
    "places",
    METADATA,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True, index=True),
)
"""Who has a seat where."""

SESSIONS = sa.Table(
    "sessions",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("following", sa.String(64), unique=True),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    sa.Column("seen", sa.DateTime(timezone=True), nullable=False, index=True),
)
"""Browsers, each by the digest of the secret in its cookie, and of the one that takes its place."""
