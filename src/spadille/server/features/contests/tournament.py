"""Tournaments: pairs enter, meet at tables over several rounds, and are ranked.

Each request to change a tournament becomes events, or is refused.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Annotated, Literal

from litestar import Response
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct, structs

from ....game import margin
from ....locale import Lang
from ....table.apply import Transition
from ....table.commands import Asker, made_of
from ....table.errors import RefusedError, for_the_host
from ....table.events import PersonId, SeatTaken, TalkRule, TournamentTable
from ....table.ids import new_id
from ....table.model import Table
from ....table.requests import BodyByToken, Name, Token
from ....table.rule_choice import LONGEST_TITLE, RuleChoice
from ....table.seats import plain_name
from ....table.timers import SECONDS_A_MINUTE
from ...clock import Repeating
from ...live.actor import Services
from ...live.registry import Registry
from ...logs import log_failure
from ...net.admission import limit
from ...net.answers import Asked, in_csv
from ...net.identity import CALLER, MAKING, PLAYING, PUBLISHING, Caller
from ...net.routes import Routes
from ...net.state import Feature
from ...store.schema import moment
from . import events as happened
from .contest import MOST_DEALS, TWO_PAIRS, begin_table, contest_table, fit_for_all
from .events import FEWEST, Match, Result, Tournament, TournamentEvent, TournamentForm
from .standings import (
    COLUMNS,
    OwnTournament,
    TournamentInfo,
    next_meetings,
    own_tournament,
    result_rows,
    tournament_info,
)
from .store import TournamentStore, forget_entrants, forget_old_tournaments, write_events

log = logging.getLogger(__name__)

Events = tuple[TournamentEvent, ...]

MOST_PAIRS = 64
MOST_ROUNDS = 16

MOST_CHANGES = 1_000
"""Events after which no one may enter a tournament, because every view reads all of them."""

EVERY = 3.0
"""Seconds between looks at the running tournaments."""

BREAK = 45.0
"""Seconds between rounds, if anyone but bots takes part."""

MOST_HOSTED = 3
"""The most unfinished tournaments that one host may have."""

MOST_LISTED = 30
"""The most tournaments to list for one player: the latest ones."""

MOST_AT_ONCE = 12
"""The most tournaments that may be played at a time."""

TournamentLevel = Literal["random", "beginner", "intermediate"]
"""The levels of bots in tournaments: with thirty tables, stronger bots would be too slow."""


class NewTournament(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament for pairs, who may enter from now on; its creator is the host.

    In each tournament round, two pairs play a whole game, or that many `deals`, which are the same
    at all tables. No deal or round of a game begins more than `minutes` after the start of the
    tournament round; 0 means no limit. `rounds` is the number of rounds of a Swiss tournament, 0
    for the usual number. Each turn is limited to `turn_seconds`, so that absent players delay no
    one.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE, pattern=r"\S")]
    form: TournamentForm = "swiss"
    deals: Annotated[int, Meta(ge=0, le=MOST_DEALS)] = 4
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    minutes: Annotated[int, Meta(ge=0, le=240)] = 0
    turn_seconds: Annotated[int, Meta(ge=5, le=120)] = 30
    level: TournamentLevel = "intermediate"
    talk: TalkRule = "between"
    token: Token | None = None
    lang: Lang = "en"


class TournamentMade(Struct, frozen=True):
    """A new tournament; its page, at `/e/` followed by the id, is the link for everyone."""

    evening: str


class EnterPair(BodyByToken, frozen=True):
    """Enters a new pair with that `name`, or takes a free place in the `pair` with that number.

    Numbers change when a pair leaves: if `name` is given with `pair`, the pair must have that name.
    `player` is the player's name. The host may enter pairs without a player; bots play for them.
    """

    name: Name | None = None
    pair: Annotated[int, Meta(ge=0, lt=MOST_PAIRS)] | None = None
    player: Name | None = None


class LeavePair(BodyByToken, frozen=True):
    """Gives up the player's place; the host may remove a `pair` before the first round.

    If `name` is given, the pair must have that name.
    """

    pair: Annotated[int, Meta(ge=0, lt=MOST_PAIRS)] | None = None
    name: Name | None = None


class RunTournament(BodyByToken, frozen=True):
    """A decision by the host: to end the tournament, or to begin the first or next round now."""

    what: Literal["begin", "end"]


class MyTournaments(Struct, frozen=True):
    """The unfinished tournaments that the player hosts or plays in, newest first."""

    evenings: tuple[OwnTournament, ...]


def announce(new: NewTournament, host: PersonId) -> happened.Announced:
    """Return the first event of a tournament; raise SpadesError if its rules cannot be used."""
    made = made_of(new, new.level, new.turn_seconds, invite=True)
    rules = made.rules
    if rules.sides != TWO_PAIRS:
        raise RefusedError("evening/rules", "tournaments need rules for two pairs")
    if new.deals:
        rules = fit_for_all(rules)
    else:
        minutes = {"end.minutes": new.minutes} if new.minutes else {}
        rules = rules.with_options({"table.seating": "chosen", **minutes})
    return happened.Announced(
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
    name = plain_name(asked.name or "")
    if len(tournament.pairs) >= MOST_PAIRS:
        raise RefusedError(
            "evening/full", "the tournament is full with {most} pairs", most=MOST_PAIRS
        )
    if any(pair.name.casefold() == name.casefold() for pair in tournament.pairs):
        raise RefusedError("evening/name", "there is already a pair of this name")
    if asked.player is None:
        check_host(tournament, asker.person)
        return (happened.Entered(name),)
    return happened.Entered(name), _joined(asker, asked, len(tournament.pairs), 0)


def _joined(asker: Asker, asked: EnterPair, pair: int, place: int) -> happened.Joined:
    return happened.Joined(pair, place, asker.person, plain_name(asked.player or ""), asker.program)


def leave(
    tournament: Tournament, person: PersonId, removed: int | None = None, name: str | None = None
) -> Events:
    """Return the events when a person gives up their place; a bot has it from the next round.

    Before the first round, a pair is removed when its last player leaves. The host may also remove
    any pair then; `name`, if given, must match it.
    """
    if removed is not None:
        check_host(tournament, person)
        _check_waiting(tournament)
        _check_pair(tournament, removed, name)
        return (happened.Scratched(removed),)
    found = tournament.place_of(person)
    if found is None:
        raise RefusedError("evening/no-place", "you do not have a place in this tournament")
    _check_not_over(tournament)
    pair, place = found
    others = [one for at, one in enumerate(tournament.pairs[pair].players) if one and at != place]
    if tournament.status == "waiting" and not others:
        return (happened.Scratched(pair),)
    return (happened.Left(pair, place),)


def check_host(tournament: Tournament, person: PersonId) -> None:
    """Raise RefusedError if a person other than the host asks for something."""
    if person != tournament.made.host:
        raise for_the_host()


def check_beginning(tournament: Tournament) -> None:
    """Raise RefusedError if there are too few pairs, or too many to meet each other."""
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
        self.kept = deps.store.section(TournamentStore)
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

        Raise SpadesError if the rules do not exist or are not for two pairs, or the host has too
        many tournaments.
        """
        announced = announce(new, host)
        async with self._writing:
            if await self.kept.hosted(host) >= MOST_HOSTED:
                raise RefusedError(
                    "evening/too-many",
                    "you already host {most} unfinished tournaments",
                    most=MOST_HOSTED,
                )
            id = new_id()
            await self.kept.add(id, announced, self._now())
        return id

    async def info(self, id: str, person: PersonId | None, lang: Lang) -> TournamentInfo:
        """Return a tournament as `person` may see it, without their table if its game is over."""
        tournament = await self.kept.find(id)
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
        for id in (await self.kept.concerning(person))[:MOST_LISTED]:
            with suppress(RefusedError):  # it is damaged, or forgotten by now
                tournament = await self.kept.find(id)
                if person == tournament.made.host or tournament.pair_of(person) is not None:
                    found.append(tournament)
        return found

    async def change(self, id: str, decide: Callable[[Tournament], Events]) -> None:
        """Store what follows from a request, such as `enter` or `leave`, or raise its refusal."""
        async with self._writing:
            tournament = await self.kept.find(id)
            await self._store(tournament, decide(tournament))

    async def forget(self, person: PersonId) -> None:
        """Remove a person from all tournaments that are not over.

        A tournament that only they could begin ends. In others, the rounds continue automatically.
        """

        def gone(one: Tournament) -> Events:
            """Return the events when the person leaves, as a player and as the host."""
            left = leave(one, person) if one.place_of(person) else ()
            alone = one.made.host == person and one.status == "waiting"
            return (*left, happened.Stopped()) if alone else left

        for id in await self.kept.concerning(person):
            with suppress(RefusedError):  # it is damaged, or is forgotten or over by now
                await self.change(id, gone)

    async def begin(self, id: str, person: PersonId) -> None:
        """Begin the first round, or begin the next one before the break is over."""
        async with self._writing:
            tournament = await self.kept.find(id)
            check_host(tournament, person)
            if self.seconds_to_next(tournament) is None:
                check_beginning(tournament)
                if len(await self.kept.playing()) >= MOST_AT_ONCE:
                    raise RefusedError(
                        "evening/busy",
                        "too many tournaments are running here; try again later",
                    )
            await self._begin_round(tournament)

    async def end(self, id: str, person: PersonId) -> None:
        """End a tournament early; the games in progress are still finished."""
        async with self._writing:
            tournament = await self.kept.find(id)
            check_host(tournament, person)
            tournament = await self._take_in(tournament)
            _check_not_over(tournament)
            await self._store(tournament, (happened.Stopped(),))

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
            playing = await self.kept.playing()
        except Exception as error:  # noqa: BLE001 - the next look may succeed
            log_failure(log, "cannot read tournaments", error)
            return
        for id in playing:
            try:
                async with self._writing:
                    await self._go_on(await self.kept.find(id))
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
        """Store the results of matches, and return the tournament after them."""
        if tournament.status != "playing":
            return tournament
        events: list[TournamentEvent] = []
        last = tournament.rounds[-1]
        for number, (match, result) in enumerate(zip(last.matches, last.results, strict=True)):
            if result is None and (found := await self._result(match)) is not None:
                events.append(happened.Played(number, found, self._clock.time_of_day()))
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
            begun = self._begin_match(tournament, (first, second), deals, now)
            tables.append(begun)
            matches.append(Match(first, second, begun.table.id))
        event = happened.Paired(tuple(matches), now)
        after = tournament.after(event)
        also = partial(write_events, after=after, events=(event,), now=moment(now))
        await self._registry.open_together(tables, [also])

    def _begin_match(
        self, tournament: Tournament, pairs: tuple[int, int], deals: tuple[str, ...], now: float
    ) -> Transition:
        """Return the table for two pairs in the next round, with the first cards dealt.

        `deals` are the seeds for the deals that all tables share. Without them, the match is one
        whole game.
        """
        announced, number = tournament.made, len(tournament.rounds) + 1
        one, other = (tournament.pairs[pair] for pair in pairs)
        until = now + announced.minutes * SECONDS_A_MINUTE if deals and announced.minutes else None
        place = TournamentTable(tournament.id, number, (one.name, other.name), deals, until)
        made = contest_table(announced, invite=True, host="", talk=announced.talk, evening=place)
        seated = [
            SeatTaken(seat, player.person, player.name, player.program)
            for seats, pair in zip(announced.rules.sides, (one, other), strict=True)
            for seat, player in zip(seats, pair.players, strict=True)
            if player is not None and not player.has_left
        ]
        table = new_id()
        return begin_table(table, made, seated, self._seeds, now, names_of=table)

    async def _store(self, tournament: Tournament, events: Sequence[TournamentEvent]) -> Tournament:
        return await self.kept.append(tournament, events, self._now())

    def _now(self) -> datetime:
        return moment(self._clock.time_of_day())


