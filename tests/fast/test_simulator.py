"""Simulations are reproducible with any number of workers, and refuse senseless input."""

import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np
import pytest
from distributed import Client
from hypothesis import given, settings
from hypothesis.strategies import integers

from spadille.fast import simulator
from spadille.fast.chance import key_of
from spadille.fast.code import code_of, codes_of
from spadille.fast.encoding import DECK, SEATS
from spadille.fast.game import GAME, LEGAL
from spadille.fast.kernel import records
from spadille.fast.policies import RANDOM
from spadille.fast.simulator import play_part, simulate
from spadille.fast.statistics import Simulation
from spadille.fast.table_policy import TABLE
from spadille.fast.tables import Table, sensible
from spadille.fast.whole_rounds import TALLY, play_many
from spadille.game import Rules, SpadesError
from spadille.game.rules.bidding import BiddingRules
from support.strategies import every_rule_set

ROUNDS = 130
AT_ONCE = 50


@pytest.fixture(scope="module", autouse=True)
def small_parts() -> Iterator[None]:
    """Use small parts, so that even a few rounds are played in several parts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulator, "_ROUNDS_AT_ONCE", AT_ONCE)
        patch.setattr(simulator, "_GAMES_AT_ONCE", AT_ONCE)
        yield


def results(simulation: Simulation) -> Simulation:
    """Return everything about a simulation except the time it took."""
    return msgspec.structs.replace(simulation, seconds=0, rounds_per_second=0)


@pytest.fixture(scope="module")
def alone(small_parts: None) -> Simulation:
    return results(simulate(rounds=ROUNDS, seed="threads"))


def test_simulate_with_threads_gives_same_result(alone: Simulation) -> None:
    assert results(simulate(rounds=ROUNDS, seed="threads", workers=3)) == alone


def test_simulate_with_executor_gives_same_result(alone: Simulation) -> None:
    class Backwards(Executor):
        """Does all work at the end, in reverse order, with pickled arguments."""

        def __init__(self) -> None:
            self.asked: list[tuple[Future[Any], bytes]] = []

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            self.asked.append((future, pickle.dumps((fn, args, kwargs))))
            if len(self.asked) == -(-ROUNDS // AT_ONCE):
                for waiting, work in reversed(self.asked):
                    function, arguments, named = pickle.loads(work)
                    waiting.set_result(function(*arguments, **named))
            return future

    assert results(simulate(rounds=ROUNDS, seed="threads", executor=Backwards())) == alone


def test_simulate_with_dask_gives_same_result(alone: Simulation) -> None:
    with Client(  # type: ignore[no-untyped-call]
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None
    ) as client:
        executor = client.get_executor()
        assert results(simulate(rounds=ROUNDS, seed="threads", executor=executor)) == alone


def test_simulate_result_depends_only_on_seed(alone: Simulation) -> None:
    assert results(simulate(rounds=ROUNDS, seed="threads")) == alone
    assert results(simulate(rounds=ROUNDS, seed="other")).sides != alone.sides


def test_simulate_accepts_rules_by_name() -> None:
    once, again = simulate("mirror", games=2), simulate(Rules.preset("mirror"), games=2)
    assert results(once) == results(again)


def test_play_part_pieces_add_up_to_whole() -> None:
    """Games 0 to 99 are games 0 to 39 plus 40 to 99."""
    rules, nobody = Rules(), (None,) * 4
    whole = play_part(rules, nobody, "x", 0, 100, whole_games=True)
    parts = [play_part(rules, nobody, "x", *part, whole_games=True) for part in ((0, 40), (40, 60))]
    for name in TALLY.names or ():
        assert np.array_equal(whole[name], parts[0][name] + parts[1][name]), name


@pytest.mark.parametrize("name", ["standard", "hoyle", "solo", "jokers", "open-hands"])
def test_plain_kernel_gives_same_result(name: str) -> None:
    """Bids that depend on nothing, and four hands of one pack, have separate compiled functions."""
    rules = Rules.preset(name)
    assert code_of(rules).record.plain
    quick = play_part(rules, (None,) * 4, "x", 0, 60, whole_games=True)
    codes = codes_of(rules)
    codes["code"]["plain"] = codes["code"]["free"] = 0
    tally, game, legal = (records(1, kind) for kind in (TALLY, GAME, LEGAL))
    play_many(
        codes,
        np.full(SEATS, RANDOM),
        np.zeros(1, TABLE).view(np.recarray),
        key_of("x"),
        0,
        60,
        1,
        game,
        legal,
        np.zeros(DECK, np.int64),
        tally,
    )
    assert np.array_equal(tally.view(np.ndarray), quick)


def test_simulate_reports_progress_until_done() -> None:
    for workers in (1, 2):
        steps: list[int] = []
        simulate(games=120, workers=workers, progress=steps.append)
        assert sorted(steps) == [20, 50, 50]


@settings(max_examples=2 * settings().max_examples)
@given(every_rule_set(most_rounds=5), integers(0, 2**32))
def test_simulate_accepts_any_rules(rules: Rules, seed: int) -> None:
    """All tricks are won, games end, and each side's contracts are made, set or absent."""
    table = sensible()
    policies = [(None, table)[seed >> seat & 1] for seat in rules.seats]
    done = simulate(rules, games=3, policies=[one or "random" for one in policies], seed=seed)
    assert done.games == 3
    assert sum(seat.tricks for seat in done.seats) == pytest.approx(rules.tricks)
    assert sum(side.wins for side in done.sides) + done.draws == 3
    assert all(side.made + side.set <= 1 + 1e-9 for side in done.sides)
    assert 3 <= done.rounds <= 300


