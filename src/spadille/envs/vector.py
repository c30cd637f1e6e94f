"""Thousands of tables as one Gymnasium vector environment, with one kernel call per step.

`docs/environments.md` is its specification.

>>> tables = SpadilleVectorEnv(3, rules="mirror", observe=False)
>>> observations, infos = tables.reset(seed=7)
>>> observations["action_mask"].shape, len(infos["to_act"])
((3, 176), 3)
"""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .extras import needs

with needs("gymnasium"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

from ..fast import sharing
from ..game import Message, Problem, Rules, RulesError, in_range, in_short
from ..notation import action_numbers as numbers
from .episode import Length, Reward, checked_seed
from .single import observed
from .tables import Tables

MOST_TABLES = 1 << 20
MOST_THREADS = 256
FEWEST_TABLES = 256
"""The fewest tables for which a thread pays off."""

Observations = dict[str, NDArray[np.int8]]


class SpadilleVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` tables, at each of which the learner takes one action per step.

    Without `others`, the learner plays all seats, and acts for the seat to act. With them it plays
    `seat`, and the others act in the same step, up to its next turn; `others` is one player of
    `OPPONENTS` for all of them, or one for each, clockwise from the left of `seat`.

    An observation is that of the seat to act: `action_mask` and, unless `observe` is false,
    `observation`. Rewards are those of the seat that acted, times `reward_scale`;
    `infos["seat_rewards"]` has those of all seats, `infos["to_act"]` the seats that act next, and
    `infos["action_mask"]` the masks once more. Where an episode ends, the next one begins in the
    same step.

    With `copy=False`, the arrays belong to the environment and change with the next step.

    Raises:
        RulesError: for rules that the environments or the kernels refuse, or numbers out of range.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(  # noqa: PLR0913 - the choices that there are
        self,
        num_envs: int = 1,
        *,
        rules: Rules | str = "standard",
        episode: Length = "round",
        reward: Reward = "points",
        observe: bool = True,
        copy: bool = True,
        threads: int | None = None,
        others: str | Sequence[str] | None = None,
        seat: int = 0,
        reward_scale: float = 1.0,
    ) -> None:
        num_envs = _number("num_envs", num_envs, MOST_TABLES)
        threads = _number(
            "threads", os.cpu_count() or 1 if threads is None else threads, MOST_THREADS
        )
        if others is None:
            self._tables = Tables(
                num_envs, rules, episode, reward, observe=observe, scale=reward_scale
            )
        else:
            from .opponents import tables_against  # noqa: PLC0415 - only those who play pay

            self._tables = tables_against(
                num_envs, rules, episode, reward,
                observe=observe, scale=reward_scale, others=others, seat=seat,
            )  # fmt: skip
        self.num_envs = num_envs
        self.rules = self._tables.rules
        self.single_observation_space = observed(observe=observe)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = gymnasium.spaces.Discrete(numbers.ACTIONS)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._helpers = min(threads, -(-num_envs // FEWEST_TABLES)) - 1
        self._begin_helpers()

    def _begin_helpers(self) -> None:
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_pool"}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Restore a copy that continues from the environment's state."""
        self.__dict__.update(state)
        self._begin_helpers()

    __copy__ = deepcopy  # copies share neither tables nor random state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode at every table; `seed` decides these cards and all later ones.

        With `options={"reset_mask": mask}`, a boolean array, episodes begin only at the tables in
        the mask; the others stay as they are.

        Raises:
            RulesError: for other options or an invalid mask; nothing changes in that case.
            IllegalActionError: for a mask before the first reset.
        """
        seed, mask = checked_seed(seed), self._mask_of(options)
        super().reset(seed=seed)
        self._tables.begin(int(self.np_random.integers(1 << 62)), mask)
        return self._told()

    def _mask_of(self, options: Mapping[str, Any] | None) -> NDArray[np.bool_] | None:
        """Return the tables to reset; None for all."""
        for option in options or {}:
            if option != "reset_mask":
                unknown = Message(
                    "unknown option {option}; the only option is reset_mask",
                    option=in_short(option),
                )
                raise RulesError(Problem("envs/options", unknown))
        if not options:
            return None
        mask = options["reset_mask"]
        if (
            not isinstance(mask, np.ndarray)
            or mask.dtype != np.bool_
            or mask.shape != (self.num_envs,)
            or not mask.any()
        ):
            wrong = Message(
                "reset_mask must be an array of {count} booleans, at least one of them true, "
                "not {value}",
                count=self.num_envs,
                value=in_short(mask),
            )
            raise RulesError(Problem("envs/reset_mask", wrong))
        self._tables.check_begun()
        return mask

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        Observations,
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Take one action at every table.

        Raises:
            IllegalActionError: if one of them is not legal, or before the first `reset`; nothing
                changes in that case.
        """
        tables = self._tables
        tables.set_actions(actions)
        self._step_together()
        never = np.zeros(self.num_envs, np.bool_)
        ended, rewards = self._given(tables.ended), self._given(tables.rewards)
        observations, infos = self._told()
        return observations, rewards, ended, never, infos

    def random_actions(self) -> NDArray[np.int64]:
        """Return a legal action for each table, each as likely as the others.

        Raises:
            IllegalActionError: before the first `reset`.
        """
        return self._given(self._tables.random_actions())

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as booleans, of shape `(num_envs, ACTIONS)`."""
        return self._tables.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads; later steps do without them."""
        if self._pool is not None:
            self._pool.shutdown()
        self._pool, self._helpers = None, 0

    def _step_together(self) -> None:
        """Step all tables, with those threads that join in time."""
        step, shares = self._tables.step, sharing.new_shares()
        helpers = []
        if self._pool is not None:
            helpers = [self._pool.submit(step, shares) for _ in range(self._helpers)]
        done = step(shares)
        for helper in helpers:
            if not helper.cancel() and not done:
                helper.result()

    def _told(self) -> tuple[Observations, dict[str, Any]]:
        """Return the observations and the infos."""
        tables = self._tables
        masks = self._given(tables.masks)
        seen = {"action_mask": masks}
        if tables.observes:
            seen["observation"] = self._given(tables.observations)
        infos = {
            "to_act": self._given(tables.to_act),
            "seat_rewards": self._given(tables.seat_rewards),
            "action_mask": masks,
        }
        return seen, infos

    def _given(self, values: NDArray[Any]) -> NDArray[Any]:
        return values.copy() if self._copy else values


def _number(name: str, value: object, most: int) -> int:
    number = in_range(value, 1, most)
    if number is not None:
        return number
    message = Message(
        "{name} must be a whole number from 1 to {most}, not {value}",
        name=name,
        most=most,
        value=repr(value),
    )
    raise RulesError(Problem("envs/number", message))
