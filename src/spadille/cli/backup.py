"""`spadille backup` and `spadille restore`: copies of all games, made while they are played."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from ..game import SpadesError
from .streams import InputError, print_json

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


def add_to(commands: Any) -> None:
    backup = commands.add_parser("backup", help="copy all games to a file", description=_BACKUP)
    backup.set_defaults(run=_run_backup, command=backup.prog)
    _add_options(backup)
    restore = commands.add_parser("restore", help="go back to a backup", description=_RESTORE)
    restore.set_defaults(run=_run_restore, command=restore.prog)
    _add_options(restore)


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--database", metavar="URL", help="where games are kept (a file of your user account)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy")


def _run_backup(arguments: Namespace) -> int:
    from ..server import backup

    try:
        copied = backup(arguments.database, arguments.file)
    except SpadesError as error:
        raise InputError(f"{error.code}: {error}") from error
    if arguments.json:
        print_json({"file": str(copied.file), "tables": copied.tables, "bytes": copied.bytes})
    else:
        print(f"{copied.file}: {copied.tables} tables, {copied.bytes} bytes")
    return 0


def _run_restore(arguments: Namespace) -> int:
    from ..server import restore

    try:
        copied, kept = restore(arguments.file, arguments.database)
    except SpadesError as error:
        raise InputError(f"{error.code}: {error}") from error
    if arguments.json:
        told = {"file": str(copied.file), "tables": copied.tables, "bytes": copied.bytes}
        print_json({**told, "kept": None if kept is None else str(kept)})
        return 0
    print(f"{copied.file}: {copied.tables} tables, {copied.bytes} bytes")
    if kept is not None:
        print(f"what was there before: {kept}")
    return 0
