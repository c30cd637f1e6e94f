"""V8, V9, V12, V22, V38, S21 to S23: values and endings in clubs and tournaments."""

from typing import Any

import pytest

from spadille.game import NIL, Bid, Rules, RulesError, SideScore, Standing, outcome, score_round
from support.positions import BidLike, a_bid, north_south, reasons, rules


@pytest.mark.parametrize(
    ("options", "bids", "won", "points"),
    [
        ({"ten_value": 200, "ten_or_more": True}, (6, 5), (6, 5), 200),
        ({"ten_value": 200, "ten_or_more": True}, (6, 6), (6, 7), 201),
        ({"ten_value": 200, "ten_or_more": True}, (6, 5), (6, 4), -200),
        ({"ten_value": 200}, (6, 5), (6, 5), 110),
        ({"ten_value": 200, "ten_penalty": 100}, (5, 5), (5, 5), 200),
        ({"ten_value": 200, "ten_penalty": 100}, (5, 5), (5, 4), -100),
        ({"ten_value": 200, "ten_penalty": "usual", "ten_or_more": True}, (6, 5), (6, 4), -110),
        ({"ten_value": 150}, (5, 5), (5, 4), -150),
        ({"ten_bonus": 50, "ten_or_more": True}, (6, 5), (6, 5), 160),
        ({"ten_bonus": 50, "ten_or_more": True}, (6, 5), (6, 4), -110),
        ({"boston_value": 200, "boston_penalty": "usual"}, (6, 7), (6, 7), 200),
        ({"boston_value": 200, "boston_penalty": "usual"}, (6, 7), (6, 6), -130),
        ({"boston_value": 400, "ten_value": 200, "ten_or_more": True}, (6, 7), (6, 7), 400),
        ({"ten_value": 200, "ten_or_more": True}, (6, 7), (6, 7), 200),
    ],
)
def test_V8_V9_contracts_of_ten_or_more_score_by_table(
    options: dict[str, Any], bids: tuple[int, int], won: tuple[int, int], points: int
) -> None:
    """V8, V9: from ten up, there is a separate value for a set contract."""
    table = rules(**{f"scoring__{name}": value for name, value in options.items()})
    assert north_south(bids, won, rules=table).points == points


@pytest.mark.parametrize(
    ("bid", "won", "points"),
    [(1, 1, 50), (2, 2, 40), (1, 2, 11), (2, 4, 22), (1, 0, -50), (2, 1, -40), (3, 3, 30)],
)
def test_S22_exact_small_contracts_score_by_table(bid: int, won: int, points: int) -> None:
    """S22: with a bag, they count as usual."""
    table = rules("solo", scoring__exact_values=(50, 40))
    bids = (Bid(bid), Bid(4), Bid(4), Bid(4))
    score = score_round(table, [Standing()] * 4, bids, (won, 13 - won, 0, 0))[0]
    assert score.points == points


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ({"all_tricks_value": 200}, {"contract-made": 70, "all-tricks": 130}),
        ({"all_tricks_bonus": 200}, {"contract-made": 70, "bags": 6, "all-tricks": 200}),
        ({"all_tricks_win": True}, {"contract-made": 70, "bags": 6, "all-tricks": 0}),
        ({}, {"contract-made": 70, "bags": 6}),
    ],
)
def test_S23_side_that_wins_all_tricks_scores_bonus(
    options: dict[str, Any], lines: dict[str, int]
) -> None:
    """S23: this holds for any bid; twelve tricks are not enough."""
    table = rules(**{f"scoring__{name}": value for name, value in options.items()})
    assert reasons(north_south((3, 4), (6, 7), rules=table)) == lines
    assert "all-tricks" not in reasons(north_south((3, 4), (6, 6), rules=table))


@pytest.mark.parametrize(("tricks", "over"), [((6, 0, 7, 0), True), ((6, 1, 6, 0), False)])
def test_S23_side_that_wins_all_tricks_wins_game(tricks: tuple[int, ...], *, over: bool) -> None:
    """S23: even with a contract of seven, and far behind in the score."""
    table = rules(scoring__all_tricks_win=True)
    bids = (Bid(3), Bid(1), Bid(4), Bid(1))
    played = [score_round(table, [Standing(-150), Standing(300)], bids, tricks)]
    ended = outcome(table, 1, played)
    assert (ended is not None) == over
    assert ended is None or ended.winner == 0


def test_S23_all_tricks_of_five_player_round_are_ten() -> None:
    """S23: with five players, a round has ten tricks."""
    table = rules("five-player", scoring__all_tricks_win=True)
    standings = [Standing()] * 5
    played = [score_round(table, standings, (Bid(3),) * 5, (10, 0, 0, 0, 0))]
    ended = outcome(table, 1, played)
    assert ended is not None
    assert ended.winner == 0


@pytest.mark.parametrize(("reset", "bags", "points"), [(False, 2, -77), (True, 0, -77)])
def test_S21_bag_reset_drops_bags_above_limit(*, reset: bool, bags: int, points: int) -> None:
    """S21: those above the limit are kept or dropped."""
    table = rules(scoring__bag_reset=reset)
    side = north_south((1, 1), (5, 0), (0, 9), table)
    assert (side.points, side.bags) == (points, bags)


def test_S21_bag_reset_charges_one_penalty() -> None:
    """S21: this holds for any number of bags in a round."""
    side = north_south((1, 1), (13, 0), (0, 9), rules(scoring__bag_reset=True))
    assert (side.points, side.bags) == (20 + 11 - 100, 0)
    kept = north_south((1, 1), (13, 0), (0, 9), rules())
    assert (kept.points, kept.bags) == (20 + 11 - 200, 0)


