"""The programs that ours are compared with, where they are installed."""

from random import Random
from typing import Any


class OpenSpiel:
    """OpenSpiel's game `spades`, which plays one round."""

    def __init__(self, pyspiel: Any) -> None:
        self._game = pyspiel.load_game("spades")

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


def open_spiel() -> OpenSpiel | None:
    try:
        import pyspiel
    except ImportError:
        return None
    return OpenSpiel(pyspiel)
