"""The PettingZoo environment `spadille_v0`; `docs/environments.md` is its specification.

>>> env_ = env(rules="two-player")
>>> env_.reset(seed=7)
>>> env_.agent_selection, int(env_.last()[0]["action_mask"].sum())
('seat_0', 2)
"""

from copy import deepcopy
from random import Random
from typing import Any

from numpy.typing import NDArray

from .extras import needs

with needs("gymnasium", "pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger

from ..game import IllegalActionError, Rules
from ..notation import action_numbers as numbers
from .action_space import as_number
from .bounds import illegal_reward_of
from .drawing import Mode, render
from .episode import Length, Reward, before_reset, check_choice, checked_seed
from .observation_layout import SIZE
from .single import observed
from .tables import LiveTable, TwinEpisode

NAME = "spadille_v0"


def env(**kwargs: Any) -> "checked_env":
    """Return the environment with checks; the arguments are those of `raw_env`.

    An illegal action ends the episode and pays `illegal_reward`; by default no legal action pays
    less.
    """
    return checked_env(**kwargs)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name, untyped
    """One table whose seats act in turn, `seat_0` (North) and so on.

    An observation is a dict with `observation`, `SIZE` values of int8, and `action_mask`, which is
    all zero for an agent that is not to act. The info of the agent to act has the mask as well.
    `reward_scale` is the factor on all rewards.

    Raises:
        RulesError: for rules that the environments refuse.
    """

    metadata = {  # noqa: RUF012 - PettingZoo reads a dict
        "render_modes": ["ansi", "human", "rgb_array"],
        "name": NAME,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(  # noqa: PLR0913, PLR0917 - the choices that there are
        self,
        rules: Rules | str = "standard",
        episode: Length = "round",
        reward: Reward = "points",
        render_mode: Mode | None = None,
        illegal_reward: float | None = None,
        reward_scale: float = 1.0,
    ) -> None:
        super().__init__()
        start = TwinEpisode.new(rules, episode, reward, reward_scale)
        self._table = LiveTable(start)
        self.reward = reward
        if render_mode is not None:
            check_choice("render_mode", render_mode, Mode)
        self.render_mode = render_mode
        self.rules = start.rules
        self.illegal_reward = illegal_reward_of(self.rules, reward, illegal_reward, reward_scale)
        self.possible_agents = [f"seat_{seat.value}" for seat in self.rules.seats]
        self._seat_of = dict(zip(self.possible_agents, self.rules.seats, strict=True))
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: observed() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(numbers.ACTIONS) for agent in self.agents}
        self.state_space = spaces.Box(-128, 127, (SIZE * len(self.agents),), np.int8)
        self._seeds = Random()
        self._begun = False
        self.agent_selection = ""

    __copy__ = deepcopy  # copies share neither tables nor random state

    @property
    def episode(self) -> TwinEpisode:
        """The present state as a value, which later steps do not change."""
        return self._table.episode

    def observation_space(self, agent: str) -> "spaces.Dict":
        """Return the space of an agent's observations, a dict with the action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":
        """Return the space of an agent's action numbers, from 0."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new episode; `seed` decides its cards, and those of later resets."""
        seed = checked_seed(seed)
        if seed is not None:
            self._seeds = Random(seed)
        self.agents = self.possible_agents[:]
        self._paid = self._table.unpaid
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._begun = True
        self._table.deal(str(self._seeds.getrandbits(64)))
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and mask; raise IllegalActionError before a reset."""
        self._check_begun()
        seat = self._seat_of[agent]
        mine = agent == self.agent_selection
        mask = self._table.mask() if mine else np.zeros(numbers.ACTIONS, np.int8)
        return {"observation": self._table.observation(seat), "action_mask": mask}

    def last(
        self,
        observe: bool = True,  # noqa: FBT001, FBT002 - as PettingZoo calls it
    ) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the observation of the selected agent, its reward, whether it is done, and info.

        Raises:
            IllegalActionError: before a reset.
        """
        self._check_begun()
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (
            seen, self._cumulative_rewards[agent], self.terminations[agent],
            self.truncations[agent], self.infos[agent],
        )  # fmt: skip

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the selected agent as booleans, one for each number."""
        self._check_begun()
        return self._table.mask().astype(np.bool_)

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent.

        Raises:
            IllegalActionError: for one that is not in its mask; nothing changes in that case.
        """
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        table = self._table
        table.act(as_number(action))
        self._cumulative_rewards[agent] = 0.0
        if table.rewards is not self._paid:  # seldom
            self._paid = table.rewards
            self.rewards = dict(zip(self.possible_agents, table.rewards, strict=True))
            self._accumulate_rewards()
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {}
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Return the table with all cards as text or pixels, or print it in mode `human`."""
        return render(self.episode.picture, self.render_mode)

    def close(self) -> None:
        """Do nothing, since there is nothing to release."""

    def state(self) -> Any:
        """Return the observations of all seats together, in seat order."""
        return np.concatenate([self._table.observation(seat) for seat in self.rules.seats])

    def _select(self) -> None:
        agent = self.agent_selection = self.possible_agents[self._table.seat]
        self.infos[agent] = {"action_mask": self._table.mask()}

    def _check_begun(self) -> None:
        if not self._begun:
            raise before_reset()


class checked_env(raw_env):  # noqa: N801 - named like the class it extends
    """The environment that `env` returns: an illegal action ends the episode.

    The agent that took it is paid `illegal_reward`, and the others nothing.
    """

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return an iterator over the agents to act; raise IllegalActionError before a reset."""
        self._check_begun()
        return super().agent_iter(max_iter)

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent; one that is not in its mask ends the episode.

        Raises:
            IllegalActionError: before the first reset, or for something that is not the number of
                an action; nothing changes in that case.
        """
        if self._begun and not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        try:
            super().step(action)
        except IllegalActionError:
            if not self._begun or not 0 <= as_number(action) < numbers.ACTIONS:
                raise
            self._end_for(self.agent_selection)

    def _end_for(self, agent: str) -> None:
        """End the episode because an agent has taken an illegal action."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = self.illegal_reward
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._deads_step_first()
