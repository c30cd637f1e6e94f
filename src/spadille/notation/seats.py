"""Seats as text: their letters."""

from ..game import ParseError, Seat

_BY_LETTER = {seat.letter: seat for seat in Seat}


def parse_seat(text: str, place: str = "") -> Seat:
    """The seat of that letter.

    Raises:
        ParseError: when it cannot be read.
    """
    try:
        return _BY_LETTER[text]
    except KeyError:
        raise ParseError(
            "text/not-a-seat",
            "{text} is not a seat; seats are {letters}",
            place,
            text=repr(text),
            letters=" ".join(_BY_LETTER),
        ) from None
