"""`spadille backup`, `spadille restore` and `spadille transfer`: copies of all games."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from .. import server
from .options import add_command, add_database_option
from .streams import counted, tell

_BACKUP = """\
Copy all games of a server to FILE, as they are at one moment. The server may be running, and
nobody notices. The copy is one file; `spadille serve --database FILE` opens it as well.

examples:
  spadille backup monday.db
  spadille backup --database games.db /mnt/copies/monday.db
"""

_RESTORE = """\
Go back to the games in FILE, a copy made by `spadille backup`. The server must be stopped. What
was there before is kept beside it, under the name that is printed.

examples:
  spadille restore monday.db
  spadille restore --database games.db /mnt/copies/monday.db
"""


_TRANSFER = """\
Copy all games, accounts and results of a server to another database, which has to be empty, such as
from a file to PostgreSQL. The server must be stopped. What is in the first one stays as it is.

examples:
  spadille transfer --database games.db postgresql://localhost/games
  spadille transfer --database postgresql://localhost/games games.db
"""


def add_to(commands: Any) -> None:
    for parser in (
        add_command(commands, "backup", "Back up the database", _BACKUP, _run_backup),
        add_command(commands, "restore", "Restore a backup", _RESTORE, _run_restore),
    ):
        add_database_option(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("file", metavar="FILE", type=Path, help="the copy")
    parser = add_command(
        commands, "transfer", "Copy all data to another database", _TRANSFER, _run_transfer
    )
    add_database_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("to", metavar="DATABASE", help="where to, a file or a URL")


def _run_backup(arguments: Namespace) -> None:
    copied = server.backup(arguments.database, arguments.file)
    tell(arguments, _plain(copied), _line(copied))


def _run_restore(arguments: Namespace) -> None:
    copied, kept = server.restore(arguments.file, arguments.database)
    before = [] if kept is None else [f"what was there before: {kept}"]
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
