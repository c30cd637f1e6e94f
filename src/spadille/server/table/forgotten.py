"""The name shown for a person whose name has been forgotten."""

from ...game import T
from ...locale import translate

SOMEBODY = T("Somebody")
"""The name that replaces it wherever it was stored."""


def called(name: str, lang: str) -> str:
    """Return a stored name as it is shown; a name chosen by the server is translated.

    >>> called("Somebody", "de"), called("Ann", "de")
    ('Jemand', 'Ann')
    """
    return translate(SOMEBODY, lang) if name == SOMEBODY else name
