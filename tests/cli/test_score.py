"""`spadille score`, by the worked examples of the rules and by itself."""

import json
from typing import Any

import pytest

from cli.command import spadille


def score(line: str, rules: str = "standard", *settings: str) -> dict[str, Any]:
    options = [word for setting in settings for word in ("--set", setting)]
    done = spadille("score", "--rules", rules, *options, "-", given=line)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_the_example_of_the_contract() -> None:
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
        "9: nil failed, 5 made; its trick is a bag and scores its point",
        "standard",
        None,
        ["nil", 4, 5, 4],
        [1, 4, 5, 3],
        side(-49, bags=1),
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
        side(-19, bags=1),
    ),
    ("13: blind nil", "puzzle-pirates", None, ["blind nil", 5, 3, 5], [0, 5, 3, 5], side(130)),
    (
        "13: blind nil failed",
        "puzzle-pirates",
        None,
        ["blind nil", 5, 3, 5],
        [1, 5, 3, 4],
        side(-69, bags=1),
    ),
    ("15: twenty bags", "puzzle-pirates", (200, 9), [1, 1, 1, 1], [9, 0, 4, 0], side(-169, 31, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "before", "bids", "tricks", "expected"),
    [example[1:] for example in EXAMPLES],
    ids=[example[0] for example in EXAMPLES],
)
def test_worked_example(
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


def test_two_players_score_by_themselves() -> None:
    result = score('{"bids":[5,"blind nil"],"tricks":[13,0]}', "two-player")
    assert [side["points"] for side in result["sides"]] == [58, 200]


def test_the_end_and_the_winner() -> None:
    line = '{"before":[{"score":460},{"score":450}],"bids":[3,3,3,3],"tricks":[3,3,4,3]}'
    assert score(line)["winner"] == 0
    assert score(line, "standard", "end.target=700")["over"] is False
    tie = '{"before":[{"score":450},{"score":451}],"bids":[3,3,3,3],"tricks":[3,3,4,3]}'
    assert score(tie)["over"] is False
    floor = '{"before":[{"score":-190},{"score":0}],"bids":[3,3,3,3],"tricks":[2,3,3,5]}'
    assert score(floor)["winner"] == 1
    assert score(floor, "standard", "end.floor=none")["over"] is False
    assert score(floor, "standard", "end.floor=-target")["over"] is False


def test_the_number_of_the_round_counts_against_the_limit() -> None:
    line = '{"bids":[3,3,3,3],"tricks":[3,3,4,3],"round":8}'
    assert score(line)["over"] is False
    assert score(line, "standard", "end.max_rounds=8")["winner"] == 0


@pytest.mark.parametrize(
    ("setting", "points"),
    [
        ("scoring.failed_nil_tricks=bags", -49),
        ("scoring.failed_nil_tricks=help_partner", -49),
        ("scoring.failed_nil_tricks=ignored", -50),
        ("scoring.nil_value=50", 1),
        ("scoring.bag_points=0", -50),
    ],
)
def test_options_change_the_score(setting: str, points: int) -> None:
    result = score('{"bids":["nil",4,5,4],"tricks":[1,4,5,3]}', "standard", setting)
    assert result["sides"][0]["points"] == points