def test_V37_simulate_deals_again_after_low_total() -> None:
    bidding = BiddingRules(total_minimum=11, low_total="redeal")
    done = simulate(Rules(bidding=bidding), games=5, policies=[sensible()] * 4, seed=3)
    assert done.games == 5
    assert sum(seat.tricks for seat in done.seats) == pytest.approx(13)


def test_simulate_of_first_rounds_ends_no_game(alone: Simulation) -> None:
    assert (alone.rounds, alone.games, alone.draws) == (ROUNDS, 0, 0)
    assert all(side.final is None and side.wins == 0 for side in alone.sides)


def test_table_policy_beats_random_play() -> None:
    done = simulate(games=200, policies=["table", "random", "table", "random"], seed=1)
    table, chance = done.sides
    assert table.wins > 190
    assert table.points > chance.points + 100
    assert table.made > 0.8


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({}, "fast/how-many"),
        ({"rounds": 1, "games": 1}, "fast/how-many"),
        ({"rounds": 0}, "fast/how-many"),
        ({"games": -3}, "fast/how-many"),
        ({"games": 2**50}, "fast/how-many"),
        ({"rounds": 1e4}, "fast/how-many"),
        ({"rounds": "5"}, "fast/how-many"),
        ({"games": 1, "workers": 0}, "fast/workers"),
        ({"games": 1, "workers": 1.5}, "fast/workers"),
        ({"games": 1, "executor": 3}, "fast/no-executor"),
        ({"games": 1, "seed": "\ud800"}, "seed/not-text"),
        ({"games": 1, "seed": None}, "seed/kind"),
        ({"games": 1, "policies": 5}, "fast/unknown-policy"),
        ({"games": 1, "policies": ["random"] * 3}, "fast/policies"),
        ({"games": 1, "policies": "clever"}, "fast/unknown-policy"),
    ],
)
def test_simulate_rejects_invalid_arguments(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(SpadesError) as caught:
        simulate(**arguments)
    assert caught.value.code == code
    assert str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        {"weights": np.ones((4, 3, 2))},
        {"weights": -np.ones((4, 3, 2, 12), np.int64)},
        {"worth": np.full((2, 14, 16), 10**7)},
        {"risk": np.zeros((2, 14, 16))},
        {"plus": 10**9},
        {"nil_limit": 0.5},
    ],
)
def test_table_rejects_invalid_values(values: dict[str, Any]) -> None:
    with pytest.raises(SpadesError) as caught:
        Table(**values)
    assert caught.value.code == "fast/bad-table"


def test_simulate_accepts_thread_pool(alone: Simulation) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert results(simulate(rounds=ROUNDS, seed="threads", executor=pool)) == alone
