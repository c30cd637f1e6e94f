"""`spadille score`, tested with the worked examples of the rules and automatically."""

import json
from typing import Any

import pytest

from spadille.cli.score import score_line
from spadille.cli.streams import InputError
from spadille.game import Rules
from support.command import spadille


def score(line: str, rules: str = "standard", *settings: str) -> dict[str, Any]:
    options = [word for setting in settings for word in ("--set", setting)]
    done = spadille("score", "--rules", rules, *options, "-", given=line)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_score_example_of_the_docs_matches() -> None:
    result = score(
        '{"before":[{"score":108,"bags":8},{"score":0,"bags":0}],'
        '"bids":[5,"nil",2,4],"tricks":[5,0,3,5]}'
    )
    ours, theirs = result["sides"]
    assert (ours["points"], ours["score"], ours["bags"]) == (71, 179, 9)
    assert (theirs["points"], theirs["score"], theirs["bags"]) == (141, 141, 1)
    assert [(line["reason"], line["points"]) for line in theirs["lines"]] == [
        ("contract-made", 40),
        ("bags", 1),
        ("nil-made", 100),
    ]
    assert (result["over"], result["winner"]) == (False, None)


def side(points: int, score: int | None = None, bags: int = 0) -> dict[str, int]:
    return {"points": points, "score": points if score is None else score, "bags": bags}


