"""Reviews in the database: their progress and the decisions judged so far.

Judges the decisions of a game in the back room, one part at a time.

Works on reviews one part at a time, game after game, while everything else continues.

A request is stored in the database before it is confirmed. A restarted server continues where it
left off.
"""

import asyncio
import logging
import zlib
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from functools import partial
from time import process_time
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ....game import Record
from ....locale import LANGUAGES, translate
from ....notation import parse_record
from ....study import Losses, Luck, Reviewed, losses_of, luck_of, review, summaries
from ...errors import RefusedError
from ...live.actor import Jobs
from ...live.bots import Preparing
from ...live.executors import BackgroundQueue
from ...logs import log_failure
from ...store.database import DAMAGED, Section, note_damage, read_as
from ...store.store import Store
from ...table.events import PersonId
from ...table.finished import PLACES, KeptGame, Part, StoredDecision, without_names
from ...table.seats import SOMEBODY
from .store import REVIEW_PARTS, REVIEWS, GameStore

Status = Literal["asked", "made", "done", "failed"]


class Review(NamedTuple):
    """The progress of a review: events before `reached` have been judged; luck comes last."""

    game: str
    person: PersonId
    status: Status
    reached: int
    luck: tuple[Luck, ...] = ()


_parts = msgspec.json.Decoder(list[StoredDecision])


class ReviewStore(Section):
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


_Running = tuple[Record, Iterator[Reviewed]]

_running: dict[tuple[str, int], _Running] = {}
"""The reviews in progress in this process, by game and by the event to continue from."""

MOST_RUNNING = 8


def judge_some(id: str, text: str, first: int, seconds: float) -> Part:
    """Return as many judged decisions, starting at event `first`, as fit in that processor time.

    The time determines only where a part ends.
    """
    until = process_time() + seconds
    key = id, first
    record, decisions = _running.pop(key) if key in _running else _begin(text, first)
    found: list[StoredDecision] = []
    reached = len(record.events)
    for decision in decisions:
        found.append(_stored(decision))
        if process_time() >= until:
            reached = decision.event + 1
            _keep((id, reached), (record, decisions))
            break
    return Part(first, found, reached)


def luck_in(text: str) -> tuple[Luck, ...]:
    """Return how lucky the cards were in each round."""
    return luck_of(parse_record(text))


def _begin(text: str, first: int) -> _Running:
    record = parse_record(text)
    return record, review(record, first=first)


def _keep(key: tuple[str, int], running: _Running) -> None:
    while len(_running) >= MOST_RUNNING:
        del _running[next(iter(_running))]
    _running[key] = running


def _stored(one: Reviewed) -> StoredDecision:
    return StoredDecision(
        event=one.event,
        round=one.round,
        trick=one.trick,
        seat=one.seat,
        area=one.area,
        action=one.action,
        best=one.best,
        reasons={lang: translate(one.reason, lang, PLACES) for lang in LANGUAGES},
        values={str(each.action): _short(each.value) for each in one.candidates},
        unit=one.unit,
        loss=_short(one.loss),
        mark=one.mark,
        win=(_chance(one.win[0]), _chance(one.win[1])),
        seen_loss=None if one.seen_loss is None else _short(one.seen_loss),
        offered=one.offered,
        unnamed=True,
    )


def _short(value: float) -> float:
    return round(value, 2)


def _chance(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


log = logging.getLogger(__name__)

SECONDS_A_PART = 0.4
"""Seconds of processor time per part; after each part comes one from another review.

The first part is a single decision, so that there is something to see immediately.
"""

MOST_ASKED = 100
"""The most reviews that may wait to be made."""

MOST_OF_ONE = 3
"""The most reviews that may wait for one person."""

PATIENCE = 2.0
"""Seconds between checks of whether the kernels are ready."""


class ReviewService:
    """Makes the requested reviews, taking turns: one part of each at a time."""

    def __init__(self, store: Store, queue: BackgroundQueue, preparing: Preparing) -> None:
        self._store = store
        self._queue = queue
        self._preparing = preparing
        self._asked: dict[str, Review] = {}
        self._jobs = Jobs("reviews", partial(log_failure, log, "a review cannot continue"))
        self._asking = asyncio.Lock()

    async def start(self) -> None:
        """Resume the reviews that were not finished."""
        for one in await self._store.section(ReviewStore).unfinished():
            self._go_on(one)

    @property
    def prepares(self) -> bool:
        """True if the coach is not ready yet."""
        return self._preparing("expert") is not None

    async def stop(self) -> None:
        """Cancel the part in progress; the next start resumes from the database."""
        self._jobs.end()
        await self._jobs.join()

    async def ask(self, game: KeptGame, person: PersonId) -> None:
        """Request a review of a game that does not have one yet.

        Raises:
            RefusedError: if too many reviews are already waiting.
        """
        async with self._asking:
            known = await self._store.section(ReviewStore).find(game.id)
            if game.id in self._asked or (known is not None and known.status == "done"):
                return
            mine = sum(one.person == person for one in self._asked.values())
            if len(self._asked) >= MOST_ASKED or mine >= MOST_OF_ONE:
                raise RefusedError(
                    "review/too-many",
                    "too many reviews are in progress; try again when one is done",
                )
            self._go_on(await self._store.section(ReviewStore).ask(game.id, person))

    def _go_on(self, one: Review) -> None:
        """Queue the next part of a review behind one part of each other review."""
        self._asked[one.game] = one
        self._jobs.put(partial(self._advance, one))

    async def _advance(self, one: Review) -> None:
        after = await self._advanced(one)
        if after is None:
            del self._asked[one.game]
        else:
            self._go_on(after)

    async def _advanced(self, one: Review) -> Review | None:
        """Return the review with one more part; return None if it is done, or cannot be done."""
        if self.prepares:
            await asyncio.sleep(PATIENCE)
            return one
        try:
            game = await self._store.section(GameStore).find(one.game)
            if one.reached >= game.outline.events:
                luck = await self._queue.ask(luck_in, game.record)
                await self._store.section(GameStore).note_losses(
                    game.id, await self._losses_in(game)
                )
                await self._store.section(ReviewStore).finish(one.game, luck)
                return None
            seconds = SECONDS_A_PART if one.reached else 0.0
            part = await self._queue.ask(judge_some, game.id, game.record, one.reached, seconds)
            await self._store.section(ReviewStore).add(one.game, part)
            return one._replace(status="made", reached=part.reached)
        except RefusedError as refusal:
            if refusal.code != "server/busy":
                await self._give_up(one)
                return None
            await asyncio.sleep(PATIENCE)
            return one
        except Exception as error:  # noqa: BLE001 - the other reviews continue
            log_failure(log, f"game {one.game} cannot be reviewed", error)
            await self._give_up(one)
            return None

    async def _losses_in(self, game: KeptGame) -> tuple[Losses, ...]:
        decisions = await self._store.section(ReviewStore).decisions(game.id)
        return losses_of(summaries(decisions), sorted(sum(game.outline.sides, ())))

    async def _give_up(self, one: Review) -> None:
        try:
            await self._store.section(ReviewStore).fail(one.game)
        except Exception as error:  # noqa: BLE001 - it will be retried after the next start
            log_failure(log, f"the review of {one.game} is left as it was", error)


async def forget_asker(connection: AsyncConnection, people: AbstractSet[PersonId]) -> None:
    """Forget who asked for reviews."""
    asked = REVIEWS.update().where(REVIEWS.c.person.in_(people))
    await connection.execute(asked.values(person=""))
