"""How lucky the cards were: what other players would have scored with them."""

from msgspec import Struct

from ..bots import played_on, seated
from ..game import Deal, Game, Record
from ..notation import repeat

ORDINARY = "intermediate"
"""The level of the ordinary players in all seats."""


class Luck(Struct, frozen=True):
    """The points of each side in a round: those it made, and those ordinary players would make.

    Ordinary players play the same cards in the same seats at the same score. `usual` is None if the
    cards cannot be played again because players took part in the deal by a draft or a cut.
    """

    round: int
    made: tuple[int, ...]
    usual: tuple[int, ...] | None


def luck_of(record: Record) -> tuple[Luck, ...]:
    """Return the luck in each finished round; see `Luck`."""
    game = Game.new(record.rules, players=record.players)
    found = []
    dealt: Game | None = None
    for event in record.events:
        before = len(game.results)
        game = repeat(game, event.action, event.seat)
        if isinstance(event.action, Deal):
            dealt = game
        if len(game.results) > before:
            result = game.results[-1]
            found.append(
                Luck(
                    round=result.number,
                    made=tuple(side.points for side in result.sides),
                    usual=None if dealt is None else _played(dealt),
                )
            )
    return tuple(found)


def _played(game: Game) -> tuple[int, ...] | None:
    """Return the points by side if ordinary players play the round to its end."""
    players = seated([ORDINARY] * game.rules.players, "0")
    played = played_on(game, players, rounds=1)
    if len(played.results) == len(game.results):
        return None
    return tuple(side.points for side in played.results[-1].sides)
