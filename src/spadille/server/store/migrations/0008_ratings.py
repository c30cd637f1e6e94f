"""Ratings of players and bots, and which players show theirs to others."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create `ratings`, and add marks for rated games and for accounts that show their ratings."""
    op.create_table(
        "ratings",
        sa.Column("family", sa.String(16), primary_key=True),
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("left", sa.Integer, nullable=False),
    )
    op.create_index("ix_ratings_who", "ratings", ["who"])
    no = sa.false()
    op.add_column("games", sa.Column("rated", sa.Boolean, nullable=False, server_default=no))
    op.create_index("ix_games_rated", "games", ["rated"])
    op.add_column("accounts", sa.Column("shown", sa.Boolean, nullable=False, server_default=no))
