"""The PettingZoo environment run against upstream's own tests, and compared with the engine."""

import copy
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra envs is not installed")

from pettingzoo.test import api_test, seed_test

from spadille.envs import Episode, observe, spadille_v0
from spadille.envs.episode import Reward
from spadille.game import IllegalActionError, RulesError, Seat, presets, shuffler

OURS = [
    # Upstream knows by name which environments observe a dict with a mask, and whose mask is empty
    # when nothing can be done.
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
]
with_mask = pytest.mark.filterwarnings(*OURS)


@with_mask
@pytest.mark.parametrize("episode", ["round", "game"])
@pytest.mark.parametrize("name", presets())
def test_upstream_tests_pass(name: str, episode: str) -> None:
    api_test(spadille_v0.env(rules=name, episode=episode), num_cycles=150)
    seed_test(lambda: spadille_v0.env(rules=name, episode=episode), num_cycles=30)


def dealt(episode: Episode, seed: int) -> Episode:
    """Return the engine's episode after chance, which follows from the seed of the first reset."""
    first = Random(seed).getrandbits(64)
    while episode.waits_for_chance:
        episode = episode.happen(shuffler(f"{first}/{len(episode.game.events)}"))
    return episode


@pytest.mark.parametrize("name", presets())
def test_step_results_match_the_engine(name: str) -> None:
    env = spadille_v0.raw_env(rules=name)
    env.reset(seed=11)
    episode = dealt(Episode.new(name, "round"), 11)
    rng = Random(12)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        if env.terminations[env.agent_selection]:
            env.step(None)
            continue
        for seat, agent in enumerate(env.agents):
            told = env.observe(agent)
            mine = agent == env.agent_selection
            legal = episode.legal_actions() if mine else ()
            assert tuple(np.flatnonzero(told["action_mask"])) == legal
            assert np.array_equal(told["observation"], observe(episode, Seat(seat)))
        action = rng.choice(episode.legal_actions())
        episode = dealt(episode.apply(action), 11)
        env.step(action)
        for agent, paid in env.rewards.items():
            earned[agent] += paid
    (result,) = episode.game.results
    sides = env.rules.sides
    assert sum(earned[f"seat_{seats[0].value}"] for seats in sides) == pytest.approx(0)
    best = max(range(len(sides)), key=lambda side: result.sides[side].points)
    assert max(earned.values()) == earned[f"seat_{sides[best][0].value}"]


def test_seed_decides_this_deal_and_the_next() -> None:
    def hands(seed: int) -> list[str | None]:
        env = spadille_v0.raw_env(render_mode="ansi")
        env.reset(seed=seed)
        found = [env.render()]
        env.reset()
        return [*found, env.render()]

    assert hands(1) == hands(1)
    assert hands(1)[0] != hands(1)[1]
    assert hands(1)[0] != hands(2)[0]


@pytest.mark.parametrize(("reward", "worst"), [("outcome", -1), ("points", -1000)])
def test_illegal_action_ends_the_wrapped_environment_unpaid(reward: Reward, worst: float) -> None:
    env = spadille_v0.env(reward=reward)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert all(env.terminations.values())
    assert env.rewards[agent] <= worst
    assert sum(env.rewards.values()) == env.rewards[agent]


def test_given_illegal_reward_is_paid() -> None:
    env = spadille_v0.env(illegal_reward=-77)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert env.rewards[agent] == -77


@pytest.mark.parametrize("action", [0, 999, -1, 1.5, "SA", None])
def test_illegal_action_leaves_the_raw_environment_unchanged(action: object) -> None:
    env = spadille_v0.raw_env()
    env.reset(seed=1)
    before = env.episode
    with pytest.raises(IllegalActionError):
        env.step(action)  # type: ignore[arg-type]
    assert env.episode is before


@pytest.mark.parametrize("action", [999, -1, 1.5, "SA", None])
def test_number_outside_the_space_changes_nothing(action: object) -> None:
    env = spadille_v0.env()
    env.reset(seed=1)
    before = env.episode
    with pytest.raises(IllegalActionError):
        env.step(action)  # type: ignore[arg-type]
    assert env.episode is before
    assert not any(env.terminations.values())


