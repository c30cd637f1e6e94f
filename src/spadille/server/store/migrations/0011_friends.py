"""Friendships, and friend requests that are open or declined."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create `friends`."""
    op.create_table(
        "friends",
        sa.Column("asker", sa.String(32), primary_key=True),
        sa.Column("asked", sa.String(32), primary_key=True),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_friends_asked", "friends", ["asked"])
