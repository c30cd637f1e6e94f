"""Finished games and records opened by players, each with an address.

Everyone with the address can replay the game. Addresses cannot be guessed, and none leads to a
running game.
"""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.ext.asyncio import AsyncConnection

from ....game import BySeat
from ....study import Losses
from ...errors import RefusedError
from ...ids import may_be_id
from ...store.commits import Write
from ...store.database import Section, read_as, unused
from ...store.schema import GAMES, METADATA, PLAYERS, Moment, person_column, seconds
from ...table.events import PersonId
from ...table.finished import KeptGame, Outline, finished_game
from ...table.model import Table

MOST_OPENED = 1000
"""The most opened records to keep; those viewed least recently are removed."""

MOST_LISTED = 30

MOST_COUNTED = 300
"""The most games of a player to use for statistics: the most recent ones."""


REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    person_column("person", "replace"),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("reached", sa.Integer, nullable=False),
    sa.Column("luck", sa.Text),
    sa.Column("asked", Moment, nullable=False),
)
"""Reviews of games; `reached` is the first event still to be judged."""

REVIEW_PARTS = sa.Table(
    "review_parts",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""Judged decisions, from the event `first` on, compressed."""


def keep(connection: sa.Connection, now: datetime, game: KeptGame, opener: PersonId = "") -> None:
    """Store a game, with the players who have it in their lists, unless it is already stored."""
    known = sa.select(GAMES.c.id).where(GAMES.c.id == game.id)
    if connection.execute(known).first() is not None:
        return
    outline = msgspec.json.encode(game.outline).decode()
    connection.execute(
        GAMES.insert().values(
            id=game.id,
            record=game.record,
            summary=outline,
            opened=game.opened,
            made=now,
            used=now,
        )
    )
    people = set(filter(None, (*game.outline.people, opener)))
    if people:
        rows = [{"person": person, "game_id": game.id} for person in people]
        connection.execute(PLAYERS.insert(), rows)


class GameStore(Section):
    """The games in the database."""

    async def keep(self, game: KeptGame, opener: PersonId = "") -> None:
        """Store a game unless it is already stored; remove opened records beyond the limit."""
        now = datetime.now(UTC)
        async with self._writing() as connection:
            await connection.run_sync(keep, now, game, opener)
            if not game.opened:
                return
            older = (
                sa.select(GAMES.c.id)
                .where(GAMES.c.opened.is_(True))
                .order_by(GAMES.c.used.desc())
                .offset(MOST_OPENED)
            )
            await remove(connection, (await connection.execute(older)).scalars().all())

    async def find(self, id: str) -> KeptGame:
        """Return the game with that id, and note that it was used.

        Raises:
            RefusedError: if the game does not exist.
        """
        if not may_be_id(id):
            raise unknown()
        wanted = sa.select(GAMES).where(GAMES.c.id == id)
        async with self._writing() as connection:
            found = _kept((await connection.execute(wanted)).all())
            if not found:
                raise unknown()
            used = GAMES.update().where(GAMES.c.id == id).values(used=datetime.now(UTC))
            await connection.execute(used)
        return found[0]

    async def games_of(self, person: PersonId) -> list[KeptGame]:
        """Return a player's games, most recent first."""
        wanted = (
            sa.select(GAMES)
            .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
            .where(PLAYERS.c.person == person)
            .order_by(GAMES.c.made.desc())
            .limit(MOST_LISTED)
        )
        return _kept(await self._all(wanted))

    async def count(self, person: PersonId) -> int:
        """Return how many of a player's games are stored."""
        return await self._count(PLAYERS.c.person == person)

    async def counted(self, person: PersonId) -> list[KeptGame]:
        """Return the games that a player finished here, without records, most recent first."""
        wanted = (
            sa.select(GAMES.c.id, GAMES.c.summary, GAMES.c.opened, GAMES.c.made)
            .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
            .where(PLAYERS.c.person == person, GAMES.c.opened.is_(False))
            .order_by(GAMES.c.made.desc())
            .limit(MOST_COUNTED)
        )
        rows = await self._all(wanted)
        return await asyncio.to_thread(_kept, rows, "")

    async def note_losses(self, id: str, losses: BySeat[Losses]) -> None:
        """Store the losses from a game's decisions, and change nothing else."""
        own = GAMES.update().where(GAMES.c.id == id)
        async with self._writing() as connection:
            known = sa.select(GAMES.c.summary).where(GAMES.c.id == id).with_for_update()
            found = (await connection.execute(known)).scalar()  # its names may be changing now
            outline = None if found is None else outline_in(found, id)
            if outline is None:  # it was forgotten, or is damaged
                return
            outline = structs.replace(outline, losses=losses)
            await connection.execute(own.values(summary=msgspec.json.encode(outline).decode()))

    async def forget(self, since: float) -> None:
        """Remove some games that have not been used since that time."""
        async with self._writing() as connection:
            old = await connection.execute(unused(GAMES, since))
            await remove(connection, old.scalars().all())


async def remove(connection: AsyncConnection, games: Sequence[str]) -> None:
    """Forget games and everything derived from them."""
    for column in (REVIEW_PARTS.c.game_id, REVIEWS.c.game_id, PLAYERS.c.game_id, GAMES.c.id):
        await connection.execute(sa.delete(column.table).where(column.in_(games)))


def outline_in(text: str | msgspec.Raw, game: str) -> Outline | None:
    """Return the outline of a stored game, or None if it is damaged."""
    return read_as(text, Outline, f"summary of game {game}")


def unknown() -> RefusedError:
    """Return the refusal for a game that does not exist or is not over."""
    return RefusedError("game/unknown", "there is no such game, or it is not over yet")


def _kept(rows: Iterable[Any], record: str | None = None) -> list[KeptGame]:
    """Return the games whose outlines are readable."""
    return [
        KeptGame(
            row.id, row.record if record is None else record, outline, row.opened, seconds(row.made)
        )
        for row in rows
        if (outline := outline_in(row.summary, row.id)) is not None
    ]


def written_with(before: Table | None, after: Table) -> Write | None:
    """Return what stores a game that has just ended, or that a loaded table shows as over."""
    if after.status != "over" or (before is not None and before.status == "over"):
        return None
    finished = finished_game(after)
    return None if finished is None else partial(keep, game=finished)
