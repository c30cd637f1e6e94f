"""V22 to V25 and V29 to V32: variants of scoring and of the end of the game."""

import pytest

from spadille.game import (
    Bid,
    Card,
    Course,
    Game,
    Rules,
    RulesError,
    Seat,
    SideScore,
    Standing,
    outcome,
    score_round,
)
from support.positions import NORTH, SOUTH, WEST, north_south, reasons, rules, winner
from support.tables import scored


@pytest.mark.parametrize(("penalty", "points"), [("bid", -70), ("missing", -20), ("none", 0)])
def test_V22_missed_contract_cost_depends_on_set_penalty(penalty: str, points: int) -> None:
    """V22: if seven are bid and five won, every trick bid, every missing trick, or nothing."""
    table = rules(scoring__set_penalty=penalty)
    assert north_south((3, 4), (2, 3), rules=table).points == points
    assert north_south((3, 4), (3, 4), rules=table).points == 70


def in_turn(
    table: Rules, bids: tuple[Bid, ...], *rounds: tuple[int, ...]
) -> list[tuple[SideScore, ...]]:
    """Return the scores of several rounds in which the first side is ahead."""
    standings = [Standing(300), Standing(100)]
    played = []
    for won in rounds:
        played.append(score_round(table, standings, bids, won))
        standings = [side.standing for side in played[-1]]
    return played


def test_V22_side_set_twice_loses_game() -> None:
    """V22: this holds at any score; one set has no such effect."""
    table = rules(end__sets_to_lose=2)
    bids = (Bid(4), Bid(3), Bid(3), Bid(3))
    played = in_turn(table, bids, (3, 4, 3, 3), (4, 3, 3, 3), (3, 4, 3, 3))
    assert [[side.sets for side in sides] for sides in played] == [[1, 0], [1, 0], [2, 0]]
    assert outcome(table, 2, played[:2]) is None
    ended = outcome(table, 3, played)
    assert ended is not None
    assert ended.winner == 1
    assert outcome(rules(), 3, played) is None


@pytest.mark.parametrize(("limit", "penalty"), [(5, 50), (7, 100), (10, 110), (10, 50)])
def test_V23_bag_limit_and_penalty_are_options(limit: int, penalty: int) -> None:
    """V23: five, seven or ten bags, for a higher or lower penalty."""
    table = rules(scoring__bag_limit=limit, scoring__bag_penalty=penalty)
    side = north_south((1, 1), (3, 0), (0, limit - 1), table)
    assert (side.points, side.bags) == (20 + 1 - penalty, 0)


def test_V23_bags_can_score_nothing_with_or_without_penalty() -> None:
    """V23: they are worth nothing but are counted, or have no penalty either."""
    worthless = north_south((1, 1), (4, 0), rules=rules(scoring__bag_points=0))
    assert (worthless.points, worthless.bags) == (20, 2)
    free = north_south((1, 1), (12, 0), rules=rules(scoring__bag_points=0, scoring__bag_limit=0))
    assert free.points == 20


def test_V23_bag_penalty_can_go_to_opponents() -> None:
    """V23: five bags are worth 50 points to the others."""
    table = rules(scoring__bag_limit=5, scoring__bag_penalty=50, scoring__bag_penalty_to="others")
    ours, theirs = scored(
        table, (Bid(1), Bid(3), Bid(1), Bid(3)), (7, 3, 0, 3), before=(Standing(0), Standing(0))
    )
    assert reasons(ours) == {"contract-made": 20, "bags": 5}
    assert reasons(theirs) == {"contract-made": 60, "bag-penalty": 50}


@pytest.mark.parametrize("value", [50, 75, 100])
def test_V24_nil_value_is_an_option(value: int) -> None:
    """V24: made or failed, with a partner or alone."""
    table = rules(scoring__nil_value=value)
    assert north_south((4, "nil"), (4, 0), rules=table).points == 40 + value
    alone = rules("solo", scoring__nil_value=value)
    nils = [side.points for side in scored(alone, [Bid(0, nil=True)] * 4, (0, 1, 6, 6))]
    assert nils[:2] == [value, -value]


LAST_SPADE = rules(scoring__last_spade_bonus=10)


@pytest.mark.parametrize(
    ("card", "last", "won", "bonus"),
    [
        (Card.S9, SOUTH, 5, True),
        (Card.SA, NORTH, 5, True),
        (Card.S8, SOUTH, 5, False),
        (Card.HA, SOUTH, 5, False),
        (Card.SA, WEST, 5, False),
        (Card.SA, SOUTH, 6, False),
        (Card.SA, SOUTH, 4, False),
    ],
)
def test_V25_last_trick_with_high_spade_for_exact_bid_earns_bonus(
    card: Card, last: Seat, won: int, *, bonus: bool
) -> None:
    """V25: a nine or higher wins it and completes the side's bid exactly."""
    course = Course(winners=(*[WEST] * 12, last), last_card=card)
    bids = (Bid(3), Bid(1), Bid(2), Bid(1))
    side = scored(LAST_SPADE, bids, (won, 13 - won, 0, 0), course)[0]
    assert reasons(side).get("last-spade", 0) == (10 if bonus else 0)


@pytest.mark.parametrize("floor", [-200, -250, -300, -500])
def test_V29_floor_is_an_option(floor: int) -> None:
    """V29: a side at the floor has lost; one point above, it has not."""
    table = rules(end__floor=floor)
    assert winner(table, floor, 0) == 1
    assert winner(table, floor + 1, 0) is None


@pytest.mark.parametrize("target", [100, 250, 300, 500, 1000])
def test_V30_length_of_game_is_an_option(target: int) -> None:
    """V30: by a target, or by a number of rounds such as four."""
    assert winner(rules(end__target=target), target, 0) == 0
    assert winner(rules(end__target=target), target - 1, 0) is None
    four = rules(end__max_rounds=4)
    assert winner(four, 60, 50, rounds=3) is None
    assert winner(four, 60, 50, rounds=4) == 0


def test_V31_spoiler_plays_alone_and_scores_double() -> None:
    """V31: only with five players."""
    table = rules("five-player", table__teams="spoiler")
    assert table.sides == ((0, 2), (1, 3), (4,))
    pair, other, alone = scored(table, [Bid(1)] * 5, (2, 1, 1, 1, 3))
    assert (pair.points, other.points, alone.points) == (21, 20, 24)
    missed = scored(table, [Bid(1), Bid(1), Bid(1), Bid(1), Bid(4)], (3, 2, 1, 1, 3))
    assert missed[2].points == -80
    with pytest.raises(RulesError):
        rules(table__teams="spoiler")


def test_V32_start_scores_give_handicap() -> None:
    """V32: each side's handicap is between the floor and the target."""
    game = Game.new(rules(end__start_scores=(0, 100)), seed=1)
    assert [standing.score for standing in game.standings] == [0, 100]
    assert game.view(None).standings == game.standings
    for scores in ((0,), (0, 500), (0, -200)):
        with pytest.raises(RulesError):
            rules(end__start_scores=scores)
