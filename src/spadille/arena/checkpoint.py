"""A checkpoint file with the results of matches, so that they resume after an interruption."""

from collections import Counter
from contextlib import ExitStack, closing
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from os import fsync
from pathlib import Path
from typing import Any, Self

from msgspec import MsgspecError, Raw, Struct, json, structs

from ..bots import refused_because
from ..processes import lock
from .batch import Batch, Order
from .contestant import ArenaError

_PLAYING = ("arena", "bots", "fast", "game")
"""The packages that determine how a match goes; if they change, it is a different match."""

_FORM = 1

_BEGINNING = b'{"is":"match",'
"""The first bytes of a checkpoint, present even if no more of it was written."""


class _Match(Struct, frozen=True, tag_field="is", tag="match"):
    """The line before the first deals of a match; those refer to the match by its number."""

    form: int
    number: int
    what: Raw


class _What(Struct, frozen=True, omit_defaults=True):
    """Everything that the deals of a match depend on.

    `code` has hashes of the files of custom bots, as far as they are known.
    """

    program: str
    bots: tuple[str, str]
    seed: str
    whole_games: bool
    rules: Any
    code: tuple[str, ...] = ()
    forgiving: bool = False


class _Deals(Struct, frozen=True, tag_field="is", tag="deals"):
    match: int
    first: int
    last: int
    batch: Batch


class Checkpoint:
    """A file with some deals of any number of matches, each kept as soon as it is played."""

    def __init__(self, path: Path | str, *, durable: bool = True) -> None:
        """Read the file, if there is one, and lock it against other processes.

        Unless it is `durable`, a power failure may lose the last deals.

        Raises:
            ArenaError: if it cannot be read, is not a checkpoint, or is in use.
        """
        path = Path(path)
        self._path, self._durable = path, durable
        self._numbers: dict[bytes, int] = {}
        self._batches: dict[tuple[int, int, int], Batch] = {}
        with ExitStack() as opened:
            try:
                opened.enter_context(closing(lock(path)))
                whole = self._read(path.read_bytes() if path.exists() else b"")
                self._file = opened.enter_context(path.open("ab", buffering=0))
                self._file.truncate(whole)
            except BlockingIOError as error:
                raise ArenaError(
                    "arena/journal-in-use",
                    "another match is writing to the checkpoint {path}; wait until it ends, or "
                    "choose another file",
                    path=path,
                ) from error
            except OSError as error:
                raise _refused(path, refused_because(error)) from error
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def find(self, order: Order, deals: range) -> Batch | None:
        """Return the results of these deals, if they were played."""
        number = self._numbers.get(identity(order))
        if number is None:
            return None
        return self._batches.get((number, deals[0], deals[-1]))

    def played(self, order: Order) -> int:
        """Return how many deals of a match the file has."""
        number = self._numbers.get(identity(order))
        return sum(last - first + 1 for of, first, last in self._batches if of == number)

    def keep(self, order: Order, deals: range, batch: Batch) -> None:
        """Write the results of some deals to the file.

        Raises:
            ArenaError: if it cannot be written.
        """
        what = identity(order)
        lines = []
        if what not in self._numbers:
            self._numbers[what] = len(self._numbers) + 1
            lines.append(json.encode(_Match(_FORM, self._numbers[what], Raw(what))))
        number = self._numbers[what]
        batch = structs.replace(batch, records=[])
        lines.append(json.encode(_Deals(number, deals[0], deals[-1], batch)))
        self._batches[number, deals[0], deals[-1]] = batch
        try:
            self._file.write(b"".join(line + b"\n" for line in lines))
            if self._durable:
                fsync(self._file.fileno())
        except OSError as error:
            raise _refused(self._path, refused_because(error)) from error

    def _read(self, text: bytes) -> int:
        """Remember all complete lines, and return where they end, since the last may be cut off."""
        whole = text.rfind(b"\n") + 1
        for at, line in enumerate(text[:whole].splitlines(), start=1):
            try:
                self._remember(json.decode(line, type=_Match | _Deals, dec_hook=_counter))
            except MsgspecError as error:
                raise _refused(self._path, f"line {at} does not belong to a match") from error
            except ValueError as error:
                raise _refused(self._path, f"line {at}: {error}") from error
        if not self._numbers and not text.startswith(_BEGINNING[: len(text)]):
            raise _refused(self._path, "line 1 is not the start of a match")
        return whole

    def _remember(self, line: _Match | _Deals) -> None:
        if isinstance(line, _Match):
            if line.form != _FORM:
                raise ValueError(f"form {line.form}")
            what = bytes(line.what)
            if what not in self._numbers and line.number in self._numbers.values():
                raise ValueError(f"two matches have the same number {line.number}")
            self._numbers[what] = line.number
        else:
            self._batches[line.match, line.first, line.last] = line.batch


def identity(order: Order) -> bytes:
    """Return everything that the results of a match depend on, as JSON."""
    code = tuple(one.code for one in order.contestants)
    what = _What(
        program(),
        order.names,
        order.seed,
        order.whole_games,
        order.rules,
        code if any(code) else (),
        order.forgiving,
    )
    return json.encode(what)


def _counter(kind: type, found: Any) -> Any:
    """Return a counter keyed by numbers, which JSON stores as strings."""
    assert kind is Counter or getattr(kind, "__origin__", None) is Counter
    return Counter({int(key): count for key, count in found.items()})


def _refused(path: Path, problem: str) -> ArenaError:
    return ArenaError(
        "arena/no-journal",
        "{path} cannot be the checkpoint of a match: {problem}; choose a new file or "
        "the checkpoint of an earlier match",
        path=path,
        problem=problem,
    )


@cache
def program() -> str:
    """Return the program's version, with a hash of all code that affects how bots play."""
    digest = sha256()
    for package in _PLAYING:
        _take_up(files(__package__.rpartition(".")[0]) / package, digest)
    return f"{version('spadille')}-{digest.hexdigest()[:12]}"


def _take_up(folder: Traversable, digest: Any) -> None:
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir():
            if part.name != "__pycache__":
                _take_up(part, digest)
        else:
            digest.update(part.name.encode())
            digest.update(part.read_bytes())
