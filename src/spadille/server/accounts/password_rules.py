"""Passwords that are refused because others could guess them."""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files

from ..refusals import RefusedError

SHORTEST = 10
"""The fewest characters. Only the length is prescribed; the owner chooses the characters."""

FEWEST_CHARACTERS = 4
"""The fewest different characters."""

COMMON = "common_passwords.txt"
"""Hashes of the most common long passwords; see `tools/common_passwords.py`."""

DIGITS_KEPT = 10
"""The digits kept from each hash, so that the list contains no full hash of a password.

Two entries coincide in one out of ten thousand such lists.
"""

_ROWS = ("0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiopü", "azertyuiop")
_NOT_A_LETTER = re.compile(r"[\W\d_]+")


def check_password(password: str, name: str) -> None:
    """Refuse a password that others could guess from the name or from common passwords.

    Raises:
        RefusedError: if the password is too easy to guess.
    """
    if len(password) < SHORTEST:
        raise RefusedError("password/short", "use at least {count} characters", count=SHORTEST)
    plain = password.casefold()
    letters = _NOT_A_LETTER.sub("", plain)
    if letters and letters in {_NOT_A_LETTER.sub("", name.casefold()), "spadille", "spades"}:
        raise RefusedError("password/name", "this is mostly the name; choose another password")
    if len(set(plain)) < FEWEST_CHARACTERS or _repeats(plain) or _runs(plain):
        raise RefusedError(
            "password/pattern", "this repeats or follows the keyboard; choose another password"
        )
    if short_digest(plain) in _common():
        raise RefusedError(
            "password/common", "this is one of the most common passwords; choose another one"
        )


def short_digest(password: str) -> str:
    """Return the short hash by which a common password is identified."""
    return sha256(password.encode()).hexdigest()[:DIGITS_KEPT]


@cache
def _common() -> frozenset[str]:
    text = files(__package__).joinpath(COMMON).read_text(encoding="ascii")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


def _repeats(text: str) -> bool:
    """Return True if the same few characters are repeated again and again."""
    return any(text == (text[:n] * len(text))[: len(text)] for n in range(1, len(text) // 2 + 1))


def _runs(text: str) -> bool:
    """Return True if text runs along a row of keys or letters, either way, even past its end."""
    return any(text in way * 3 for row in _ROWS for way in (row, row[::-1]))
