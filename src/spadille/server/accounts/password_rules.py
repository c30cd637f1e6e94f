"""Which passwords are refused: those that someone would guess."""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files

from ..refusals import RefusedError

SHORTEST = 10
"""Characters. What is asked for is length; which characters they are is everyone's own matter."""

FEWEST_CHARACTERS = 4
"""That are different."""

COMMON = "common_passwords.txt"
"""Digests of the commonest passwords that are long enough; see `tools/common_passwords.py`."""

DIGITS_KEPT = 10
"""Of each digest: none is of a password, and two are the same once in ten thousand such lists."""

_ROWS = ("0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiopü", "azertyuiop")
_NOT_A_LETTER = re.compile(r"[\W\d_]+")


def check_password(password: str, name: str) -> None:
    """Refuses a password that someone would guess who knows the name and what others take.

    Raises:
        RefusedError: when it is one.
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
    """By which a common password is known."""
    return sha256(password.encode()).hexdigest()[:DIGITS_KEPT]


@cache
def _common() -> frozenset[str]:
    text = files(__package__).joinpath(COMMON).read_text(encoding="ascii")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


def _repeats(text: str) -> bool:
    """Whether it is the same few characters again and again."""
    return any(text == (text[:n] * len(text))[: len(text)] for n in range(1, len(text) // 2 + 1))


def _runs(text: str) -> bool:
    """True if it goes along a row of keys or letters, forwards or backwards, over its end too."""
    return any(text in way * 3 for row in _ROWS for way in (row, row[::-1]))
