"""`spadille play`: the game in the terminal."""

from .command import add_to

__all__ = ["add_to"]
