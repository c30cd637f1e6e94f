"""The pairs in a tournament: each request to change them becomes events or is refused.

The table of a match: how it is made, and its result.

The server's tournaments: making them, entering pairs, and running the rounds.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from msgspec import structs

from ....game import margin
from ...clock import Repeating
from ...errors import RefusedError, for_the_host
from ...ids import may_be_id, new_id
from ...live.actor import Services
from ...live.registry import Registry
from ...logs import log_failure
from ...store.schema import moment
from ...table.apply import Transition
from ...table.attempts import TWO_PAIRS, fit_for_all
from ...table.commands import Asker, made_of, started
from ...table.commitments import Seeds
from ...table.events import EveningTable, PersonId, SeatTaken, TableCreated
from ...table.model import Table
from ...table.seats import plain_name
from ...table.timers import SECONDS_A_MINUTE
from ...wire.protocol import Lang
from .events import (
    FEWEST,
    Announced,
    Entered,
    EveningEvent,
    Joined,
    Left,
    Match,
    Paired,
    Played,
    Result,
    Scratched,
    Stopped,
    Tournament,
    read_event,
    write_event,
)
from .messages import MOST_PAIRS, MOST_ROUNDS, EnterPair, EveningInfo, NewEvening
from .standings import next_meetings
from .store import Body, TournamentStore, write_events
from .views import evening_info

Events = tuple[EveningEvent, ...]

MOST_CHANGES = 1_000
"""Events after which no one may enter a tournament, because every view reads all of them."""


def enter(evening: Tournament, asker: Asker, asked: EnterPair) -> Events:
    """Return the events that add a pair with that name, or add the person to an existing pair.

    Raises:
        RefusedError: if the person may not enter.
    """
    _check_waiting(evening)
    if evening.version > MOST_CHANGES:
        raise RefusedError(
            "evening/too-many-changes",
            "too many players have joined and left this tournament; the host can start "
            "it, or create another one",
        )
    if asked.player is not None and evening.place_of(asker.person) is not None:
        raise RefusedError("evening/entered", "you already have a place; leave it first")
    if asked.pair is not None:
        _check_pair(evening, asked.pair, asked.name)
        return (_joined(evening, asker, asked, asked.pair),)
    entered = Entered(_new_name(evening, asked.name or ""))
    if asked.player is None:
        check_host(evening, asker.person)
        return (entered,)
    pair = len(evening.pairs)
    return entered, Joined(pair, 0, asker.person, plain_name(asked.player), asker.program)


def leave(evening: Tournament, person: PersonId) -> Events:
    """Return the events when a person gives up their place; a bot has it from the next round.

    Before the first round, a pair is removed when its last player leaves.

    Raises:
        RefusedError: if they do not have a place, or the tournament is over.
    """
    found = evening.place_of(person)
    if found is None:
        raise RefusedError("evening/no-place", "you do not have a place in this tournament")
    if evening.status == "over":
        raise RefusedError("evening/over", "this tournament is over")
    pair, place = found
    others = [one for at, one in enumerate(evening.pairs[pair].players) if one and at != place]
    if evening.status == "waiting" and not others:
        return (Scratched(pair),)
    return (Left(pair, place),)


def strike_out(evening: Tournament, person: PersonId, pair: int, name: str | None) -> Events:
    """Return the events when the host removes a pair; `name`, if given, must match it.

    Raises:
        RefusedError: if anyone else asks, the pair does not exist, or the tournament has begun.
    """
    check_host(evening, person)
    _check_waiting(evening)
    _check_pair(evening, pair, name)
    return (Scratched(pair),)


def check_host(evening: Tournament, person: PersonId) -> None:
    """Refuse an action reserved for the host if anyone else asks for it.

    Raises:
        RefusedError: if the person is not the host.
    """
    if person != evening.made.host:
        raise for_the_host()


def check_beginning(evening: Tournament) -> None:
    """Refuse to begin a tournament that cannot be played.

    Raises:
        RefusedError: if there are too few pairs, or too many for all of them to meet each other.
    """
    _check_waiting(evening)
    if len(evening.pairs) < FEWEST:
        raise RefusedError("evening/too-few", "a tournament needs at least two pairs")
    if evening.planned > MOST_ROUNDS:
        raise RefusedError(
            "evening/too-many-rounds",
            "a round robin would take {rounds} rounds; at most {most} are possible",
            rounds=evening.planned,
            most=MOST_ROUNDS,
        )


def _joined(evening: Tournament, asker: Asker, asked: EnterPair, pair: int) -> Joined:
    players = evening.pairs[pair].players
    if None not in players:
        raise RefusedError("evening/taken", "this pair is complete")
    name = plain_name(asked.player or "")
    return Joined(pair, players.index(None), asker.person, name, asker.program)


def _new_name(evening: Tournament, wanted: str) -> str:
    name = plain_name(wanted)
    if len(evening.pairs) >= MOST_PAIRS:
        raise RefusedError(
            "evening/full", "the tournament is full with {most} pairs", most=MOST_PAIRS
        )
    if any(pair.name.casefold() == name.casefold() for pair in evening.pairs):
        raise RefusedError("evening/name", "there is already a pair of this name")
    return name


def _check_waiting(evening: Tournament) -> None:
    if evening.status != "waiting":
        raise RefusedError("evening/begun", "this tournament has started")


def _check_pair(evening: Tournament, pair: int, name: str | None) -> None:
    """Refuse a number that no pair has, or that now belongs to a different pair than meant."""
    there = pair < len(evening.pairs)
    if not there or name not in {None, evening.pairs[pair].name}:
        raise RefusedError("evening/no-pair", "there is no such pair")


def begin_match(  # noqa: PLR0913, PLR0917 - the pairs, the table, the time and the cards
    evening: Tournament, table: str, pairs: tuple[int, int], deals: tuple[str, ...], seeds: Seeds,
    now: float,
) -> Transition:  # fmt: skip
    """Return the table for two pairs in the next round, with the first cards dealt.

    `deals` are the seeds for the deals that all tables share. Without them, the match is one whole
    game.
    """
    announced = evening.made
    first, second = (evening.pairs[number] for number in pairs)
    until = now + announced.minutes * SECONDS_A_MINUTE if deals and announced.minutes else None
    made = TableCreated(
        announced.preset,
        announced.rules,
        announced.level,
        invite=True,
        host="",
        title=announced.title,
        talk=announced.talk,
        undo=False,
        evening=EveningTable(
            evening.id, len(evening.rounds) + 1, (first.name, second.name), deals, until
        ),
    )
    transition = Transition.begin(table, made)
    for seats, pair in zip(announced.rules.sides, (first, second), strict=True):
        for seat, player in zip(seats, pair.players, strict=True):
            if player is not None and player.until is None:
                sat = SeatTaken(seat, player.person, player.name, player.program)
                transition = transition.then(sat)
    sealed = transition.settled(seeds)
    return sealed.then(*started(sealed.table, seeds, now)).settled(seeds)


def result_of(table: Table) -> Result:
    """Return the result of a match that is over."""
    first = table.rules.sides[0][0]
    if table.made.seeds:
        played = table.deals_played
        margins = tuple(margin(table.rules, result, first) for result in played)
        ours, theirs = (sum(one.sides[side].points for one in played) for side in (0, 1))
        return Result(margins, (ours, theirs))
    assert table.game is not None
    ours, theirs = (standing.score for standing in table.game.standings)
    outcome = table.game.outcome
    winner = None if outcome is None else outcome.winner
    return Result((float(ours - theirs),), (ours, theirs), winner)


log = logging.getLogger(__name__)

EVERY = 3.0
"""Seconds between looks at the running tournaments."""

BREAK = 45.0
"""Seconds between rounds, if anyone but bots takes part."""

MOST_HOSTED = 3
"""The most unfinished tournaments that one host may have."""

MOST_AT_ONCE = 12
"""The most tournaments that may be played at a time."""


class Tournaments:
    """Runs the tournaments.

    The state of a tournament is in the store. It is read each time, and only one task writes it.
    The server looks at the tables every few seconds to collect results. It does not look more often
    if many people want to see the standings.
    """

    def __init__(self, registry: Registry, deps: Services) -> None:
        self._registry = registry
        self._kept = deps.store.section(TournamentStore)
        self._clock = deps.clock
        self._seeds = deps.seeds
        self._writing = asyncio.Lock()
        self._looking = Repeating(deps.clock, EVERY, self.look)

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

    async def find(self, id: str) -> Tournament:
        """Return the tournament with that id, as of the last look at its tables.

        Raises:
            RefusedError: if the tournament does not exist, or its data is damaged.
        """
        stored = await self._kept.load(id) if may_be_id(id) else []
        if not stored:
            raise RefusedError("evening/unknown", "there is no such tournament")
        try:
            return Tournament.load(id, map(read_event, stored))
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
        if info.table is not None and self._registry.is_over(info.table):  # the result comes later
            return structs.replace(info, table=None)
        return info

    async def of(self, person: PersonId) -> list[Tournament]:
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

        def left(evening: Tournament) -> Events:
            """Return the events that remove the person or the pair."""
            if pair is None:
                return leave(evening, person)
            return strike_out(evening, person, pair, name)

        await self._change(id, left)

    async def forget(self, person: PersonId) -> None:
        """Remove a person from all tournaments that are not over.

        A tournament that only they could begin ends. In others, the rounds continue automatically.
        """

        def left(evening: Tournament) -> Events:
            """Return the events that remove the person, if they still have a place."""
            return leave(evening, person) if evening.place_of(person) else ()

        def stopped(evening: Tournament) -> Events:
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

    def seconds_to_next(self, evening: Tournament) -> float | None:
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

    async def _go_on(self, evening: Tournament) -> None:
        """Collect the results of matches, and begin the next round if it is due."""
        evening = await self._take_in(evening)
        if self.seconds_to_next(evening) == 0:
            try:
                await self._begin_round(evening)
            except RefusedError as refusal:  # too many tables; try again later
                log.warning("evening %s waits: %s", evening.id, refusal.code)

    async def _take_in(self, evening: Tournament) -> Tournament:
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
            actor = await self._registry.find_unless_lost(match.table)
        except RefusedError:  # too many tables; try again later
            return None
        if actor is None:
            return Result()
        return result_of(actor.table) if actor.table.status == "over" else None

    async def _begin_round(self, evening: Tournament) -> None:
        """Store the next round and all its tables, or nothing."""
        now = self._clock.time_of_day()
        deals = tuple(self._seeds() for _ in range(evening.made.deals))
        matches: list[Match] = []
        tables: list[Transition] = []
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
        await self._registry.open_together(tables, also)

    async def _change(self, id: str, decide: Callable[[Tournament], Events]) -> None:
        """Store a decision about a tournament, based on its state at that time."""
        async with self._writing:
            evening = await self.find(id)
            await self._store(evening, decide(evening))

    async def _store(self, evening: Tournament, events: Sequence[EveningEvent]) -> Tournament:
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
