"""A game told again from its events."""

from collections.abc import Sequence
from typing import NamedTuple

from ..game import Event, Game, Rules
from .older import repeat


class Replayed(NamedTuple):
    """The game after events of another one, and as it was before the cards of its last deal."""

    game: Game
    dealt: Game


def replayed(rules: Rules, players: tuple[str, ...], events: Sequence[Event]) -> Replayed:
    """The game that these events make."""
    game = dealt = Game.new(rules, players=players)
    for event in events:
        if game.phase == "score":
            dealt = game
        game = repeat(game, event.action, event.seat)
    return Replayed(game, dealt)
