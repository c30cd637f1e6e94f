"""Rounds, bids and curves: every number of the game is there."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given

from spadille import Card, Game, Seat, SpadesError, presets, svg
from support.drawn import SVG, description, finished, parsed, texts, without_last
from support.strategies import games

RECORD = finished("standard", 3)


@given(games())
def test_round_and_bids_can_be_drawn_at_every_moment(game: Game) -> None:
    if game.round is None:
        for draw in (svg.round, svg.bids):
            with pytest.raises(SpadesError, match="the cards have not been dealt yet"):
                draw(game)
        return
    parsed(svg.bids(game))
    parsed(svg.bids(game.view(Seat.NORTH)))
    if any(game.round.hands):
        parsed(svg.round(game))


def test_round_lists_every_trick_and_the_score() -> None:
    for number, result in enumerate(RECORD.results, start=1):
        picture = svg.round(RECORD, number)
        shown = texts(picture)
        assert picture.caption == f"Round {number}"
        assert [text for text in shown if text.isdigit()][4:17] == [str(n) for n in range(1, 14)]
        assert description(picture).count(" led: ") == 13
        for side in result.sides:
            assert f"{side.points:+}".replace("-", "−") in shown
            assert f"= {side.score}".replace("-", "−") in shown
    assert svg.round(RECORD) == svg.round(RECORD, 3)
    with pytest.raises(SpadesError, match="this game has no round 4"):
        svg.round(RECORD, 4)


def test_round_has_the_hands_at_the_first_trick() -> None:
    told = description(svg.round(RECORD, 2))
    assert all(str(card.spoken) in told for card in list(Card)[:52])


def test_round_in_progress_shows_the_tricks_so_far() -> None:
    game = without_last(RECORD, 6)
    assert game.round is not None
    picture = svg.round(game)
    assert description(picture).count(" led: ") == len(game.round.tricks) + bool(game.round.trick)
    assert not [text for text in texts(picture) if text.startswith("=")]


@pytest.mark.parametrize("preset", presets())
@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_bids_have_a_row_for_each_round(preset: str, lang: str) -> None:
    game = finished(preset, 1)
    shown = texts(svg.bids(game, lang=lang))
    result = game.results[0]
    assert [text for text in shown if text.startswith(("+", "−"))]
    for won in result.won:
        assert str(won) in shown
    parsed(svg.bids(game.view(Seat.NORTH), lang=lang))


def test_bids_include_the_round_in_progress() -> None:
    game = without_last(RECORD, 20)
    assert (len(RECORD.results), len(game.results)) == (3, 2)
    assert svg.bids(game).caption == "The bids and scores of 3 rounds"
    first = Game.new(seed=7)
    assert svg.bids(first).caption == "The bids and scores of one round"
    assert texts(svg.bids(first)).count("–") == 4


def judged(wins: Sequence[float | None], seats: str = "NESW") -> list[Any]:
    """Return decisions of the seats in turn, each with its own side's chance to win."""
    return [
        SimpleNamespace(
            seat=Seat("NESW".index(seats[at % len(seats)])),
            round=1 + at // 3,
            mark=("best", "slip", "error", "blunder")[at % 4],
            win=(win, win),
        )
        for at, win in enumerate(wins)
    ]


def heights(picture: svg.Picture) -> list[float]:
    """Return the heights of the points of a curve, from the lowest chance to the highest."""
    (line,) = parsed(picture).iter(f"{SVG}polyline")
    return [float(point.partition(",")[2]) for point in line.attrib["points"].split()]


def test_win_curve_draws_higher_chances_higher() -> None:
    curve = heights(svg.win_curve([0, 0.25, 0.5, 1]))
    assert curve == sorted(curve, reverse=True)
    assert len(set(curve)) == 4
    assert svg.win_curve([0.5]).caption == "Chance to win: North/South"


def test_win_curve_of_one_side_turns_the_chances_of_the_other() -> None:
    picture = svg.win_curve(judged([0.7, 0.3, 0.7, None, 0.3]), side=0)
    curve = heights(picture)
    assert len(curve) == 4  # one chance is not known
    assert curve[0] == curve[1] == curve[2] < curve[3]
    assert heights(svg.win_curve(judged([0.7]), side=1)) != heights(
        svg.win_curve(judged([0.7]), side=0)
    )


def test_win_curve_of_three_sides_leaves_out_decisions_of_others() -> None:
    decisions = judged([0.7, 0.2, 0.1, 0.8], seats="NES")
    assert len(heights(svg.win_curve(decisions, rules="three-player", side=0))) == 2


def test_win_curve_marks_costly_decisions_and_numbers_rounds() -> None:
    picture = svg.win_curve(judged([0.5] * 8))
    shown = texts(picture)
    assert {"slip", "error", "blunder"} <= set(shown)
    assert {"1", "2", "3"} <= set(shown)
    assert "slip" not in texts(svg.win_curve([0.5, 0.6]))


@pytest.mark.parametrize(
    ("decisions", "options", "error"),
    [
        ([1.5], {}, "invalid chance 1.5"),
        ([float("nan")], {}, "invalid chance nan"),
        (["0.5"], {}, "invalid chance '0.5'"),
        ([True], {}, "invalid chance True"),
        (judged([2.0]), {}, "invalid chance 2.0"),
        ([], {}, "none of the decisions"),
        ([0.5], {"side": 2}, "unknown side 2: expected 0 to 1"),
        ([0.5] * 20_001, {}, "too many decisions"),
    ],
)
def test_win_curve_of_other_values_is_refused(
    decisions: list[Any], options: dict[str, Any], error: str
) -> None:
    with pytest.raises(SpadesError, match=error):
        svg.win_curve(decisions, **options)


def test_long_curve_stays_small() -> None:
    assert len(svg.win_curve([0.5] * 20_000)) < 300_000
