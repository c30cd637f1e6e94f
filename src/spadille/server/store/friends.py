"""Friendships and friend requests: at most one row for each pair of players."""

from typing import Literal, NamedTuple

import sqlalchemy as sa

from ..table.events import PersonId
from .schema import ACCOUNTS, FRIENDS, PLACES, PLAYERS, REPORTS, moment, seconds
from .section import Section, count_in

Status = Literal["asked", "friends", "declined"]


class Tie(NamedTuple):
    """The tie between two players since `made`; a `declined` request must not be repeated."""

    asker: PersonId
    asked: PersonId
    status: Status
    made: float


class Tied(NamedTuple):
    """A tie as one of the two players sees it, with the name of the other."""

    tie: Tie
    other: PersonId
    name: str


class FriendStore(Section):
    """The ties in the database."""

    async def of(self, person: PersonId) -> list[Tied]:
        """Return all ties between a player and registered players, by name."""
        other = other_of(person)
        wanted = (
            sa.select(FRIENDS, ACCOUNTS.c.person, ACCOUNTS.c.name)
            .join(ACCOUNTS, ACCOUNTS.c.person == other)
            .where(is_of(person))
            .order_by(ACCOUNTS.c.key)
        )
        return [
            Tied(_tie(row), PersonId(row.person), str(row.name)) for row in await self._all(wanted)
        ]

    async def between(self, one: PersonId, other: PersonId) -> Tie | None:
        """Return the tie between two players, in either direction, or None."""
        row = await self._first(sa.select(FRIENDS).where(_both(one, other)))
        return None if row is None else _tie(row)

    async def put(self, tie: Tie, since: float) -> None:
        """Set the tie between two players; forget ties that were declined before `since`.

        Ties with players who are no longer registered are not stored.
        """
        row = tie._asdict() | {"made": moment(tie.made)}
        both = (tie.asker, tie.asked)
        old = (FRIENDS.c.status == "declined") & (FRIENDS.c.made < moment(since))
        async with self._writing() as connection:
            await connection.execute(FRIENDS.delete().where(_both(tie.asker, tie.asked) | old))
            if await count_in(connection, ACCOUNTS, ACCOUNTS.c.person.in_(both)) == len(both):
                await connection.execute(FRIENDS.insert(), row)

    async def remove(self, one: PersonId, other: PersonId) -> None:
        """Remove the tie between two players."""
        await self._write(FRIENDS.delete().where(_both(one, other)))

    async def have_met(self, one: PersonId, other: PersonId) -> bool:
        """Return True if two players share a table, or have played a stored game together."""
        for person, shared in (
            (PLACES.c.person, PLACES.c.table_id),
            (PLAYERS.c.person, PLAYERS.c.game_id),
        ):
            own = sa.select(shared).where(person == one)
            if await self._first(
                sa.select(shared).where(person == other, shared.in_(own)).limit(1)
            ):
                return True
        return False

    async def has_reported(self, reporter: PersonId, person: PersonId) -> bool:
        """Return True if a player has reported another player to the admin."""
        which = (REPORTS.c.reporter == reporter) & (REPORTS.c.person == person)
        return await self._first(sa.select(REPORTS.c.made).where(which).limit(1)) is not None


def is_of(person: PersonId | sa.BindParameter[str]) -> sa.ColumnElement[bool]:
    """Select a player's ties."""
    return (FRIENDS.c.asker == person) | (FRIENDS.c.asked == person)


def other_of(person: PersonId | sa.BindParameter[str]) -> sa.ColumnElement[str]:
    """Return the column expression for the other player in a tie."""
    return sa.case((FRIENDS.c.asker == person, FRIENDS.c.asked), else_=FRIENDS.c.asker)


def _both(one: PersonId, other: PersonId) -> sa.ColumnElement[bool]:
    there = (FRIENDS.c.asker == one) & (FRIENDS.c.asked == other)
    return there | ((FRIENDS.c.asker == other) & (FRIENDS.c.asked == one))


def _tie(row: sa.Row[*tuple[object, ...]]) -> Tie:
    return Tie(row.asker, row.asked, row.status, seconds(row.made))
