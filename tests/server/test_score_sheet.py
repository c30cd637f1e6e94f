"""The score sheet for people at a real table."""

from typing import Any

import pytest
from msgspec import convert

from spadille.table.errors import RefusedError
from spadille.table.score_sheet import ScoreRounds, score_sheet
from support.pages import Http


def bid(tricks: int, **fields: Any) -> dict[str, Any]:
    return {"type": "bid", "tricks": tricks, **fields}


NIL = bid(0, nil=True)


def one_round(*tricks: int, bids: list[Any] | None = None, **fields: Any) -> dict[str, Any]:
    return {"bids": bids or [bid(3)] * 4, "tricks": list(tricks), **fields}


def asked(*rounds: dict[str, Any], **fields: Any) -> ScoreRounds:
    return convert({"rounds": list(rounds), **fields}, ScoreRounds)


def test_S19_score_sheet_scores_rounds_in_order() -> None:
    sheet = score_sheet(asked(one_round(4, 3, 3, 3), one_round(2, 5, 2, 4)))
    assert [[side.points for side in sides] for sides in sheet.rounds] == [[61, 60], [-60, 63]]
    assert [standing.score for standing in sheet.standings] == [1, 123]
    assert [standing.bags for standing in sheet.standings] == [1, 3]
    assert sheet.outcome is None


def test_S19_score_sheet_starts_with_handicaps_and_ends_with_outcome() -> None:
    empty = score_sheet(asked(options={"end.start_scores": [100, 0]}))
    assert [standing.score for standing in empty.standings] == [100, 0]
    assert empty.outcome is None
    over = score_sheet(asked(*[one_round(4, 3, 3, 3)] * 2, options={"end.target": 100}))
    assert over.outcome is not None
    assert over.outcome.winner == 0


def test_S17_score_sheet_out_of_time_is_closed() -> None:
    limit = {"end.minutes": 30}
    rounds = [one_round(4, 3, 3, 3)]
    assert score_sheet(asked(*rounds, options=limit)).outcome is None
    assert score_sheet(asked(*rounds, options=limit, time_up=True)).outcome is not None


def test_R2_called_revoke_forfeits_the_contract() -> None:
    call = {"kind": "call", "seat": 1, "trick": 5, "upheld": True, "accused": 0}
    sides = score_sheet(asked(one_round(4, 3, 3, 3, judgements=[call]))).rounds[0]
    assert [side.points for side in sides] == [-60, 60]


def test_R4_wrong_call_costs_three_tricks() -> None:
    call = {"kind": "call", "seat": 1, "trick": 5, "upheld": False, "accused": 0}
    sides = score_sheet(asked(one_round(3, 3, 3, 4, judgements=[call]))).rounds[0]
    assert [side.points for side in sides] == [60, -60]


CONFISCATE = {"enforcement.illegal_flip": "confiscate"}


def opened(seat: int, **fields: int) -> dict[str, Any]:
    return {"kind": "flip", "seat": seat, "trick": 1, "upheld": False, **fields}


def test_R5_confiscated_tricks_count_for_other_side() -> None:
    played = one_round(4, 2, 4, 3, judgements=[opened(0)])
    sides = score_sheet(asked(played, options=CONFISCATE)).rounds[0]
    assert [side.points for side in sides] == [-60, 60]


def test_R5_opened_trick_with_several_sides_needs_its_winner() -> None:
    alone = {**CONFISCATE, "table.teams": "solo"}
    told = one_round(4, 2, 4, 3, judgements=[opened(0, winner=1)])
    sides = score_sheet(asked(told, options=alone)).rounds[0]
    assert [side.points for side in sides] == [-30, 30, 31, 30]
    for fields in ({}, {"winner": 0}):
        played = one_round(4, 2, 4, 3, judgements=[opened(0, **fields)])
        with pytest.raises(RefusedError) as refused:
            score_sheet(asked(played, options=alone))
        assert refused.value.code == "score/whose-trick"


def test_R2_revoke_also_sets_a_nil() -> None:
    call = {"kind": "call", "seat": 1, "trick": 5, "upheld": True, "accused": 0}
    played = one_round(0, 4, 4, 5, bids=[NIL, bid(4), bid(4), bid(4)], judgements=[call])
    three = {"enforcement.revoke_penalty": "three_tricks", "table.teams": "solo"}
    sides = score_sheet(asked(played, options=three)).rounds[0]
    assert [side.points for side in sides] == [-100, 40, 40, 41]


def test_V12_ten_tricks_in_automatic_bid_round_score_100() -> None:
    played = one_round(1, 5, 2, 5, bids=[bid(1), bid(5), bid(2), bid(5)])
    sides = score_sheet(asked(played, preset="street")).rounds[0]
    assert [side.points for side in sides] == [30, 100]


def test_V22_score_sheet_counts_sets_of_each_side() -> None:
    rows = {"end.sets_in_a_row": 2}
    sheet = score_sheet(asked(one_round(2, 5, 2, 4), one_round(2, 5, 2, 4), options=rows))
    assert [standing.sets for standing in sheet.standings] == [2, 0]
    assert [standing.sets_in_a_row for standing in sheet.standings] == [2, 0]
    assert sheet.outcome is not None
    assert sheet.outcome.winner == 1


