"""What people and rules may be called."""

import re
import unicodedata

from .refusals import RefusedError

_SEEN = frozenset("LNPS")
"""Letters, numbers, punctuation and symbols; marks only change what stands before them."""

_BLANK = re.compile("FILLER|PATTERN BLANK|NULL NOTEHEAD")
"""In the names of letters and symbols that show nothing."""


def plain_name(name: str) -> str:
    """A name in one line of characters that can be seen.

    Raises:
        RefusedError: when nothing is left of it.
    """
    plain = " ".join("".join(c if c.isprintable() and not _blank(c) else " " for c in name).split())
    if not any(unicodedata.category(c)[0] in _SEEN for c in plain):
        raise RefusedError("name/empty", "a name needs at least one visible character")
    return plain


def _blank(character: str) -> bool:
    return _BLANK.search(unicodedata.name(character, "")) is not None
