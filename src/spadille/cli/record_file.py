"""Games that commands read from files, and the names of their players."""

from ..game import Game, Seat
from ..notation import RecordError, load_record
from .streams import InputError, in_one_line, name_of, read_parsed


def read_sound_game(file: str) -> Game:
    """Return the game recorded in a file.

    Raises:
        InputError: if it is not a record, or an action breaks a rule.
    """
    try:
        return read_parsed(file, load_record)
    except RecordError as error:
        raise InputError(f"{name_of(file)}: {error.code}: {error.message}") from error


def names_in(game: Game) -> dict[Seat, str] | None:
    """Return the names of the players by seat, or None if the record has no names."""
    if not game.players:
        return None
    named = zip(game.rules.seats, game.players, strict=True)
    return {seat: in_one_line(name) for seat, name in named if name.strip()}
