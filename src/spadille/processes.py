"""Files that one process at a time may use, and processes that ignore interruptions."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from multiprocessing import resource_tracker
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


@contextmanager
def undisturbed() -> Iterator[None]:
    """Make processes that this thread starts ignore Ctrl-C, even while they start.

    A terminal interrupts all processes of a program at once; this process ends the others. On
    Windows, they have to ignore the interruption themselves.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which lets interruptions through again where it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
