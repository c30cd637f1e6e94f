"""One seat of a table as a Gymnasium environment; bots play the others.

`docs/environments.md` is its specification.

>>> env = SpadilleEnv(others="beginner")
>>> observation, info = env.reset(seed=7)
>>> int(observation["action_mask"].sum())
2
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..notation import action_numbers as numbers
from .extras import needs
from .observation_layout import SIZE

with needs("gymnasium"):
    import gymnasium
    from gymnasium import spaces

from ..bots import Acting, after, answer_of, load
from ..game import IllegalActionError, Rules, Seat, clockwise, shuffler
from .action_space import as_number
from .bounds import illegal_reward_of
from .drawing import Mode, picture_of, render
from .episode import (
    Episode,
    Length,
    Reward,
    before_reset,
    check_choice,
    checked_scale,
    checked_seed,
    one_each,
    rewards_since,
    seat_of,
)
from .observation import observe

Other = str | Callable[[str], Acting]
"""A bot's name, as `spadille.bots.load` takes it, or a factory that makes a bot from a seed."""

Observation = dict[str, NDArray[np.int8]]


class SpadilleEnv(gymnasium.Env[Observation, np.int64]):
    """A step is an action of `seat`; when it returns, the others have acted as well.

    `others` is one bot for all of them, or a bot for each, clockwise from the left of `seat`. An
    illegal action ends the episode and pays `illegal_reward`; by default no legal action pays less.
    `reward_scale` is the factor on all rewards. The info has the action mask as well.

    Raises:
        SpadesError: for rules that the environments refuse, and for unknown bots.
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(  # noqa: PLR0913 - the choices that there are
        self,
        *,
        rules: Rules | str = "standard",
        episode: Length = "round",
        reward: Reward = "points",
        others: Other | Sequence[Other] = "intermediate",
        seat: int = 0,
        illegal_reward: float | None = None,
        render_mode: Mode | None = None,
        reward_scale: float = 1.0,
    ) -> None:
        self._start = Episode.new(rules, episode)
        check_choice("reward", reward, Reward)
        self.rules = self._start.rules
        self._scale = checked_scale(reward_scale)
        self.illegal_reward = illegal_reward_of(self.rules, reward, illegal_reward, self._scale)
        self.seat = seat_of(self.rules, seat)
        self.reward = reward
        if render_mode is not None:
            check_choice("render_mode", render_mode, Mode)
        self.render_mode = render_mode
        seats = clockwise(self.seat, self.rules.players)[1:]
        self._others = dict(zip(seats, self._named(others), strict=True))
        self.observation_space: Any = observed()
        self.action_space = spaces.Discrete(numbers.ACTIONS)
        self.episode = self._start
        self._seed = ""
        self._bots: dict[Seat, Acting] = {}

    __copy__ = deepcopy  # copies share neither tables nor random state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new episode and play to the first turn; `seed` decides this and later episodes."""
        super().reset(seed=checked_seed(seed))
        self._seed = str(int(self.np_random.integers(1 << 62)))
        self._bots = {
            seat: load(other, f"{self._seed}/{seat.letter}")
            if isinstance(other, str)
            else other(f"{self._seed}/{seat.letter}")
            for seat, other in self._others.items()
        }
        self.episode = self._start
        self._go_on()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action of the seat, and let the others act up to its next turn.

        Raises:
            BotError: if one of the others fails.
            IllegalActionError: before the first reset, or after an illegal action.
        """
        if not self._seed:
            raise before_reset()
        results = len(self.episode.game.results)
        try:
            self.episode = self.episode.apply(as_number(action))
        except IllegalActionError as error:
            observation, info = self._seen()
            self._seed = ""  # the episode has ended, and only `reset` begins another one
            return observation, self.illegal_reward, True, False, {**info, "illegal": str(error)}
        earned = self._earned(results) + self._go_on()
        if self.render_mode == "human":
            self.render()
        observation, info = self._seen()
        return observation, earned, self.episode.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as booleans, one for each number; none at the end."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Return the table with all cards as text or pixels, or print it in mode `human`."""
        return render(picture_of(self.episode.game, self.episode.chosen), self.render_mode)

    def _go_on(self) -> float:
        """Let chance and the others act, and return the seat's reward in the meantime."""
        earned = 0.0
        while not self.episode.over and self.episode.to_act != self.seat:
            game, seat = self.episode.game, self.episode.to_act
            results = len(game.results)
            if seat is None:
                self.episode = self.episode.happen(shuffler(f"{self._seed}/{len(game.events)}"))
            else:
                name = self._name(seat)
                answer = answer_of(name, self._bots[seat], game, seat)
                self.episode = self.episode.gone_on(after(name, answer, game, seat))
            earned += self._earned(results)
        return earned

    def _earned(self, results: int) -> float:
        return self._scale * rewards_since(self.episode, self.reward, results)[self.seat]

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        """Return the observation and the info."""
        mask = self._mask()
        seen = {"observation": observe(self.episode, self.seat), "action_mask": mask}
        return seen, {"action_mask": mask.copy()}

    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(numbers.ACTIONS, np.int8)
        if self.episode.to_act == self.seat:
            mask[list(self.episode.legal_actions())] = 1
        return mask

    def _named(self, others: Other | Sequence[Other]) -> Sequence[Other]:
        """Return a bot for each of the other seats; errors are raised before the first deal."""
        named: Sequence[Other] = one_each(self.rules, others)
        for name in {other for other in named if isinstance(other, str)}:
            load(name)
        return named

    def _name(self, seat: Seat) -> str:
        other = self._others[seat]
        return other if isinstance(other, str) else getattr(other, "__name__", repr(other))


def observed(*, observe: bool = True) -> spaces.Dict:
    """Return the space of the action mask and, with `observe`, of the observation."""
    parts: dict[str, spaces.Space[Any]] = {
        "action_mask": spaces.Box(0, 1, (numbers.ACTIONS,), np.int8)
    }
    if observe:
        parts["observation"] = spaces.Box(-128, 127, (SIZE,), np.int8)
    return spaces.Dict(parts)
