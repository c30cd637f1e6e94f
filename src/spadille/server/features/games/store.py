"""Finished games and records opened by players, each with an address, and their reviews.

Everyone with the address can replay the game. Addresses cannot be guessed, and none leads to a
running game.
"""

import asyncio
import zlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.ext.asyncio import AsyncConnection

from ....game import BySeat
from ....study import Losses, Luck
from ....table.events import PersonId
from ....table.finished import KeptGame, Outline, Part, StoredDecision, finished_game, without_names
from ....table.games import unknown_game
from ....table.ids import may_be_id
from ....table.model import Table
from ....table.seats import SOMEBODY
from ....table.summary import MOST_LISTED
from ...store.commits import Write
from ...store.database import DAMAGED, Database, note_damage, read_as, unused
from ...store.schema import GAMES, METADATA, PLAYERS, Moment, person_column, seconds

MOST_OPENED = 1000
"""The most opened records to keep; those viewed least recently are removed."""

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
    row = {"id": game.id, "record": game.record, "summary": outline, "opened": game.opened}
    connection.execute(GAMES.insert().values(**row, made=now, used=now))
    people = set(filter(None, (*game.outline.people, opener)))
    if people:
        connection.execute(
            PLAYERS.insert(), [{"person": person, "game_id": game.id} for person in people]
        )


class GameStore(Database):
    """The games in the database."""

    async def keep(self, game: KeptGame, opener: PersonId = "") -> None:
        """Store a game unless it is already stored; remove opened records beyond the limit."""
        now = datetime.now(UTC)
        async with self.begin() as connection:
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
        """Return a game, and note that it was used; raise RefusedError if it is unknown."""
        if not may_be_id(id):
            raise unknown_game()
        wanted = sa.select(GAMES).where(GAMES.c.id == id)
        async with self.begin() as connection:
            found = _kept((await connection.execute(wanted)).all())
            if not found:
                raise unknown_game()
            used = GAMES.update().where(GAMES.c.id == id).values(used=datetime.now(UTC))
            await connection.execute(used)
        return found[0]

    async def games_of(self, person: PersonId) -> list[KeptGame]:
        """Return a player's games, most recent first."""
        return _kept(await self.all(_played_by(person, GAMES).limit(MOST_LISTED)))

    async def count(self, person: PersonId) -> int:
        """Return how many of a player's games are stored."""
        return await self.count_rows(PLAYERS.c.person == person)

    async def counted(self, person: PersonId) -> list[KeptGame]:
        """Return the games that a player finished here, without records, most recent first."""
        columns = GAMES.c.id, GAMES.c.summary, GAMES.c.opened, GAMES.c.made
        wanted = _played_by(person, *columns).where(GAMES.c.opened.is_(False)).limit(MOST_COUNTED)
        return await asyncio.to_thread(_kept, await self.all(wanted), "")

    async def note_losses(self, id: str, losses: BySeat[Losses]) -> None:
        """Store the losses from a game's decisions, and change nothing else."""
        own = GAMES.update().where(GAMES.c.id == id)
        async with self.begin() as connection:
            known = sa.select(GAMES.c.summary).where(GAMES.c.id == id).with_for_update()
            found = (await connection.execute(known)).scalar()  # its names may be changing now
            outline = None if found is None else outline_in(found, id)
            if outline is not None:  # otherwise, it was forgotten, or is damaged
                outline = structs.replace(outline, losses=losses)
                await connection.execute(own.values(summary=msgspec.json.encode(outline).decode()))

    async def forget(self, since: float) -> None:
        """Remove some games that have not been used since that time."""
        async with self.begin() as connection:
            old = await connection.execute(unused(GAMES, since))
            await remove(connection, old.scalars().all())


def _played_by(person: PersonId, *columns: Any) -> sa.Select[Any]:
    """Select a player's games, most recent first."""
    games = sa.select(*columns).join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
    return games.where(PLAYERS.c.person == person).order_by(GAMES.c.made.desc())


async def remove(connection: AsyncConnection, games: Sequence[str]) -> None:
    """Forget games and everything derived from them."""
    for column in (REVIEW_PARTS.c.game_id, REVIEWS.c.game_id, PLAYERS.c.game_id, GAMES.c.id):
        await connection.execute(sa.delete(column.table).where(column.in_(games)))


