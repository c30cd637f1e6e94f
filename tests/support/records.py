"""Records of games that beginners have played."""

from functools import cache

from spadille.bots import load
from spadille.game import Game, Rules
from spadille.notation import format_record


@cache
def played_record(preset: str, rounds: int | None) -> str:
    """Return the record of that many rounds, or of a whole game."""
    game = Game.new(Rules.preset(preset), seed=5)
    bot = load("beginner")
    while not game.over and (rounds is None or len(game.results) < rounds):
        assert game.to_act is not None
        game = game.apply(bot.act(game.view_to_act))
    return format_record(game.record())
