"""A game that is not over yet as text: its record, with what a record does not tell in front.

That is one line of JSON behind a `#`, so that the whole is still a record for `spadille replay`.
"""

from typing import Annotated

from msgspec import DecodeError, Meta, Struct, json

from ...game import Message, ParseError, Preset, presets
from ...notation import format_record, load_record
from .clock import Clock
from .local_game import LocalGame

FORMAT = 1
"""Raised when older programs can no longer read what is kept."""

_MARK = "# spadille-play "


class _Format(Struct, frozen=True):
    """What every version puts there."""

    format: int


class Heading(Struct, frozen=True):
    """What the first line tells; round and scores are there to be listed only."""

    format: int
    preset: str
    title: dict[str, str]
    about: dict[str, str]
    level: str
    seed: str
    seconds: Annotated[float, Meta(ge=0)]
    round: int
    scores: tuple[int, ...]


def format_kept(game: LocalGame) -> str:
    """The game as text."""
    preset = game.preset
    heading = Heading(
        FORMAT,
        preset.name,
        preset.title,
        preset.about,
        game.level,
        game.seed,
        game.seconds,
        game.view.round,
        tuple(standing.score for standing in game.game.standings),
    )
    record = format_record(game.game.record(), standings=False)
    return f"{_MARK}{json.encode(heading).decode()}\n{record}"


def parse_heading(line: str) -> Heading:
    """What the first line of a kept game tells.

    Raises:
        ParseError: when it is none, or one of a newer version.
    """
    text = line.removeprefix(_MARK) if line.startswith(_MARK) else ""
    try:
        written = json.decode(text, type=_Format).format
        if written == FORMAT:
            return json.decode(text, type=Heading)
    except DecodeError as error:
        raise ParseError("kept/no-game", Message("this is not a game that was kept")) from error
    raise ParseError("kept/newer", Message("another version of Spadille has written it"))


def load_kept(text: str, clock: Clock) -> LocalGame:
    """The game that is told by a text, going on from where it was.

    Raises:
        SpadesError: when it cannot be read, or breaks the rules.
    """
    heading = parse_heading(text.partition("\n")[0])
    game = load_record(text)
    own = presets().get(heading.preset)
    if own is None or own.rules != game.rules:
        own = Preset(heading.preset, heading.title, heading.about, "", game.rules)
    kept = LocalGame(own, heading.level, heading.seed, clock)
    kept.go_on_from(game, heading.seconds)
    return kept
