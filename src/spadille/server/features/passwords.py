"""Passwords: which ones are refused because others could guess them, and their hashes.

Hashes are slow on purpose, and are computed outside the event loop. Each contains its cost, so that
later hashes may cost more; see `docs/decisions/0019-scrypt-keeps-passwords.md`.
"""

import asyncio
import hmac
import logging
import re
import secrets
import unicodedata
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from hashlib import scrypt, sha256
from importlib.resources import files
from typing import NamedTuple, TypeVar

from ...table.errors import RefusedError

log = logging.getLogger(__name__)

X = TypeVar("X")

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

PLACES = 2
"""The most passwords processed at the same time, using `Cost.memory` bytes each."""

MOST_WAITING = 40
"""The most passwords that may wait for a place; more would have to wait more than a few seconds.

As many again may wait from owners in known browsers and sessions, and those come first.
"""

KIND = "scrypt"

_ROWS = ("0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiopü", "azertyuiop")
_NOT_A_LETTER = re.compile(r"[\W\d_]+")


def check_password(password: str, name: str) -> None:
    """Raise RefusedError if others could guess a password from the name or from common ones."""
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


class Cost(NamedTuple):
    """The cost of a hash: the number of blocks as a power of two, their size, and the passes."""

    blocks: int
    size: int
    times: int

    @property
    def memory(self) -> int:
        """Return the number of bytes of memory that one hash needs."""
        return 128 * self.size * ((1 << self.blocks) + self.times + 2)


USUAL = Cost(15, 8, 3)

DEAREST = Cost(17, 16, 8)
"""More than any version has used; a damaged hash must not keep a thread busy for hours."""


class Passwords:
    """Computes hashes and compares passwords with them."""

    def __init__(self, cost: Cost | None = None) -> None:
        self._cost = cost or USUAL
        self._threads = ThreadPoolExecutor(PLACES, "passwords")
        self._free = PLACES
        self._owners: deque[asyncio.Future[None]] = deque()
        self._strangers: deque[asyncio.Future[None]] = deque()
        self._nobodys: str | None = None

    async def digest(self, password: str, *, first: bool = False) -> str:
        """Return the hash of a password, made `first` or in turn; refuse if too many wait."""
        return await self._ask(
            partial(_digest, password, secrets.token_bytes(16), self._cost), first
        )

    async def matches(self, password: str, digest: str | None, *, first: bool = False) -> bool:
        """Return True if the password matches the hash; without a hash, refusal takes just as long.

        Raise RefusedError if too many passwords are already waiting.
        """
        if digest is None:
            if self._nobodys is None:
                self._nobodys = await self.digest(secrets.token_urlsafe())
            digest = self._nobodys
        return await self._ask(partial(_matches, password, digest), first)

    def is_older(self, digest: str) -> bool:
        """Return True if the hash was made at a different cost than is usual now."""
        return _parts(digest)[0] != self._cost

    def close(self) -> None:
        """Cancel the hashes that have not been started, and end the threads."""
        self._threads.shutdown(cancel_futures=True)

    async def _ask(self, work: Callable[[], X], first: bool) -> X:  # noqa: FBT001 - see `digest`
        await self._place(self._owners if first else self._strangers)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._pass_on()

    async def _place(self, queue: deque[asyncio.Future[None]]) -> None:
        """Wait for a place."""
        if self._free:
            self._free -= 1
            return
        if len(queue) >= MOST_WAITING:
            raise RefusedError("server/busy", "the server is busy; try again in a moment")
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a place to the next password in line, owners first."""
        for queue in (self._owners, self._strangers):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


def _digest(password: str, salt: bytes, cost: Cost) -> str:
    # The same characters may be encoded in several ways, depending on the keyboard.
    plain = unicodedata.normalize("NFKC", password).encode()
    blocks, size, times = cost
    memory = 2 * cost.memory
    found = scrypt(plain, salt=salt, n=1 << blocks, r=size, p=times, maxmem=memory, dklen=32)
    numbers = ",".join(map(str, cost))
    return f"{KIND}${numbers}${b64encode(salt).decode()}${b64encode(found).decode()}"


def _matches(password: str, digest: str) -> bool:
    try:
        cost, salt = _parts(digest)
        return hmac.compare_digest(_digest(password, salt, cost).encode(), digest.encode())
    except ValueError:
        log.error("the hash of a password is damaged and matches no password")  # noqa: TRY400 - quotes it
        return False


def _parts(digest: str) -> tuple[Cost, bytes]:
    """Return the parts of a hash; raise ValueError if it is damaged."""
    kind, numbers, salt, _ = digest.split("$")
    blocks, size, times = map(int, numbers.split(","))
    cost = Cost(blocks, size, times)
    if kind != KIND or not all(map(_may_cost, cost, DEAREST)):
        raise ValueError("not a hash of this server")
    return cost, b64decode(salt)


def _may_cost(number: int, most: int) -> bool:
    return 0 < number <= most
