"""Round robins: the same numbers as in single matches, and ratings in the right order."""

import json
from pathlib import Path
from typing import Any

import pytest

from spadille.arena import BotFactory, Checkpoint, local_processes, match, round_robin
from spadille.arena.round_robin import ratings
from spadille.bots.random_player import RandomPlayer
from spadille.game import Rules, SpadesError
from support.chance_players import BiddingOne, BiddingSeven
from support.matches import timeless

BOTS: tuple[str | BotFactory, ...] = (BiddingSeven, "beginner", BiddingOne)
NAMES = ("BiddingSeven", "beginner", "BiddingOne")


@pytest.mark.parametrize(
    ("options", "many"),
    [({}, {"deals": 5}), ({"deal.cut": "offered", "end.max_rounds": 1}, {"games": 3})],
)
def test_round_robin_matches_equal_single_matches(
    options: dict[str, object], many: dict[str, Any]
) -> None:
    rules = Rules().with_options(options)
    result = round_robin(BOTS, rules, seed="robin", **many)
    assert [tuple(bot.bot for bot in one.bots) for one in result.matches] == [
        (NAMES[0], NAMES[1]), (NAMES[0], NAMES[2]), (NAMES[1], NAMES[2]),
    ]  # fmt: skip
    pairs = ((BOTS[0], BOTS[1]), (BOTS[0], BOTS[2]), (BOTS[1], BOTS[2]))
    for found, pair in zip(result.matches, pairs, strict=True):
        assert timeless(found) == timeless(match(*pair, rules, seed="robin", **many))


@pytest.mark.parametrize("many", [{"deals": 4}, {"games": 4}])
def test_round_robin_of_two_bots_equals_their_match(many: dict[str, Any]) -> None:
    rules = Rules().with_options({"end.max_rounds": 1})
    result = round_robin(("random", "beginner"), rules, **many)
    first, second = sorted(result.places, key=lambda place: place.bot, reverse=True)
    (only,) = result.matches
    assert (first.points_per_deal, first.games_won) == (only.points_per_deal, only.games_won)
    whole = 1 if only.games_won else 0
    found = only.games_won or only.points_per_deal
    other = second.games_won or second.points_per_deal
    assert found is not None
    assert other is not None
    assert other.mean == pytest.approx(whole - found.mean)
    low, high = found.ci95
    assert other.ci95 == pytest.approx((whole - high, whole - low))


@pytest.mark.parametrize("many", [{"deals": 3}, {"games": 3}])
def test_round_robin_rates_equal_bots_equally(many: dict[str, Any]) -> None:
    first: type[BiddingOne] = type("First", (BiddingOne,), {})
    second: type[BiddingOne] = type("Second", (BiddingOne,), {})
    rules = Rules().with_options({"end.max_rounds": 1})
    one, other = round_robin((first, second), rules, **many).places
    assert one.rating.mu == pytest.approx(other.rating.mu)


def test_round_robin_stopped_early_leaves_matches_equally_long(tmp_path: Path) -> None:
    class EnoughError(Exception):
        pass

    told: list[int] = []

    def progress(deals: int) -> None:
        told.append(deals)
        if len(told) == 6:
            raise EnoughError

    with Checkpoint(tmp_path / "robin.jsonl") as checkpoint, pytest.raises(EnoughError):
        round_robin(BOTS, deals=9, checkpoint=checkpoint, progress=progress)
    lines = map(json.loads, (tmp_path / "robin.jsonl").read_text(encoding="utf-8").splitlines())
    assert [line["match"] for line in lines if line["is"] == "deals"] == [1, 2, 3] * 2


def test_round_robin_lists_the_best_bot_first() -> None:
    result = round_robin(BOTS, deals=12)
    assert [place.bot for place in result.places] == ["beginner", "BiddingOne", "BiddingSeven"]
    means = {}
    for place in result.places:
        assert place.points_per_deal is not None
        means[place.bot] = place.points_per_deal.mean
    assert sum(means.values()) == pytest.approx(0)
    first, second, _ = (one.points_per_deal for one in result.matches)
    assert first is not None
    assert second is not None
    assert means["BiddingSeven"] == pytest.approx((first.mean + second.mean) / 2)


def test_round_robin_plays_whole_games_of_four_sides() -> None:
    rules = Rules.preset("solo").with_options({"end.max_rounds": 1})
    result = round_robin(("random", BiddingSeven, "beginner"), rules, games=3)
    assert result.places[0].bot == "beginner"
    shares = [place.games_won for place in result.places]
    assert all(share is not None and 0 <= share.mean <= 1 for share in shares)
    assert sum(share.mean for share in shares if share) == pytest.approx(1.5)


def test_round_robin_is_independent_of_workers_and_checkpoint(tmp_path: Path) -> None:
    here = round_robin(BOTS, deals=4)
    with local_processes(2) as executor, Checkpoint(tmp_path / "robin.jsonl") as checkpoint:
        there = round_robin(BOTS, deals=4, executor=executor, checkpoint=checkpoint)
    with Checkpoint(tmp_path / "robin.jsonl") as checkpoint:
        kept = round_robin(BOTS, deals=4, checkpoint=checkpoint)
    assert kept == there
    assert there.places == here.places
    assert [timeless(one) for one in there.matches] == [timeless(one) for one in here.matches]


def test_round_robin_progress_counts_every_deal() -> None:
    told: list[int] = []
    round_robin(BOTS, deals=3, progress=told.append)
    assert sum(told) == 3 * 3


def test_ratings_follow_the_wins() -> None:
    """The first wins three out of four against the second, which is even with the third."""
    values = {("A", "B"): [1.0, 1.0, -1.0, 1.0] * 50, ("B", "C"): [0.0] * 200}
    first, second, third = ratings("ABC", values, even=0.0).values()
    assert first.mu > second.mu + second.sigma
    assert first.mu > 25 > second.mu
    assert abs(second.mu - third.mu) < 1
    assert first.sigma < 25 / 3 / 4


def test_ratings_after_a_single_deal_name_the_winner() -> None:
    first, second = ratings("AB", {("A", "B"): [1.0]}, even=0.0).values()
    assert first.mu > 25 > second.mu


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        (("random", RandomPlayer("0")), "arena/makes-no-bot"),
        (("random",), "arena/number-of-bots"),
        (("random",) * 32, "arena/bot-twice"),
        (("random",) * 33, "arena/number-of-bots"),
        (("random", "beginner", "random"), "arena/bot-twice"),
        (("random", "genius"), "bots/unknown-level"),
    ],
)
def test_round_robin_rejects_invalid_bots(bots: tuple[Any, ...], code: str) -> None:
    with pytest.raises(SpadesError) as caught:
        round_robin(bots, deals=2)
    assert caught.value.code == code