# (number in the list of examples, preset, first side's score before, bids and tricks, result)
EXAMPLES = [
    ("1: 3 and 4 make 7", "standard", None, [3, 2, 4, 2], [3, 3, 4, 3], side(70)),
    ("2: 7 bid, 8 won", "puzzle-pirates", None, [3, 2, 4, 2], [4, 2, 4, 3], side(71, bags=1)),
    ("2: in gold and blue", "gold-blue", None, [3, 2, 4, 2], [4, 2, 4, 3], side(71, bags=1)),
    ("3: 7 bid, 5 won", "puzzle-pirates", None, [3, 2, 4, 2], [3, 5, 2, 3], side(-70)),
    ("4: from 30 to -40", "gold-blue", (30, 0), [3, 2, 4, 2], [3, 5, 2, 3], side(-70, -40)),
    ("5: 7 bid, 7 won", "gold-blue", None, [3, 2, 4, 2], [4, 4, 3, 2], side(70)),
    ("6: 5 made", "standard", None, [2, 3, 3, 3], [2, 4, 3, 4], side(50)),
    ("6: 6 missed", "standard", None, [3, 3, 3, 3], [2, 4, 3, 4], side(-60)),
    ("7: 5 bid, 6 won", "standard", None, [2, 3, 3, 3], [3, 4, 3, 3], side(51, bags=1)),
    ("8: nil made, 5 set", "standard", None, ["nil", 4, 5, 4], [0, 5, 4, 4], side(50)),
    (
        "9: nil failed, 5 made; its trick counts for nothing",
        "standard",
        None,
        ["nil", 4, 5, 4],
        [1, 4, 5, 3],
        side(-50),
    ),
    ("10: tenth bag", "standard", (108, 8), [2, 2, 3, 3], [4, 2, 4, 3], side(-47, 61, 1)),
    ("11: nil made, 3 set", "gold-blue", None, ["nil", 5, 3, 5], [0, 5, 2, 6], side(70)),
    ("12: 2 and 4 by 5 and 1", "gold-blue", None, [2, 3, 4, 3], [5, 4, 1, 3], side(60)),
    ("13: nil of 50", "puzzle-pirates", None, ["nil", 5, 3, 5], [0, 5, 3, 5], side(80)),
    (
        "13: nil of 50 failed",
        "puzzle-pirates",
        None,
        ["nil", 5, 3, 5],
        [1, 5, 3, 4],
        side(-20),
    ),
    ("13: blind nil", "puzzle-pirates", None, ["blind nil", 5, 3, 5], [0, 5, 3, 5], side(130)),
    (
        "13: blind nil failed",
        "puzzle-pirates",
        None,
        ["blind nil", 5, 3, 5],
        [1, 5, 3, 4],
        side(-70),
    ),
    ("15: twenty bags", "puzzle-pirates", (200, 9), [1, 1, 1, 1], [9, 0, 4, 0], side(-169, 31, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "before", "bids", "tricks", "expected"),
    [example[1:] for example in EXAMPLES],
    ids=[example[0] for example in EXAMPLES],
)
def test_score_worked_example_matches(
    preset: str,
    before: tuple[int, int] | None,
    bids: list[int | str],
    tricks: list[int],
    expected: dict[str, int],
) -> None:
    line: dict[str, Any] = {"bids": bids, "tricks": tricks}
    if before:
        line["before"] = [{"score": before[0], "bags": before[1]}, {"score": 0, "bags": 0}]
    first = score(json.dumps(line), preset)["sides"][0]
    assert {key: first[key] for key in expected} == expected
    assert sum(part["points"] for part in first["lines"]) == first["points"]


def test_score_two_players_count_separately() -> None:
    result = score('{"bids":[5,"blind nil"],"tricks":[13,0]}', "two-player")
    assert [side["points"] for side in result["sides"]] == [58, 200]


def test_score_reports_the_end_and_the_winner() -> None:
    line = '{"before":[{"score":460},{"score":450}],"bids":[3,3,3,3],"tricks":[3,3,4,3]}'
    assert score(line)["winner"] == 0
    assert score(line, "standard", "end.target=700")["over"] is False
    tie = '{"before":[{"score":450},{"score":451}],"bids":[3,3,3,3],"tricks":[3,3,4,3]}'
    assert score(tie)["over"] is False
    floor = '{"before":[{"score":-190},{"score":0}],"bids":[3,3,3,3],"tricks":[2,3,3,5]}'
    assert score(floor)["winner"] == 1
    assert score(floor, "standard", "end.floor=none")["over"] is False
    assert score(floor, "standard", "end.floor=-target")["over"] is False


def test_score_round_number_counts_against_the_limit() -> None:
    line = '{"bids":[3,3,3,3],"tricks":[3,3,4,3],"round":8}'
    assert score(line)["over"] is False
    assert score(line, "standard", "end.max_rounds=8")["winner"] == 0


@pytest.mark.parametrize(
    ("setting", "points"),
    [
        ("scoring.failed_nil_tricks=bags", -49),
        ("scoring.failed_nil_tricks=help_partner", -49),
        ("scoring.failed_nil_tricks=ignored", -50),
        ("scoring.nil_value=50", 0),
        ("scoring.bag_points=0", -50),
    ],
)
def test_score_options_change_the_score(setting: str, points: int) -> None:
    result = score('{"bids":["nil",4,5,4],"tricks":[1,4,5,3]}', "standard", setting)
    assert result["sides"][0]["points"] == points


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"bids": ["blind nil", 3, 3, 3]}, None),
        (
            {"bids": ["blind nil", 3, 3, 3], "before": [{"score": 0}, {"score": 99}]},
            "blind nil is only for a side 100 points behind",
        ),
        ({"bids": ["blind nil", 3, 3, 3], "before": [{"score": 0}, {"score": 100}]}, None),
        (
            {"bids": ["blind nil", 3, "blind nil", 3]},
            "only one player on a side may bid blind nil",
        ),
        ({"bids": ["blind nil", 3, "nil", 3]}, None),
    ],
)
def test_E7_E8_score_checks_blind_nil_deficit_if_scores_are_given(
    line: dict[str, Any], problem: str | None
) -> None:
    """E7, E8: without the scores before the round, it cannot check which side was behind."""
    rules = Rules.preset("puzzle-pirates")
    written = json.dumps({"tricks": [0, 5, 3, 5], **line})
    if problem is None:
        assert score_line(rules, written)["over"] is False
    else:
        with pytest.raises(InputError, match=problem):
            score_line(rules, written)


def points(rules: Rules, line: dict[str, Any]) -> list[int]:
    return [side["points"] for side in score_line(rules, json.dumps(line))["sides"]]


