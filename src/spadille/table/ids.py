"""The ids of tables, games and everything else that a server keeps.

Anyone who knows the id of something may look at it, and no one can guess an id.
"""

import secrets
import unicodedata
from hashlib import sha256

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters and digits in ids, none of which is easily mistaken for another."""

LENGTH = 12
LENGTH_OF_GAME = 16


DEVICE = "0"
"""The first character of ids on a player's own device, which no id of a server has."""


def new_id() -> str:
    """Return a new id for a table, a tournament or a challenge."""
    return _drawn(LENGTH)


def new_device_id() -> str:
    """Return a new id for a table on a player's own device."""
    return DEVICE + _drawn(LENGTH)[1:]


def new_game_id() -> str:
    """Return a new id for a game that was played elsewhere."""
    return _drawn(LENGTH_OF_GAME)


def game_id(table: str, number: int) -> str:
    """Return the id of a table's numbered game; no one can guess it without the table's id."""
    digest = int.from_bytes(sha256(f"spadille game {number} of {table}".encode()).digest())
    letters = []
    for _ in range(LENGTH_OF_GAME):
        digest, letter = divmod(digest, len(LETTERS))
        letters.append(LETTERS[letter])
    if table.startswith(DEVICE):
        letters[0] = DEVICE
    return "".join(letters)


def may_be_id(text: str) -> bool:
    """Return True if the text could be an id and is worth looking up."""
    return set(text) <= set(LETTERS)


def _drawn(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def key_of(name: str) -> str:
    r"""Return the same key for names that sound the same.

    >>> key_of("Änn  Lee") == key_of("ÄNN LEE")
    True

    Older versions stored a blank in place of each joiner, so the key treats the two the same.

    >>> key_of("\N{WOMAN}\u200d\N{ROCKET}") == key_of("\N{WOMAN} \N{ROCKET}")
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    plain = "".join(c if c.isprintable() else " " for c in plain)
    return " ".join(unicodedata.normalize("NFKC", plain).split())
