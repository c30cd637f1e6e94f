"""Records that commands read from files."""

from ..game import Game, ParseError, Record
from ..notation import RecordError, load_record, parse_record
from .streams import InputError, name_of, read_text


def read_record(file: str) -> Record:
    """What a file tells of a game, its actions not yet checked.

    Raises:
        InputError: when it is no record.
    """
    try:
        return parse_record(read_text(file))
    except ParseError as error:
        raise _unreadable(file, error) from error


def read_game(file: str) -> Game:
    """The game of which a file is the record.

    Raises:
        InputError: when it is no record.
        RecordError: at the first action that breaks a rule.
    """
    try:
        return load_record(read_text(file))
    except ParseError as error:
        raise _unreadable(file, error) from error


def read_sound_game(file: str) -> Game:
    """The same for whoever has no use for a game that breaks a rule.

    Raises:
        InputError: when it is no record, or an action breaks a rule.
    """
    try:
        return read_game(file)
    except RecordError as error:
        raise InputError(f"{name_of(file)}: {error.code}: {error.message}") from error


def _unreadable(file: str, error: ParseError) -> InputError:
    where = f"{name_of(file)}, {error.place}" if error.place else name_of(file)
    return InputError(f"{where}: {error.code}: {error}")