def with_options(options: dict[str, Any], preset: str = "standard") -> Rules:
    return Rules.preset(preset).with_options(options)


SOLO = {"table.teams": "solo", "deal.leftover": "aside"}
SIX = {"table.players": 6, "deal.leftover": "aside"}
TABLES = [
    (SOLO | {"table.players": 3}, [5, "nil", 9], [7, 0, 10], [52, 100, 91]),
    (SOLO | {"table.players": 5}, [2, 2, 2, 2, 3], [2, 3, 1, 2, 2], [20, 21, -20, 20, -30]),
    (SOLO | SIX, [1, 1, 2, 1, 1, 1], [1, 2, 1, 1, 2, 1], [10, 11, -20, 10, 11, 10]),
    (SIX, [1, 1, 2, 1, 1, 1], [1, 2, 1, 1, 2, 1], [20, 22, -30]),
    (SIX | {"table.teams": "threes"}, [1, 1, 2, 1, 1, 1], [1, 2, 1, 1, 2, 1], [40, 31]),
    (
        {"table.players": 5, "table.teams": "spoiler", "deal.leftover": "aside"},
        [2, 2, 2, 2, 3],
        [2, 3, 1, 2, 2],
        [-40, 41, -60],
    ),
]


@pytest.mark.parametrize(("options", "bids", "tricks", "expected"), TABLES)
def test_N1_N13_V31_score_of_other_table_sizes(
    options: dict[str, Any], bids: list[int | str], tricks: list[int], expected: list[int]
) -> None:
    assert points(with_options(options), {"bids": bids, "tricks": tricks}) == expected


def test_D12_score_of_a_kitty_round_has_one_more_trick() -> None:
    rules = with_options(
        {"table.players": 3, "table.teams": "solo", "deal.leftover": "kitty_and_round"}
    )
    assert points(rules, {"bids": [5, 5, 6], "tricks": [6, 5, 6]}) == [51, 50, 60]


BIDS = [
    ("E11 made", {"blind.bids": "player"}, ["blind 6", 3, 2, 3], [6, 3, 2, 2], [140, -60]),
    ("E11 set", {"blind.bids": "player"}, ["blind 6", 3, 2, 3], [4, 5, 2, 2], [-80, 61]),
    ("E11 side", {"blind.bids": "side"}, ["blind 7", 3, 0, 3], [4, 2, 3, 4], [140, 60]),
    ("E11 side, nil", {"blind.bids": "side"}, [7, 3, 0, 3], [5, 2, 2, 4], [-170, 60]),
    ("E11 exact", {"blind.bids": "player", "blind.exact": True}, ["blind 6", 3, 2, 3],
     [7, 3, 2, 1], [-80, -60]),
    ("B4 zero", {"bidding.zero": True}, [4, 3, 0, 3], [4, 3, 2, 4], [42, 61]),
    ("B4 zero is nil", {}, [4, 3, 0, 3], [4, 3, 2, 4], [-60, 61]),
    ("E13", {"nil.team": True}, ["nil", 3, "nil", 3], [0, 8, 0, 5], [100, 67]),
    ("E13 failed", {"nil.team": True}, ["nil", 3, "nil", 3], [1, 8, 0, 4], [-100, 66]),
    ("V8", {"scoring.ten_value": 200}, [6, 1, 4, 1], [6, 1, 5, 1], [201, 20]),
    ("V8 bonus", {"scoring.ten_bonus": 50}, [6, 1, 4, 1], [6, 1, 4, 2], [150, 21]),
    ("V9", {"scoring.boston_value": 200}, [9, 1, 4, 1], [9, 0, 3, 1], [-200, -20]),
    ("V22", {"scoring.set_penalty": "missing"}, [6, 1, 4, 1], [6, 3, 2, 2], [-20, 23]),
    ("V22 none", {"scoring.set_penalty": "none"}, [6, 1, 4, 1], [6, 3, 2, 2], [0, 23]),
    ("S11", {"scoring.bag_points": -10}, [2, 1, 4, 1], [6, 3, 2, 2], [40, -10]),
    ("V23", {"scoring.bag_limit": 2, "scoring.bag_penalty": 50,
             "scoring.bag_penalty_to": "others"}, [2, 1, 4, 1], [6, 3, 2, 2], [112, 73]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "bids", "tricks", "expected"),
    [case[1:] for case in BIDS],
    ids=[case[0] for case in BIDS],
)
def test_E11_E13_V8_V9_V22_V23_score_of_other_bids_and_values(
    options: dict[str, Any], bids: list[int | str], tricks: list[int], expected: list[int]
) -> None:
    assert points(with_options(options), {"bids": bids, "tricks": tricks}) == expected


