"""Tournaments and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create `evenings` and `evening_events`."""
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_evenings_host", "evenings", ["host"])
    op.create_index("ix_evenings_status", "evenings", ["status"])
    op.create_index("ix_evenings_used", "evenings", ["used"])
    op.create_table(
        "evening_events",
        sa.Column("evening_id", sa.String(32), sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("ix_evening_events_person", "evening_events", ["person"])
