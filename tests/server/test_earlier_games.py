"""The record of a game remains when the next one begins."""

from spadille.game import Seat
from spadille.table.apply import record_of
from spadille.table.requests import Rematch, Sit, Stand, Start
from support.tabletop import ANN, BEN, Room


def test_finished_games_of_a_table_keep_their_records() -> None:
    room = Room("short", invite=True)
    room.ask(ANN, Start("room"))
    records = []
    for number in range(1, 4):
        assert record_of("room", room.events, number) is None
        room.play_until(lambda table: table.status == "over")
        records.append(room.table.record)
        room.ask(BEN, Sit("room", Seat.EAST) if number == 1 else Stand("room"))
        room.ask(ANN, Rematch("room"))
        if room.table.rematch:
            room.step()
        if number == 2:
            room.ask(BEN, Sit("room", Seat.WEST))
    for number, record in enumerate(records, start=1):
        assert record_of("room", room.events, number) == record
    assert record_of("room", room.events, 4) is None
    assert record_of("room", room.events, 9) is None
