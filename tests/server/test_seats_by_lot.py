"""T6: seats are chosen, or assigned at random."""

from spadille.game import Seat
from spadille.table.requests import Sit, Start
from support.tabletop import ANN, BEN, Room


def seats_after_start(seating: str, seed: int) -> tuple[Seat | None, Seat | None]:
    """Return the seats of Ann and Ben at the start; Ann created the table, Ben sat down at West."""
    room = Room(seed=seed, options={"table.seating": seating}, invite=True)
    room.ask(BEN, Sit("room", Seat.WEST))
    room.ask(ANN, Start("room"))
    return room.table.seat_of(ANN.person), room.table.seat_of(BEN.person)


def test_T6_chosen_seats_are_kept() -> None:
    assert {seats_after_start("chosen", seed) for seed in range(5)} == {(Seat.SOUTH, Seat.WEST)}


def test_T6_random_seats_reach_every_seat_without_collision() -> None:
    """T6: over a number of games everyone sits everywhere, and never two in one seat."""
    seen = [seats_after_start("random", seed) for seed in range(40)]
    assert {ann for ann, _ in seen} == {ben for _, ben in seen} == set(tuple(Seat)[:4])
    assert all(ann != ben for ann, ben in seen)
