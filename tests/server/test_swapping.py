"""The host exchanges two seats before the game begins."""

from typing import Any

import pytest

from spadille.game import Seat, SpadesError
from spadille.table.apply import loaded
from spadille.table.commands import Asker
from spadille.table.events import SeatsShuffled
from spadille.table.requests import Balance, Sit, Start, SwapSeats
from support.tabletop import ANN, BEN, Room

HERE = "room"


def waiting(**fields: Any) -> Room:
    """Return a table with Ann, its host, in the south and Ben in the west."""
    room = Room(invite=True, **fields)
    assert room.table.seat_of(ANN.person) == Seat.SOUTH
    room.ask(BEN, Sit(HERE, Seat.WEST))
    return room


def refusal_of(room: Room, asker: Asker, seat: Seat, other: Seat) -> str:
    with pytest.raises(SpadesError) as refused:
        room.ask(asker, SwapSeats(HERE, seat, other))
    return refused.value.code


def test_swap_by_host_exchanges_two_players() -> None:
    room = waiting()
    (drawn,) = room.ask(ANN, SwapSeats(HERE, Seat.WEST, Seat.SOUTH))
    assert isinstance(drawn, SeatsShuffled)
    assert drawn.by == "host"
    assert room.table.seat_of(ANN.person) == Seat.WEST
    assert room.table.seat_of(BEN.person) == Seat.SOUTH
    assert room.table.host == ANN.person
    assert loaded(HERE, room.events).seats == room.table.seats


def test_swap_with_free_seat_moves_the_player() -> None:
    room = waiting()
    room.ask(ANN, SwapSeats(HERE, Seat.WEST, Seat.NORTH))
    assert room.table.seat_of(BEN.person) == Seat.NORTH
    assert Seat.WEST in room.table.seats.free


def test_swap_ends_balanced_seats() -> None:
    room = waiting()
    room.ask(ANN, Balance(HERE))
    assert room.table.balanced
    room.ask(ANN, SwapSeats(HERE, Seat.WEST, Seat.NORTH))
    assert not room.table.balanced


def test_swap_of_one_seat_changes_nothing() -> None:
    assert waiting().ask(ANN, SwapSeats(HERE, Seat.WEST, Seat.WEST)) == ()


def test_swap_is_refused_for_guests_unknown_seats_and_running_games() -> None:
    room = waiting()
    assert refusal_of(room, BEN, Seat.WEST, Seat.NORTH) == "host/only"
    assert refusal_of(room, ANN, Seat.WEST, Seat(5)) == "seat/unknown"
    room.ask(ANN, Start(HERE))
    assert refusal_of(room, ANN, Seat.WEST, Seat.NORTH) == "table/started"
