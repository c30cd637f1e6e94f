"""A summary of many decisions: their subjects, their costs, and luck."""

from typing import NamedTuple

import pytest

from spadille.bots import Candidate, Decision, Unit, played_on, seated
from spadille.game import Bid, Game, Message, Rules, Seat
from spadille.study import Losses, Mark, counsel, losses_of, luck_of, summaries
from spadille.study.review import Area, _area
from support.positions import play
from support.tables import at_play

RULES = Rules().with_options({"nil.blind": False})


class Made(NamedTuple):
    """A decision as seen by a summary."""

    event: int
    loss: float
    mark: Mark
    area: Area = "tricks"
    unit: Unit = "points"
    seat: Seat = Seat.NORTH


def test_summary_worst_are_three_gravest_marks() -> None:
    (found,) = summaries(
        [
            Made(1, 30.0, "blunder"),
            Made(2, 13.0, "blunder", unit="percent"),
            Made(3, 24.0, "error"),
            Made(4, 9.0, "slip"),
            Made(5, 40.0, "fine"),
            Made(6, 0.0, "best"),
            Made(7, 35.0, "blunder"),
        ]
    )
    assert found.worst == (7, 1, 2)
    assert found.marks == {"best": 1, "fine": 1, "slip": 1, "error": 1, "blunder": 3}
    (mild,) = summaries([Made(1, 4.5, "slip"), Made(2, 40.0, "fine"), Made(3, 11.0, "error")])
    assert mild.worst == (3, 1)


def test_summary_losses_add_up_by_seat_area_and_unit() -> None:
    east = Made(1, 3.0, "fine", "bags", "percent", Seat.EAST)
    north = [Made(2, 2.0, "fine"), Made(3, 5.0, "slip"), Made(4, 1.0, "fine", "bags")]
    found = summaries([east, *north, Made(5, 0.5, "fine", "bags", "percent")])
    assert [one.seat for one in found] == [Seat.NORTH, Seat.EAST]
    assert found[0].lost == {"tricks": {"points": 7.0}, "bags": {"points": 1.0, "percent": 0.5}}
    assert found[1].lost == {"bags": {"percent": 3.0}}
    losses = losses_of(found, RULES.seats)
    assert losses == (Losses(4, 9.0), Losses(1, 6.0), Losses(), Losses())


@pytest.mark.parametrize(
    ("unit", "doubts", "costs"),
    [
        ("points", (0.0, 0.0, None), (0.0, 3.0, 4.0)),
        ("percent", (0.0, 0.0, None), (0.0, 6.0, 8.0)),
        ("points", (0.0, 1.5, 2.1), (0.0, 3.0, 0.0)),
    ],
)
def test_counsel_costs_are_points_unless_within_doubt(
    unit: Unit, doubts: tuple[float | None, ...], costs: tuple[float, ...]
) -> None:
    weighed = tuple(
        Candidate(Bid(tricks), value, 1.0, unit, doubt=doubt)
        for tricks, value, doubt in zip((4, 3, 5), (10.0, 7.0, 6.0), doubts, strict=True)
    )
    assert counsel(Decision(Bid(4), Message("It is best."), weighed)).costs == costs


def test_luck_of_ordinary_players_is_usual() -> None:
    game = Game.new(RULES, seed="ordinary")
    for _ in range(3):
        game = played_on(game, seated(["intermediate"] * 4, "0"), rounds=1)
    found = luck_of(game.record())
    assert [one.round for one in found] == [1, 2, 3]
    for luck, result in zip(found, game.results, strict=True):
        assert luck.made == luck.usual == tuple(side.points for side in result.sides)


HANDS = {Seat.NORTH: "CA C5", Seat.EAST: "C2 C6", Seat.SOUTH: "C3 CK", Seat.WEST: "C4 C7"}


@pytest.mark.parametrize(
    ("bids", "area"),
    [
        (("nil", 3, 3, 3), "own-nil"),
        (("nil", "nil", "nil", 3), "own-nil"),
        ((3, 3, "nil", 3), "covering"),
        ((3, "nil", "nil", 3), "covering"),
        ((3, "nil", 3, 3), "attacking"),
        ((3, 3, 3, "nil"), "attacking"),
        ((1, 3, 1, 3), "tricks"),
    ],
)
def test_area_is_gravest_subject(bids: tuple[str | int, ...], area: Area) -> None:
    assert _area(at_play(RULES, HANDS, *bids).view_to_act) == area


def test_area_after_failed_nil_is_tricks_until_contract_made() -> None:
    game = at_play(RULES, HANDS, "nil", 3, 1, 3)
    assert _area(game.view_to_act) == "own-nil"
    failed = play(game, "CA C2 C3 C4")
    assert _area(failed.view_to_act) == "tricks", "that of the nil does not count"
    assert _area(play(failed, "C5 C6 CK C7").view_to_act) == "bags"
