"""One seat among bots: Gymnasium's own check, and a comparison with the other environments."""

import copy
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra envs is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env, data_equivalence

from spadille.bots import BotError
from spadille.envs import NAME
from spadille.envs.single import SpadilleEnv
from spadille.game import IllegalActionError, Rules, RulesError, Seat, SpadesError, presets
from support.chance_players import Raising, answering


def episode(env: SpadilleEnv, seed: int | None = None) -> list[Any]:
    """Return an environment's output for the first legal action on every turn."""
    observation, info = env.reset(seed=seed)
    told: list[Any] = [observation]
    over = False
    while not over:
        assert env.episode.to_act == env.seat
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, reward, over, _, info = env.step(action)
        assert observation in env.observation_space
        told.append((observation, reward, over, info))
    return told


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy])
def test_copy_continues_independently(way: Callable[[SpadilleEnv], SpadilleEnv]) -> None:
    env = SpadilleEnv(others="random")
    episode(env, seed=3)
    other = way(env)
    assert data_equivalence(episode(env), episode(other))


@pytest.mark.parametrize("name", presets())
def test_gymnasium_env_checker_passes(name: str) -> None:
    check_env(SpadilleEnv(rules=name, others="random"), skip_render_check=True)
    told = episode(SpadilleEnv(rules=name, others="random", seat=1), seed=3)
    assert not any(reward for _, reward, *_ in told[1:-1])


def test_made_environment_is_decided_by_its_seed() -> None:
    env = gymnasium.make(NAME, others="beginner").unwrapped
    assert isinstance(env, SpadilleEnv)
    once, again, other = episode(env, 7), episode(env, 7), episode(env, 8)
    assert data_equivalence(once, again)
    assert not data_equivalence(once, other)
    episode(env, 7)
    assert not data_equivalence(episode(env), once)


def test_reward_is_summed_over_the_whole_game() -> None:
    rules = Rules().with_options({"end.max_rounds": 3, "end.floor": "none"})
    env = SpadilleEnv(
        rules=rules, episode="game", others=["beginner", "random", "beginner"], seat=2
    )
    total = sum(reward for _, reward, *_ in episode(env, 5)[1:])
    own, other = env.rules.side_of(Seat(2)), 1 - env.rules.side_of(Seat(2))
    results = env.episode.game.results
    assert len(results) >= 2
    assert total == sum(r.sides[own].points - r.sides[other].points for r in results)


def test_illegal_action_ends_the_episode_with_the_worst_reward() -> None:
    env = SpadilleEnv(others="random")
    observation, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (over, info["illegal"].startswith(f"{illegal} is not a legal action")) == (True, True)
    assert reward == env.illegal_reward
    for again in (illegal, int(np.flatnonzero(observation["action_mask"])[0])):
        with pytest.raises(IllegalActionError, match="call reset"):
            env.step(again)
    observation, _ = env.reset(seed=1)
    assert env.step(int(np.flatnonzero(observation["action_mask"])[0]))[1:3] == (0.0, False)


@pytest.mark.parametrize("name", presets())
def test_default_illegal_reward_is_near_the_worst_round(name: str) -> None:
    for length in ("round", "game"):
        env = SpadilleEnv(rules=name, episode=length, others="random")
        assert -1700 <= env.illegal_reward <= -600
    assert SpadilleEnv(rules=name, reward="outcome", others="random").illegal_reward == -1


def test_given_illegal_reward_is_paid() -> None:
    env = SpadilleEnv(others="random", illegal_reward=-50)
    env.reset(seed=1)
    assert env.step(0)[1:3] == (-50, True)
    for bad in (float("nan"), float("-inf"), "much", True):
        with pytest.raises(RulesError) as refused:
            SpadilleEnv(others="random", illegal_reward=bad)  # type: ignore[arg-type]
        assert refused.value.code == "envs/illegal_reward"


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"others": "genius"}, "bots/unknown-level"),
        ({"others": ["random"]}, "envs/others"),
        ({"seat": 4}, "envs/seat"),
        ({"seat": True}, "envs/seat"),
        ({"rules": None}, "rules/no-rules"),
        ({"reward": "money"}, "envs/reward"),
        ({"render_mode": "film"}, "envs/render_mode"),
        ({"rules": Rules().with_options({"end.minutes": 5})}, "envs/minutes"),
    ],
)
def test_invalid_options_are_rejected(choices: dict[str, Any], code: str) -> None:
    with pytest.raises(SpadesError) as refused:
        SpadilleEnv(**choices)
    assert refused.value.code == code


def test_step_before_the_first_reset_is_rejected() -> None:
    with pytest.raises(SpadesError, match=r"no episode has started; call reset\(\) before"):
        SpadilleEnv(others="random").step(0)


def test_numpy_integers_are_accepted() -> None:
    env = SpadilleEnv(others="random", seat=np.int64(1))  # type: ignore[arg-type]
    once, _ = env.reset(seed=np.int64(7))  # type: ignore[arg-type]
    again, _ = SpadilleEnv(others="random", seat=1).reset(seed=7)
    assert np.array_equal(once["observation"], again["observation"])


def test_failing_bot_is_named() -> None:
    for bot in (Raising, answering(None)):
        env = SpadilleEnv(others=bot)
        with pytest.raises(BotError, match=f"{bot.__name__} failed in round 1, as "):
            [episode(env, seed) for seed in range(5)]


def test_ansi_render_shows_the_table() -> None:
    env = SpadilleEnv(others="random", render_mode="ansi")
    env.reset(seed=1)
    assert "bidding, dealer E" in env.render()


def test_single_environment_does_not_import_numba() -> None:
    script = (
        "import sys, gymnasium, spadille.envs\n"
        "env = gymnasium.make('Spadille-v0', others='beginner')\n"
        "env.reset(seed=1)\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False"]
