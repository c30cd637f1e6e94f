"""Judge the decisions of finished games in the background, one part of each game at a time.

A request is stored in the database before it is confirmed. A restarted server continues where it
left off.
"""

import asyncio
import logging
from collections.abc import Iterator
from functools import partial
from time import process_time

from ....game import Record
from ....locale import LANGUAGES, translate
from ....notation import parse_record
from ....study import Luck, Reviewed, losses_of, luck_of, review, summaries
from ....table.errors import RefusedError
from ....table.events import PersonId
from ....table.finished import PLACES, Part, StoredDecision
from ...live.actor import Jobs
from ...live.bots import Preparing
from ...live.executors import BackgroundQueue
from ...logs import log_failure
from ...store.store import Store
from .store import GameStore, Review, ReviewStore

log = logging.getLogger(__name__)

SECONDS_A_PART = 0.4
"""Seconds of processor time per part; after each part comes one from another review.

The first part is a single decision, so that there is something to see immediately.
"""

MOST_ASKED = 100
"""The most reviews that may wait to be made."""

MOST_OF_ONE = 3
"""The most reviews that may wait for one person."""

MOST_RUNNING = 8
"""The most reviews that a process keeps ready to continue."""

PATIENCE = 2.0
"""Seconds between checks of whether the kernels are ready."""


class ReviewService:
    """Makes the requested reviews, taking turns: one part of each at a time."""

    def __init__(self, store: Store, queue: BackgroundQueue, preparing: Preparing) -> None:
        self._games = store.section(GameStore)
        self._reviews = store.section(ReviewStore)
        self._queue = queue
        self._preparing = preparing
        self._asked: dict[str, Review] = {}
        self._jobs = Jobs("reviews", partial(log_failure, log, "a review cannot continue"))
        self._asking = asyncio.Lock()

    async def start(self) -> None:
        """Resume the reviews that were not finished."""
        for one in await self._reviews.unfinished():
            self._go_on(one)

    @property
    def prepares(self) -> bool:
        """True if the coach is not ready yet."""
        return self._preparing("expert") is not None

    async def stop(self) -> None:
        """Cancel the part in progress; the next start resumes from the database."""
        self._jobs.end()
        await self._jobs.join()

    async def ask(self, id: str, person: PersonId) -> None:
        """Request a review of a game, if it has none; refuse if too many are waiting."""
        await self._games.find(id)
        async with self._asking:
            known = await self._reviews.find(id)
            if id in self._asked or (known is not None and known.status == "done"):
                return
            mine = sum(one.person == person for one in self._asked.values())
            if len(self._asked) >= MOST_ASKED or mine >= MOST_OF_ONE:
                raise RefusedError(
                    "review/too-many",
                    "too many reviews are in progress; try again when one is done",
                )
            self._go_on(await self._reviews.ask(id, person))

    def _go_on(self, one: Review) -> None:
        """Queue the next part of a review behind one part of each other review."""
        self._asked[one.game] = one
        self._jobs.put(partial(self._advance, one))

    async def _advance(self, one: Review) -> None:
        """Make one more part of a review, unless it is done or cannot be done."""
        after: Review | None = one
        try:
            if self.prepares:
                await asyncio.sleep(PATIENCE)
            else:
                after = await self._advanced(one)
        except Exception as error:  # noqa: BLE001 - the other reviews continue
            if isinstance(error, RefusedError) and error.code == "server/busy":
                await asyncio.sleep(PATIENCE)
            else:
                after = None
                await self._give_up(one, error)
        if after is None:
            del self._asked[one.game]
        else:
            self._go_on(after)

    async def _advanced(self, one: Review) -> Review | None:
        """Return the review with one more part, or None if it is done."""
        game = await self._games.find(one.game)
        if one.reached < game.outline.events:
            seconds = SECONDS_A_PART if one.reached else 0.0
            part = await self._queue.ask(judge_some, game.id, game.record, one.reached, seconds)
            await self._reviews.add(one.game, part)
            return one._replace(status="made", reached=part.reached)
        luck = await self._queue.ask(luck_in, game.record)
        decisions = await self._reviews.decisions(game.id)
        seats = sorted(sum(game.outline.sides, ()))
        await self._games.note_losses(game.id, losses_of(summaries(decisions), seats))
        await self._reviews.finish(one.game, luck)
        return None

    async def _give_up(self, one: Review, error: Exception) -> None:
        if not isinstance(error, RefusedError):
            log_failure(log, f"game {one.game} cannot be reviewed", error)
        try:
            await self._reviews.fail(one.game)
        except Exception as problem:  # noqa: BLE001 - it will be retried after the next start
            log_failure(log, f"the review of {one.game} is left as it was", problem)


# --- in another process ----------------------------------------------------------------------

_running: dict[tuple[str, int], tuple[Record, Iterator[Reviewed]]] = {}
"""The reviews in progress in this process, by game and by the event to continue from."""


def judge_some(id: str, text: str, first: int, seconds: float) -> Part:
    """Return as many judged decisions, starting at event `first`, as fit in that processor time.

    The time determines only where a part ends.
    """
    until = process_time() + seconds
    key = id, first
    if key in _running:
        record, decisions = _running.pop(key)
    else:
        record = parse_record(text)
        decisions = review(record, first=first)
    found: list[StoredDecision] = []
    for decision in decisions:
        found.append(_stored(decision))
        if process_time() >= until:
            reached = decision.event + 1
            while len(_running) >= MOST_RUNNING:
                del _running[next(iter(_running))]
            _running[id, reached] = record, decisions
            return Part(first, found, reached)
    return Part(first, found, len(record.events))


def luck_in(text: str) -> tuple[Luck, ...]:
    """Return how lucky the cards were in each round."""
    return luck_of(parse_record(text))


def _stored(one: Reviewed) -> StoredDecision:
    best, taken = (None if chance is None else round(chance, 4) for chance in one.win)
    return StoredDecision(
        event=one.event,
        round=one.round,
        trick=one.trick,
        seat=one.seat,
        area=one.area,
        action=one.action,
        best=one.best,
        reasons={lang: translate(one.reason, lang, PLACES) for lang in LANGUAGES},
        values={str(each.action): round(each.value, 2) for each in one.candidates},
        unit=one.unit,
        loss=round(one.loss, 2),
        mark=one.mark,
        win=(best, taken),
        seen_loss=None if one.seen_loss is None else round(one.seen_loss, 2),
        offered=one.offered,
        unnamed=True,
    )
