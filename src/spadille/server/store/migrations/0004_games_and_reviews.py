"""Games with addresses, their players, and the values of the players' decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create `games`, `players`, `reviews` and `review_parts`."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("opened", sa.Boolean, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_games_used", "games", ["used"])
    op.create_table(
        "players",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    )
    op.create_index("ix_players_game_id", "players", ["game_id"])
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("reached", sa.Integer, nullable=False),
        sa.Column("luck", sa.Text),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_reviews_status", "reviews", ["status"])
    op.create_table(
        "review_parts",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
