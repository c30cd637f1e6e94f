"""Reviews in the database: their progress and the decisions judged so far."""

import asyncio
import zlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from ...study import Luck
from ..finished.decisions import Part, StoredDecision, without_names
from ..table.events import PersonId
from ..table.forgotten import SOMEBODY
from .schema import REVIEW_PARTS, REVIEWS
from .section import DAMAGED, Section, note_damage, read_as

Status = Literal["asked", "made", "done", "failed"]


class Review(NamedTuple):
    """The progress of a review: events before `reached` have been judged; luck comes last."""

    game: str
    person: PersonId
    status: Status
    reached: int
    luck: tuple[Luck, ...] = ()


_parts = msgspec.json.Decoder(list[StoredDecision])


class Reviews(Section):
    """The reviews in the database."""

    async def find(self, game: str) -> Review | None:
        """Return the review of a game, if a player has ever asked for one."""
        row = await self._first(sa.select(REVIEWS).where(REVIEWS.c.game_id == game))
        return None if row is None else _review(row)

    async def unfinished(self) -> list[Review]:
        """Return the reviews that are still to be made, oldest request first."""
        wanted = (
            sa.select(REVIEWS)
            .where(REVIEWS.c.status.in_(["asked", "made"]))
            .order_by(REVIEWS.c.asked)
        )
        return [_review(row) for row in await self._all(wanted)]

    async def ask(self, game: str, person: PersonId) -> Review:
        """Queue a review; one that has failed continues."""
        async with self._writing() as connection:
            wanted = sa.select(REVIEWS).where(REVIEWS.c.game_id == game)
            row = (await connection.execute(wanted)).first()
            asked = {"status": "asked", "person": person, "asked": datetime.now(UTC)}
            if row is None:
                await connection.execute(REVIEWS.insert().values(game_id=game, reached=0, **asked))
                return Review(game, person, "asked", 0)
            found = _review(row)
            if found.status == "failed":
                await connection.execute(_of(game).values(**asked))
                return found._replace(status="asked", person=person)
            return found

    async def add(self, game: str, part: Part) -> None:
        """Store judged decisions and the progress."""
        body = _encoded(part.decisions)
        async with self._writing() as connection:
            if part.decisions:
                rows = {"game_id": game, "first": part.first, "body": body}
                await connection.execute(REVIEW_PARTS.insert().values(**rows))
            await connection.execute(_of(game).values(status="made", reached=part.reached))

    async def finish(self, game: str, luck: tuple[Luck, ...]) -> None:
        """Mark a review as done, and store the luck of each round."""
        await self._write(_of(game).values(status="done", luck=msgspec.json.encode(luck).decode()))

    async def fail(self, game: str) -> None:
        """Mark a review as failed; another request for it continues the work."""
        await self._write(_of(game).values(status="failed"))

    async def decisions(self, game: str) -> list[StoredDecision]:
        """Return all decisions judged so far, in order."""
        wanted = (
            sa.select(REVIEW_PARTS.c.body)
            .where(REVIEW_PARTS.c.game_id == game)
            .order_by(REVIEW_PARTS.c.first)
        )
        # A review can be as long as the game, so keep this out of the event loop.
        return await asyncio.to_thread(_readable, game, await self._values(wanted))


def _readable(game: str, bodies: Iterable[bytes]) -> list[StoredDecision]:
    """Return the decisions in these parts of a review, without damaged parts."""
    found: list[StoredDecision] = []
    for body in bodies:
        try:
            found += _decoded(body)
        except _UNREADABLE:
            note_damage(f"part of the review of game {game}")
    return found


def _decoded(body: bytes) -> list[StoredDecision]:
    return _parts.decode(zlib.decompress(body))


_UNREADABLE = (*DAMAGED, zlib.error, TypeError)
"""The errors from decoding a damaged part; SQLite may even contain text instead of bytes."""


def without_names_in(body: bytes, names: Iterable[str]) -> bytes:
    """Return stored decisions without these names, or unchanged if they contain none of them."""
    try:
        decisions = _decoded(body)
    except _UNREADABLE:
        return body
    told = [without_names(one, names, SOMEBODY) for one in decisions]
    return body if told == decisions else _encoded(told)


def _encoded(decisions: Sequence[StoredDecision]) -> bytes:
    return zlib.compress(msgspec.json.encode(decisions))


def _of(game: str) -> sa.Update:
    return REVIEWS.update().where(REVIEWS.c.game_id == game)


def _review(row: Any) -> Review:
    luck: tuple[Luck, ...] | None = ()
    if row.luck:
        luck = read_as(row.luck, tuple[Luck, ...], f"luck in the review of game {row.game_id}")
    return Review(row.game_id, row.person, row.status, row.reached, luck or ())
