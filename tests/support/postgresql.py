"""A separate PostgreSQL for tests, without a port and without waiting for disk writes."""

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FROM_DEBIAN = Path("/usr/lib/postgresql")

SETTINGS = (
    "fsync=off",
    "listen_addresses=",
    "max_connections=40",
    "shared_buffers=8MB",
    "autovacuum=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "logging_collector=off",
)


def find_postgresql() -> Path | None:
    """Return the folder with PostgreSQL's programs, if it is installed."""
    found = shutil.which("postgres")
    folders = [Path(os.path.realpath(found)).parent] if found else []
    folders += sorted(_FROM_DEBIAN.glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


class Cluster:
    """A PostgreSQL server in a folder, which is the only way to reach it."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self.folder = folder

    def make(self) -> None:
        """Recreate it and start it."""
        shutil.chown(self.folder, _user())
        options = ("--auth=trust", "--username=spadille", "--encoding=UTF8", "--no-locale")
        self._do("initdb", "--no-sync", *options)
        self.start()

    def start(self) -> None:
        settings = (*SETTINGS, f"unix_socket_directories={self.folder}")
        words = " ".join(f"-c {setting}" for setting in settings)
        self._do("pg_ctl", "start", "--wait", f"--options={words}")

    def stop(self) -> None:
        """Stop it at once, as if its machine had lost power."""
        self._do("pg_ctl", "stop", "--wait", "--mode=immediate")

    def url(self, name: str, folder: Path | None = None) -> str:
        return f"postgresql://spadille@/{name}?host={folder or self.folder}"

    def tell(self, statement: str, name: str = "postgres") -> list[str]:
        """Return the lines with which one of its databases answers."""
        where = (f"--host={self.folder}", "--username=spadille", f"--dbname={name}")
        command = [str(self._programs / "psql"), *where, "--no-psqlrc", "-Atqc", statement]
        return subprocess.check_output(command, text=True).splitlines()

    def empty_database(self, name: str) -> str:
        """Return the URL of a database without games."""
        if not self.tell(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
            self.tell(f"CREATE DATABASE {name}")
            return self.url(name)
        own = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        tables = set(self.tell(own, name)) - {"alembic_version"}
        if tables:
            self.tell(f"TRUNCATE {', '.join(tables)}", name)
        return self.url(name)

    def hang_up(self, name: str) -> None:
        """Close all connections to a database."""
        others = f"datname = '{name}' AND pid != pg_backend_pid()"
        self.tell(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")

    @contextmanager
    def away(self, name: str, door: Path) -> Iterator[None]:
        """Make a database unreachable through `door` inside the block (see `door_to`)."""
        socket = next(door.iterdir())
        there = socket.readlink()
        socket.unlink()
        self.hang_up(name)
        yield
        socket.symlink_to(there)

    def door_to(self, folder: Path) -> Path:
        """Return a folder through which the database can also be reached."""
        socket = ".s.PGSQL.5432"
        (folder / socket).symlink_to(self.folder / socket)
        return folder

    def _do(self, program: str, *options: str) -> None:
        with (self.folder / "complaints").open("a") as complaints:
            subprocess.run(
                [self._programs / program, *options],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                env={"PATH": os.environ["PATH"], "PGDATA": f"{self.folder}/data", "LC_ALL": "C"},
                cwd="/",
                user=_user(),
            )


def _user() -> int:
    """Return the user that runs it; it refuses to run as root."""
    if os.geteuid() != 0:
        return os.geteuid()
    with suppress(KeyError):
        return pwd.getpwnam("postgres").pw_uid
    return pwd.getpwnam("nobody").pw_uid


@contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    """Yield a separate cluster for a block."""
    # This is not in a pytest folder: the name of a socket must be short, and other users may not
    # enter there.
    with tempfile.TemporaryDirectory(prefix="spadille-pg-") as name:
        made = Cluster(programs, Path(name))
        made.make()
        try:
            yield made
        finally:
            made.stop()


@contextmanager
def shared_cluster(programs: Path, run: Path) -> Iterator[Cluster]:
    """Share a cluster among the processes of a folder: the first creates it, the last stops it."""
    with _users(run) as users:
        if not users:
            folder = Path(tempfile.mkdtemp(prefix="spadille-pg-"))
            Cluster(programs, folder).make()
            users.append(str(folder))
        users.append(str(os.getpid()))
        shared = Cluster(programs, Path(users[0]))
    try:
        yield shared
    finally:
        with _users(run) as users:
            users.remove(str(os.getpid()))
            if len(users) == 1:
                shared.stop()
                shutil.rmtree(users.pop())


@contextmanager
def _users(run: Path) -> Iterator[list[str]]:
    """Yield the folder of a shared cluster and its users, locked against other processes."""
    with (run / "postgresql").open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        users = file.read().split()
        try:
            yield users
        finally:
            file.truncate(0)
            file.write("\n".join(users))
