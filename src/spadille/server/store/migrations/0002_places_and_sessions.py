"""Players' seats, the time when each table was last used, and browser sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# All players who ever sat down; a table that is reloaded knows who still has a seat.
_PLACES = """
INSERT INTO places (person, table_id)
SELECT DISTINCT {person}, table_id FROM events WHERE body LIKE '{{"type":"sat"%'
"""

_USED = """
UPDATE tables SET used =
  COALESCE((SELECT max(stored) FROM events WHERE table_id = tables.id), made)
"""


def upgrade() -> None:
    """Create `places` and `sessions`, and derive places and times of last use from events."""
    op.add_column("tables", sa.Column("status", sa.String(8)))
    op.add_column("tables", sa.Column("used", sa.DateTime(timezone=True)))
    op.add_column("tables", sa.Column("summary", sa.Text))
    op.create_index("ix_tables_status", "tables", ["status"])
    op.create_index("ix_tables_used", "tables", ["used"])
    op.create_table(
        "places",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_index("ix_places_table_id", "places", ["table_id"])
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("following", sa.String(64), unique=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_sessions_seen", "sessions", ["seen"])
    sqlite = op.get_bind().dialect.name == "sqlite"
    person = "json_extract(body, '$.person')" if sqlite else "body::json->>'person'"
    op.execute(_PLACES.format(person=person))
    op.execute(_USED)
