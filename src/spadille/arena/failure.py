"""What ends a match before its last deal."""

from ..game import SpadesError


class ArenaError(SpadesError):
    """A match that cannot be played as asked, or workers that fail."""
