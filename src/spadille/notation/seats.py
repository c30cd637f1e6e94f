"""Seats as text: their letters."""

from ..game import Message, ParseError, Seat

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
            Message(
                "{text} is not a seat; seats are {letters}",
                text=repr(text),
                letters=" ".join(_BY_LETTER),
            ),
            place,
        ) from None
