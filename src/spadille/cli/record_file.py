"""Games that commands read from files, and who plays in them."""

from ..game import Game, Seat
from ..notation import RecordError, load_record
from .streams import InputError, name_of, read_parsed


def read_sound_game(file: str) -> Game:
    """The game of which a file is the record.

    Raises:
        InputError: when it is no record, or an action breaks a rule.
    """
    try:
        return read_parsed(file, load_record)
    except RecordError as error:
        raise InputError(f"{name_of(file)}: {error.code}: {error.message}") from error


def names_in(game: Game) -> dict[Seat, str] | None:
    """The names of the players by their seats, where the record has them."""
    return dict(zip(game.rules.seats, game.players, strict=True)) if game.players else None