routes = Routes()


@routes.post("/api/evenings", PUBLISHING)
async def make_evening(
    request: Asked, tournaments: Tournaments, person: PersonId, body: NewTournament
) -> TournamentMade:
    """Make a tournament with the requesting player as its host."""
    limit("tables", request)
    return TournamentMade(await tournaments.make(body, person))


@routes.get("/api/evenings/{evening:str}")
async def show_evening(
    tournaments: Tournaments, evening: str, viewer: PersonId | None, lang: Lang
) -> TournamentInfo:
    """Return a tournament: its pairs, their matches, and the standings."""
    return await tournaments.info(evening, viewer, lang)


@routes.post("/api/evenings/{evening:str}/pairs", PLAYING, status=HTTP_200_OK)
async def enter_pair(
    tournaments: Tournaments, evening: str, caller: Caller, body: EnterPair
) -> TournamentInfo:
    """Enter a new pair, or take a place in an existing one."""
    if body.pair is None:
        caller.check_speech()  # new pairs have names
    if body.player is not None:
        body = structs.replace(body, player=caller.named(body.player).name)
    asker = Asker(caller.person, "", caller.program)
    await tournaments.change(evening, partial(enter, asker=asker, asked=body))
    return await tournaments.info(evening, caller.person, body.lang)


