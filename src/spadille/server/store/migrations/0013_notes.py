"""The notes that people keep about others."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create `notes`."""
    op.create_table(
        "notes",
        sa.Column("author", sa.String(32), primary_key=True),
        sa.Column("about", sa.String(32), primary_key=True, index=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
