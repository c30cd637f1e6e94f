"""Seals: cards that are settled before anyone sees them, so that anyone can check them later.

The server draws a secret seed and shows its commitment, a hash of it. Then players add random
numbers (client seeds). All outcomes of chance in the round follow from the seed and these.
After the round the seed is revealed. `docs/fair-deals.md` says what this proves.
"""

import re
from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from .seats import Seat

SEED = re.compile("[0-9a-f]{64}")
"""A seed or a seal: 32 bytes, as text."""

SALT = re.compile("[0-9a-f]{32}")
"""A salt: 16 bytes, as text."""


class Salt(Struct, frozen=True):
    """A number that a player has added; `seat` is None for a player who has left their seat."""

    seat: Seat | None
    value: str


class Seal(Struct, frozen=True):
    """What chance was bound to from event number `at` of a game to the end of the round.

    `seed` is None while it is secret.
    """

    at: int
    seal: str
    salts: tuple[Salt, ...] = ()
    seed: str | None = None

    @property
    def holds(self) -> bool:
        """True if the seed is known, and is the one that was sealed."""
        return self.seed is not None and seal_of(self.seed) == self.seal


def seal_of(seed: str) -> str:
    """Return what is shown of a seed before the deal, from which no one can find the seed.

    >>> seal_of("00" * 32)
    'e04498886dabc4b09db9880690b45f42a009921c7379053270b5e5e8e2886f88'
    """
    return _digest(f"seal/{seed}")


def shuffle_seed(seed: str, salts: Iterable[str], number: int) -> str:
    """Return the seed of the shuffle for an outcome of chance, numbered from 0 in the round.

    It has nothing in common with the seal, which everyone knows.
    """
    return f"{_digest('/'.join(('deal', seed, *salts)))}/{number}"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
