"""The rules engine in plain Python, compared with OpenSpiel called from Python."""

from collections.abc import Iterator
from random import Random

from ...game import Game, Rules
from .figure import Figure, open_spiel, timed

_SLICE = 50
"""Rounds that each plays per turn, so that a change in the machine's speed affects both."""


def figures(scale: float) -> Iterator[Figure]:
    """Yield the speed of random rounds of `standard`, deal to score, with records but no views."""
    slices = max(1, round(40 * scale))
    rng = Random(1)
    peer = open_spiel()
    ours = theirs = 0.0
    played = 0
    for _ in range(slices):
        seconds, rounds = timed(lambda: _our_rounds(rng, _SLICE))
        ours += seconds
        played += rounds
        if peer is not None:
            theirs += timed(lambda: peer.steps(rng, _SLICE))[0]
    what, unit = "engine in plain Python, random rounds", "rounds/s"
    if peer is None:
        yield Figure(what, played / ours, unit)
    else:
        name = "OpenSpiel from Python"
        yield Figure.rate(what, played / ours, unit, name, slices * _SLICE / theirs)


def _our_rounds(rng: Random, least: int) -> int:
    """Play whole games until that many rounds are over, and return how many there were."""
    rounds = 0
    rules = Rules.preset("standard")
    while rounds < least:
        game = Game.new(rules)
        while not game.over:
            if game.waits_for_chance:
                game = game.happen(lambda cards: rng.sample(cards, len(cards)))
            else:
                game = game.apply(rng.choice(game.legal_actions().actions))
        rounds += len(game.results)
    return rounds
