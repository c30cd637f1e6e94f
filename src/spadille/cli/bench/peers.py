"""The programs that ours are compared with, where they are installed."""

from random import Random
from typing import Any


class OpenSpiel:
    """A game of OpenSpiel; its own `spades` plays one round."""

    def __init__(self, pyspiel: Any, name: str) -> None:
        self._pyspiel = pyspiel
        self._game = pyspiel.load_game(name)

    def rounds(self, rng: Random, number: int) -> None:
        """Plays random rounds, every choice made from Python."""
        for _ in range(number):
            state = self._game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [action for action, _ in state.chance_outcomes()]
                else:
                    actions = state.legal_actions()
                state.apply_action(rng.choice(actions))

    def steps(self, rng: Random, rounds: int, *, observe: bool) -> int:
        """Plays random rounds, at least one, and counts the decisions of players.

        With `observe` who decides has a tensor to look at.
        """
        steps = 0
        for _ in range(max(1, rounds)):
            state = self._game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [action for action, _ in state.chance_outcomes()]
                else:
                    actions = state.legal_actions()
                    steps += 1
                    if observe:
                        state.observation_tensor()
                state.apply_action(rng.choice(actions))
        return steps

    def dealt(self, rng: Random) -> Any:
        """A state after the deal."""
        state = self._game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        return state

    def rollouts(self, state: Any, number: int) -> None:
        """Plays random rounds on from a state in C++, as its tree search does."""
        bot = self._pyspiel.MCTSBot(
            game=self._game,
            evaluator=self._pyspiel.RandomRolloutEvaluator(number, 1),
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=10,
            solve=False,
            seed=1,
            verbose=False,
        )
        bot.mcts_search(state)


def open_spiel(name: str = "spades") -> OpenSpiel | None:
    try:
        import pyspiel
    except ImportError:
        return None
    return OpenSpiel(pyspiel, name)
