"""Registered players: their names, passwords and settings, and the browsers known to be theirs.

Password limits count separately for owners of an account, in browsers where they have signed in
before, so that strangers who guess cannot lock them out. Such a browser has a mark, a cookie that
proves it.
"""

import asyncio
import hmac
import secrets
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ...game import clean_name
from ...table.errors import RefusedError
from ...table.events import PersonId
from ...table.ids import key_of
from ...table.requests import LONGEST_NAME
from ..clock import Clock
from ..net.credentials import Session, SessionStore, begin_anew
from ..store.database import Database
from ..store.schema import ACCOUNTS, moment, seconds
from ..store.store import Store
from .passwords import Passwords, check_password

MOST_ACCOUNTS = 4
"""The most accounts for which one browser keeps marks."""

LONGEST_MARKS = 400
"""The most characters; the marks for that many accounts are shorter."""

_BETWEEN, _BEFORE_PROOF = "~", "."


class Account(NamedTuple):
    """A registered player; `made` is the registration time, in seconds since 1970.

    `shown` is True if others may see how strong the player is.
    """

    person: PersonId
    name: str
    digest: str
    made: float
    shown: bool = False


class AccountStore(Database):
    """The accounts in the database."""

    async def of(self, person: PersonId) -> Account | None:
        """Return the account of a person, or None if they are not registered."""
        return await self._one(ACCOUNTS.c.person == person)

    async def named(self, name: str) -> Account | None:
        """Find an account by its name, as typed by its owner or as registered."""
        typed, cleaned = key_of(name), key_of(clean_name(name))
        return await self._one(ACCOUNTS.c.key == typed) or (
            await self._one(ACCOUNTS.c.key == cleaned) if typed != cleaned else None
        )

    async def visible(self, name: str) -> Account:
        """Find a person who shows their ratings, by name; raise RefusedError otherwise."""
        account = await self.named(name) if len(name) <= LONGEST_NAME else None
        if account is None or not account.shown:
            raise hidden()
        return account

    async def add(self, clock: Clock, person: PersonId, name: str, digest: str) -> Session:
        """Register a name and return a new session; refuse names and players already there."""
        row = {
            "person": person,
            "key": key_of(name),
            "name": name,
            "digest": digest,
            "made": moment(clock.time_of_day()),
        }
        try:
            async with self.begin() as connection:
                await connection.execute(ACCOUNTS.insert(), row)
                return await begin_anew(connection, clock, person)
        except IntegrityError:
            if await self.of(person) is not None:
                raise registered() from None
            raise taken() from None

    async def change(self, clock: Clock, person: PersonId, digest: str) -> Session:
        """Replace the password, end all sessions, and return a new one."""
        async with self.begin() as connection:
            await connection.execute(_of(person).values(digest=digest))
            return await begin_anew(connection, clock, person)

    async def renew(self, account: Account, digest: str) -> None:
        """Store another hash of the same password, unless the password has changed since."""
        same = ACCOUNTS.c.digest == account.digest
        await self.execute(_of(account.person).where(same).values(digest=digest))

    async def show(self, person: PersonId, *, shown: bool) -> None:
        """Set whether others may see a player's ratings."""
        await self.execute(_of(person).values(shown=shown))

    async def _one(self, which: sa.ColumnElement[bool]) -> Account | None:
        row = await self.first(sa.select(ACCOUNTS).where(which))
        if row is None:
            return None
        return Account(row.person, row.name, row.digest, seconds(row.made), row.shown)


def _of(person: PersonId) -> sa.Update:
    return ACCOUNTS.update().where(ACCOUNTS.c.person == person)


def taken() -> RefusedError:
    """Return the refusal for a name that another player has already registered."""
    return RefusedError("account/taken", "this name is taken; choose another one")


def registered() -> RefusedError:
    """Return the refusal for a player who already has an account."""
    return RefusedError("account/registered", "you already have an account here")


class Accounts:
    """Accounts of guests who have registered.

    They keep their name and all their data, because their identity stays the same.
    """

    def __init__(self, store: Store, clock: Clock, passwords: Passwords) -> None:
        self.kept = store.section(AccountStore)
        self._sessions = store.section(SessionStore)
        self._clock = clock
        self._passwords = passwords
        self.leaving = asyncio.Lock()

    async def stop(self) -> None:
        """End the threads that hash passwords."""
        self._passwords.close()

    async def register(self, person: PersonId, name: str, password: str) -> Session:
        """Register a name for a guest; refuse a weak password, or a second or taken name."""
        check_password(password, name)
        if await self.kept.of(person) is not None:
            raise registered()
        if await self.kept.named(name) is not None:
            raise taken()
        digest = await self._passwords.digest(password)
        return await self.kept.add(self._clock, person, name, digest)

    async def sign_in(
        self, secret: str | None, name: str, password: str, *, first: bool = False
    ) -> Session:
        """Return a session for the owner of a name, which replaces the browser's session.

        For a known browser, the password is compared `first`, ahead of others that are waiting.
        Raise RefusedError if the name or the password is wrong; the message does not say which.
        """
        account = await self.kept.named(name)
        if not await self._fits(account, password, first=first) or account is None:
            raise wrong()
        session = await self._sessions.change(self._clock, secret, account.person)
        now = await self.kept.of(account.person)
        same = now is not None and now.digest == account.digest
        if now is None or not (same or await self._fits(now, password, first=first)):
            await self._sessions.end(session.secret)  # the password has been changed by now
            raise wrong()
        return session

    async def check(self, person: PersonId, password: str) -> Account | None:
        """Return a person's account, or None for a guest; refuse a wrong password."""
        account = await self.kept.of(person)
        if account is not None and not await self._fits(account, password, first=True):
            raise RefusedError("account/wrong", "wrong password")
        return account

    async def change_password(self, person: PersonId, password: str, new: str) -> Session:
        """Change the password and end all other sessions; refuse a wrong or a weak password."""
        account = await self.check(person, password)
        if account is None:
            raise unregistered()
        check_password(new, account.name)
        digest = await self._passwords.digest(new, first=True)
        return await self.kept.change(self._clock, person, digest)

    async def show(self, person: PersonId, *, shown: bool) -> None:
        """Set whether others can see a person's ratings; raise RefusedError for a guest."""
        if await self.kept.of(person) is None:
            raise unregistered()
        await self.kept.show(person, shown=shown)

    async def _fits(self, account: Account | None, password: str, *, first: bool) -> bool:
        digest = None if account is None else account.digest
        fits = await self._passwords.matches(password, digest, first=first)
        if fits and account is not None and self._passwords.is_older(account.digest):
            newer = await self._passwords.digest(password, first=first)
            await self.kept.renew(account, newer)
        return fits


def hidden() -> RefusedError:
    """Return the refusal for a name under which no one shows their ratings."""
    return RefusedError("ratings/nobody", "no player of that name shows their ratings")


def unregistered() -> RefusedError:
    """Return the refusal for a player without an account."""
    return RefusedError("account/none", "you do not have an account here")


def wrong() -> RefusedError:
    """Return the refusal for a failed sign-in, which does not reveal whether the name exists."""
    return RefusedError("account/wrong", "wrong name or password")


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
    return marks.split(_BETWEEN)[:MOST_ACCOUNTS] if marks and len(marks) <= LONGEST_MARKS else []


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
