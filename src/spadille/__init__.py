"""Spadille: the card game Spades, whole."""

from .game import Card, Deal, Game, Rules, Seat

__all__ = ["Card", "Deal", "Game", "Rules", "Seat", "__version__"]

__version__ = "0.1.0"
