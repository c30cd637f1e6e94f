"""Sanctions and table closures by the admin, and reports by players."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create `measures` and `reports`."""
    op.create_table(
        "measures",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("subject", sa.String(32), primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("reporter", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_reports_reporter", "reports", ["reporter"])
    op.create_index("ix_reports_made", "reports", ["made"])
