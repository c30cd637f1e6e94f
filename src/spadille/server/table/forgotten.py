"""The name shown for a person whose name was forgotten."""

from ...game import T
from ...locale import translate

SOMEBODY = T("Somebody")
"""Replaces a name where it was stored."""


def called(name: str, lang: str) -> str:
    """Return a stored name as it is shown; a name set by the server is translated.

    >>> called("Somebody", "de"), called("Ann", "de")
    ('Jemand', 'Ann')
    """
    return translate(SOMEBODY, lang) if name == SOMEBODY else name
