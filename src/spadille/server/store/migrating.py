"""Upgrades a database in one transaction, after copying it."""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..errors import RefusedError
from .backup import copy_database
from .database import file_of
from .failures import name_of

STEPS = f"{__package__}:migrations"


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Upgrade a database to the current schema: completely, or not at all if interrupted.

    Before an upgrade, a database file is copied to a name that contains the upgrade's version.

    Raises:
        RefusedError: if it was written by a newer version of Spadille.
        OSError | SQLAlchemyError: if it cannot be read or written.
    """
    found, head = await _forms(engine)
    if found == head:
        return
    path = file_of(engine.url)
    if found is not None and path is not None:
        kept = path.with_name(f"{path.name}.before-{head}")
        if not kept.exists():  # an existing copy is complete, from before a failed upgrade
            copy_database(path, kept)
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


async def check_form(engine: AsyncEngine) -> None:
    """Check that a database can be used as it is.

    Raises:
        RefusedError: if it has the schema of another version.
    """
    found, head = await _forms(engine)
    if found != head:
        raise RefusedError(
            "database/other-form",
            "the database {name} has an older format; start the server once to upgrade it",
            name=name_of(engine.url),
        )


async def _forms(engine: AsyncEngine) -> tuple[str | None, str | None]:
    """Return the schema version of a database (None if it is new) and the current version.

    Raises:
        RefusedError: as in `bring_up_to_date`.
    """
    steps = ScriptDirectory.from_config(_config())
    async with engine.connect() as connection:
        found = await connection.run_sync(_revision)
    try:
        steps.get_revision(found or "base")
    except CommandError as error:
        raise RefusedError(
            "database/newer",
            "the database {name} was written by a newer version of Spadille",
            name=name_of(engine.url),
        ) from error
    return found, steps.get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", STEPS)
    return config


def _revision(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: sa.Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
