"""The Gymnasium vector environment: its spaces, seeds, refusals and threads."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra envs is not installed")

import gymnasium
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from spadille.envs import ACTIONS, NAME, SIZE, fields
from spadille.envs.vector import FEWEST_TABLES, SpadilleVectorEnv
from spadille.game import IllegalActionError, Rules, RulesError, presets


def play(env: Any, steps: int, seed: int = 3) -> list[Any]:
    """Return what an environment returns for random actions."""
    start = env.reset(seed=seed)
    return [start, *(env.step(env.unwrapped.random_actions()) for _ in range(steps))]


@pytest.mark.parametrize("name", presets())
def test_observations_and_rewards_are_in_their_spaces(name: str) -> None:
    env = SpadilleVectorEnv(5, rules=name)
    (observations, infos), *steps = play(env, 200)
    assert observations in env.observation_space
    ended = np.zeros(5, np.bool_)
    for observations, rewards, terminations, truncations, infos in steps:
        assert observations in env.observation_space
        assert observations["observation"].shape == (5, SIZE)
        assert observations["action_mask"].any(axis=1).all()
        assert rewards.shape == terminations.shape == truncations.shape == (5,)
        assert not truncations.any()
        assert not infos["seat_rewards"][~terminations].any()
        ended |= terminations
    assert ended.all()
    actions = env.action_space.sample(mask=tuple(observations["action_mask"]))
    env.step(actions)
    env.close()


def test_seed_decides_all_episodes() -> None:
    env = SpadilleVectorEnv(4)
    once, again, other = play(env, 70), play(env, 70), play(env, 70, seed=4)
    assert data_equivalence(once, again)
    assert not data_equivalence(once, other)
    env.reset(seed=3)
    second = env.reset()
    assert not data_equivalence(second, once[0])


def test_thread_count_changes_no_result() -> None:
    count = 4 * FEWEST_TABLES
    alone = play(SpadilleVectorEnv(count, threads=1), 70)
    for threads in (2, 3, 20):
        together = SpadilleVectorEnv(count, threads=threads)
        assert data_equivalence(alone, play(together, 70))
        together.close()


def pickled(env: SpadilleVectorEnv) -> SpadilleVectorEnv:
    again: SpadilleVectorEnv = pickle.loads(pickle.dumps(env))
    return again


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize(("count", "shared"), [(3, False), (3, True), (2 * FEWEST_TABLES, False)])
def test_copy_continues_independently(way: Any, count: int, shared: bool) -> None:  # noqa: FBT001
    env = SpadilleVectorEnv(count, threads=2, copy=not shared)
    play(env, 30)
    other = way(env)
    told = []
    for one in (env, other):
        steps = [copy.deepcopy(one.step(one.random_actions())) for _ in range(60)]
        told.append([*steps, one.reset()])
        one.close()
    assert data_equivalence(told[0], told[1])
    assert not data_equivalence(told[0][0], told[0][1])


def test_stepping_or_sampling_before_reset_is_rejected() -> None:
    env = SpadilleVectorEnv(3)
    for act in (env.random_actions, lambda: env.step(np.zeros(3, np.int64))):
        with pytest.raises(IllegalActionError) as caught:
            act()
        assert caught.value.code == "envs/before-reset"


def test_closed_environment_works_without_threads() -> None:
    count = 2 * FEWEST_TABLES
    env, alone = SpadilleVectorEnv(count, threads=2), SpadilleVectorEnv(count, threads=1)
    env.reset(seed=3)
    env.close()
    assert data_equivalence(play(env, 20), play(alone, 20))


def test_numpy_integers_are_accepted() -> None:
    env = SpadilleVectorEnv(np.int64(3), threads=np.uint8(1))  # type: ignore[arg-type]
    once = env.reset(seed=np.int64(7))  # type: ignore[arg-type]
    assert data_equivalence(once, SpadilleVectorEnv(3).reset(seed=7))


def test_random_actions_are_uniform_over_legal_actions() -> None:
    """One action at each of 60,000 tables: all that the masks allow are equally frequent."""
    env = SpadilleVectorEnv(60_000, rules="mirror", observe=False, threads=1)
    observations, _ = env.reset(seed=1)
    for _ in range(25):
        observations, *_ = env.step(env.random_actions())
    masks = observations["action_mask"]
    actions = env.random_actions()
    assert masks[np.arange(60_000), actions].all()
    first = masks.argmax(axis=1)
    last = ACTIONS - 1 - masks[:, ::-1].argmax(axis=1)
    for size in range(2, 6):
        chosen = masks.sum(axis=1) == size
        assert chosen.sum() > 1000
        for end in (first, last):
            hits = (actions[chosen] == end[chosen]).sum()
            expected = chosen.sum() / size
            assert abs(hits - expected) < 5 * np.sqrt(expected)


def test_observe_false_returns_only_the_mask() -> None:
    env = SpadilleVectorEnv(3, observe=False)
    observations, _ = env.reset(seed=1)
    assert set(observations) == {"action_mask"}
    beside, _ = SpadilleVectorEnv(3).reset(seed=1)
    assert np.array_equal(observations["action_mask"], beside["action_mask"])


def test_copied_observations_do_not_change() -> None:
    copied, shared = SpadilleVectorEnv(3), SpadilleVectorEnv(3, copy=False)
    for env, kept in ((copied, True), (shared, False)):
        observations, _ = env.reset(seed=1)
        before = observations["observation"].copy()
        env.step(env.random_actions())
        assert np.array_equal(before, observations["observation"]) == kept


@pytest.mark.parametrize(
    "actions",
    [
        [0, 0, 0],
        [169, 169, 0],
        [169, 169, -1],
        [169, 169, 10**9],
        [169, 169],
        [169.0, 169.0, 169.0],
        ["look", "look", "look"],
        None,
    ],
)
def test_invalid_actions_are_rejected_and_change_nothing(actions: Any) -> None:
    env = SpadilleVectorEnv(3)
    env.reset(seed=1)
    good = np.full(3, 169)
    with pytest.raises(IllegalActionError) as refused:
        env.step(np.array(actions) if actions else actions)
    assert refused.value.code in {"envs/illegal-action", "envs/actions"}
    other = SpadilleVectorEnv(3)
    other.reset(seed=1)
    assert data_equivalence(env.step(good), other.step(good))


def test_given_actions_before_reset_are_rejected() -> None:
    with pytest.raises(IllegalActionError):
        SpadilleVectorEnv(2).step(np.full(2, 169))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"num_envs": 0}, "envs/number"),
        ({"num_envs": 2.5}, "envs/number"),
        ({"num_envs": True}, "envs/number"),
        ({"num_envs": 10**9}, "envs/number"),
        ({"threads": 0}, "envs/number"),
        ({"rules": "whist"}, "rules/unknown-preset"),
        ({"rules": None}, "rules/no-rules"),
        ({"episode": "day"}, "envs/episode"),
        ({"reward": "money"}, "envs/reward"),
        ({"rules": Rules().with_options({"enforcement.mode": "honour"})}, "envs/honour"),
        ({"rules": Rules().with_options({"end.minutes": 30})}, "envs/minutes"),
    ],
)
def test_bad_arguments_are_rejected(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesError) as refused:
        SpadilleVectorEnv(**arguments)
    assert refused.value.code == code


def test_gymnasium_makes_and_wraps_the_environment() -> None:
    env = gymnasium.make_vec(NAME, num_envs=6, rules="solo", episode="round")
    assert env.unwrapped.__class__ is SpadilleVectorEnv
    counted = DictInfoToList(RecordEpisodeStatistics(env))
    counted.reset(seed=2)
    lengths = []
    for _ in range(130):
        *_, infos = counted.step(env.unwrapped.random_actions())
        lengths += [int(info["episode"]["l"]) for info in infos if "episode" in info]
    assert len(lengths) >= 6
    assert set(lengths) <= set(range(55, 61))
    counted.close()


def test_reset_mask_restarts_only_its_tables() -> None:
    env, other = SpadilleVectorEnv(6, rules="mirror"), SpadilleVectorEnv(6, rules="mirror")
    for one in (env, other):
        play(one, 11)
    before = env.step(actions := env.random_actions())[0]
    other.step(actions)
    mask = np.array([True, False, False, True, False, True])
    observations, infos = env.reset(seed=8, options={"reset_mask": mask})
    for key, values in observations.items():
        assert np.array_equal(values[~mask], before[key][~mask])
    rounds = fields(observations["observation"])
    assert not rounds["has_bid"][mask].any()
    assert rounds["has_bid"][~mask].any()
    assert not infos["seat_rewards"].any()
    fresh, _ = SpadilleVectorEnv(6, rules="mirror").reset(seed=8)
    assert np.array_equal(observations["observation"][mask], fresh["observation"][mask])
    step = env.step(chosen := env.random_actions())
    beside = other.step(np.where(mask, other.random_actions(), chosen))
    assert np.array_equal(step[0]["observation"][~mask], beside[0]["observation"][~mask])


def test_reset_mask_without_seed_deals_other_cards() -> None:
    env = SpadilleVectorEnv(3)
    env.reset(seed=3)
    hands = []
    for _ in range(2):
        env.reset(options={"reset_mask": np.array([False, True, False])})
        actions = env.random_actions()
        actions[1] = 169  # looks
        observations, *_ = env.step(actions)
        hands.append(fields(observations["observation"])["hand"][1])
    assert hands[0].sum() == hands[1].sum() == 13
    assert not np.array_equal(hands[0], hands[1])


@pytest.mark.parametrize(
    "options",
    [
        {"reset_mask": [True, False, False]},
        {"reset_mask": np.array([1, 0, 0])},
        {"reset_mask": np.array([True, False])},
        {"reset_mask": np.array([False, False, False])},
        {"reset_mask": None},
        {"mask": np.array([True, False, False])},
    ],
)
def test_reset_with_bad_options_changes_nothing(options: dict[str, Any]) -> None:
    env, other = SpadilleVectorEnv(3), SpadilleVectorEnv(3)
    for one in (env, other):
        one.reset(seed=1)
    with pytest.raises(RulesError) as refused:
        env.reset(seed=9, options=options)
    assert refused.value.code in {"envs/reset_mask", "envs/options"}
    assert data_equivalence(env.step(np.full(3, 169)), other.step(np.full(3, 169)))
    assert data_equivalence(env.reset(), other.reset())


def test_reset_mask_before_the_first_reset_is_rejected() -> None:
    with pytest.raises(IllegalActionError) as refused:
        SpadilleVectorEnv(2).reset(options={"reset_mask": np.array([True, False])})
    assert refused.value.code == "envs/before-reset"


@pytest.mark.parametrize("mode", [None, "sync", "vector_entry_point"])
def test_make_and_make_vec_work_without_importing_the_package(mode: str | None) -> None:
    script = (
        "import gymnasium\n"
        "one = gymnasium.make('spadille.envs:Spadille-v0', others='beginner')\n"
        f"many = gymnasium.make_vec('spadille.envs:Spadille-v0', num_envs=2, "
        f"vectorization_mode={mode!r})\n"
        "many.reset(seed=1)\n"
        "print(type(one.unwrapped).__name__, type(many.unwrapped).__name__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    vector = "SyncVectorEnv" if mode == "sync" else "SpadilleVectorEnv"
    assert done.stdout.split() == ["SpadilleEnv", vector]


def test_games_last_several_rounds() -> None:
    env = SpadilleVectorEnv(8, episode="game", reward="outcome", observe=False)
    steps = play(env, 400)[1:]
    rewards = np.concatenate([infos["seat_rewards"] for *_, infos in steps])
    assert set(np.unique(rewards)) <= {-1.0, 0.0, 1.0}
    ends = sum(step[2].sum() for step in steps)
    assert 0 < ends < 8 * 400 / 60


def test_missing_package_error_names_the_extra() -> None:
    script = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import spadille.envs\n"
        "try:\n    import spadille.envs.vector\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == (
        "gymnasium is not installed; it comes with: pip install 'spadille[envs]'"
    )


def test_package_import_does_not_import_numba() -> None:
    script = "import sys, spadille.envs; print('numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
