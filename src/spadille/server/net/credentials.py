"""The secrets by which people and bots are known: browser sessions and bot tokens.

The server makes each secret, and keeps only its hash. A browser has its secret in a cookie, and it
is replaced after a day. The old one works until the browser first uses the new one. That way, no
player loses their seats if a response is lost.

A bot connects with a token that the server has made for its owner. It counts as a separate person,
with separate seats. The owner can end the token at any time.
"""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal, NamedTuple, TypeGuard

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from ...table.errors import RefusedError
from ...table.events import PersonId
from ..clock import SECONDS_A_DAY, Clock
from ..store.database import Database, Row, count_in
from ..store.schema import ACCOUNTS, METADATA, Moment, moment, person_column, seconds, secret_column
from ..store.store import Store
from .state import Feature

Scope = Literal["play", "tables", "talk"]
"""The permissions of a token beyond watching: to sit and act, to make tables, and to talk."""

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

TOKENS = sa.Table(
    "tokens",
    METADATA,
    secret_column("digest", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(16), nullable=False, unique=True),
    person_column("owner", "remove", export="programs", index=True),
    person_column("person", "remove"),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("scopes", sa.String(64), nullable=False),
    sa.Column("made", Moment, nullable=False),
    sa.Column("used", Moment, nullable=False, index=True),
)
"""Network bots, each identified by the hash of its token; `owner` is empty for the admin."""

FORGOTTEN_AFTER = 400 * SECONDS_A_DAY
"""The seconds after which unused sessions and tokens end: browsers keep no cookie for longer."""

RENEWED_AFTER = SECONDS_A_DAY

LONGEST_SECRET = 64

PREFIX = "spadille_"
"""The prefix of all tokens, so that a leaked token is easy to recognize."""

LONGEST_NAME = 48
"""The most characters in the name of a token."""

MOST_TOKENS = 5
"""The most bots that one owner may have."""

HOST: PersonId = ""
"""The owner of the admin's tokens, of which there may be any number."""

NOTED_AFTER = timedelta(hours=1)
"""The precision with which the last use of a token is stored."""


class Session(NamedTuple):
    """The person behind a browser; `secret` is its new secret, if it changes."""

    person: PersonId
    secret: str | None = None


class Program(NamedTuple):
    """A bot that connects by a token, with its permissions."""

    person: PersonId
    scopes: frozenset[Scope]
    owner: PersonId


class TokenInfo(Struct, frozen=True):
    """One of the requesting player's tokens. `id` identifies it, but grants no access.

    `made` and `used` are in seconds since 1970; the latter is exact to an hour.
    """

    id: str
    name: str
    scopes: tuple[Scope, ...]
    made: float
    used: float


class TokenMade(Struct, frozen=True):
    """A new token. A bot sends the `secret`, which is never shown again."""

    info: TokenInfo
    secret: str


class SessionStore(Database):
    """The sessions of browsers."""

    async def known(self, secret: str | None) -> PersonId | None:
        """Return the person that a secret belongs to, or None."""
        if not _possible(secret):
            return None
        return await self.scalar(sa.select(SESSIONS.c.person).where(_of(secret)))  # type: ignore[no-any-return]

    async def come_back(self, clock: Clock, secret: str | None) -> Session | None:
        """Return the session for a secret, with a new secret if the old one has aged."""
        if not _possible(secret):
            return None
        now, digest = moment(clock.time_of_day()), _digest("session", secret)
        async with self.begin() as connection:
            seen = SESSIONS.update().where(_of(secret)).values(seen=now).returning(*SESSIONS.c)
            found = (await connection.execute(seen)).first()
            if found is None:
                return None
            changes: dict[str, object] = {}
            if found.following == digest:  # the new secret has arrived: end the old one
                changes |= {"digest": digest, "following": None, "made": now}
            renewed = None
            age = (now - found.made).total_seconds()
            if found.digest == digest and age > RENEWED_AFTER:
                renewed = secrets.token_urlsafe(32)
                changes["following"] = _digest("session", renewed)
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
            await connection.execute(SESSIONS.delete().where(_of(secret)))
            return await _begin(connection, clock, person)

    async def end(self, secret: str | None) -> None:
        """End the session that a secret belongs to."""
        await self.execute(SESSIONS.delete().where(_of(secret)))

    async def end_all(self, person: PersonId) -> None:
        """End the sessions of a player in all their browsers."""
        await self.execute(SESSIONS.delete().where(SESSIONS.c.person == person))

    async def count(self, person: PersonId) -> int:
        """Return the number of browsers in which a player is signed in."""
        return await self.count_rows(SESSIONS.c.person == person)

    async def forget(self, clock: Clock) -> None:
        """End sessions unused for so long that browsers have dropped their cookies."""
        await self.execute(SESSIONS.delete().where(SESSIONS.c.seen < _unused_since(clock)))


async def begin_anew(connection: AsyncConnection, clock: Clock, person: PersonId) -> Session:
    """End all sessions of a player, and begin a new one."""
    await connection.execute(SESSIONS.delete().where(SESSIONS.c.person == person))
    return await _begin(connection, clock, person)


