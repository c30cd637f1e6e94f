"""Network bots: each connects with a token that the server has made for its owner.

The server keeps only a hash of the token. A bot counts as a separate person, with separate seats.
The owner can end the token at any time.
"""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256
from typing import Literal, NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from ..clock import Clock
from ..errors import RefusedError
from ..store.database import Row, Section, count_in
from ..store.schema import METADATA, Moment, moment, person_column, seconds, secret_column
from ..store.store import Store
from ..table.events import PersonId
from .feature import Feature

Scope = Literal["play", "tables", "talk"]
"""The permissions of a token beyond watching: to sit and act, to make tables, and to talk."""


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

FORGOTTEN_AFTER = timedelta(days=400)
"""How long a token may go unused before it is forgotten."""


class Program(NamedTuple):
    """A bot that connects by a token, with its permissions."""

    person: PersonId
    scopes: frozenset[Scope]
    owner: PersonId


class TokenStore(Section):
    """The valid tokens."""

    async def known(self, clock: Clock, secret: str) -> Program | None:
        """Return the bot that a token belongs to, if the token is valid."""
        now = moment(clock.time_of_day())
        own = TOKENS.c.digest == _digest(secret)
        found = await self.first(sa.select(TOKENS).where(own))
        if found is None:
            return None
        if now - found.used > NOTED_AFTER:
            await self.execute(TOKENS.update().where(own).values(used=now))
        return Program(found.person, frozenset(_scopes(found.scopes)), found.owner)

    async def make(
        self, clock: Clock, owner: PersonId, name: str, scopes: Iterable[Scope]
    ) -> TokenMade:
        """Make a token and return it; raise RefusedError if its owner has too many."""
        now, secret = moment(clock.time_of_day()), PREFIX + secrets.token_urlsafe(32)
        row = {
            "digest": _digest(secret),
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
        found = (await self.execute(TOKENS.delete().where(own).returning(TOKENS.c.person))).first()
        if found is None:
            raise RefusedError("token/none", "there is no such token")
        return str(found.person)

    async def owned_by(self, owners: frozenset[PersonId]) -> frozenset[PersonId]:
        """Return these owners' bots."""
        if not owners:
            return owners
        wanted = sa.select(TOKENS.c.person).where(TOKENS.c.owner.in_(owners))
        return frozenset(await self.scalars(wanted))

    async def ended(self, programs: frozenset[PersonId]) -> frozenset[PersonId]:
        """Return those of the given bots that no longer have a token."""
        if not programs:
            return programs
        wanted = sa.select(TOKENS.c.person).where(TOKENS.c.person.in_(programs))
        return programs.difference(await self.scalars(wanted))

    async def forget(self, clock: Clock) -> None:
        """Revoke tokens that have been unused for a very long time."""
        before = moment(clock.time_of_day() - FORGOTTEN_AFTER.total_seconds())
        await self.execute(TOKENS.delete().where(TOKENS.c.used < before))


def _info(row: Row) -> TokenInfo:
    return TokenInfo(row.id, row.name, _scopes(row.scopes), seconds(row.made), seconds(row.used))


def _scopes(text: str) -> tuple[Scope, ...]:
    return tuple(text.split())  # type: ignore[arg-type]  # as `make` wrote them


def _digest(secret: str) -> str:
    return sha256(f"spadille token/{secret}".encode()).hexdigest()


async def _forget_old(store: Store, clock: Clock, _since: float | None) -> None:
    await store.section(TokenStore).forget(clock)


feature = Feature(forget_old=_forget_old)
