"""`spadille solve`: everything it promises."""

import json
from typing import Any

import pytest

from spadille.cli.solve import solve_line
from spadille.cli.streams import InputError
from support.command import assert_refused, spadille

ENDING = '"deal":"N:A2.K.. K3.Q.. Q4.J.. J5.T.."'


def solve(*lines: str, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    done = spadille("solve", *options, "-", given="\n".join(lines))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_solve_returns_tricks_by_card_for_the_side_to_move() -> None:
    (unbroken,) = solve("{" + ENDING + ',"leader":"N","lead":"broken","broken":false}')
    assert set(unbroken) == {"value", "cards", "nodes", "ms"}
    assert unbroken["cards"] == {"HK": 2}
    assert unbroken["value"] == 2
    (broken,) = solve("{" + ENDING + ',"leader":"N","lead":"broken","broken":true}')
    assert set(broken["cards"]) == {"HK", "S2", "SA"}
    assert broken["value"] == max(broken["cards"].values())


@pytest.mark.parametrize("east", [".9..", "..."])
def test_solve_accepts_hands_that_include_the_trick(east: str) -> None:
    deal = f"N:.A.. {east} .T.. .J.."
    found = solve_line(f'{{"deal":"{deal}","leader":"E","trick":["H9"],"lead":"any"}}')
    assert (found["value"], found["cards"]) == (1, {"HT": 1})


def test_solve_returns_score_difference_for_the_side_to_move() -> None:
    line = (
        '{"deal":"N:A..2. K..3. Q..4. J..5.","leader":"%s","broken":true,"objective":"score",'
        '"rules":"standard","bids":[4,"nil",4,2],"won":[4,0,4,3],'
        '"before":[{"score":108,"bags":8},{"score":0,"bags":0}]}'
    )
    found = solve_line(line % "N")
    # One more trick for each side: 81 points against 22 and the nil; a second bag would cost 100.
    assert found["value"] == 81 - 122
    other = solve_line(line % "W")
    assert set(other["cards"]) == {"SJ", "D5"}


def test_E11_solve_treats_partner_of_a_side_bid_as_no_nil() -> None:
    line = (
        '{"deal":"N:A... K... Q... J...","objective":"score","bids":["blind 6",3,0,3],'
        '"rules":{"blind":{"bids":"side","deficit":0}},"won":[6,3,0,3]}'
    )
    assert solve_line(line)["value"] == 2 * 60 + 1 - 60


def test_solve_returns_best_line_and_bounds() -> None:
    (found,) = solve("{" + ENDING + "}", options=("--line",))
    assert len(found["line"]) == 12
    (bounded,) = solve("{" + ENDING + "}", options=("--nodes", "1"))
    assert bounded["exact"] is False
    low, high = bounded["value"]
    assert low <= found["value"] <= high


def test_solve_threads_keep_the_order() -> None:
    lines = [f'{{"deal":"N:A... K... Q... J...","leader":"{seat}"}}' for seat in "NESW"] * 3
    one = [found["cards"] for found in solve(*lines)]
    two = [found["cards"] for found in solve(*lines, options=("--threads", "2"))]
    assert one == two == [{"SA": 1}, {"SK": 0}, {"SQ": 1}, {"SJ": 0}] * 3


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{}", "the field deal is missing"),
        ('{"deal"', "expected a JSON object"),
        ('{"deal":"N:A... A... K... Q..."}', "the ace of spades occurs twice"),
        ('{"deal":"N:A... K..2. Q... J..."}', "differ in length"),
        ('{"deal":"N:A... K... Q... J...","leader":"X"}', "leader 'X' is not a seat of 4"),
        ('{"deal":"N:A... K... Q... J...","leader":"Q"}', "leader: 'Q' is not a seat"),
        ('{"deal":"N:A... K... Q... J...","trick":["SA","SK","SQ","SJ"]}', "4 cards in the trick"),
        ('{"deal":"N:A.2.. .7..5 Q.4.. J.5..","trick":["H2","C5"]}', "does not follow suit"),
        ('{"deal":"N:A.2.. K.3.. Q.4.. J.5..","trick":["SA"]}', "spades were led"),
        ('{"deal":"N:A... K... Q...","leader":"N"}', "three hands do not make two sides"),
        ('{"deal":"N:2... 3... 4... 5... 6... 7..."}', "6 hands, expected two to four"),
        ('{"deal":"N:A... K... Q... J...","objective":"score"}', "without rules"),
        ('{"deal":"N:A... K... Q... J...","bids":[1,1,1,1]}', "bids and scores count where"),
        (
            (
                '{"deal":"N:A... K... Q... J...","objective":"score","rules":"solo",'
                '"bids":[1,2,3,4],"won":[12,0,0,0]}'
            ),
            "4 sides; a position has a single value",
        ),
        (
            (
                '{"deal":"N:A... K... Q... J...","objective":"score","rules":"standard",'
                '"bids":[1,2,3,4]}'
            ),
            "add up to 1, expected 13",
        ),
        (
            (
                '{"deal":"N:A... K... Q... J...","objective":"score","rules":"standard",'
                '"bids":[1,2,3],"won":[12,0,0,0]}'
            ),
            "3 bids, expected one for each of 4 seats",
        ),
        (
            (
                '{"deal":"N:A... K... Q... J...","objective":"score","rules":"standard",'
                '"bids":[1,2,3,4],"won":[12,0,0,0],"before":[{"score":0}]}'
            ),
            "before holds 1 side, expected one for each of 2",
        ),
        (
            (
                '{"deal":"N:A... K... Q... J...","objective":"score","rules":"standard",'
                '"bids":[1,2,3,4],"won":[12,0,0,0],"before":[{"score":0,"bags":-8},{"score":0}]}'
            ),
            "bags in before is -8, expected a number from 0",
        ),
        (
            (
                '{"deal":"N:A... K... Q... J...","objective":"score","rules":"puzzle-pirates",'
                '"bids":["blind nil",2,3,4],"won":[0,0,0,12],"before":[{"score":0},{"score":99}]}'
            ),
            "bids against the rules: blind nil is only for a side 100 points behind",
        ),
    ],
)
def test_solve_rejects_bad_positions(line: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        solve_line(line)


def test_solve_names_the_bad_line() -> None:
    good = "{" + ENDING + "}"
    bad = '{"deal":"N:A... A... K... Q..."}'
    assert_refused(
        spadille("solve", "-", given=f"{good}\n{bad}"), "line 2", "the ace of spades occurs twice"
    )


def test_solve_rejects_invalid_budgets() -> None:
    line = "{" + ENDING + "}"
    with pytest.raises(InputError, match="a budget of 0 nodes"):
        solve_line(line, nodes=0)
    with pytest.raises(InputError, match="1 MB for one thread"):
        solve_line(line, memory=1)
    assert_refused(
        spadille("solve", "--threads", "0", "-", given=line), "--threads: invalid number '0'"
    )