MO = with_options({"bidding.opening_tricks": True})
FIRST_SIX = {"bids": ["4 little", 3, 3, 3], "tricks": [5, 3, 3, 2]}


def test_E14_score_of_little_mo_needs_the_trick_winners() -> None:
    won = ["N", "S", "N", 0, 2, "N", "E", "W", "E", "W", "E", "N", "S"]
    lost = ["N", "S", "N", 0, 2, "E", "N", "W", "E", "W", "E", "N", "S"]
    assert points(MO, FIRST_SIX | {"winners": won}) == [131, -60]
    assert points(MO, FIRST_SIX | {"winners": lost}) == [11, -60]
    with pytest.raises(InputError, match="winner of each trick"):
        points(MO, FIRST_SIX)


def test_V25_score_of_last_trick_with_a_high_spade() -> None:
    rules = with_options({"scoring.last_spade_bonus": 10})
    won = ["N"] * 4 + ["E"] * 5 + ["S"] * 3 + ["N"]
    line = {"bids": [5, 3, 3, 2], "tricks": [5, 5, 3, 0], "winners": won}
    assert points(rules, line | {"last_card": "S9"}) == [90, 50]
    assert points(rules, line | {"last_card": "S8"}) == [80, 50]
    assert points(rules, line) == [80, 50]


def test_V12_score_of_first_round_uses_tricks_as_bids() -> None:
    rules = with_options({"bidding.first_round_bids_itself": True})
    assert points(rules, {"tricks": [4, 4, 4, 1]}) == [80, 50]
    assert points(rules, {"bids": [4, 4, 4, 1], "tricks": [4, 4, 4, 1], "round": 2}) == [80, 50]
    with pytest.raises(InputError, match="this round has no bids"):
        points(rules, {"bids": [4, 4, 4, 1], "tricks": [4, 4, 4, 1]})


def test_S17_V9_V22_V32_score_reports_other_endings() -> None:
    line = {"bids": [9, 1, 4, 1], "tricks": [9, 0, 4, 0]}
    boston = with_options({"scoring.boston_wins": True})
    assert score_line(boston, json.dumps(line))["winner"] == 0
    assert score_line(Rules(), json.dumps(line))["winner"] is None
    sets = with_options({"end.sets_to_lose": 2})
    assert score_line(sets, json.dumps(line))["over"] is False
    before = [{"score": 0}, {"score": 400, "sets": 1}]
    assert score_line(sets, json.dumps(line | {"before": before}))["winner"] == 0
    timed = with_options({"end.minutes": 60, "end.start_scores": [0, 200]})
    assert score_line(timed, json.dumps(line))["over"] is False
    ended = score_line(timed, json.dumps(line | {"time_up": True}))
    assert [side["score"] for side in ended["sides"]] == [130, 180]
    assert ended["winner"] == 1


def test_V12_score_of_ten_tricks_as_bid_is_100() -> None:
    result = score('{"tricks":[1,5,2,5],"round":1}', "street")
    assert [side["points"] for side in result["sides"]] == [30, 100]