ITSELF = rules(
    "street", scoring__boston_value=300, scoring__boston_wins=True, scoring__ten_bonus=50
)


@pytest.mark.parametrize("ours", [4, 10, 11, 13])
def test_V12_first_round_scores_ten_per_trick(ours: int) -> None:
    """V12: no one has bid ten or all tricks, so the values for those do not apply."""
    sides = score_round(ITSELF, [Standing()] * 2, (None,) * 4, (ours, 13 - ours, 0, 0))
    assert [side.points for side in sides] == [10 * ours, 10 * (13 - ours)]
    assert outcome(ITSELF, 1, [sides]) is None
    bid = score_round(ITSELF, [Standing()] * 2, (Bid(10), Bid(1), Bid(0), Bid(1)), (10, 3, 0, 0))
    assert bid[0].points == 250


def in_turn(
    table: Rules, *rounds: tuple[tuple[BidLike, ...], tuple[int, ...]]
) -> list[tuple[SideScore, ...]]:
    """Return the scores of several rounds with these bids and tricks."""
    standings = [Standing(), Standing()]
    played = []
    for bids, won in rounds:
        played.append(score_round(table, standings, tuple(map(a_bid, bids)), won))
        standings = [side.standing for side in played[-1]]
    return played


MADE = ((4, 3, 3, 3), (4, 3, 3, 3))
SET = ((4, 3, 3, 3), (3, 4, 3, 3))
NIL_SET = ((4, 3, "nil", 3), (4, 3, 1, 5))
BOTH = ((4, 3, "nil", 3), (3, 3, 1, 6))


@pytest.mark.parametrize(
    ("options", "rounds", "winner"),
    [
        ({"sets_in_a_row": 2}, (SET, MADE, SET), None),
        ({"sets_in_a_row": 2}, (MADE, SET, SET), 1),
        ({"sets_in_a_row": 2, "sets_to_lose": 3}, (SET, MADE, SET, MADE), None),
        ({"sets_in_a_row": 2, "sets_to_lose": 3}, (SET, MADE, SET, MADE, SET), 1),
        ({"sets_to_lose": 2}, (NIL_SET, SET), None),
        ({"sets_to_lose": 2, "nil_is_set": True}, (NIL_SET, SET), 1),
        ({"sets_in_a_row": 2, "nil_is_set": True}, (NIL_SET, NIL_SET), 1),
        ({"sets_to_lose": 2, "nil_is_set": True}, (BOTH,), None),
    ],
)
def test_V22_sets_lose_game_by_total_or_in_a_row(
    options: dict[str, Any], rounds: tuple[tuple[tuple[BidLike, ...], tuple[int, ...]], ...],
    winner: int | None,
) -> None:  # fmt: skip
    """V22: all sets count, or those in a row; with failed nils or without."""
    table = rules(**{f"end__{name}": value for name, value in options.items()}, end__floor="none")
    played = in_turn(table, *rounds)
    for number in range(1, len(played)):
        assert outcome(table, number, played[:number]) is None
    ended = outcome(table, len(played), played)
    assert (None if ended is None else ended.winner) == winner


def test_V22_sets_in_a_row_without_effect_are_rejected() -> None:
    """V22: fewer sets in total would lose the game first."""
    for row, total in ((2, 2), (3, 2)):
        with pytest.raises(RulesError, match="sets_in_a_row"):
            rules(end__sets_in_a_row=row, end__sets_to_lose=total)
    assert rules(end__sets_in_a_row=2, end__target="none", end__floor="none").target is None


@pytest.mark.parametrize(
    ("name", "minimum", "won", "winner"),
    [
        ("standard", 4, (1, 5, 2, 5), 1),
        ("standard", 4, (2, 5, 2, 4), None),
        ("standard", 4, (9, 1, 2, 1), 0),
        ("standard", 1, (7, 0, 6, 0), 0),
        ("standard", 7, (3, 4, 3, 3), 1),
        ("standard", 8, (3, 4, 3, 3), None),  # both won too few
        ("solo", 4, (6, 4, 3, 0), 0),
        ("solo", 3, (4, 3, 3, 3), None),
        ("solo", 5, (4, 3, 3, 3), None),
    ],
)
def test_V38_too_few_tricks_in_first_round_lose_game(
    name: str, minimum: int, won: tuple[int, ...], winner: int | None
) -> None:
    """V38: unless all sides won too few; in later rounds, any number is fine."""
    options = {"bidding__first_round_bids_itself": True, "bidding__zero": False}
    table = rules(name, **options, end__first_round_minimum=minimum)
    before = [Standing()] * len(table.sides)
    scores = score_round(table, before, (None,) * 4, won)
    ended = outcome(table, 1, [scores])
    assert (None if ended is None else ended.winner) == winner
    assert ended is None or "in the first round" in str(ended.reason)
    assert outcome(table, 2, [scores, scores]) is None
    bid = score_round(table, before, tuple(map(Bid, won)), won)  # also after bids
    ended = outcome(table, 1, [bid])
    assert (None if ended is None else ended.winner) == winner


def test_V38_too_few_tricks_lose_game_despite_higher_score() -> None:
    """V38: even a side that is ahead loses."""
    table = rules(end__first_round_minimum=4)
    bids = (NIL, Bid(7), NIL, Bid(6))
    scores = score_round(table, [Standing()] * 2, bids, (0, 6, 0, 7))
    assert scores[0].score > scores[1].score
    ended = outcome(table, 1, [scores])
    assert ended is not None
    assert ended.winner == 1