@routes.post("/api/evenings/{evening:str}/leaving", CALLER, status=HTTP_200_OK)
async def leave_pair(
    tournaments: Tournaments, evening: str, person: PersonId, body: LeavePair
) -> TournamentInfo:
    """Give up the player's place or, for the host, remove a pair."""
    left = partial(leave, person=person, removed=body.pair, name=body.name)
    await tournaments.change(evening, left)
    return await tournaments.info(evening, person, body.lang)


@routes.post("/api/evenings/{evening:str}/run", MAKING, status=HTTP_200_OK)
async def run_evening(
    request: Asked, tournaments: Tournaments, evening: str, person: PersonId, body: RunTournament
) -> TournamentInfo:
    """Begin a round or end the tournament; only its host may do so."""
    if body.what == "begin":
        found = await tournaments.kept.find(evening)
        if not found.rounds:  # later tables are made with or without the host
            limit("tables", request, len(found.pairs) // 2)
        await tournaments.begin(evening, person)
    else:
        await tournaments.end(evening, person)
    return await tournaments.info(evening, person, body.lang)


@routes.get("/api/evenings/{evening:str}/results.csv", answers=str, media="text/csv")
async def show_standing(tournaments: Tournaments, evening: str, lang: Lang) -> Response[bytes]:
    """Return the standings as CSV, for a spreadsheet."""
    return in_csv(COLUMNS, list(result_rows(await tournaments.kept.find(evening), lang)))


@routes.get("/api/my/evenings")
async def show_my_evenings(
    tournaments: Tournaments, viewer: PersonId | None, lang: Lang
) -> MyTournaments:
    """Return the unfinished tournaments that the player hosts or plays in."""
    found = [] if viewer is None else await tournaments.of(viewer)
    return MyTournaments(tuple(own_tournament(one, viewer or "", lang) for one in found))


feature = Feature(
    routes=routes,
    services=(lambda app: Tournaments(app.registry, app.deps),),
    forget_old=forget_old_tournaments,
    forget_people=forget_entrants,
    statuses={"evening/unknown": 404, "evening/too-many": 409, "evening/busy": 503},
)
