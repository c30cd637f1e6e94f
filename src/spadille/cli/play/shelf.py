"""Saved games that are not over yet: one file each in a folder of the user account.

A file is the record of the game, preceded by one line of JSON after a `#`. That line holds facts
that a record lacks. The whole file is still a record that `spadille replay` can read.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import DecodeError, Meta, Struct, json
from platformdirs import user_data_path

from ...game import Message, ParseError, Preset, SpadesError, T, presets
from ...notation import format_record, load_game
from .local_game import Clock, LocalGame

FORMAT = 1
"""The version of the format, raised when older programs can no longer read the files."""

_LONGEST = 4_000_000
"""The most bytes read from a saved game; the longest possible game has less than a tenth."""

_MARK = "# spadille-play "


class _Format(Struct, frozen=True):
    """The part of the first line that every version writes."""

    format: int


class Label(Struct, frozen=True):
    """The contents of the first line; the round and scores are only for the list."""

    format: int
    preset: str
    title: dict[str, str]
    about: dict[str, str]
    level: str
    seed: str
    seconds: Annotated[float, Meta(ge=0)]
    round: int
    scores: tuple[int, ...]
    bank: Annotated[float, Meta(ge=0)] | None = None


def format_kept(game: LocalGame) -> str:
    """Return the game as text."""
    preset = game.preset
    label = Label(
        FORMAT,
        preset.name,
        preset.title,
        preset.about,
        game.level,
        game.seed,
        game.seconds,
        game.view.round_number,
        tuple(standing.score for standing in game.game.standings),
        game.bank if game.game.rules.clock.bank_seconds else None,
    )
    record = format_record(game.game.record(), standings=False)
    return f"{_MARK}{json.encode(label).decode()}\n{record}"


def parse_label(line: str) -> Label:
    """Return the contents of the first line of a saved game.

    Raises:
        ParseError: if it is not such a line, or one of a newer version.
    """
    text = line.removeprefix(_MARK) if line.startswith(_MARK) else ""
    try:
        written = json.decode(text, type=_Format).format
        if written == FORMAT:
            return json.decode(text, type=Label)
    except (DecodeError, RecursionError) as error:
        raise ParseError("kept/no-game", "this is not a saved game") from error
    raise ParseError("kept/newer", "it was written by another version of Spadille")


def load_kept(text: str, clock: Clock) -> LocalGame:
    """Return the game that was saved as a text, ready to continue from where it was.

    Raises:
        SpadesError: if it cannot be read, or breaks the rules.
    """
    label = parse_label(text.partition("\n")[0])
    game = load_game(text)
    own = presets().get(label.preset)
    if own is None or own.rules != game.rules:
        own = Preset(label.preset, label.title, label.about, "", game.rules)
    kept = LocalGame(own, label.level, label.seed, clock)
    kept.go_on_from(game, label.seconds, label.bank)
    return kept


class Slot:
    """The place of one saved game; its file is created when the game is first saved."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen = _state(path)

    def keep(self, game: LocalGame) -> None:
        """Save the game in one step, so that the file is always complete.

        If another program has continued the same game, the file belongs to that program, and this
        one gets a new file.

        Raises:
            OSError: if the file cannot be written.
        """
        if self._seen != _state(self._path) is not None:
            self._path = _fresh(self._path.parent)
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = self._path.with_suffix(".new")
        with open(draft, "w", encoding="utf-8", opener=_private) as file:
            file.write(format_kept(game))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._path)
        self._seen = _state(self._path)

    def label(self) -> Label:
        """Return the label at the beginning of the file.

        Raises:
            SpadesError: if it cannot be read.
        """
        return parse_label(self._read().partition("\n")[0])

    def load(self, clock: Clock) -> LocalGame:
        """Return the game, ready to continue from where it was.

        Raises:
            SpadesError: if it cannot be read, or breaks the rules.
        """
        try:
            return load_kept(self._read(), clock)
        except RecursionError as error:
            raise _unreadable(T("this is not a saved game")) from error

    def set_aside(self, why: SpadesError) -> Message:
        """Rename the file, so that it no longer counts as a game, and return a message about it."""
        aside = self._path.with_suffix(".unreadable")
        with suppress(OSError):
            self._path.replace(aside)
        return Message(
            "A saved game cannot be opened: {why}. It was moved to {file}.",
            why=why.message,
            file=str(aside if aside.exists() else self._path),
        )

    def clear(self) -> None:
        """Forget the game."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _read(self) -> str:
        try:
            with self._path.open("rb") as file:
                return file.read(_LONGEST).decode()
        except UnicodeDecodeError as error:
            raise _unreadable(T("this is not text")) from error
        except OSError as error:
            raise _unreadable(T("the file cannot be opened")) from error


class Found(NamedTuple):
    """The saved games, latest first, and messages about files that are not games."""

    games: tuple[tuple[Slot, Label], ...]
    set_aside: tuple[Message, ...]


class Shelf:
    """The games in a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def free_slot(self) -> Slot:
        """Return a slot for a new game, under a random file name."""
        return Slot(_fresh(self._folder))

    def look_through(self) -> Found:
        """Return all games, and messages about files that were set aside as unreadable."""
        games, set_aside = [], []
        for path in sorted(self._folder.glob("*.game"), key=_latest, reverse=True):
            slot = Slot(path)
            try:
                games.append((slot, slot.label()))
            except SpadesError as error:
                set_aside.append(slot.set_aside(error))
        return Found(tuple(games), tuple(set_aside))


def usual_shelf() -> Shelf | None:
    """Return the shelf in the user account; None if that has no folder, as in a bare container."""
    try:
        return Shelf(user_data_path("spadille") / "play")
    except RuntimeError:
        return None


def _fresh(folder: Path) -> Path:
    return folder / f"{secrets.token_hex(6)}.game"


def _state(path: Path) -> tuple[int, int, int] | None:
    """Return values that change with every write, or None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _latest(path: Path) -> tuple[int, str]:
    state = _state(path)
    return (state[1] if state else 0, path.name)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _unreadable(why: str) -> ParseError:
    return ParseError("kept/unreadable", why)
