"""Limits on password attempts by strangers, from known browsers, and in a session.

Strangers have an allowance for each name and one for their client, which limits guessing. The owner
of an account has separate allowances in their session, and in any browser where they have signed in
before. A correct password does not count as a guess, but the work of comparing it still counts.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ..allowance import Allowances, Rate, often
from ..clock import Watch
from ..limits import Limits
from ..refusals import RefusedError
from ..store.accounts import key_of

MOST_AT_ONCE = 4
"""The most passwords to compare at once for one client, so that it does not fill the queue."""

WRONG = "account/wrong"
"""The code of the refusal for a wrong password."""

_MINUTE = 60
_UNLIMITED = Rate(1e12, 1e12)

Counted = tuple[Allowances, str]
"""An allowance and its key."""


class Guesses:
    """The allowances for passwords."""

    def __init__(self, clock: Watch, limits: Limits) -> None:
        def a_minute(each: float, in_all: Rate = _UNLIMITED) -> Allowances:
            return Allowances(clock, often(each, _MINUTE), in_all)

        everybody = often(limits.passwords_per_minute_in_all, _MINUTE)
        self._at_once = Counter[str]()
        self._work = a_minute(limits.passwords_per_minute, everybody)
        self._guesses = a_minute(limits.passwords_per_minute_for_a_name)
        self._guesses_in_all = a_minute(limits.passwords_per_minute_for_a_name_in_all)
        self._owners_work = a_minute(limits.passwords_per_minute, everybody)
        self._owners_guesses = a_minute(limits.passwords_per_minute_for_a_name)

    def choose(self, client: str) -> None:
        """Let a client choose a password.

        Raises:
            RefusedError: if it has done so too often.
        """
        if not self._work.take(client):
            raise too_many_passwords()

    @contextmanager
    def by_stranger(self, client: str, name: str, *, session: bool) -> Iterator[None]:
        """Let a client try the password of a name, whether the name exists or not.

        Browsers with a session are counted separately from clients without one.

        Raises:
            RefusedError: if it has guessed too often, or all strangers together have.
        """
        key = key_of(name)
        guessed = (
            (self._guesses, f"{client} {session} {key}"),
            (self._guesses_in_all, key),
        )
        with self._trying(client, guessed, (self._work, client)):
            yield

    @contextmanager
    def by_owner(self, who: str) -> Iterator[None]:
        """Let an owner try their password; `who` is a person with a session, or a known browser.

        Raises:
            RefusedError: if it was wrong too often, or was compared too often.
        """
        with self._trying(who, ((self._owners_guesses, who),), (self._owners_work, who)):
            yield

    @contextmanager
    def _trying(self, who: str, guessed: Sequence[Counted], work: Counted) -> Iterator[None]:
        if self._at_once[who] >= MOST_AT_ONCE:
            raise too_many_passwords()
        taken: list[Counted] = []
        for allowances, key in (*guessed, work):
            if not allowances.take(key):
                _give_back(taken)  # a refused attempt costs others nothing
                raise too_many_passwords()
            taken.append((allowances, key))
        self._at_once[who] += 1
        try:
            yield
        except RefusedError as refusal:
            if refusal.code != WRONG:
                _give_back(guessed)
            raise
        else:
            _give_back(guessed)
        finally:
            self._at_once[who] -= 1
            if not self._at_once[who]:
                del self._at_once[who]


def _give_back(taken: Sequence[Counted]) -> None:
    for allowances, key in taken:
        allowances.give_back(key)


def too_many_passwords() -> RefusedError:
    """Return the refusal for a client with too many password attempts."""
    return RefusedError("passwords/too-many", "too many password attempts; wait a few minutes")
