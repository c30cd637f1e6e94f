"""The rating of a player after each game."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create `rated_games`."""
    op.create_table(
        "rated_games",
        sa.Column("family", sa.String(16), primary_key=True),
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_rated_games_who", "rated_games", ["who"])
