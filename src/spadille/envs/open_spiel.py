"""The OpenSpiel game `python_spadille`; importing this module registers it.

`docs/environments.md` is its specification.

>>> game = pyspiel.load_game("python_spadille(rules=two-player)")
>>> game.num_players(), game.num_distinct_actions(), game.new_initial_state().is_chance_node()
(2, 176, True)
"""

from collections.abc import Mapping
from typing import Any, cast

from .missing import needs

with needs("pyspiel", "absl"):
    import pyspiel

from ..game import Seat
from .action_numbers import ACTIONS, CARDS
from .action_space import CARD_BY_ID, meaning
from .bounds import most_actions, most_reward
from .chance_draws import Draw, Drawn, next_draw
from .drawing import draw
from .episode import Episode, Length, check_choice
from .memory import Memory
from .rewards import Reward, rewards_since
from .spiel_observer import SpielObserver

NAME = "python_spadille"
DEFAULTS = {"rules": "standard", "episode": "round", "reward": "points"}
"""The parameters of the game; `rules` is the name of a preset."""


def _type(utility: pyspiel.GameType.Utility) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Spades, every rule set",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=DEFAULTS,
    )


_TYPE = _type(pyspiel.GameType.Utility.GENERAL_SUM)


class SpadilleGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """Spades under the rules of a preset; see `DEFAULTS` for the parameters.

    Raises:
        RulesError: for parameters that name nothing.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.start = Episode.new(given["rules"], cast("Length", given["episode"]))
        check_choice("reward", given["reward"], Reward)
        self.reward = cast("Reward", given["reward"])
        rules = self.start.rules
        most = most_reward(rules, self.start.length, self.reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CARDS,
            num_players=rules.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=None,
            max_game_length=most_actions(rules, self.start.length),
        )
        super().__init__(_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> "SpadilleState":
        return SpadilleState(self)

    def make_py_observer(
        self,
        iig_obs_type: "pyspiel.IIGObservationType | None" = None,
        params: Mapping[str, Any] | None = None,
    ) -> SpielObserver:
        """What states show to a player.

        Raises:
            ValueError: for parameters; there are none.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.start.rules, kind, params)


class SpadilleState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """An episode on its way; chance draws one card at a time."""

    def __init__(self, game: SpadilleGame) -> None:
        super().__init__(game)
        self.episode = self._start = game.start
        self._paid = (0.0,) * game.start.rules.players
        self._reward: Reward = game.reward
        self._drawn: Drawn = ()
        self._steps: list[tuple[int | None, Episode]] = []
        self._memories: dict[int, tuple[int, Memory]] = {}

    def current_player(self) -> int:
        if self.episode.over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.episode.to_act
        return int(pyspiel.PlayerId.CHANCE) if seat is None else int(seat)

    def is_terminal(self) -> bool:
        return self.episode.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = next_draw(self.episode.game).left(self._drawn)
        total = sum(left.values())
        return [(item, count / total) for item, count in left.items()]

    def returns(self) -> list[float]:
        return list(self._paid)

    def memory(self, player: int) -> Memory:
        """What a player has seen and heard so far."""
        done, memory = self._memories.get(player, (0, Memory()))
        before = self._steps[done - 1][1] if done else self._start
        for number, after in self._steps[done:]:
            memory = memory.after(before, number, after, Seat(player))
            before = after
        self._memories[player] = (len(self._steps), memory)
        return memory

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.episode.legal_actions()) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        if self.episode.to_act is None:
            self._draw(action)
        else:
            self._follow(self.episode.apply(action), action)

    def _draw(self, item: int) -> None:
        draw: Draw = next_draw(self.episode.game)
        self._drawn = (*self._drawn, item)
        if draw.complete(self._drawn):
            after = self.episode.chance(draw.outcome(self._drawn))
            self._drawn = ()
            self._follow(after, None)

    def _follow(self, after: Episode, number: int | None) -> None:
        earned = rewards_since(after, self._reward, len(self.episode.game.results))
        self._steps.append((number, after))
        self._paid = tuple(old + new for old, new in zip(self._paid, earned, strict=True))
        self.episode = after

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return meaning(action)
        if self.episode.game.dealer is None and self.episode.rules.deal.first_dealer == "random":
            return f"{Seat(action).letter} deals"
        return f"draw {CARD_BY_ID[action]}"

    def __str__(self) -> str:
        drawn = " ".join(map(str, self._drawn))
        return f"{draw(self.episode)}\ndrawn: {drawn}" if drawn else draw(self.episode)


pyspiel.register_game(_TYPE, SpadilleGame)
