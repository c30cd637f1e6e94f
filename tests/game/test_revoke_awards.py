"""R3, R4, R7 to R9: awards for revokes, revokes that lose the game, and scorekeepers' entries."""

from collections.abc import Sequence
from typing import Any

import pytest

from spadille.game import (
    Adjustment,
    Agree,
    Call,
    Course,
    Game,
    Judgement,
    RulesError,
    Seat,
    SideScore,
    Standing,
    outcome,
    score_round,
)
from support.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    BidLike,
    a_bid,
    bid,
    play,
    reasons,
    refused,
    rules,
)
from support.tables import filled, scored, seated


def revoke(seat: Seat, trick: int = 1) -> Judgement:
    """Return a revoke proven by the player to the left."""
    return Judgement("call", Seat((seat + 1) % 4), trick, upheld=True, accused=seat)


def charged(
    bids: Sequence[BidLike],
    won: Sequence[int],
    *breaches: Judgement,
    winners: Sequence[Seat] = (),
    **options: Any,
) -> tuple[SideScore, ...]:
    """Return a round in which these breaches of the rules were found."""
    table = rules(
        enforcement__mode="honour",
        **{f"enforcement__{name}": value for name, value in options.items()},
    )
    course = Course(tuple(winners), judgements=breaches)
    return scored(
        table.with_options({"scoring.boston_value": 200}), [*map(a_bid, bids)], won, course
    )


PENALTIES = ["set", "three_tricks"]


@pytest.mark.parametrize("penalty", PENALTIES)
def test_R3_boston_broken_by_revoke_counts_as_made(penalty: str) -> None:
    """R3: the innocent side never loses because of others' revokes."""
    bids, won = (8, 1, 5, 1), (8, 1, 4, 0)
    innocent = charged(bids, won, revoke(EAST, 4), revoke_penalty=penalty)[0]
    assert reasons(innocent) == {"contract-made": 200}
    assert reasons(charged(bids, won, revoke_penalty=penalty)[0]) == {"contract-set": -200}
    assert reasons(charged(bids, won, revoke(SOUTH), revoke_penalty=penalty)[0])["contract-set"]


@pytest.mark.parametrize("penalty", PENALTIES)
def test_R3_boston_lost_before_the_revoke_stays_lost(penalty: str) -> None:
    """R3: East won the second trick, and revoked in the fourth."""
    bids, won = (8, 1, 5, 1), (8, 1, 4, 0)
    winners = [NORTH, EAST, NORTH, NORTH, *[NORTH] * 5, *[SOUTH] * 4]
    lost = charged(bids, won, revoke(EAST, 4), winners=winners, revoke_penalty=penalty)[0]
    assert reasons(lost) == {"contract-set": -200}
    later = [NORTH, NORTH, NORTH, EAST, *[NORTH] * 5, *[SOUTH] * 4]
    made = charged(bids, won, revoke(EAST, 4), winners=later, revoke_penalty=penalty)[0]
    assert reasons(made) == {"contract-made": 200}


@pytest.mark.parametrize("penalty", PENALTIES)
def test_R3_nil_is_not_broken_by_trick_with_revoke(penalty: str) -> None:
    """R3: South wins the trick in which East does not follow suit."""
    bids, won = (4, 3, "nil", 3), (5, 4, 1, 3)
    winners = [NORTH, NORTH, SOUTH, *[NORTH] * 3, *[EAST] * 4, *[WEST] * 3]
    saved = charged(bids, won, revoke(EAST, 3), winners=winners, revoke_penalty=penalty)[0]
    assert reasons(saved) == {"contract-made": 40, "bags": 1, "nil-made": 100}
    lost = charged(bids, won, revoke(EAST, 2), winners=winners, revoke_penalty=penalty)[0]
    assert reasons(lost)["nil-failed"] == -100


def test_R7_revoke_can_give_opponents_their_bid() -> None:
    """R7: a revoke is an automatic set for one side and a made bid for the other."""
    bids, won = (5, 3, "nil", 3), (2, 8, 1, 2)
    ours, theirs = charged(bids, won, revoke(EAST), revoke_gives="bid")
    assert reasons(ours) == {"contract-made": 50, "nil-made": 100}
    assert reasons(theirs) == {"contract-set": -60}
    more = charged((5, 3, 2, 3), (5, 3, 4, 1), revoke(EAST), revoke_gives="bid")[0]
    assert reasons(more) == {"contract-made": 70, "bags": 2}


@pytest.mark.parametrize("penalty", PENALTIES)
@pytest.mark.parametrize(
    ("won", "ours"),
    [
        ((2, 5, 2, 4), {"contract-made": 70}),
        ((1, 5, 2, 5), {"contract-set": -70}),
        ((5, 2, 3, 3), {"contract-made": 70, "bags": 1}),
    ],
)
def test_R7_revoke_can_give_opponents_three_tricks(
    penalty: str, won: tuple[int, ...], ours: dict[str, int]
) -> None:
    """R7: as many as the contract lacks; the offenders lose them only once."""
    bids = (4, 3, 3, 3)
    sides = charged(bids, won, revoke(EAST), revoke_penalty=penalty, revoke_gives="tricks")
    assert reasons(sides[0]) == ours
    left = won[EAST] + won[WEST] - 3
    made = penalty == "three_tricks" and left >= 6
    assert ("contract-made" in reasons(sides[1])) == made


