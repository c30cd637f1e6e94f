"""`spadille backup`, `spadille restore` and `spadille transfer`: copies of all games."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from .. import server
from .options import add_command, add_database_option
from .streams import counted, tell

_BACKUP = """\
Copy all games of a server to FILE, as of one moment. The server may be running
and is not interrupted. `spadille serve --database FILE` can open the copy.

examples:
  spadille backup monday.db
  spadille backup --database games.db /mnt/copies/monday.db
"""

_RESTORE = """\
Restore the games in FILE, a copy made by `spadille backup`. Stop the server
first. The replaced database is kept under the name that is printed.

examples:
  spadille restore monday.db
  spadille restore --database games.db /mnt/copies/monday.db
"""


_TRANSFER = """\
Copy all games, accounts and results of a server to an empty database, for
example from a file to PostgreSQL. Stop the server first. The first database
stays unchanged.

examples:
  spadille transfer --database games.db postgresql://localhost/games
  spadille transfer --database postgresql://localhost/games games.db
"""


def add_to(commands: Any) -> None:
    """Add `spadille backup`, `spadille restore` and `spadille transfer`."""
    for parser in (
        add_command(commands, "backup", "Back up the database", _BACKUP, _run_backup),
        add_command(commands, "restore", "Restore a backup", _RESTORE, _run_restore),
    ):
        add_database_option(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("file", metavar="FILE", type=Path, help="the backup file")
    parser = add_command(
        commands, "transfer", "Copy all data to another database", _TRANSFER, _run_transfer
    )
    add_database_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("to", metavar="DATABASE", help="the target, a file or a URL")


def _run_backup(arguments: Namespace) -> None:
    copied = server.backup(arguments.database, arguments.file)
    tell(arguments, _plain(copied), _line(copied))


def _run_restore(arguments: Namespace) -> None:
    copied, kept = server.restore(arguments.file, arguments.database)
    before = [] if kept is None else [f"the replaced database: {kept}"]
    plain = {**_plain(copied), "kept": kept and str(kept)}
    tell(arguments, plain, _line(copied), *before)


def _run_transfer(arguments: Namespace) -> None:
    moved = server.transfer(arguments.database, arguments.to)
    plain = {"tables": moved.tables, "rows": moved.rows}
    tell(arguments, plain, f"{counted(moved.tables, 'tables')}, {counted(moved.rows, 'rows')}")


def _plain(copied: Any) -> dict[str, Any]:
    return {"file": str(copied.file), "tables": copied.tables, "bytes": copied.bytes}


def _line(copied: Any) -> str:
    return f"{copied.file}: {counted(copied.tables, 'tables')}, {counted(copied.bytes, 'bytes')}"
