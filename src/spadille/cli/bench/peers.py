"""The programs that ours are compared with, where they are installed."""

from random import Random
from typing import Any


class OpenSpiel:
    """A game of OpenSpiel; its own `spades` plays one round."""

    def __init__(self, pyspiel: Any, name: str) -> None:
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


def open_spiel(name: str = "spades") -> OpenSpiel | None:
    try:
        import pyspiel
    except ImportError:
        return None
    return OpenSpiel(pyspiel, name)
