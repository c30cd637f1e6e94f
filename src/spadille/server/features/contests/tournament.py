"""Tournaments: pairs enter, meet at tables over several rounds, and are ranked.

Each request to change a tournament becomes events, or is refused.
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
from ...table.commands import Asker, made_of
from ...table.commitments import Seeds
from ...table.events import PersonId, SeatTaken, TournamentTable
from ...table.model import Table
from ...table.seats import plain_name
from ...table.timers import SECONDS_A_MINUTE
from ...wire.protocol import Lang
from .contest import TWO_PAIRS, begin_table, contest_table, fit_for_all
from .events import (
    FEWEST,
    Announced,
    Entered,
    Joined,
    Left,
    Match,
    Paired,
    Played,
    Result,
    Scratched,
    Stopped,
    Tournament,
    TournamentEvent,
    stored,
)
from .messages import MOST_PAIRS, MOST_ROUNDS, EnterPair, NewTournament, TournamentInfo
from .standings import next_meetings, tournament_info
from .store import TournamentStore, write_events

log = logging.getLogger(__name__)

Events = tuple[TournamentEvent, ...]

MOST_CHANGES = 1_000
"""Events after which no one may enter a tournament, because every view reads all of them."""

EVERY = 3.0
"""Seconds between looks at the running tournaments."""

BREAK = 45.0
"""Seconds between rounds, if anyone but bots takes part."""

MOST_HOSTED = 3
"""The most unfinished tournaments that one host may have."""

MOST_AT_ONCE = 12
"""The most tournaments that may be played at a time."""


def announce(new: NewTournament, host: PersonId) -> Announced:
    """Return the first event of a tournament; raise SpadesError if its rules cannot be used."""
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


def enter(tournament: Tournament, asker: Asker, asked: EnterPair) -> Events:
    """Return the events that add a pair with that name, or add the person to an existing pair."""
    _check_waiting(tournament)
    if tournament.version > MOST_CHANGES:
        raise RefusedError(
            "evening/too-many-changes",
            "too many players have joined and left this tournament; the host can start "
            "it, or create another one",
        )
    if asked.player is not None and tournament.place_of(asker.person) is not None:
        raise RefusedError("evening/entered", "you already have a place; leave it first")
    if asked.pair is not None:
        _check_pair(tournament, asked.pair, asked.name)
        players = tournament.pairs[asked.pair].players
        if None not in players:
            raise RefusedError("evening/taken", "this pair is complete")
        return (_joined(asker, asked, asked.pair, players.index(None)),)
    entered = Entered(_new_name(tournament, asked.name or ""))
    if asked.player is None:
        check_host(tournament, asker.person)
        return (entered,)
    return entered, _joined(asker, asked, len(tournament.pairs), 0)


def leave(tournament: Tournament, person: PersonId) -> Events:
    """Return the events when a person gives up their place; a bot has it from the next round.

    Before the first round, a pair is removed when its last player leaves. Raise RefusedError if
    they do not have a place, or the tournament is over.
    """
    found = tournament.place_of(person)
    if found is None:
        raise RefusedError("evening/no-place", "you do not have a place in this tournament")
    _check_not_over(tournament)
    pair, place = found
    others = [one for at, one in enumerate(tournament.pairs[pair].players) if one and at != place]
    if tournament.status == "waiting" and not others:
        return (Scratched(pair),)
    return (Left(pair, place),)


def strike_out(tournament: Tournament, person: PersonId, pair: int, name: str | None) -> Events:
    """Return the events when the host removes a pair; `name`, if given, must match it.

    Raise RefusedError if anyone else asks, the pair does not exist, or the tournament has begun.
    """
    check_host(tournament, person)
    _check_waiting(tournament)
    _check_pair(tournament, pair, name)
    return (Scratched(pair),)


def check_host(tournament: Tournament, person: PersonId) -> None:
    """Raise RefusedError if a person other than the host asks for something."""
    if person != tournament.made.host:
        raise for_the_host()


def check_beginning(tournament: Tournament) -> None:
    """Refuse to begin a tournament that cannot be played.

    Raise RefusedError if there are too few pairs, or too many for all of them to meet each other.
    """
    _check_waiting(tournament)
    if len(tournament.pairs) < FEWEST:
        raise RefusedError("evening/too-few", "a tournament needs at least two pairs")
    if tournament.planned > MOST_ROUNDS:
        raise RefusedError(
            "evening/too-many-rounds",
            "a round robin would take {rounds} rounds; at most {most} are possible",
            rounds=tournament.planned,
            most=MOST_ROUNDS,
        )


def _joined(asker: Asker, asked: EnterPair, pair: int, place: int) -> Joined:
    return Joined(pair, place, asker.person, plain_name(asked.player or ""), asker.program)


def _new_name(tournament: Tournament, wanted: str) -> str:
    name = plain_name(wanted)
    if len(tournament.pairs) >= MOST_PAIRS:
        raise RefusedError(
            "evening/full", "the tournament is full with {most} pairs", most=MOST_PAIRS
        )
    if any(pair.name.casefold() == name.casefold() for pair in tournament.pairs):
        raise RefusedError("evening/name", "there is already a pair of this name")
    return name


def _check_waiting(tournament: Tournament) -> None:
    if tournament.status != "waiting":
        raise RefusedError("evening/begun", "this tournament has started")


def _check_not_over(tournament: Tournament) -> None:
    if tournament.status == "over":
        raise RefusedError("evening/over", "this tournament is over")


def _check_pair(tournament: Tournament, pair: int, name: str | None) -> None:
    """Refuse a number that no pair has, or that now belongs to a different pair than meant."""
    there = pair < len(tournament.pairs)
    if not there or name not in {None, tournament.pairs[pair].name}:
        raise RefusedError("evening/no-pair", "there is no such pair")


def begin_match(  # noqa: PLR0913, PLR0917 - the pairs, the table, the time and the cards
    tournament: Tournament,
    table: str,
    pairs: tuple[int, int],
    deals: tuple[str, ...],
    seeds: Seeds,
    now: float,
) -> Transition:
    """Return the table for two pairs in the next round, with the first cards dealt.

    `deals` are the seeds for the deals that all tables share. Without them, the match is one whole
    game.
    """
    announced = tournament.made
    both = [tournament.pairs[number] for number in pairs]
    until = now + announced.minutes * SECONDS_A_MINUTE if deals and announced.minutes else None
    place = TournamentTable(
        tournament.id, len(tournament.rounds) + 1, (both[0].name, both[1].name), deals, until
    )
    made = contest_table(announced, invite=True, host="", talk=announced.talk, evening=place)
    seated = [
        SeatTaken(seat, player.person, player.name, player.program)
        for seats, pair in zip(announced.rules.sides, both, strict=True)
        for seat, player in zip(seats, pair.players, strict=True)
        if player is not None and player.until is None
    ]
    return begin_table(table, made, seated, seeds, now, names_of=table)


def result_of(table: Table) -> Result:
    """Return the result of a match that is over."""
    if table.made.seeds:
        played = table.deals_played
        first = table.rules.sides[0][0]
        margins = tuple(margin(table.rules, result, first) for result in played)
        ours, theirs = (sum(one.sides[side].points for one in played) for side in (0, 1))
        return Result(margins, (ours, theirs))
    assert table.game is not None
    ours, theirs = (standing.score for standing in table.game.standings)
    outcome = table.game.outcome
    winner = None if outcome is None else outcome.winner
    return Result((float(ours - theirs),), (ours, theirs), winner)


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

    async def make(self, new: NewTournament, host: PersonId) -> str:
        """Open a new tournament for pairs to enter, and return its id.

        Raises:
            SpadesError: if the rules do not exist or are not for two pairs, or the host has too
                many tournaments.
        """
        announced = announce(new, host)
        async with self._writing:
            if await self._kept.hosted(host) >= MOST_HOSTED:
                raise RefusedError(
                    "evening/too-many",
                    "you already host {most} unfinished tournaments",
                    most=MOST_HOSTED,
                )
            id = new_id()
            await self._kept.add(id, host, stored(announced), moment(self._clock.time_of_day()))
        return id

    async def find(self, id: str) -> Tournament:
        """Return the tournament with that id, as of the last look at its tables.

        Raise RefusedError if the tournament does not exist, or its data is damaged.
        """
        events = await self._kept.load(id) if may_be_id(id) else []
        if not events:
            raise RefusedError("evening/unknown", "there is no such tournament")
        try:
            return Tournament.load(id, events)
        except Exception as error:
            log_failure(log, f"tournament {id} is damaged", error)
            raise RefusedError(
                "evening/damaged",
                "the data of this tournament is damaged; the admin can restore a backup",
            ) from error

    async def info(self, id: str, person: PersonId | None, lang: Lang) -> TournamentInfo:
        """Return a tournament as `person` may see it, without their table if its game is over.

        Raise RefusedError if the tournament does not exist, or its data is damaged.
        """
        tournament = await self.find(id)
        info = tournament_info(tournament, person, lang, self.seconds_to_next(tournament))
        table = None if info.table is None else self._registry.in_memory(info.table)
        if table is not None and table.status == "over":  # the result comes later
            return structs.replace(info, table=None)
        return info

    async def of(self, person: PersonId) -> list[Tournament]:
        """Return the unfinished tournaments that a person hosts or plays in, newest first.

        Damaged ones are left out.
        """
        found = []
        for id in await self._kept.concerning(person):
            with suppress(RefusedError):  # it is damaged, or forgotten by now
                tournament = await self.find(id)
                if person == tournament.made.host or tournament.pair_of(person) is not None:
                    found.append(tournament)
        return found

    async def enter(self, id: str, asker: Asker, asked: EnterPair) -> None:
        """Enter a pair, or give a person a place in one; raise RefusedError if they may not."""
        await self._change(id, lambda tournament: enter(tournament, asker, asked))

    async def leave(
        self, id: str, person: PersonId, pair: int | None, name: str | None = None
    ) -> None:
        """Give up a person's place, or, for the host, remove the pair with that name."""
        await self._change(
            id,
            lambda tournament: (
                leave(tournament, person)
                if pair is None
                else strike_out(tournament, person, pair, name)
            ),
        )

    async def forget(self, person: PersonId) -> None:
        """Remove a person from all tournaments that are not over.

        A tournament that only they could begin ends. In others, the rounds continue automatically.
        """
        for id in await self._kept.with_place_of(person):
            with suppress(RefusedError):  # it is damaged, or is forgotten or over by now
                await self._change(
                    id, lambda one: leave(one, person) if one.place_of(person) else ()
                )
        for id in await self._kept.waiting_for(person):
            with suppress(RefusedError):
                await self._change(id, lambda one: (Stopped(),) if one.status == "waiting" else ())

    async def begin(self, id: str, person: PersonId) -> None:
        """Begin the first round, or begin the next one before the break is over."""
        async with self._writing:
            tournament = await self.find(id)
            check_host(tournament, person)
            if self.seconds_to_next(tournament) is None:
                check_beginning(tournament)
                if len(await self._kept.playing()) >= MOST_AT_ONCE:
                    raise RefusedError(
                        "evening/busy",
                        "too many tournaments are running here; try again later",
                    )
            await self._begin_round(tournament)

    async def end(self, id: str, person: PersonId) -> None:
        """End a tournament early; the games in progress are still finished."""
        async with self._writing:
            tournament = await self.find(id)
            check_host(tournament, person)
            tournament = await self._take_in(tournament)
            _check_not_over(tournament)
            await self._store(tournament, (Stopped(),))

    def seconds_to_next(self, tournament: Tournament) -> float | None:
        """Return the seconds until the next round; None during a round, or if none follows."""
        if tournament.status != "playing" or not tournament.rounds[-1].over:
            return None
        rest = BREAK if tournament.people else 0.0
        return max(0.0, tournament.rounds[-1].ended + rest - self._clock.time_of_day())

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
                log_failure(log, f"tournament {id} does not go on", error)

    async def _go_on(self, tournament: Tournament) -> None:
        """Collect the results of matches, and begin the next round if it is due."""
        tournament = await self._take_in(tournament)
        if self.seconds_to_next(tournament) == 0:
            try:
                await self._begin_round(tournament)
            except RefusedError as refusal:  # too many tables; try again later
                log.warning("tournament %s waits: %s", tournament.id, refusal.code)

    async def _take_in(self, tournament: Tournament) -> Tournament:
        """Store the results of matches."""
        if tournament.status != "playing":
            return tournament
        events: list[TournamentEvent] = []
        last = tournament.rounds[-1]
        for number, (match, result) in enumerate(zip(last.matches, last.results, strict=True)):
            found = None if result is not None else await self._result(match)
            if found is not None:
                events.append(Played(number, found, self._clock.time_of_day()))
        return await self._store(tournament, events)

    async def _result(self, match: Match) -> Result | None:
        """Return the result of a match, or None while it is in progress; a lost table is a draw."""
        try:
            actor = await self._registry.find_unless_lost(match.table)
        except RefusedError:  # too many tables; try again later
            return None
        if actor is None:
            return Result()
        return result_of(actor.table) if actor.table.status == "over" else None

    async def _begin_round(self, tournament: Tournament) -> None:
        """Store the next round and all its tables, or nothing."""
        now = self._clock.time_of_day()
        deals = tuple(self._seeds() for _ in range(tournament.made.deals))
        matches: list[Match] = []
        tables: list[Transition] = []
        for first, second in next_meetings(tournament):
            if second is None:
                matches.append(Match(first, None))
                continue
            table, pairs = new_id(), (first, second)
            tables.append(begin_match(tournament, table, pairs, deals, self._seeds, now))
            matches.append(Match(first, second, table))
        event = Paired(tuple(matches), now)
        also = partial(
            write_events,
            id=tournament.id,
            version=tournament.version,
            events=[stored(event)],
            status=tournament.after(event).status,
            now=moment(now),
        )
        await self._registry.open_together(tables, also)

    async def _change(self, id: str, decide: Callable[[Tournament], Events]) -> None:
        """Store a decision about a tournament, based on its state at that time."""
        async with self._writing:
            tournament = await self.find(id)
            await self._store(tournament, decide(tournament))

    async def _store(self, tournament: Tournament, events: Sequence[TournamentEvent]) -> Tournament:
        after = tournament.after(*events)
        if events:
            bodies, now = [*map(stored, events)], moment(self._clock.time_of_day())
            await self._kept.append(tournament.id, tournament.version, bodies, after.status, now)
        return after
