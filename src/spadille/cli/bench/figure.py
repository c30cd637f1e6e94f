"""Figures, and other libraries to compare them with, if they are installed."""

from collections.abc import Callable, Sequence
from random import Random
from time import thread_time
from typing import Any, TypeVar

from msgspec import Struct

from ...game import RANKS

Result = TypeVar("Result")


class OpenSpiel:
    """A game from OpenSpiel, whose built-in `spades` plays one round."""

    def __init__(self, pyspiel: Any, name: str) -> None:
        self._pyspiel = pyspiel
        self._game = pyspiel.load_game(name)

    def steps(self, rng: Random, rounds: int, *, observe: bool = False) -> int:
        """Play at least one random round, making each choice in Python, and count the decisions.

        With `observe`, each player to act gets an observation tensor.
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

    def array_steps(self, rng: Random, rounds: int, *, observer: bool = False) -> int:
        """Play random rounds with the observation and mask of each decision as NumPy arrays.

        The observation is the tensor of the state or, with `observer`, that of OpenSpiel's observer
        in Python. Return the number of decisions.
        """
        import numpy as np
        from open_spiel.python.observation import make_observation

        eye = make_observation(self._game) if observer else None
        steps = 0
        for _ in range(rounds):
            state = self.dealt(rng)
            while not state.is_terminal():
                if state.is_chance_node():  # a redeal
                    actions = [action for action, _ in state.chance_outcomes()]
                    state.apply_action(rng.choice(actions))
                    continue
                if eye is None:
                    np.array(state.observation_tensor(), np.float32)
                else:
                    eye.set_from(state, state.current_player())
                    eye.tensor.copy()
                mask = np.array(state.legal_actions_mask(), np.int8)
                state.apply_action(int(rng.choice(mask.nonzero()[0])))
                steps += 1
        return steps

    def searched(self, rng: Random, rounds: int, times: int) -> Callable[[], int]:
        """Return a function that clones each state of random rounds, lists its actions and acts.

        It does so some times for each state, and returns how often.
        """
        places = []
        for _ in range(rounds):
            state = self.dealt(rng)
            while not state.is_terminal():
                action = rng.choice(state.legal_actions())
                places.append((state.clone(), action))
                state.apply_action(action)

        def search() -> int:
            for _ in range(times):
                for state, action in places:
                    child = state.clone()
                    child.legal_actions()
                    child.apply_action(action)
            return times * len(places)

        return search

    def dealt(self, rng: Random) -> Any:
        """Return the state after a random deal."""
        state = self._game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        return state

    def rollouts(self, state: Any, number: int) -> None:
        """Play random rounds from a state onward in C++, as OpenSpiel's tree search does."""
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
    """Return a game from OpenSpiel, or None if OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return OpenSpiel(pyspiel, name)


class Dds:
    """DDS, the double-dummy solver for bridge, called through endplay."""

    def __init__(self, endplay_types: Any, endplay_dds: Any) -> None:
        self._types = endplay_types
        self._dds = endplay_dds
        self._modes = endplay_dds.solve.SolveMode

    def deal(self, hands: Sequence[int], leader: int) -> Any:
        """Return a position with spades as trumps, from hands given as sets of card ids."""
        written = [
            ".".join(
                "".join(RANKS[rank] for rank in range(12, -1, -1) if hand >> 13 * suit + rank & 1)
                for suit in (3, 2, 1, 0)
            )
            for hand in hands
        ]
        deal = self._types.Deal("N:" + " ".join(written))
        deal.trump = self._types.Denom.spades
        deal.first = self._types.Player(leader)
        return deal

    def solve(self, deal: Any, *, every_card: bool) -> None:
        """Compute the tricks that every card takes, or only one best card takes."""
        mode = self._modes.Default if every_card else self._modes.OptimalOne
        self._dds.solve_board(deal, mode)


def dds() -> Dds | None:
    """Return DDS, or None if endplay is not installed."""
    try:
        import endplay.dds as endplay_dds
        import endplay.types as endplay_types
    except ImportError:
        return None
    return Dds(endplay_types, endplay_dds)


class Figure(Struct, frozen=True):
    """A measurement in `unit`: `ours`, and `theirs` for a `peer`.

    `ratio` says how many times as fast ours is; it is None without a peer.
    """

    what: str
    ours: float
    unit: str
    peer: str | None = None
    theirs: float | None = None
    ratio: float | None = None

    @classmethod
    def rate(cls, what: str, ours: float, unit: str, peer: str, theirs: float) -> "Figure":
        """Return the figure for something that is done that many times a second."""
        return cls(what, ours, unit, peer, theirs, ours / theirs)


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return the CPU seconds of this thread, which other programs do not affect, and the result."""
    start = thread_time()
    result = work()
    return thread_time() - start, result
