"""A match that cannot be played says why, with a code and a sentence, and does not hang."""

import re
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from spadille.arena import (
    ArenaError,
    BotError,
    dask_cluster,
    executors,
    local_processes,
    match,
    round_robin,
)
from spadille.game import Card, Play, Rules, RulesError, SpadesError
from support.chance_players import SPADE_ACE, Exiting, Raising, Wavering, answering


def failure(bot: Callable[[str], Any], rules: Rules | None = None, **options: Any) -> BotError:
    with pytest.raises(BotError) as caught:
        match("random", bot, rules, deals=4, **options)
    return caught.value


def test_raising_bot_is_reported_with_deal_and_seat() -> None:
    error = failure(Raising)
    assert error.code == "bots/raised"
    assert (error.bot, error.deal) == ("Raising", 1)
    told = f"in deal 1 Raising failed in round 1, as {error.seat.spoken}: it raised AssertionError"
    assert str(error).startswith(told)
    assert 'assert Card.C2 not in view.hand, "two of clubs"' in error.trace
    assert error.__notes__ == [error.trace]


def test_failure_in_another_process_is_reported_in_full() -> None:
    here = failure(Raising)
    with local_processes(1) as executor:
        there = failure(Raising, executor=executor)
    assert (there.bot, there.deal, there.seat) == (here.bot, here.deal, here.seat)
    assert str(there) == str(here)
    assert "two of clubs" in there.__notes__[0]


def test_exiting_bot_ends_only_the_match() -> None:
    assert failure(Exiting).code == "bots/raised"


@pytest.mark.parametrize("answer", [SPADE_ACE, None, "SA", Play("SA"), Play(Card.JB)])  # type: ignore[arg-type]
def test_illegal_answer_is_reported(answer: object) -> None:
    error = failure(answering(answer))
    assert error.code == "bots/illegal-action"
    told = r"as (North|East|South|West): its answer .+ is illegal: .+; legal actions: "
    assert re.search(told, str(error))


def test_illegal_card_is_reported_with_the_rule() -> None:
    assert "its answer SA is illegal: spades are not broken" in str(failure(answering(SPADE_ACE)))


def test_endless_bot_is_stopped() -> None:
    rules = Rules().with_options({"play.take_back": "until_next_card"})
    error = failure(Wavering, rules)
    assert error.code == "arena/endless"
    assert error.bot == "Wavering"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"deals": 1}, "arena/number-of-deals"),
        ({"games": 0}, "arena/number-of-deals"),
        ({"deals": 10**9}, "arena/number-of-deals"),
        ({"deals": 2.5}, "arena/number-of-deals"),
        ({"games": "4"}, "arena/number-of-deals"),
        ({"deals": 2, "games": 2}, "arena/deals-or-games"),
        ({"deals": 0, "games": 2}, "arena/deals-or-games"),
    ],
)
def test_invalid_match_numbers_are_rejected(options: dict[str, Any], code: str) -> None:
    with pytest.raises(ArenaError) as caught:
        match("random", "random", **options)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("bot", "code"),
    [
        ("genius", "bots/unknown-level"),
        ("random:nodes=5", "bots/unknown-option"),
        ("random:", "bots/no-bot"),
        ("random:nodes", "bots/no-bot"),
        ("random:seed=5", "bots/no-bot"),
        ("random:a=1,a=2", "bots/no-bot"),
    ],
)
def test_unknown_bots_are_rejected(bot: str, code: str) -> None:
    with pytest.raises(SpadesError) as caught:
        match("random", bot, deals=2)
    assert caught.value.code == code


def test_unknown_rules_are_rejected() -> None:
    for play in (match, lambda *bots: round_robin(bots[:2], bots[2])):
        with pytest.raises(RulesError, match="unknown rule set whist"):
            play("random", "beginner", "whist")


class Broken(Executor):
    """Workers that have disappeared."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(ConnectionResetError("gone"))
        return future


def test_failed_workers_are_reported() -> None:
    with pytest.raises(ArenaError) as caught:
        match("random", "random", deals=2, executor=Broken())
    assert caught.value.code == "arena/workers-failed"
    assert "ConnectionResetError: gone" in str(caught.value)


@pytest.mark.parametrize("url", ["somewhere", "http://127.0.0.1:9", "tcp://127.0.0.1:9"])
def test_unreachable_cluster_is_reported(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    monkeypatch.setattr(executors, "_PATIENCE", 0.2)
    with pytest.raises(ArenaError) as caught, dask_cluster(url):
        pass
    assert caught.value.code == "arena/no-cluster"
    assert url in str(caught.value)
    assert "tcp://host:8786" in str(caught.value)


def test_cluster_without_dask_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ArenaError) as caught, dask_cluster("tcp://127.0.0.1:9"):
        pass
    assert caught.value.code == "arena/no-dask"
    assert "spadille[dask]" in str(caught.value)
