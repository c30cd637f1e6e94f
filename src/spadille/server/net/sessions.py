"""Browser sessions: the server makes a secret for the cookie, and keeps only its hash.

A secret is replaced after a day. The old one works until the browser first uses the new one. That
way, no player loses their seats if a response is lost.
"""

import secrets
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..clock import SECONDS_A_DAY, Clock
from ..store.database import Section
from ..store.schema import METADATA, Moment, moment, person_column, secret_column
from ..store.store import Store
from ..table.events import PersonId
from .feature import Feature

SESSIONS = sa.Table(
    "sessions",
    METADATA,
    secret_column("digest", sa.String(64), primary_key=True),
    person_column("person", "remove", export="browsers", index=True),
    secret_column("following", sa.String(64), unique=True),
    sa.Column("made", Moment, nullable=False),
    sa.Column("seen", Moment, nullable=False, index=True),
)
"""Browsers, each identified by the hashes of the secret in its cookie and of the next secret."""


RENEWED_AFTER = SECONDS_A_DAY

FORGOTTEN_AFTER = 400 * SECONDS_A_DAY
"""The longest time that a browser keeps a cookie that is not renewed."""

LONGEST_SECRET = 64


class Session(NamedTuple):
    """The person behind a browser; `secret` is its new secret, if it changes."""

    person: PersonId
    secret: str | None = None


class SessionStore(Section):
    """The sessions of browsers."""

    async def known(self, secret: str | None) -> PersonId | None:
        """Return the person that a secret belongs to, or None."""
        if not _possible(secret):
            return None
        own = sa.select(SESSIONS.c.person).where(_is(_digest(secret or "")))
        return await self.scalar(own)  # type: ignore[no-any-return]

    async def come_back(self, clock: Clock, secret: str | None) -> Session | None:
        """Return the session for a secret, with a new secret if the old one has aged."""
        if not _possible(secret):
            return None
        now = moment(clock.time_of_day())
        digest = _digest(secret or "")
        async with self.begin() as connection:
            seen = SESSIONS.update().where(_is(digest)).values(seen=now).returning(*SESSIONS.c)
            found = (await connection.execute(seen)).first()
            if found is None:
                return None
            changes: dict[str, object] = {}
            if found.following == digest:  # the new secret has arrived: end the old one
                changes |= {"digest": digest, "following": None, "made": now}
            renewed = None
            age = (now - found.made).total_seconds()
            if found.digest == digest and age > RENEWED_AFTER:
                renewed = _secret()
                changes["following"] = _digest(renewed)
            if changes:
                own = SESSIONS.c.digest == found.digest
                await connection.execute(SESSIONS.update().where(own).values(**changes))
        return Session(found.person, renewed)

    async def welcome(self, clock: Clock, person: PersonId | None = None) -> Session:
        """Return a session for a new guest, or for a person who has proven their identity."""
        async with self.begin() as connection:
            return await _begin(connection, clock, person or secrets.token_hex(16))

    async def change(self, clock: Clock, secret: str | None, person: PersonId) -> Session:
        """Replace the session of this secret for a person who has proven their identity.

        The old secret becomes invalid, so that anyone who knew it, or even set it, cannot use it.
        """
        async with self.begin() as connection:
            await connection.execute(SESSIONS.delete().where(_is(_digest(secret or ""))))
            return await _begin(connection, clock, person)

    async def end(self, secret: str | None) -> None:
        """End the session that a secret belongs to."""
        await self.execute(SESSIONS.delete().where(_is(_digest(secret or ""))))

    async def end_all(self, person: PersonId) -> None:
        """End the sessions of a player in all their browsers."""
        await self.execute(SESSIONS.delete().where(SESSIONS.c.person == person))

    async def count(self, person: PersonId) -> int:
        """Return the number of browsers in which a player is signed in."""
        return await self.count_rows(SESSIONS.c.person == person)

    async def forget(self, clock: Clock) -> None:
        """End sessions unused for so long that browsers have dropped their cookies."""
        before = moment(clock.time_of_day() - FORGOTTEN_AFTER)
        await self.execute(SESSIONS.delete().where(SESSIONS.c.seen < before))


async def begin_anew(connection: AsyncConnection, clock: Clock, person: PersonId) -> Session:
    """End all sessions of a player, and begin a new one."""
    await connection.execute(SESSIONS.delete().where(SESSIONS.c.person == person))
    return await _begin(connection, clock, person)


async def _begin(connection: AsyncConnection, clock: Clock, person: PersonId) -> Session:
    secret, now = _secret(), moment(clock.time_of_day())
    row = {"digest": _digest(secret), "person": person, "made": now, "seen": now}
    await connection.execute(SESSIONS.insert(), row)
    return Session(person, secret)


def _is(digest: str) -> sa.ColumnElement[bool]:
    return (SESSIONS.c.digest == digest) | (SESSIONS.c.following == digest)


def _possible(secret: str | None) -> bool:
    return secret is not None and 0 < len(secret) <= LONGEST_SECRET


def _secret() -> str:
    return secrets.token_urlsafe(32)


def _digest(secret: str) -> str:
    return sha256(f"spadille session/{secret}".encode()).hexdigest()


async def _forget_old(store: Store, clock: Clock, _since: float | None) -> None:
    await store.section(SessionStore).forget(clock)


feature = Feature(forget_old=_forget_old)
