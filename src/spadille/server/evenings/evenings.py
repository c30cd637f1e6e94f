"""The server's tournaments: making them, entering pairs, and running the rounds."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from msgspec import structs

from ..asking.attempts import TWO_PAIRS, fit_for_all
from ..asking.requests import Asker, made_of
from ..clock import Repeating
from ..ids import may_be_id, new_id
from ..logs import log_failure
from ..messages.evening_messages import EnterPair, EveningInfo, NewEvening
from ..messages.protocol import Lang
from ..refusals import RefusedError
from ..running.hub import Hub
from ..running.keeper import Surroundings
from ..store.evenings import Body, write_events
from ..store.schema import moment
from ..table.events import PersonId
from ..table.seating import plain_name
from ..table.sequel import Sequel
from .entering import Events, check_beginning, check_host, enter, leave, strike_out
from .evening import Evening
from .events import (
    Announced,
    EveningEvent,
    Joined,
    Match,
    Paired,
    Played,
    Result,
    Stopped,
    read_event,
    write_event,
)
from .matches import begin_match, result_of
from .standing import next_meetings
from .telling import evening_info

log = logging.getLogger(__name__)

EVERY = 3.0
"""Seconds between looks at the running tournaments."""

BREAK = 45.0
"""Seconds between rounds, if anyone but bots takes part."""

MOST_HOSTED = 3
"""The most unfinished tournaments that one host may have."""

MOST_AT_ONCE = 12
"""The most tournaments that may be played at a time."""


class Evenings:
    """Runs the tournaments.

    The state of a tournament is in the store. It is read each time, and only one task writes it.
    The server looks at the tables every few seconds to collect results. It does not look more often
    if many people want to see the standings.
    """

    def __init__(self, hub: Hub, around: Surroundings) -> None:
        self._hub = hub
        self._kept = around.store.evenings
        self._clock = around.clock
        self._seeds = around.seeds
        self._writing = asyncio.Lock()
        self._looking = Repeating(around.clock, EVERY, self.look)

    async def start(self) -> None:
        """Let all tables of rounds in progress continue."""
        await self.look()
        self._looking.start()

    async def stop(self) -> None:
        """Finish the current look at the tables, and do not start another."""
        await self._looking.stop()

    async def make(self, new: NewEvening, host: PersonId) -> str:
        """Open a new tournament for pairs to enter, and return its id.

        Raises:
            SpadesError: if the rules do not exist or are not for two pairs, or the host has too
                many tournaments.
        """
        announced = _announced(new, host)
        async with self._writing:
            if await self._kept.hosted(host) >= MOST_HOSTED:
                raise RefusedError(
                    "evening/too-many",
                    "you already host {most} unfinished tournaments",
                    most=MOST_HOSTED,
                )
            id = new_id()
            await self._kept.add(id, host, _body(announced), moment(self._clock.time_of_day()))
        return id

    async def find(self, id: str) -> Evening:
        """Return the tournament with that id, as of the last look at its tables.

        Raises:
            RefusedError: if the tournament does not exist, or its data is damaged.
        """
        stored = await self._kept.load(id) if may_be_id(id) else []
        if not stored:
            raise RefusedError("evening/unknown", "there is no such tournament")
        try:
            return Evening.load(id, map(read_event, stored))
        except Exception as error:
            log_failure(log, f"evening {id} is damaged", error)
            raise RefusedError(
                "evening/damaged",
                "the data of this tournament is damaged; the admin can restore a backup",
            ) from error

    async def told(self, id: str, person: PersonId | None, lang: Lang) -> EveningInfo:
        """Return a tournament as `person` may see it, without their table if its game is over.

        Raises:
            RefusedError: if the tournament does not exist, or its data is damaged.
        """
        evening = await self.find(id)
        info = evening_info(evening, person, lang, self.seconds_to_next(evening))
        if info.table is not None and self._hub.is_over(info.table):  # the result comes later
            return structs.replace(info, table=None)
        return info

    async def of(self, person: PersonId) -> list[Evening]:
        """Return the unfinished tournaments that a person hosts or plays in, newest first.

        Damaged ones are left out.
        """
        found = []
        for id in await self._kept.concerning(person):
            try:
                evening = await self.find(id)
            except RefusedError:  # it is damaged, or forgotten by now
                continue
            if person == evening.made.host or evening.pair_of(person) is not None:
                found.append(evening)
        return found

    async def enter(self, id: str, asker: Asker, asked: EnterPair) -> None:
        """Enter a pair, or give a person a place in one.

        Raises:
            RefusedError: if the person may not enter.
        """
        await self._change(id, lambda evening: enter(evening, asker, asked))

    async def leave(
        self, id: str, person: PersonId, pair: int | None, name: str | None = None
    ) -> None:
        """Give up a person's place, or, for the host, remove the pair with that name.

        Raises:
            RefusedError: if that is not allowed.
        """

        def left(evening: Evening) -> Events:
            """Return the events that remove the person or the pair."""
            if pair is None:
                return leave(evening, person)
            return strike_out(evening, person, pair, name)

        await self._change(id, left)

    async def forget(self, person: PersonId) -> None:
        """Remove a person from all tournaments that are not over.

        A tournament that only they could begin ends. In others, the rounds continue automatically.
        """

        def left(evening: Evening) -> Events:
            """Return the events that remove the person, if they still have a place."""
            return leave(evening, person) if evening.place_of(person) else ()

        def stopped(evening: Evening) -> Events:
            """Return the event that ends a tournament that has not begun."""
            return (Stopped(),) if evening.status == "waiting" else ()

        for ids, decide in (
            (await self._kept.with_place_of(person), left),
            (await self._kept.waiting_for(person), stopped),
        ):
            for id in ids:
                with suppress(RefusedError):  # it is damaged, or is forgotten or over by now
                    await self._change(id, decide)

    async def begin(self, id: str, person: PersonId) -> None:
        """Begin the first round, or begin the next one before the break is over.

        Raises:
            RefusedError: if the round may not begin.
        """
        async with self._writing:
            evening = await self.find(id)
            check_host(evening, person)
            if self.seconds_to_next(evening) is None:
                check_beginning(evening)
                if len(await self._kept.playing()) >= MOST_AT_ONCE:
                    raise RefusedError(
                        "evening/busy",
                        "too many tournaments are running here; try again later",
                    )
            await self._begin_round(evening)

    async def end(self, id: str, person: PersonId) -> None:
        """End a tournament early; the games in progress are still finished.

        Raises:
            RefusedError: if the tournament may not be ended.
        """
        async with self._writing:
            evening = await self.find(id)
            check_host(evening, person)
            evening = await self._take_in(evening)
            if evening.status == "over":
                raise RefusedError("evening/over", "this tournament is over")
            await self._store(evening, (Stopped(),))

    def seconds_to_next(self, evening: Evening) -> float | None:
        """Return the seconds until the next round; None during a round, or if none follows."""
        if evening.status != "playing" or not evening.rounds[-1].over:
            return None
        rest = BREAK if evening.people else 0.0
        return max(0.0, evening.rounds[-1].ended + rest - self._clock.time_of_day())

    async def look(self) -> None:
        """Collect the results of matches, and begin the rounds that are due.

        If one tournament fails, it does not hold up the others, and it gets another look next time.
        """
        try:
            playing = await self._kept.playing()
        except Exception as error:  # noqa: BLE001 - the next look may succeed
            log_failure(log, "cannot read tournaments", error)
            return
        for id in playing:
            try:
                async with self._writing:
                    await self._go_on(await self.find(id))
            except Exception as error:  # noqa: BLE001 - the next look may succeed
                log_failure(log, f"evening {id} does not go on", error)

    async def _go_on(self, evening: Evening) -> None:
        """Collect the results of matches, and begin the next round if it is due."""
        evening = await self._take_in(evening)
        if self.seconds_to_next(evening) == 0:
            try:
                await self._begin_round(evening)
            except RefusedError as refusal:  # too many tables; try again later
                log.warning("evening %s waits: %s", evening.id, refusal.code)

    async def _take_in(self, evening: Evening) -> Evening:
        """Store the results of matches."""
        if evening.status != "playing":
            return evening
        events: list[EveningEvent] = []
        last = evening.rounds[-1]
        for number, (match, result) in enumerate(zip(last.matches, last.results, strict=True)):
            found = None if result is not None else await self._result(match)
            if found is not None:
                events.append(Played(number, found, self._clock.time_of_day()))
        return await self._store(evening, events)

    async def _result(self, match: Match) -> Result | None:
        """Return the result of a match, or None while it is in progress; a lost table is a draw."""
        try:
            keeper = await self._hub.find_unless_lost(match.table)
        except RefusedError:  # too many tables; try again later
            return None
        if keeper is None:
            return Result()
        return result_of(keeper.table) if keeper.table.status == "over" else None

    async def _begin_round(self, evening: Evening) -> None:
        """Store the next round and all its tables, or nothing."""
        now = self._clock.time_of_day()
        deals = tuple(self._seeds() for _ in range(evening.made.deals))
        matches: list[Match] = []
        tables: list[Sequel] = []
        for first, second in next_meetings(evening):
            if second is None:
                matches.append(Match(first, None))
                continue
            table, pairs = new_id(), (first, second)
            tables.append(begin_match(evening, table, pairs, deals, self._seeds, now))
            matches.append(Match(first, second, table))
        event = Paired(tuple(matches), now)
        after = evening.after(event)
        also = partial(
            write_events,
            id=evening.id,
            version=evening.version,
            events=[_body(event)],
            status=after.status,
            now=moment(now),
        )
        await self._hub.open_together(tables, also)

    async def _change(self, id: str, decide: Callable[[Evening], Events]) -> None:
        """Store a decision about a tournament, based on its state at that time."""
        async with self._writing:
            evening = await self.find(id)
            await self._store(evening, decide(evening))

    async def _store(self, evening: Evening, events: Sequence[EveningEvent]) -> Evening:
        after = evening.after(*events)
        if events:
            bodies = [_body(event) for event in events]
            await self._kept.append(
                evening.id, evening.version, bodies, after.status, moment(self._clock.time_of_day())
            )
        return after


def _announced(new: NewEvening, host: PersonId) -> Announced:
    made = made_of(new, new.level, new.turn_seconds, invite=True)
    rules = made.rules
    if rules.sides != TWO_PAIRS:
        raise RefusedError("evening/rules", "tournaments need rules for two pairs")
    if new.deals:
        rules = fit_for_all(rules)
    else:
        rules = rules.with_options({"table.seating": "chosen"})
        if new.minutes:
            rules = rules.with_options({"end.minutes": new.minutes})
    return Announced(
        name=plain_name(new.name),
        host=host,
        form=new.form,
        preset=made.preset,
        rules=rules,
        title=made.title,
        deals=new.deals,
        rounds=new.rounds,
        minutes=new.minutes,
        level=new.level,
        talk=new.talk,
    )


def _body(event: EveningEvent) -> Body:
    return Body(write_event(event), event.person if isinstance(event, Joined) else "")
