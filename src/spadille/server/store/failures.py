"""Error texts for unusable databases, and checks of whether a database or its data is at fault."""

from pathlib import Path

from sqlalchemy.engine import URL
from sqlalchemy.exc import (
    DatabaseError,
    DBAPIError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
)

from ..errors import RefusedError

IN_USE, UNUSABLE = "database/in-use", "database/unusable"
"""The codes of the refusals that a standby server waits out."""

FAILURES = (SQLAlchemyError, OSError, RefusedError)
"""The errors of a failed write."""

_OF_DATA = {DatabaseError, InternalError}
"""The errors that a database raises if it finds damage in its data."""


def is_away(error: BaseException) -> bool:
    """Return True if further attempts would fail too, because the database is unavailable."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OSError | InterfaceError | OperationalError | RefusedError)


def is_out_of_reach(error: BaseException) -> bool:
    """Return True if the query did not reach the data, so that its state is unknown."""
    return isinstance(error, SQLAlchemyError | OSError) and type(error) not in _OF_DATA


def name_of(url: URL) -> str:
    """Return the name of a database for use in sentences: a file path, or a URL without a driver.

    >>> from sqlalchemy.engine import make_url
    >>> name_of(make_url("postgresql+asyncpg://ann:secret@db/games"))
    'postgresql://ann:***@db/games'
    """
    kind = url.get_backend_name()
    if kind == "sqlite":
        return str(url.database)
    return url.set(drivername=kind).render_as_string()


def bad_url(name: str) -> RefusedError:
    """Return the refusal for text that is neither a file nor a database URL."""
    return RefusedError(
        "database/bad-url",
        "{name} is not a database; expected a file, or a URL such as postgresql://localhost/games",
        name=name,
    )


def missing(path: Path) -> RefusedError:
    """Return the refusal for a database file that does not exist."""
    return RefusedError("backup/missing", "there is no database {name}", name=str(path))


def unusable(url: URL, error: BaseException) -> RefusedError:
    """Return the refusal for a database that failed, with the driver's reason."""
    reason = getattr(error, "orig", None) or error
    return RefusedError(
        UNUSABLE,
        "the database {name} cannot be used: {reason}",
        name=name_of(url),
        reason=getattr(error, "strerror", None) or str(reason),
    )


def without_folder(path: Path) -> RefusedError:
    """Return the refusal for a database file in a folder that does not exist."""
    return RefusedError(
        "database/no-such-folder",
        "the folder {name} of the database does not exist; check the path, or create it ({option})",
        name=str(path.parent),
        option="spadille serve --create-folder",
    )


def foreign(url: URL) -> RefusedError:
    """Return the refusal for another program's database."""
    return RefusedError(
        "database/foreign",
        "{name} is the database of another program; choose another file",
        name=name_of(url),
    )


def in_use(name: str) -> RefusedError:
    """Return the refusal for a database in use by another server; standby servers wait instead."""
    return RefusedError(
        IN_USE,
        "the database {name} is in use by another server; stop that server first",
        name=name,
    )


def without_driver(url: URL) -> RefusedError:
    """Return the refusal for a database whose driver is not installed."""
    return RefusedError(
        "database/no-driver",
        "{name} needs an extra package: {command}",
        name=name_of(url),
        command="pip install 'spadille[postgresql]'",
    )