@with_mask
def test_info_and_action_masks_repeat_the_mask() -> None:
    env = spadille_v0.env()
    env.reset(seed=1)
    while not any(env.terminations.values()):
        observation, _, _, _, info = env.last()
        mask = observation["action_mask"]
        assert np.array_equal(mask, info["action_mask"])
        assert np.array_equal(mask, env.action_masks())
        assert [agent for agent in env.agents if env.infos[agent]] == [env.agent_selection]
        env.step(int(mask.argmax()))
    assert not env.action_masks().any()
    assert not env.last()[4]["action_mask"].any()


def test_reward_scale_multiplies_all_rewards() -> None:
    paid = []
    for scale in (1.0, 0.01):
        env = spadille_v0.env(reward_scale=scale)
        env.reset(seed=1)
        while not any(env.terminations.values()):
            env.step(int(env.last()[0]["action_mask"].argmax()))
        paid.append([*env.rewards.values(), env.illegal_reward])
    assert any(paid[0])
    assert paid[1] == pytest.approx([value / 100 for value in paid[0]])


def test_environment_before_reset_shows_and_does_nothing() -> None:
    env = spadille_v0.raw_env()
    checked = spadille_v0.env()
    asks = (env.last, lambda: env.observe("seat_0"), lambda: env.step(0), env.action_masks)
    for ask in (*asks, lambda: checked.step(0), checked.agent_iter):
        with pytest.raises(
            IllegalActionError, match=r"no episode has started; call reset\(\) before"
        ) as refused:
            ask()
        assert refused.value.code == "envs/before-reset"


@pytest.mark.parametrize("name", ["standard", "two-player", "six-player"])
def test_state_is_in_the_state_space(name: str) -> None:
    env = spadille_v0.env(rules=name)
    env.reset(seed=1)
    for _ in range(20):
        env.step(int(env.last()[0]["action_mask"].argmax()))
        assert env.state() in env.state_space


def test_render_modes_show_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    env = spadille_v0.env(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text.startswith("round 1, bidding")
    assert text.count("\n") == 5
    human = spadille_v0.env(render_mode="human")
    human.reset(seed=1)
    human.step(169)
    assert capsys.readouterr().out.startswith("round 1, bidding")


def test_rgb_array_is_a_picture_of_the_table() -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    env = spadille_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    pictures = []
    for _ in range(10):
        pictures.append(env.render())
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(picture.shape[2] == 3 and picture.dtype == np.uint8 for picture in pictures)
    assert not np.array_equal(pictures[0], pictures[-1])


def test_bad_arguments_are_rejected() -> None:
    for arguments in (
        {"rules": "whist"},
        {"rules": None},
        {"rules": 5},
        {"episode": "day"},
        {"reward": "money"},
        {"render_mode": "film"},
        {"reward_scale": 0},
        {"reward_scale": True},
        {"reward_scale": "much"},
    ):
        with pytest.raises(RulesError):
            spadille_v0.env(**arguments)


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize(
    ("make", "way"),
    [
        (spadille_v0.raw_env, copy.copy),
        (spadille_v0.raw_env, copy.deepcopy),
        (spadille_v0.raw_env, pickled),
        (spadille_v0.env, copy.deepcopy),
        (spadille_v0.env, pickled),
    ],
)
def test_copy_continues_from_the_same_position(make: Any, way: Any) -> None:
    env = make()
    env.reset(seed=3)
    told = []
    for _ in range(20):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    for one in (env, way(env)):
        for _ in range(20):
            one.step(int(one.last()[0]["action_mask"].argmax()))
        end = one.unwrapped.state()
        one.reset()
        told.append((end.tobytes(), one.unwrapped.state().tobytes(), one.agent_selection))
    assert told[0] == told[1]


def test_seed_must_be_a_nonnegative_integer() -> None:
    env, other = spadille_v0.raw_env(), spadille_v0.raw_env()
    env.reset(seed=np.int64(7))  # type: ignore[arg-type]
    other.reset(seed=7)
    assert (env.state() == other.state()).all()
    for seed in (-7, 1.5, True):
        with pytest.raises(RulesError) as refused:
            env.reset(seed=seed)  # type: ignore[arg-type]
        assert refused.value.code == "envs/seed"


def test_missing_package_error_names_the_extra() -> None:
    script = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import spadille.envs\n"
        "try:\n    import spadille.envs.spadille_v0\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == (
        "pettingzoo is not installed; it comes with: pip install 'spadille[envs]'"
    )
