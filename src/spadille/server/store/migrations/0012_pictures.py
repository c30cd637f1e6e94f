"""The pictures that people have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create `pictures`."""
    op.create_table(
        "pictures",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("picture", sa.String(16), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
