"""Players: each gets a view of the game and says what to do, and why.

>>> from spadille import Game
>>> bot = load("intermediate")
>>> game = Game.new(seed=7)
>>> bot.act(game.view(game.to_act))
Look()
"""

from .bot import Bot, Candidate, Decision
from .levels import LEVELS, Level, load
from .timeout import level_on_timeout

__all__ = ["LEVELS", "Bot", "Candidate", "Decision", "Level", "level_on_timeout", "load"]
