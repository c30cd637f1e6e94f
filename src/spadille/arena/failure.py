"""Errors that end a match before its last deal."""

from ..game import SpadesError


class ArenaError(SpadesError):
    """A match cannot be played as requested, or its workers failed."""