def test_score_without_before_reports_unchecked_deficit() -> None:
    line = {"bids": ["blind nil", 5, 3, 5], "tricks": [0, 5, 3, 5]}
    rules = Rules.preset("puzzle-pirates")
    (told,) = score_line(rules, json.dumps(line))["unchecked"]
    assert "whether N was 100 points behind to bid blind nil" in told
    known = line | {"before": [{"score": 0}, {"score": 100}]}
    assert "unchecked" not in score_line(rules, json.dumps(known))
    assert "unchecked" not in score_line(rules, json.dumps(line | {"bids": [2, 5, 3, 5]}))
    side = with_options({"blind.bids": "side", "blind.deficit": 200})
    (told,) = score_line(side, json.dumps(line | {"bids": ["blind 6", 3, 0, 3]}))["unchecked"]
    assert "200 points behind to bid blind 6" in told


def test_V22_score_reports_the_sets_of_each_side() -> None:
    line = {"bids": [4, 3, 3, 3], "tricks": [3, 4, 3, 3]}
    before = [{"score": 0, "sets": 1, "sets_in_a_row": 1}, {"score": 0, "sets": 1}]
    row = with_options({"end.sets_in_a_row": 2})
    result = score_line(row, json.dumps(line | {"before": before}))
    sets = [(side["sets"], side["sets_in_a_row"]) for side in result["sides"]]
    assert (sets, result["winner"]) == ([(2, 2), (1, 0)], 1)
    apart = [{"score": 0, "sets": 1}, {"score": 0}]
    assert score_line(row, json.dumps(line | {"before": apart}))["over"] is False


def test_V38_score_below_first_round_minimum_loses() -> None:
    line = {"tricks": [1, 5, 2, 5], "round": 1}
    itself = with_options({"bidding.first_round_bids_itself": True, "end.first_round_minimum": 4})
    result = score_line(itself, json.dumps(line))
    assert (result["over"], result["winner"]) == (True, 1)
    enough = score_line(itself, json.dumps(line | {"tricks": [1, 5, 3, 4]}))
    assert (enough["over"], enough["winner"]) == (False, None)
    later = line | {"round": 2, "bids": [1, 5, 2, 5]}
    assert score_line(itself, json.dumps(later))["over"] is False


REVOKED = {"bids": [8, 1, 5, 1], "tricks": [8, 1, 4, 0]}


@pytest.mark.parametrize(
    ("options", "judgement", "expected"),
    [
        ({}, {"accused": "E", "trick": 4}, [200, -20]),
        ({}, {"accused": 1}, [200, -20]),
        ({}, {"accused": "E", "seat": "S", "upheld": False}, [-200, -20]),
        ({}, {"kind": "flip", "seat": "E"}, [-200, -20]),
        ({"enforcement.revoke_penalty": "three_tricks"}, {"accused": "E"}, [200, -20]),
    ],
)
def test_R3_score_accepts_judgments(
    options: dict[str, Any], judgement: dict[str, Any], expected: list[int]
) -> None:
    rules = with_options({"scoring.boston_value": 200} | options)
    assert points(rules, REVOKED | {"judgements": [judgement]}) == expected


def test_R8_score_counts_the_revokes_of_each_side() -> None:
    rules = with_options({"enforcement.revokes_to_lose": 2})
    line = {"bids": [3, 3, 3, 3], "tricks": [3, 4, 3, 3], "judgements": [{"accused": "E"}]}
    once = score_line(rules, json.dumps(line))
    assert ([side["revokes"] for side in once["sides"]], once["over"]) == ([0, 1], False)
    before = [{"score": 0}, {"score": 300, "revokes": 1}]
    twice = score_line(rules, json.dumps(line | {"before": before}))
    assert (twice["sides"][1]["revokes"], twice["winner"]) == (2, 0)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"side": 0, "points": -30}, [30, 61]),
        ({"side": 1, "tricks": -3}, [60, -60]),
        ({"side": 0, "set": True}, [-60, 61]),
    ],
)
def test_R9_score_accepts_adjustments_with_a_reason(
    entry: dict[str, Any], expected: list[int]
) -> None:
    line = {"bids": [3, 3, 3, 3], "tricks": [3, 4, 3, 3]}
    whole = line | {"adjustments": [entry | {"reason": "table talk"}]}
    assert points(Rules(), whole) == expected
    lines = [
        str(one.text)
        for side in score_line(Rules(), json.dumps(whole))["sides"]
        for one in side["lines"]
        if one.reason == "adjustment"
    ]
    assert "table talk" in lines[0]


