"""Registration, signing in by name and password, and changes to an account.

Browsers that have signed in before, recognized by marks that only this server can make.

A mark does not sign anyone in. It only distinguishes the owner of an account from strangers who are
guessing the password, so that strangers cannot use up the owner's attempts. The server does not
store marks. A mark is keyed with the hash of the password, so changing the password makes all marks
worthless.
"""

import asyncio
import hmac
import secrets
from hashlib import sha256

from ...clock import Clock
from ...errors import RefusedError
from ...net.sessions import Session, SessionStore
from ...store.store import Store
from ...table.events import PersonId
from .passwords import Passwords, check_password
from .store import Account, AccountStore, registered, taken


class Accounts:
    """Accounts of guests who have registered.

    They keep their name and all their data, because their identity stays the same.
    """

    def __init__(self, store: Store, clock: Clock, passwords: Passwords) -> None:
        self._store = store
        self._clock = clock
        self._passwords = passwords
        self.leaving = asyncio.Lock()

    async def stop(self) -> None:
        """End the threads that hash passwords."""
        self._passwords.close()

    async def register(self, person: PersonId, name: str, password: str) -> Session:
        """Register a name for a guest; they get a new session.

        Raises:
            RefusedError: if they already have a name, the name belongs to another person, or the
                password is too weak.
        """
        check_password(password, name)
        if await self._store.section(AccountStore).of(person) is not None:
            raise registered()
        if await self._store.section(AccountStore).named(name) is not None:
            raise taken()
        digest = await self._passwords.digest(password)
        return await self._store.section(AccountStore).add(self._clock, person, name, digest)

    async def sign_in(
        self, secret: str | None, name: str, password: str, *, first: bool = False
    ) -> Session:
        """Return a session for the owner of a name, which replaces the browser's session.

        For a known browser, the password is compared `first`, ahead of others that are waiting.

        Raises:
            RefusedError: if the name or the password is wrong; the message does not say which.
        """
        account = await self._store.section(AccountStore).named(name)
        if not await self._fits(account, password, first=first) or account is None:
            raise wrong()
        session = await self._store.section(SessionStore).change(
            self._clock, secret, account.person
        )
        now = await self._store.section(AccountStore).of(account.person)
        same = now is not None and now.digest == account.digest
        if now is None or not (same or await self._fits(now, password, first=first)):
            await self._store.section(SessionStore).end(
                session.secret
            )  # the password has been changed by now
            raise wrong()
        return session

    async def check(self, person: PersonId, password: str) -> Account | None:
        """Return a person's account if the password is right, or None for an unregistered guest.

        Raises:
            RefusedError: if the password is wrong.
        """
        account = await self._store.section(AccountStore).of(person)
        if account is not None and not await self._fits(account, password, first=True):
            raise RefusedError("account/wrong", "wrong password")
        return account

    async def change_password(self, person: PersonId, password: str, new: str) -> Session:
        """Change the password and end the sessions in all other browsers.

        Raises:
            RefusedError: if the current password is wrong or the new one is too weak.
        """
        account = await self.check(person, password)
        if account is None:
            raise unregistered()
        check_password(new, account.name)
        digest = await self._passwords.digest(new, first=True)
        return await self._store.section(AccountStore).change(self._clock, person, digest)

    async def show(self, person: PersonId, *, shown: bool) -> None:
        """Set whether others can see a person's ratings.

        Raises:
            RefusedError: if the person has not registered, and so has no name here.
        """
        if await self._store.section(AccountStore).of(person) is None:
            raise unregistered()
        await self._store.section(AccountStore).show(person, shown=shown)

    async def _fits(self, account: Account | None, password: str, *, first: bool) -> bool:
        digest = None if account is None else account.digest
        fits = await self._passwords.matches(password, digest, first=first)
        if fits and account is not None and self._passwords.is_older(account.digest):
            newer = await self._passwords.digest(password, first=first)
            await self._store.section(AccountStore).renew(account, newer)
        return fits


def unregistered() -> RefusedError:
    """Return the refusal for a player without an account."""
    return RefusedError("account/none", "you do not have an account here")


def wrong() -> RefusedError:
    """Return the refusal for a failed sign-in, which does not reveal whether the name exists."""
    return RefusedError("account/wrong", "wrong name or password")


MOST_ACCOUNTS = 4
"""The most accounts for which one browser keeps marks."""

LONGEST = 400
"""The most characters; the marks for that many accounts are shorter."""

_BETWEEN, _BEFORE_PROOF = "~", "."


def marks_with(account: Account, marks: str | None) -> str:
    """Return a browser's marks after its user has proved that they own this account."""
    others = [mark for mark in _each(marks) if _nonce_in(mark, account) is None]
    return _BETWEEN.join([_mark(account), *others[: MOST_ACCOUNTS - 1]])


def known_as(account: Account | None, marks: str | None) -> str | None:
    """Return the key under which a known browser's attempts are counted, or None without a mark."""
    if account is None:
        return None
    return next(filter(None, (_nonce_in(mark, account) for mark in _each(marks))), None)


def _each(marks: str | None) -> list[str]:
    return marks.split(_BETWEEN)[:MOST_ACCOUNTS] if marks and len(marks) <= LONGEST else []


def _mark(account: Account) -> str:
    nonce = secrets.token_urlsafe(12)
    return f"{nonce}{_BEFORE_PROOF}{_proof(account, nonce)}"


def _nonce_in(mark: str, account: Account) -> str | None:
    nonce, _, proof = mark.partition(_BEFORE_PROOF)
    right = hmac.compare_digest(proof.encode(), _proof(account, nonce).encode())
    return nonce if right else None


def _proof(account: Account, nonce: str) -> str:
    said = f"spadille browser/{account.person}/{nonce}".encode()
    return hmac.digest(account.digest.encode(), said, sha256).hex()[:32]
