"""The ids of what the server keeps: whoever is told one may have a look, and nobody guesses one."""

import secrets
from hashlib import sha256

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What ids are made of: letters and digits that no one mistakes for others."""

LENGTH = 12
LENGTH_OF_GAME = 16


def new_id() -> str:
    """Return that of a table, an evening or a challenge."""
    return _drawn(LENGTH)


def new_game_id() -> str:
    """Return that of a game which was played elsewhere."""
    return _drawn(LENGTH_OF_GAME)


def game_id(table: str, number: int) -> str:
    """That of the game of that number at a table: who does not know the table cannot tell it."""
    digest = int.from_bytes(sha256(f"spadille game {number} of {table}".encode()).digest())
    letters = []
    for _ in range(LENGTH_OF_GAME):
        digest, letter = divmod(digest, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def may_be_id(text: str) -> bool:
    """Return True if there is any sense in looking for something of that id."""
    return set(text) <= set(LETTERS)


def _drawn(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
