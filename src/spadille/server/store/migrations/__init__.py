"""Upgrades a database in one transaction, after copying it; each module here is one step."""

from pathlib import Path

import sqlalchemy as sa
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.ext.asyncio import AsyncEngine

from ....table.errors import RefusedError
from ..database import copy_database, file_of, name_of

FOLDER = Path(__file__).parent


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Upgrade a database to the current schema: completely, or not at all if interrupted.

    Before an upgrade, a database file is copied to a name that contains the upgrade's version.
    Raise RefusedError if a newer version of Spadille wrote the database.
    """
    found, head = await _revisions(engine)
    if found == head:
        return
    path = file_of(engine.url)
    if found is not None and path is not None:
        kept = path.with_name(f"{path.name}.before-{head}")
        if not kept.exists():  # an existing copy is complete, from before a failed upgrade
            copy_database(path, kept)
    async with engine.begin() as connection:
        await connection.run_sync(upgrade)


async def check_form(engine: AsyncEngine) -> None:
    """Raise RefusedError if a database has the schema of another version."""
    found, head = await _revisions(engine)
    if found != head:
        raise RefusedError(
            "database/other-form",
            "the database {name} has an older format; start the server once to upgrade it",
            name=name_of(engine.url),
        )


async def _revisions(engine: AsyncEngine) -> tuple[str | None, str | None]:
    """Return the schema version of a database (None if it is new) and the current version."""
    known = steps()
    async with engine.connect() as connection:
        found = await connection.run_sync(
            lambda it: MigrationContext.configure(it).get_current_revision()
        )
    try:
        known.get_revision(found or "base")
    except CommandError as error:
        raise RefusedError(
            "database/newer",
            "the database {name} was written by a newer version of Spadille",
            name=name_of(engine.url),
        ) from error
    return found, known.get_current_head()


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Upgrade a database to a schema version."""
    known = steps()

    def missing(found: str, _context: object) -> object:
        return known._upgrade_revs(revision, found)  # noqa: SLF001 - Alembic documents this use

    with EnvironmentContext(Config(), known, fn=missing) as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        with environment.begin_transaction():
            environment.run_migrations()


def steps() -> ScriptDirectory:
    """Return the steps, which are numbered in order."""
    return ScriptDirectory(str(FOLDER), version_locations=[str(FOLDER)])
