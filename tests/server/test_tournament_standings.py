"""The standings of a tournament's pairs depend only on what has happened."""

import csv
import io
from typing import Any

import pytest

from spadille.game import Rules, SpadesError
from spadille.server.features.contests.events import (
    Announced,
    Entered,
    Gain,
    Joined,
    Match,
    Paired,
    Played,
    Result,
    Stopped,
    Tournament,
)
from spadille.server.features.contests.standings import (
    COLUMNS,
    next_meetings,
    result_rows,
    standing,
    tournament_info,
)
from spadille.server.features.contests.tournament import (
    MOST_PAIRS,
    EnterPair,
    check_beginning,
    enter,
)
from spadille.server.net.answers import in_csv
from support.tabletop import ANN


def announced(form: str = "swiss", **fields: Any) -> Announced:
    usual: dict[str, Any] = {
        "name": "Friday", "host": "ann", "preset": "standard", "rules": None, "title": "",
        "deals": 0, "rounds": 0, "minutes": 0, "level": "random", "talk": "between",
    }  # fmt: skip
    return Announced(**{**usual, "form": form, **fields})


def evening_of(count: int, form: str = "swiss", **fields: Any) -> Tournament:
    entered = (Entered(f"Pair {number}") for number in range(count))
    return Tournament("friday", announced(form, **fields)).after(*entered)


def round_after(evening: Tournament, *results: Result) -> Tournament:
    """Return the tournament after a round with these results for its matches, in their order."""
    matches = tuple(Match(first, second, "") for first, second in next_meetings(evening))
    played = [number for number, match in enumerate(matches) if match.second is not None]
    happened = (Played(at, result, 2.0) for at, result in zip(played, results, strict=True))
    return evening.after(Paired(matches, 1.0), *happened)


def by(*margins: float) -> Result:
    return Result(margins)


def test_standings_rank_by_points_then_opposition_then_difference() -> None:
    evening = round_after(evening_of(5), by(100.0), by(-20.0))
    assert [(line.pair, line.place, line.points) for line in standing(evening)] == [
        (0, 1, 2), (3, 2, 2), (4, 3, 2), (2, 4, 0), (1, 5, 0),
    ]  # fmt: skip
    assert next_meetings(evening) == ((3, 0), (4, 2), (1, None))
    evening = round_after(evening, by(10.0), by(-1.0))
    lines = {line.pair: line for line in standing(evening)}
    assert (lines[3].points, lines[3].won, lines[3].played) == (4, 2, 2)
    assert (lines[4].points, lines[4].won, lines[4].played) == (2, 0, 1), "a bye is not played"
    assert lines[3].opposition == 2 + 2
    assert [line.pair for line in standing(evening)] == [3, 0, 2, 4, 1]


def test_standings_draw_advances_first_entry_only_in_knockout() -> None:
    drawn = round_after(evening_of(2), by(0.0))
    assert [line.points for line in standing(drawn)] == [1, 1]
    assert [line.place for line in standing(drawn)] == [1, 1]
    tree = round_after(evening_of(4, "knock-out"), by(0.0), by(-30.0))
    assert next_meetings(tree) == ((2, 0),), "pair 0 was in front before"
    assert [line.pair for line in standing(tree)][:2] == [2, 0]
    final = round_after(tree, by(0.0))
    assert final.gains[1] == ((Gain(0, 0), Gain(2, 0)),), "pair 0 has entered first"


def test_standings_compare_same_cards_across_all_tables() -> None:
    """Good cards are worth nothing: the pair that made the least of them has lost."""
    same = round_after(evening_of(6, deals=1), by(100.0), by(160.0), by(100.0))
    assert same.gains[0] == (
        (Gain(0, -1), Gain(2, 1)), (Gain(2, 1), Gain(0, -1)), (Gain(0, -1), Gain(2, 1)),
    )  # fmt: skip
    alone = round_after(evening_of(2, deals=2), by(100.0, -20.0))
    assert alone.gains[0] == ((Gain(2, 2), Gain(0, -2)),)
    short = round_after(evening_of(4, deals=2), by(100.0, 500.0), by(100.0))
    assert short.gains[0][1] == (Gain(1, 0), Gain(1, 0))
    tree = round_after(evening_of(4, "knock-out", deals=1), by(40.0), by(60.0))
    assert [both[0].difference for both in tree.gains[0] if both] == [40.0, 60.0]


@pytest.mark.parametrize("form", ["swiss", "round-robin", "knock-out"])
def test_standings_hide_results_until_all_tables_played_same_cards(form: str) -> None:
    """They would count too few tables, and reveal the cards to tables still playing them."""
    result = Result((100.0,), (153, 62))
    for deals, told in ((1, False), (0, True)):
        begun = evening_of(4, form, deals=deals, rules=Rules())
        matches = tuple(Match(one, other, "") for one, other in next_meetings(begun))
        half = begun.after(Paired(matches, 1.0), Played(0, result, 2.0))
        first, second = tournament_info(half, None, "en", None).rounds[0]
        assert (first.over, second.over) == (True, False)
        assert (first.gains, first.points) == (((2, 0), (153, 62)) if told else (None, (0, 0)))
        assert any(line.points for line in standing(half)) == told
        done = half.after(Played(1, by(-20.0), 3.0))
        assert None not in done.gains[0]
        assert any(line.points for line in standing(done))


def test_standings_count_bye_at_once_and_partial_match_at_stop() -> None:
    evening = evening_of(5, deals=1)
    matches = tuple(Match(one, other, "") for one, other in next_meetings(evening))
    evening = evening.after(Paired(matches, 1.0), Played(0, by(100.0), 2.0))
    assert [both is None for both in evening.gains[0]] == [True, True, False]
    ended = evening.after(Stopped())
    assert [both is None for both in ended.gains[0]] == [False, True, False]


def test_standings_use_winner_of_whole_game_over_scores() -> None:
    evening = round_after(evening_of(2), Result((10.0,), (510, 500), 1))
    assert [line.pair for line in standing(evening)] == [1, 0]


def test_tournament_with_too_many_pairs_or_rounds_is_refused() -> None:
    with pytest.raises(SpadesError) as refusal:
        enter(evening_of(MOST_PAIRS), ANN, EnterPair(name="Larks"))
    assert refusal.value.code == "evening/full"
    check_beginning(evening_of(16, "round-robin"))
    with pytest.raises(SpadesError) as refusal:
        check_beginning(evening_of(18, "round-robin"))
    assert refusal.value.code == "evening/too-many-rounds"


def test_results_file_escapes_names_that_look_like_formulas() -> None:
    evening = evening_of(1).after(Entered("=1+1"), Joined(0, 1, "p", "@Ann"))
    text = in_csv(COLUMNS, result_rows(evening, "en")).content.decode()
    lines = list(csv.DictReader(io.StringIO(text)))
    assert [line["pair"] for line in lines] == ["Pair 0", "'=1+1"]
    assert [line["player_2"] for line in lines] == ["'@Ann", ""]
