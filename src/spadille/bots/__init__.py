"""Players that get a view of the game and return an action, with a reason for it.

>>> from spadille import Game
>>> bot = load("intermediate")
>>> game = Game.new(seed=7)
>>> bot.act(game.view_to_act)
Look()
"""

from . import equity, expert, heuristics
from .bot import Bot, Candidate, Chances, DecidingBot, Decision, Unit
from .expert import Expert, equal_cards
from .external import ExternalBot, files_of, is_program, kill_programs
from .failing import (
    Acting,
    BotError,
    ProgramError,
    after,
    answer_in_words,
    answer_of,
    failure,
    legal_in_words,
    refused_because,
    told,
    told_with_place,
)
from .levels import KERNELS, LEVELS, Level, level_on_timeout, load_level
from .loading import called, load
from .playing import Seated, decisions, played_on, seated
from .rating import Rating, after_game

__all__ = [
    "KERNELS", "LEVELS", "Acting", "Bot", "BotError", "Candidate", "Chances", "DecidingBot",
    "Decision", "Expert", "ExternalBot", "Level", "ProgramError", "Rating", "Seated", "Unit",
    "after", "after_game", "answer_in_words", "answer_of", "called", "decisions", "equal_cards",
    "equity", "expert", "failure", "files_of", "heuristics", "is_program", "kill_programs",
    "legal_in_words", "level_on_timeout", "load", "load_level", "played_on", "refused_because",
    "seated", "told", "told_with_place",
]  # fmt: skip
