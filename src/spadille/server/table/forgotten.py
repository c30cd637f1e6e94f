"""What someone is called whose name is forgotten."""

from ...game import T
from ...locale import translate

SOMEBODY = T("Player")
"""Stands where their name was stored."""


def called(name: str, lang: str) -> str:
    """A stored name as it is shown; one that is ours, and no your own, in the reader's language.

    >>> called("Somebody", "de"), called("Ann", "de")
    ('Jemand', 'Ann')
    """
    return translate(SOMEBODY, lang) if name == SOMEBODY else name
