"""Two bots decide in the same positions of a game of a match."""

from pathlib import Path

import pytest

from spadille.arena import ArenaError, BotError, compare, match
from spadille.bots import load
from spadille.bots.random_player import RandomPlayer
from spadille.game import PlayerAction, Rules, Seat, SeatView
from spadille.notation import load_record
from support.chance_players import SPADE_ACE, answering


def test_compared_game_is_that_of_the_match(tmp_path: Path) -> None:
    match("beginner", "random", deals=3, seed=7, save_games=tmp_path)
    for seating in (1, 2):
        found = compare("beginner", "random", deal=3, seating=seating, seed=7)
        saved = load_record((tmp_path / f"deal-000003-{seating}.spades").read_text())
        assert [event.action for event in found.game.events] == [
            event.action for event in saved.events
        ]
        taken = [one.decisions[one.which] for one in found.decisions]
        assert all(taken)
        assert {one.which for one in found.decisions if one.seat == 0} == {seating - 1}


def test_compared_bots_get_the_same_view_and_seed() -> None:
    found = compare("random", "random", deal=2)
    assert not any(one.differs for one in found.decisions)
    found = compare("intermediate", "beginner", deal=2)
    assert any(one.differs for one in found.decisions)
    assert not all(one.differs for one in found.decisions)
    assert found.decisions[-1].trick == 13


def test_compared_bots_may_fail_unless_they_sit_at_the_table() -> None:
    first = compare("random", Fussy, deal=1).decisions
    assert {one.failure for one in first if one.seat == Seat.SOUTH} >= {"illegal answer SA"}
    (error,) = {one.failure for one in first if one.seat == Seat.NORTH}
    assert error.startswith("LookupError: no north (test_compare.py, line ")
    assert all(one.differs for one in first if one.failure)
    assert not any(one.failure for one in first if one.seat in {Seat.EAST, Seat.WEST})
    with pytest.raises(BotError):
        compare("random", answering(None), deal=1)


class Fussy(RandomPlayer):
    """Fails in two seats."""

    def act(self, view: SeatView) -> PlayerAction:
        if view.seat == Seat.NORTH:
            raise LookupError("no north")
        return SPADE_ACE if view.seat == Seat.SOUTH else super().act(view)


def test_compared_bot_need_not_give_reasons() -> None:
    class Silent:
        def __init__(self, seed: str) -> None:
            self.act = load("random", seed).act

    assert not any(one.differs for one in compare(Silent, "random").decisions)


@pytest.mark.parametrize(("deal", "seating"), [(0, 1), (1, 3), ("x", 1)])
def test_missing_deal_is_refused(deal: int, seating: int) -> None:
    with pytest.raises(ArenaError, match="seatings from 1 to 2"):
        compare("random", "random", deal=deal, seating=seating)
    assert compare("random", "random", Rules.preset("three-player"), seating=6).gain is not None
