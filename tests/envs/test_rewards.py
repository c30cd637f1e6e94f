"""The rewards of the seats."""

from random import Random

import pytest

from spadille.envs.episode import reward_of_outcome, reward_of_round, rewards_since
from spadille.game import presets
from support.walks import walk


@pytest.mark.parametrize("name", presets())
def test_points_reward_subtracts_the_other_sides(name: str) -> None:
    *_, last = walk(name, "round", Random(2))
    rules = last.rules
    (result,) = last.game.results
    paid = reward_of_round(rules, result)
    for side, seats in enumerate(rules.sides):
        others = [score.points for at, score in enumerate(result.sides) if at != side]
        for seat in seats:
            assert paid[seat] == result.sides[side].points - sum(others) / len(others)
    assert sum(paid[seats[0]] for seats in rules.sides) == pytest.approx(0)
    assert rewards_since(last, "points", 0) == paid


@pytest.mark.parametrize("name", presets())
def test_outcome_reward_of_the_winner_is_one(name: str) -> None:
    *_, last = walk(name, "game", Random(3))
    outcome = last.game.outcome
    assert outcome is not None
    paid = reward_of_outcome(last)
    if outcome.winner is None:
        assert set(paid) == {0.0}
    else:
        winners = last.rules.sides[outcome.winner]
        assert all(paid[seat] == (1 if seat in winners else -1) for seat in last.rules.seats)
    assert rewards_since(last, "outcome", 0) == paid


def test_reward_before_the_end_of_a_round_is_zero() -> None:
    *states, _ = walk("standard", "round", Random(4))
    assert all(set(rewards_since(state, "points", 0)) == {0.0} for state in states)
    assert all(set(rewards_since(state, "outcome", 0)) == {0.0} for state in states)