def test_V38_too_few_tricks_in_first_round_end_the_game() -> None:
    options = {"end.first_round_minimum": 4}
    ended = score_sheet(asked(one_round(1, 5, 2, 5), options=options)).outcome
    assert ended is not None
    assert ended.winner == 1
    played = one_round(2, 5, 2, 4), one_round(1, 5, 2, 5)
    assert score_sheet(asked(*played, options=options)).outcome is None


def test_R8_revokes_before_a_redeal_count() -> None:
    call = {"kind": "call", "seat": 1, "trick": 5, "upheld": True, "accused": 0}
    twice = {"enforcement.revoke_penalty": "redeal", "enforcement.revokes_to_lose": 2}
    once = score_sheet(asked(one_round(4, 3, 3, 3, redeals=[call]), options=twice))
    assert ([side.revokes for side in once.rounds[0]], once.outcome) == ([1, 0], None)
    ended = score_sheet(asked(one_round(4, 3, 3, 3, redeals=[call, call]), options=twice)).outcome
    assert ended is not None
    assert ended.winner == 1


def test_R9_score_sheet_accepts_points_with_a_reason() -> None:
    entry = {"side": 1, "points": -30, "reason": "talk across the table"}
    sides = score_sheet(asked(one_round(4, 3, 3, 3, adjustments=[entry]))).rounds[0]
    assert [side.points for side in sides] == [61, 30]
    assert str(sides[1].lines[-1].text) == "talk across the table"


@pytest.mark.parametrize(
    ("played", "code"),
    [
        (one_round(4, 3, 3), "score/seats"),
        (one_round(4, 3, 3, 3, bids=[bid(3)] * 3), "score/seats"),
        (one_round(4, 3, 3, 4), "score/tricks"),
        (one_round(4, 3, 3, 3, bids=[bid(14), bid(3), bid(3), bid(3)]), "score/bid"),
        (one_round(4, 3, 3, 3, bids=[bid(0), bid(3), bid(3), bid(3)]), "score/bid"),
        (one_round(4, 3, 3, 3, bids=[bid(2, nil=True), NIL, NIL, NIL]), "score/bid"),
        (one_round(4, 3, 3, 3, winners=[5]), "score/unknown-seat"),
        (
            one_round(4, 3, 3, 3, adjustments=[{"side": 2, "points": 5, "reason": "x"}]),
            "score/adjustment",
        ),
        (
            one_round(
                4, 3, 3, 3, judgements=[{"kind": "flip", "seat": 4, "trick": 1, "upheld": False}]
            ),
            "score/unknown-seat",
        ),
    ],
)
def test_impossible_round_is_refused(played: dict[str, Any], code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        score_sheet(asked(one_round(4, 3, 3, 3), played))
    assert refused.value.code == code
    assert "round 2" in str(refused.value)


async def test_score_sheet_sentences_use_player_names(http: Http) -> None:
    body = {
        "rounds": [one_round(5, 0, 3, 5, bids=[bid(5), NIL, bid(2), bid(4)])],
        "names": ["Ann", "Ben", "Cyd", "Dan"],
        "lang": "en",
    }
    sheet = (await http.post("/api/score", json=body)).json()
    lines = [line for side in sheet["rounds"][0] for line in side["lines"]]
    assert "Ben’s nil made" in [line["text"] for line in lines]
    wrong = await http.post("/api/score", json={**body, "names": ["Ann"]})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "score/names")


BLIND_NIL = bid(0, nil=True, blind=True)
FAR_BEHIND = {"end.start_scores": [0, 100]}


def pirates(*bids: Any, **options: Any) -> ScoreRounds:
    tricks = [0 if one["nil"] else 3 for one in ({"nil": False} | each for each in bids)]
    tricks[1] += 13 - sum(tricks)
    return asked(one_round(*tricks, bids=list(bids)), preset="puzzle-pirates", options=options)


def test_E7_blind_nil_of_side_not_behind_is_refused() -> None:
    """E7: it must be 100 points behind in the scores before the round."""
    with pytest.raises(RefusedError, match="round 1: blind nil is only for a side 100 points"):
        score_sheet(pirates(BLIND_NIL, bid(3), bid(3), bid(3)))
    behind = score_sheet(pirates(BLIND_NIL, bid(3), bid(3), bid(3), **FAR_BEHIND))
    assert behind.rounds[0][0].points == 130
    with pytest.raises(RefusedError, match="100 points behind"):
        score_sheet(pirates(bid(3), BLIND_NIL, bid(3), bid(3), **FAR_BEHIND))


def test_E8_two_blind_nils_of_one_side_are_refused() -> None:
    """E8: for pirates, only one player on a side may bid it."""
    with pytest.raises(RefusedError, match="only one player on a side") as refusal:
        score_sheet(pirates(BLIND_NIL, bid(3), BLIND_NIL, bid(3), **FAR_BEHIND))
    assert refusal.value.code == "score/blind-bid"
    both = score_sheet(pirates(BLIND_NIL, bid(3), NIL, bid(3), **FAR_BEHIND))
    assert both.rounds[0][0].points == 150


def test_E7_E8_score_sheet_tells_sides_that_may_bid_blind_next() -> None:
    """E7, E8: this keeps people from entering bids that will be refused."""
    assert score_sheet(asked(preset="puzzle-pirates")).blind_nils == (0, 0)
    assert score_sheet(asked(preset="puzzle-pirates", options=FAR_BEHIND)).blind_nils == (1, 0)
    assert score_sheet(asked(preset="standard")).blind_nils == (2, 2)
    assert score_sheet(asked(preset="mirror")).blind_nils == (0, 0)
