"""Random walks through episodes."""

from collections.abc import Iterator
from random import Random

from spadille.envs import Episode, Length
from spadille.game import Rules
from support.strategies import shuffled

SERVED = {"deal.cut": "none", "enforcement.mode": "strict", "end.minutes": 0}
"""The rules that the environments need."""


def dealt(episode: Episode, rng: Random) -> Episode:
    """Return the episode after all pending chance events."""
    while episode.waits_for_chance:
        episode = episode.happen(lambda cards: shuffled(cards, rng))
    return episode


def walk(rules: Rules | str, length: Length, rng: Random) -> Iterator[Episode]:
    """Yield every state of a random episode in which a seat is to act, and its end."""
    episode = dealt(Episode.new(rules, length), rng)
    while not episode.over:
        yield episode
        episode = dealt(episode.apply(rng.choice(likely(episode, rng))), rng)
    yield episode


def likely(episode: Episode, rng: Random) -> tuple[int, ...]:
    """Return the legal actions, mostly without bids so high that every contract fails."""
    legal = episode.legal_actions()
    low = tuple(number for number in legal if not 64 <= number < 167 or rng.random() < 0.1)
    return low or legal
