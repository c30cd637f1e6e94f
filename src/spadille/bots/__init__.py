"""Players: each gets a view of the game and says what to do, and why.

>>> from spadille import Game
>>> bot = load("intermediate")
>>> game = Game.new(seed=7)
>>> bot.act(game.view_to_act)
Look()
"""

from .bot import Bot, Decision
from .candidate import Candidate, Chances, Unit
from .expert import Expert
from .failing import Acting, BotError, after, answer_of, failure, told
from .levels import KERNELS, LEVELS, Level, level_on_timeout, load_level
from .loading import load

__all__ = [
    "KERNELS", "LEVELS", "Acting", "Bot", "BotError", "Candidate", "Chances", "Decision",
    "Expert", "Level", "Unit", "after", "answer_of", "failure", "level_on_timeout", "load",
    "load_level", "told",
]  # fmt: skip
