"""Challenges, the players who tried them, and the results of their deals."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create `challenges`, `attempts` and `played`."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("day", sa.Date, unique=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_challenges_used", "challenges", ["used"])
    op.create_table(
        "attempts",
        sa.Column("challenge_id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_attempts_person", "attempts", ["person"])
    op.create_table(
        "played",
        sa.Column("challenge_id", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("attempt", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("margin", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("stored", sa.DateTime(timezone=True), nullable=False),
    )