def test_R7_solo_revoke_tricks_go_to_caller() -> None:
    """R7: South calls East; North and West get nothing."""
    table = {"table.teams": "solo", "enforcement.revoke_gives": "tricks"}
    judged = Course(judgements=(Judgement("call", SOUTH, 1, upheld=True, accused=EAST),))
    sides = scored(rules().with_options(table), [*map(a_bid, (4, 3, 4, 3))], (3, 5, 3, 2), judged)
    assert [side.points for side in sides] == [-40, -30, 40, -30]


def test_R7_award_with_redeal_is_rejected() -> None:
    """R7: after a redeal nothing is scored."""
    with pytest.raises(RulesError, match="revoke_gives"):
        rules(enforcement__revoke_penalty="redeal", enforcement__revoke_gives="bid")


def test_R4_wrong_call_can_fail_contract() -> None:
    """R4: some tournaments play it this way."""
    wrong = Judgement("call", NORTH, 1, upheld=False, accused=EAST)
    sides = charged((4, 3, 3, 3), (4, 3, 3, 3), wrong, false_call="set")
    assert [side.points for side in sides] == [-70, 60]


@pytest.mark.parametrize(("limit", "over"), [(1, True), (2, False)])
def test_R8_revokes_at_limit_lose_game(limit: int, *, over: bool) -> None:
    """R8: either the first one loses, or the second by a side, in any round."""
    table = rules(enforcement__mode="honour", enforcement__revokes_to_lose=limit)
    bids = tuple(map(a_bid, (4, 3, 3, 3)))
    course = Course(judgements=(revoke(EAST),))
    standings = [Standing(), Standing(400)]
    first = score_round(table, standings, bids, (4, 3, 3, 3), course)
    assert [side.revokes for side in first] == [0, 1]
    assert (outcome(table, 1, [first]) is not None) == over
    standings = [side.standing for side in first]
    second = score_round(table, standings, bids, (4, 3, 3, 3), course)
    ended = outcome(table, 2, [first, second])
    assert ended is not None
    assert ended.winner == 0


HANDS = {
    NORTH: "SA SK SQ HA D2 D3 D4 D5 C2 C3 C4 C5 C6",
    EAST: "SJ ST S9 H2 H3 H4 H5 DA DK DQ DJ CA CK",
}


def revoked(**options: Any) -> Game:
    """Return a game in which East revoked in the first trick, after these bids."""
    table = rules(
        enforcement__mode="honour",
        nil__blind=False,
        **{f"enforcement__{name}": value for name, value in options.items()},
    )
    game = play(bid(seated(table, HANDS), 3, 3, "nil", 3), "HA CA")
    while not game.view(None).tricks:
        game = game.apply(game.legal_actions().actions[0])
    return game


@pytest.mark.parametrize("penalty", ["set", "three_tricks", "redeal"])
def test_R8_losing_revoke_ends_game_at_once(penalty: str) -> None:
    """R8: the rest goes to the innocent side, but not to a nil."""
    game = revoked(revoke_penalty=penalty, revokes_to_lose=1).apply(Call(EAST, 1), SOUTH)
    assert game.over
    assert game.outcome is not None
    assert game.outcome.winner == 0
    assert sum(game.results[0].won) == 13
    assert game.results[0].won[SOUTH] == 0
    assert refused(game, Agree()).code == "game/over"
    assert Game.replay(game.record()).outcome == game.outcome


def test_R8_redeals_for_revokes_count_toward_limit() -> None:
    """R8: the side's second revoke ends the game in the new deal."""
    again = revoked(revoke_penalty="redeal", revokes_to_lose=2).apply(Call(EAST, 1), SOUTH)
    assert (again.phase, again.over) == ("deal", False)
    second = play(bid(again.apply(filled(again.rules, HANDS)), 3, 3, "nil", 3), "HA CA")
    while not second.view(None).tricks:
        second = second.apply(second.legal_actions().actions[0])
    ended = second.apply(Call(EAST, 1), SOUTH)
    assert ended.outcome is not None
    assert ended.outcome.winner == 0
    assert [side.revokes for side in ended.results[0].sides] == [0, 2]


def test_R8_losing_revoke_called_after_last_trick_ends_game() -> None:
    """R8: nothing is left to award, and no one has to agree."""
    game = revoked(revokes_to_lose=1)
    while game.phase == "play":
        game = game.apply(game.legal_actions().actions[0])
    won = game.view(None).won
    assert game.phase == "settle"
    ended = game.apply(Call(EAST, 1), SOUTH)
    assert ended.over
    assert ended.results[0].won == won
    assert ended.view(None).claimed is None


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        (Adjustment(0, "talk", points=-30), {"contract-made": 70, "adjustment": -30}),
        (Adjustment(0, "talk", tricks=-3), {"contract-set": -70, "adjustment": 0}),
        (Adjustment(0, "found", tricks=2), {"contract-made": 70, "bags": 2, "adjustment": 0}),
        (Adjustment(0, "a card short", set=True), {"contract-set": -70, "adjustment": 0}),
    ],
)
def test_R9_scorekeeper_adjusts_points_and_tricks(entry: Adjustment, lines: dict[str, int]) -> None:
    """R9: each has a reason; tricks count toward the contract."""
    bids = [*map(a_bid, (4, 3, 3, 3))]
    ours, theirs = scored(rules(), bids, (4, 3, 3, 3), Course(adjustments=(entry,)))
    assert reasons(ours) == lines
    assert reasons(theirs) == {"contract-made": 60}
