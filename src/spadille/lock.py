"""The right to be the only one who uses a file."""

import os
import sqlite3
from contextlib import ExitStack, closing, suppress
from pathlib import Path

_OWN_FILE = 0o600


def lock(path: Path) -> sqlite3.Connection:
    """Hold a file until this is closed, or the process has ended in any way.

    It is a lock of SQLite, available on every system, on an empty file next to it.

    Raises:
        BlockingIOError: when someone holds the file.
        OSError: if the file cannot be created.
    """
    place = Path(os.path.realpath(path))
    place = place.with_name(f"{place.name}.lock")
    with suppress(FileExistsError):  # opening one that is held would end the lock
        os.close(os.open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL, _OWN_FILE))
        give(place, path)
    with ExitStack() as opened:
        try:
            held = opened.enter_context(closing(_connect(place)))
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise BlockingIOError(f"{path} is in use") from error
            raise OSError(f"{error} ({place.name})") from error  # a full disk, another file
        opened.pop_all()
    return held


def give(made: Path, to: Path) -> None:
    """Have a file that root has made belong to whom another one does, who could not use it else.

    If that file does not exist, the owner of its folder is used.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = (to if to.exists() else made.absolute().parent).stat()
        with suppress(PermissionError):  # of a root who may not, or a disk that knows no owners
            os.chown(made, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _connect(place: Path) -> sqlite3.Connection:
    return sqlite3.connect(place, timeout=0, isolation_level=None, check_same_thread=False)