@pytest.mark.parametrize(
    ("options", "line", "told"),
    [
        ({}, {"bids": ["blind 6", 3, 3, 3]}, "'blind 6' is not possible, expected a number from 1"),
        ({}, {"bids": ["3 big", 3, 3, 3]}, "'3 big' is not possible"),
        ({}, {"bids": ["three", 3, 3, 3]}, "'three' is not possible"),
        ({"blind.bids": "player"}, {"bids": ["blind 5", 3, 3, 3]}, '"blind 6" or more'),
        ({"blind.bids": "side"}, {"bids": ["blind 6", 3, 3, 3]}, "with a blind bid for the side"),
        ({"bidding.zero": True}, {"bids": [14, 3, 3, 3]}, "a number from 0 to 13"),
        ({"nil.allowed": False, "nil.blind": False}, {"bids": [0, 3, 3, 3]}, "from 1 to 13"),
        ({}, {}, "0 bids, expected one for each of 4 seats"),
        ({}, {"bids": [3]}, "1 bid, expected one for each of 4 seats"),
        ({}, {"winners": ["N"] * 12}, "12 winners, expected one for each of 13"),
        ({}, {"winners": ["N"] * 13}, "have not won the tricks given"),
        ({}, {"winners": ["F"] * 13}, "'F' is not a seat, expected one of N E S W or 0 to 3"),
        ({}, {"winners": [4] * 13}, "4 is not a seat"),
        ({}, {"last_card": "S1"}, "last_card: 'S1' is not a card"),
        ({}, {"time_up": True}, "time_up without a time limit"),
        ({}, {"before": [{"score": 0, "sets": -1}, {"score": 0}]}, "sets in before is -1"),
        ({}, {"tricks": [3, 3, 4, 4]}, "add up to 14, expected 13"),
        ({}, {"before": [{"score": 0, "revokes": -1}, {"score": 0}]}, "revokes in before is -1"),
        (
            {},
            {"adjustments": [{"side": 2, "points": 1, "reason": "x"}]},
            "unknown side 2; sides are 0 to 1",
        ),
        ({}, {"adjustments": [{"side": 0, "reason": "x"}]}, "either points or tricks"),
        (
            {},
            {"adjustments": [{"side": 0, "points": 1, "tricks": 1, "reason": "x"}]},
            "either points or tricks",
        ),
        ({}, {"adjustments": [{"side": 0, "points": 1001, "reason": "x"}]}, "at most 1000"),
        ({}, {"adjustments": [{"side": 0, "tricks": -14, "reason": "x"}]}, "at most 13"),
        ({}, {"adjustments": [{"side": 0, "points": 1, "reason": " "}]}, "a text of 1 to 60"),
        ({}, {"adjustments": [{"side": 0, "points": 1, "reason": "x" * 61}]}, "1 to 60"),
        ({}, {"adjustments": [{"side": 0, "points": 1, "reason": "a\u202eb"}]}, "1 to 60"),
        ({}, {"adjustments": [{"side": 0, "points": 1}]}, "reason"),
        ({}, {"judgements": [{"seat": "N"}]}, "a call without accused"),
        ({}, {"judgements": [{"accused": "E", "seat": "W"}]}, "W calls E"),
        ({}, {"judgements": [{"accused": "E", "upheld": False}]}, "without seat"),
        ({}, {"judgements": [{"accused": "E", "trick": 14}]}, "trick 14"),
        ({}, {"judgements": [{"accused": "X"}]}, "accused 'X' is not a seat"),
    ],
)
def test_score_rejects_invalid_lines(
    options: dict[str, Any], line: dict[str, Any], told: str
) -> None:
    whole = {"tricks": [3, 3, 4, 3]} | ({"bids": [3, 3, 3, 3]} if line else {}) | line
    with pytest.raises(InputError) as refused:
        points(with_options(options), whole)
    assert told in str(refused.value)
