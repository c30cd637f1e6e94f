"""The PettingZoo environment `spadille_v0`; `docs/environments.md` is its specification.

>>> env_ = env(rules="two-player")
>>> env_.reset(seed=7)
>>> env_.agent_selection, int(env_.last()[0]["action_mask"].sum())
('seat_0', 2)
"""

from copy import deepcopy
from random import Random
from typing import Any

from .extras import needs

with needs("gymnasium", "pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

from ..game import Rules, shuffler
from ..notation import action_numbers as numbers
from .action_space import as_number
from .bounds import illegal_reward_of
from .drawing import Mode, render
from .episode import Length, Reward, before_reset, check_choice, checked_seed
from .observation_layout import SIZE
from .single import observed
from .tables import TwinEpisode

NAME = "spadille_v0"


def env(**kwargs: Any) -> "wrappers.OrderEnforcingWrapper[str, Any, int]":
    """Return the environment with PettingZoo's wrappers; the arguments are those of `raw_env`.

    An illegal action ends the episode and pays `illegal_reward`; by default no legal action pays
    less.
    """
    table = raw_env(**kwargs)
    wrapped = wrappers.TerminateIllegalWrapper(table, illegal_reward=table.illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name, untyped
    """One table whose seats act in turn, `seat_0` (North) and so on.

    An observation is a dict with `observation`, `SIZE` values of int8, and `action_mask`, which is
    all zero for an agent that is not to act.

    Raises:
        RulesError: for rules that the environments refuse.
    """

    metadata = {  # noqa: RUF012 - PettingZoo reads a dict
        "render_modes": ["ansi", "human"],
        "name": NAME,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str = "standard",
        episode: Length = "round",
        reward: Reward = "points",
        render_mode: Mode | None = None,
        illegal_reward: float | None = None,
    ) -> None:
        super().__init__()
        self._start = TwinEpisode.new(rules, episode, reward)
        self.reward = reward
        if render_mode is not None:
            check_choice("render_mode", render_mode, Mode)
        self.render_mode = render_mode
        self.rules = self._start.rules
        self.illegal_reward = illegal_reward_of(self.rules, reward, illegal_reward)
        self.possible_agents = [f"seat_{seat.value}" for seat in self.rules.seats]
        self._seat_of = dict(zip(self.possible_agents, self.rules.seats, strict=True))
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: observed() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(numbers.ACTIONS) for agent in self.agents}
        self.state_space = spaces.Box(-128, 127, (SIZE * len(self.agents),), np.int8)
        self._seeds = Random()
        self.episode = self._start
        self._seed = ""
        self.agent_selection = ""

    __copy__ = deepcopy  # copies share neither tables nor random state

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
        self._seed = str(self._seeds.getrandbits(64))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.episode = self._dealt(self._start)
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and mask; raise IllegalActionError before a reset."""
        if not self._seed:
            raise before_reset()
        seat = self._seat_of[agent]
        mine = agent == self.agent_selection
        mask = self.episode.mask if mine else np.zeros(numbers.ACTIONS, np.int8)
        return {"observation": self.episode.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent.

        Raises:
            IllegalActionError: for one that is not in its mask; nothing changes in that case.
        """
        if not self._seed:
            raise before_reset()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(None)
            return
        after = self.episode.apply(as_number(action))
        self.episode = self._dealt(after)
        self._cumulative_rewards[self.agent_selection] = 0.0
        if any(after.rewards) or any(self.rewards.values()):  # seldom
            self.rewards = dict(zip(self.possible_agents, after.rewards, strict=True))
            self._accumulate_rewards()
        if after.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the table with all cards as text, or print it in mode `human`."""
        return render(self.episode.picture, self.render_mode)

    def state(self) -> Any:
        """Return the observations of all seats together, in seat order."""
        return np.concatenate([self.episode.observation(seat) for seat in self.rules.seats])

    def _dealt(self, episode: TwinEpisode) -> TwinEpisode:
        while episode.waits_for_chance:
            episode = episode.happen(shuffler(f"{self._seed}/{episode.events}"))
        return episode

    def _select(self) -> None:
        seat = self.episode.to_act
        self.agent_selection = self.possible_agents[0 if seat is None else seat]
