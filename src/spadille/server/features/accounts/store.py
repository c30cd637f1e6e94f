"""Registered players: their names, and a hash of each player's password."""

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ....game import clean_name
from ...clock import Clock
from ...errors import RefusedError
from ...ids import key_of
from ...net.sessions import Session, begin_anew
from ...store.database import Section
from ...store.schema import ACCOUNTS, moment, seconds
from ...table.events import PersonId


class Account(NamedTuple):
    """A registered player; `made` is the registration time, in seconds since 1970.

    `shown` is True if others may see how strong the player is.
    """

    person: PersonId
    name: str
    digest: str
    made: float
    shown: bool = False


class AccountStore(Section):
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

    async def add(self, clock: Clock, person: PersonId, name: str, digest: str) -> Session:
        """Register a name for a player and return a new session.

        Raises:
            RefusedError: if the name belongs to another player, or this player already has one.
        """
        row = {
            "person": person,
            "key": key_of(name),
            "name": name,
            "digest": digest,
            "made": moment(clock.time_of_day()),
        }
        try:
            async with self._writing() as connection:
                await connection.execute(ACCOUNTS.insert(), row)
                return await begin_anew(connection, clock, person)
        except IntegrityError:
            if await self.of(person) is not None:
                raise registered() from None
            raise taken() from None

    async def change(self, clock: Clock, person: PersonId, digest: str) -> Session:
        """Replace the password, end all sessions, and return a new one."""
        async with self._writing() as connection:
            await connection.execute(_of(person).values(digest=digest))
            return await begin_anew(connection, clock, person)

    async def renew(self, account: Account, digest: str) -> None:
        """Store another hash of the same password, unless the password has changed since."""
        same = ACCOUNTS.c.digest == account.digest
        await self._write(_of(account.person).where(same).values(digest=digest))

    async def show(self, person: PersonId, *, shown: bool) -> None:
        """Set whether others may see a player's ratings."""
        await self._write(_of(person).values(shown=shown))

    async def _one(self, which: sa.ColumnElement[bool]) -> Account | None:
        row = await self._first(sa.select(ACCOUNTS).where(which))
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