async def _begin(connection: AsyncConnection, clock: Clock, person: PersonId) -> Session:
    secret, now = secrets.token_urlsafe(32), moment(clock.time_of_day())
    row = {"digest": _digest("session", secret), "person": person, "made": now, "seen": now}
    await connection.execute(SESSIONS.insert(), row)
    return Session(person, secret)


def _of(secret: str | None) -> sa.ColumnElement[bool]:
    digest = _digest("session", secret or "")
    return (SESSIONS.c.digest == digest) | (SESSIONS.c.following == digest)


def _possible(secret: str | None) -> TypeGuard[str]:
    return secret is not None and 0 < len(secret) <= LONGEST_SECRET


class TokenStore(Database):
    """The valid tokens."""

    async def known(self, clock: Clock, secret: str) -> Program | None:
        """Return the bot that a token belongs to, if the token is valid."""
        now = moment(clock.time_of_day())
        own = TOKENS.c.digest == _digest("token", secret)
        found = await self.first(sa.select(TOKENS).where(own))
        if found is None:
            return None
        if now - found.used > NOTED_AFTER:
            await self.execute(TOKENS.update().where(own).values(used=now))
        return Program(found.person, frozenset(found.scopes.split()), found.owner)

    async def make(
        self, clock: Clock, owner: PersonId, name: str, scopes: Iterable[Scope]
    ) -> TokenMade:
        """Make a token and return it; raise RefusedError if its owner has too many."""
        now, secret = moment(clock.time_of_day()), PREFIX + secrets.token_urlsafe(32)
        row = {
            "digest": _digest("token", secret),
            "id": secrets.token_hex(4),
            "owner": owner,
            "person": secrets.token_hex(16),
            "name": name,
            "scopes": " ".join(sorted(set(scopes))),
            "made": now,
            "used": now,
        }
        async with self.begin() as connection:
            new = TOKENS.insert().returning(*TOKENS.c)  # rolled back if there are too many
            made = (await connection.execute(new, row)).one()
            have = await count_in(connection, TOKENS, TOKENS.c.owner == owner)
            if owner != HOST and have > MOST_TOKENS:
                raise RefusedError(
                    "token/too-many",
                    "you already have {count} tokens; revoke one first",
                    count=MOST_TOKENS,
                )
        return TokenMade(_info(made), secret)

    async def tokens_of(self, owner: PersonId) -> tuple[TokenInfo, ...]:
        """Return the tokens of one owner, newest first."""
        wanted = sa.select(TOKENS).where(TOKENS.c.owner == owner).order_by(TOKENS.c.made.desc())
        return tuple(map(_info, await self.all(wanted)))

    async def suspend(self, owner: PersonId) -> list[PersonId]:
        """Limit an owner's bots to watching, and return their ids."""
        own = TOKENS.update().where(TOKENS.c.owner == owner).values(scopes="")
        return list((await self.execute(own.returning(TOKENS.c.person))).scalars())

    async def revoke(self, owner: PersonId, id: str) -> PersonId:
        """Revoke an owner's token and return its bot; raise RefusedError if it is unknown."""
        own = (TOKENS.c.id == id) & (TOKENS.c.owner == owner)
        found = (await self.execute(TOKENS.delete().where(own).returning(TOKENS.c.person))).scalar()
        if found is None:
            raise RefusedError("token/none", "there is no such token")
        return str(found)

    async def owned_by(self, owners: frozenset[PersonId]) -> frozenset[PersonId]:
        """Return these owners' bots."""
        return await self._people(TOKENS.c.owner.in_(owners)) if owners else owners

    async def ended(self, programs: frozenset[PersonId]) -> frozenset[PersonId]:
        """Return those of the given bots that no longer have a token."""
        valid = await self._people(TOKENS.c.person.in_(programs)) if programs else programs
        return programs - valid

    async def forget(self, clock: Clock) -> None:
        """Revoke tokens that have been unused for a very long time."""
        await self.execute(TOKENS.delete().where(TOKENS.c.used < _unused_since(clock)))

    async def _people(self, which: sa.ColumnElement[bool]) -> frozenset[PersonId]:
        return frozenset(await self.scalars(sa.select(TOKENS.c.person).where(which)))


def _info(row: Row) -> TokenInfo:
    scopes = tuple(row.scopes.split())
    return TokenInfo(row.id, row.name, scopes, seconds(row.made), seconds(row.used))


def _digest(kind: Literal["session", "token"], secret: str) -> str:
    return sha256(f"spadille {kind}/{secret}".encode()).hexdigest()


def _unused_since(clock: Clock) -> datetime:
    return moment(clock.time_of_day() - FORGOTTEN_AFTER)


def who_may_come_back() -> sa.Subquery:
    """Select every `person` who has an account, a browser session, or a bot token."""
    columns = (ACCOUNTS.c.person, SESSIONS.c.person, TOKENS.c.person)
    return sa.union_all(*(sa.select(column.label("person")) for column in columns)).subquery()


def cannot_come_back(person: sa.Column[str]) -> sa.ColumnElement[bool]:
    """Select the rows of guests whose sessions have ended, and of people who are forgotten."""
    return person.not_in(sa.select(who_may_come_back().c.person))


async def _forget_old(store: Store, clock: Clock, _since: float | None) -> None:
    await store.section(SessionStore).forget(clock)
    await store.section(TokenStore).forget(clock)


feature = Feature(forget_old=_forget_old)