def outline_in(text: str | msgspec.Raw, game: str) -> Outline | None:
    """Return the outline of a stored game, or None if it is damaged."""
    return read_as(text, Outline, f"summary of game {game}")


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
    return None if finished is None else partial(keep, now=datetime.now(UTC), game=finished)


class Review(NamedTuple):
    """The progress of a review: events before `reached` have been judged; luck comes last."""

    game: str
    person: PersonId
    status: Literal["asked", "made", "done", "failed"]
    reached: int
    luck: tuple[Luck, ...] = ()


class ReviewStore(Database):
    """The reviews in the database: their progress, and the decisions judged so far."""

    async def find(self, game: str) -> Review | None:
        """Return the review of a game, if a player has ever asked for one."""
        row = await self.first(sa.select(REVIEWS).where(REVIEWS.c.game_id == game))
        return None if row is None else _review(row)

    async def unfinished(self) -> list[Review]:
        """Return the reviews that are still to be made, oldest request first."""
        waiting = REVIEWS.c.status.in_(["asked", "made"])
        rows = await self.all(sa.select(REVIEWS).where(waiting).order_by(REVIEWS.c.asked))
        return [_review(row) for row in rows]

    async def ask(self, game: str, person: PersonId) -> Review:
        """Queue a review; one that has failed continues."""
        async with self.begin() as connection:
            wanted = sa.select(REVIEWS).where(REVIEWS.c.game_id == game)
            row = (await connection.execute(wanted)).first()
            found = Review(game, person, "asked", 0) if row is None else _review(row)
            asked = {"status": "asked", "person": person, "asked": datetime.now(UTC)}
            if row is None:
                await connection.execute(REVIEWS.insert().values(game_id=game, reached=0, **asked))
            elif found.status == "failed":
                await connection.execute(_of(game).values(**asked))
                found = found._replace(status="asked", person=person)
            return found

    async def add(self, game: str, part: Part) -> None:
        """Store judged decisions and the progress."""
        async with self.begin() as connection:
            if part.decisions:
                row = {"game_id": game, "first": part.first, "body": _encoded(part.decisions)}
                await connection.execute(REVIEW_PARTS.insert().values(**row))
            await connection.execute(_of(game).values(status="made", reached=part.reached))

    async def finish(self, game: str, luck: tuple[Luck, ...]) -> None:
        """Mark a review as done, and store the luck of each round."""
        await self.execute(_of(game).values(status="done", luck=msgspec.json.encode(luck).decode()))

    async def fail(self, game: str) -> None:
        """Mark a review as failed; another request for it continues the work."""
        await self.execute(_of(game).values(status="failed"))

    async def decisions(self, game: str) -> list[StoredDecision]:
        """Return all readable decisions judged so far, in order."""
        wanted = (
            sa.select(REVIEW_PARTS.c.body)
            .where(REVIEW_PARTS.c.game_id == game)
            .order_by(REVIEW_PARTS.c.first)
        )
        # A review can be as long as the game, so keep this out of the event loop.
        return await asyncio.to_thread(_readable, game, await self.scalars(wanted))


def _of(game: str) -> sa.Update:
    return REVIEWS.update().where(REVIEWS.c.game_id == game)


def _review(row: Any) -> Review:
    luck: tuple[Luck, ...] | None = ()
    if row.luck:
        luck = read_as(row.luck, tuple[Luck, ...], f"luck in the review of game {row.game_id}")
    return Review(row.game_id, row.person, row.status, row.reached, luck or ())


_UNREADABLE = (*DAMAGED, zlib.error, TypeError)
"""The errors from decoding a damaged part; SQLite may even contain text instead of bytes."""

_parts = msgspec.json.Decoder(list[StoredDecision])


def _readable(game: str, bodies: Iterable[bytes]) -> list[StoredDecision]:
    found: list[StoredDecision] = []
    for body in bodies:
        try:
            found += _decoded(body)
        except _UNREADABLE:
            note_damage(f"part of the review of game {game}")
    return found


def _decoded(body: bytes) -> list[StoredDecision]:
    return _parts.decode(zlib.decompress(body))


def _encoded(decisions: Sequence[StoredDecision]) -> bytes:
    return zlib.compress(msgspec.json.encode(decisions))


def without_names_in(body: bytes, names: Iterable[str]) -> bytes:
    """Return stored decisions without these names, or unchanged if they contain none of them."""
    try:
        decisions = _decoded(body)
    except _UNREADABLE:
        return body
    told = [without_names(one, names, SOMEBODY) for one in decisions]
    return body if told == decisions else _encoded(told)
