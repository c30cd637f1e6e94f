"""Seats around the table, the sides they form, and values held per seat."""

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Self, TypeVar

from .text import Message, T


class Seat(IntEnum):
    """A place at the table, counted clockwise; fewer players use the first seats.

    It is a number, and its text is its letter: N, E, S, W, F or X.

    >>> str(Seat.NORTH), Seat("N"), int(Seat.EAST), Seat(1)
    ('N', Seat.NORTH, 1, Seat.EAST)
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3
    FIFTH = 4
    SIXTH = 5

    __hash__ = int.__hash__  # an enumeration's hash is many times as slow

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> Self:
            """Return the seat with that number or letter; raise ValueError for others."""

    @classmethod
    def _missing_(cls, value: object) -> "Seat | None":
        return _BY_LETTER.get(value) if isinstance(value, str) else None

    def __str__(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return f"Seat.{self.name}"

    @property
    def letter(self) -> str:
        """The seat in notation: N, E, S, W, F or X."""
        return "NESWFX"[self]

    @property
    def spoken(self) -> Message:
        """The seat in words."""
        return Message(_SEAT_NAMES[self])


_SEAT_NAMES = (
    T("North"),
    T("East"),
    T("South"),
    T("West"),
    T("Fifth"),
    T("Sixth"),
)


SEATS = tuple(Seat)
"""Every seat by its number."""

_BY_LETTER = {seat.letter: seat for seat in SEATS}

X = TypeVar("X")

BySeat = tuple[X, ...]
"""One value for each seat of the table, indexed by `Seat`."""

Side = tuple[Seat, ...]
"""The seats that score together."""


def put(values: BySeat[X], seat: int, value: X) -> BySeat[X]:
    """Return `values` with another value at `seat`."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


@cache
def clockwise(first: int, players: int) -> tuple[Seat, ...]:
    """Return all seats in turn, beginning with `first`."""
    return tuple([SEATS[(first + step) % players] for step in range(players)])


def next_seat(seat: int, players: int) -> Seat:
    """Return the seat to the left."""
    return SEATS[(seat + 1) % players]
