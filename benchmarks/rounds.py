"""Rounds a second of the engine in plain Python, beside OpenSpiel driven from Python.

Both play random legal actions from the deal to the score, in turns of a second each, on one core:

    python benchmarks/rounds.py [seconds]

The engine plays `standard` with its records, views left out; OpenSpiel plays its game `spades`.
"""

import sys
import time
from random import Random

import pyspiel

from spadille.game import Game, Rules

SLICE = 1.0


def our_rounds(rng: Random, seconds: float) -> int:
    """Rounds of `standard` that the engine has finished in that time."""
    rounds = 0
    rules = Rules.preset("standard")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        game = Game.new(rules)
        while not game.over:
            if game.waits_for_chance:
                game = game.happen(lambda cards: rng.sample(cards, len(cards)))
                continue
            game = game.apply(rng.choice(game.legal_actions().actions))
        rounds += len(game.results)
    return rounds


def their_rounds(rng: Random, seconds: float) -> int:
    """Rounds of OpenSpiel's `spades` in that time; it plays one round a game."""
    rounds = 0
    game = pyspiel.load_game("spades")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = [action for action, _ in state.chance_outcomes()]
                state.apply_action(rng.choice(outcomes))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        rounds += 1
    return rounds


def main() -> None:
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    rng = Random(1)
    ours = theirs = 0
    for _ in range(seconds):
        ours += our_rounds(rng, SLICE)
        theirs += their_rounds(rng, SLICE)
    print(f"spadille   {ours / seconds:8.0f} rounds a second")
    print(f"open_spiel {theirs / seconds:8.0f} rounds a second, driven from Python")
    print(f"ratio      {ours / theirs:8.2f}")


if __name__ == "__main__":
    main()
