"""Challenges: one person plays deals that others play elsewhere, in the same seat.

After a person has played a deal, bots play it too, with a strong bot in the person's seat. A worker
makes one of their decisions after another, so that no table waits for more than one of them.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

import msgspec
from msgspec import structs

from ....bots import Level
from ....game import Game, PlayerAction, Record, Seal, SeatView, seal_of
from ....locale import Lang
from ...clock import Clock
from ...errors import RefusedError
from ...ids import new_id
from ...live.actor import Jobs, Services
from ...live.bots import Preparing, think_alike
from ...live.registry import Registry
from ...logs import log_failure
from ...store.commits import Write
from ...store.schema import moment
from ...table.apply import Transition
from ...table.commands import Asker, made_of
from ...table.commitments import bots_seed, secret_seed, shuffle_under
from ...table.events import Attempt, PersonId, SeatTaken
from ...table.model import Table
from ...table.seats import called, maker_seat, plain_name
from .contest import (
    Challenge,
    Played,
    begin_table,
    contest_table,
    facts,
    fit_for_all,
    places,
    scored,
)
from .messages import (
    ChallengeInfo,
    ComparedDeal,
    DealLine,
    NewChallenge,
    OwnAttempt,
    Ranked,
    Ranking,
    TriedChallenge,
)
from .store import BOTS, FIRST, ChallengeStore, Tried, write_attempt, write_played

log = logging.getLogger(__name__)

LEVEL: Level = "expert"
"""The level in the person's seat when bots play a deal alone."""

MOST_WAITING = 200
"""The most deals that may wait for bots; others are requested when a player looks at them again."""

MOST_ATTEMPTS = 10
"""Attempts that one person may make at a challenge."""

MOST_PLAYERS = 10_000
"""The most people at one challenge."""

MOST_RANKED = 20
"""Ranks that are shown, in addition to the player's own."""

OF_DAY = NewChallenge(name="", deals=4, level="expert")
"""The settings for the challenge that the server makes each day."""


def begin_attempt(
    table: str, challenge: Challenge, number: int, asker: Asker, now: float
) -> Transition:
    """Return the table of an attempt, with the first deal on it."""
    attempt = Attempt(challenge.id, number, challenge.seeds)
    made = contest_table(challenge, invite=False, host=asker.person, talk="off", attempt=attempt)
    seated = [SeatTaken(challenge.seat, *asker)]
    return begin_table(table, made, seated, secret_seed, now, names_of=challenge.id)


def deal_played(before: Table, after: Table) -> Played | None:
    """Return the result of a challenge deal, if one has just ended."""
    attempt = after.made.attempt
    if attempt is None or before.round_over or not after.round_over:
        return None
    assert after.game is not None
    (person,) = after.persons
    seat = after.seats.by_person[person]
    return Played(
        challenge=attempt.challenge,
        deal=after.games,
        attempt=attempt.number,
        person=person,
        name=after.names[seat],
        table=after.id,
        **scored(after.rules, after.game.results[-1], seat),
    )


def written_with(before: Table | None, after: Table) -> Write | None:
    """Return what stores the result of a challenge deal that has just ended."""
    played = None if before is None else deal_played(before, after)
    if played is None:
        return None
    return partial(write_played, now=datetime.now(UTC), played=played)


class ChallengeService:
    """Makes challenges, deals their cards, and compares the results."""

    def __init__(self, registry: Registry, deps: Services) -> None:
        self._registry = registry
        self._deps = deps
        self.kept = deps.store.section(ChallengeStore)
        self.baselines = Baselines(self.kept, deps.executor, deps.clock, deps.preparing)
        self._making = asyncio.Lock()
        self._beginning = asyncio.Lock()

    async def stop(self) -> None:
        """Stop the bots that play the deals in challenges."""
        await self.baselines.stop()

    async def make(
        self, new: NewChallenge, *, by: str | None = None, day: date | None = None
    ) -> Challenge:
        """Return a new challenge with secret cards; raise SpadesError if its rules do not exist."""
        made = made_of(new, new.level, turn_seconds=None, invite=False)
        rules = fit_for_all(made.rules)
        seat = maker_seat(rules.players) if new.seat is None else new.seat
        if seat not in rules.seats:
            raise RefusedError("seat/unknown", "this table has no such seat")
        name = plain_name(new.name) if by is None else by
        seeds = tuple(self._deps.seeds() for _ in range(new.deals))
        challenge = Challenge(
            new_id(), made.preset, rules, made.title, new.level, seat, seeds, name, day
        )
        await self.kept.add(challenge, moment(self._deps.clock.time_of_day()))
        return challenge

    async def today(self) -> Challenge:
        """Return the challenge of the day, the same for everyone on this server."""
        day = moment(self._deps.clock.time_of_day()).date()
        async with self._making:
            return await self.kept.of_day(day) or await self.make(OF_DAY, by="", day=day)

    async def find(self, id: str) -> Challenge:
        """Return the challenge with that id; raise RefusedError if it is unknown."""
        found = await self.kept.find(id)
        if found is None:
            raise RefusedError("challenge/unknown", "there is no such challenge")
        return found

    async def info(self, id: str, person: PersonId | None, lang: Lang) -> ChallengeInfo:
        """Return a challenge for a viewer, and have bots play the deals that the viewer played."""
        challenge = await self.find(id)
        info = await challenge_info(self.kept, challenge, person, lang)
        for result in info.results:
            if result.bots is None:
                self.baselines.want(challenge, result.deal)
        return info

    async def begin(
        self, id: str, asker: Asker, may_make: Callable[[], None], *, again: bool = False
    ) -> str:
        """Return the table for a person's current attempt at a challenge, or for a new one.

        `may_make` is called before a table is made, and raises an error to refuse that. Raise
        RefusedError if the person may not play it.
        """
        challenge = await self.find(id)
        async with self._beginning:
            tried = await self.kept.tried(id, asker.person)
            if tried and await self._goes_on(tried[-1]):
                return tried[-1].table
            await self._check(id, tried, again=again)
            may_make()
            now, new = self._deps.clock.time_of_day(), Tried(len(tried) + 1, new_id())
            transition = begin_attempt(new.table, challenge, new.number, asker, now)
            note = partial(write_attempt, id=id, person=asker.person, tried=new, now=moment(now))
            await self._registry.open(transition, [note])
            return new.table

    async def _check(self, id: str, tried: list[Tried], *, again: bool) -> None:
        if tried and not again:
            raise RefusedError(
                "challenge/played", "you have played this challenge; your first attempt counts"
            )
        if len(tried) >= MOST_ATTEMPTS:
            raise RefusedError(
                "challenge/too-many-attempts",
                "you can try a challenge {most} times",
                most=MOST_ATTEMPTS,
            )
        if not tried and await self.kept.players(id) >= MOST_PLAYERS:
            raise RefusedError("challenge/full", "this challenge has too many players already")

    async def _goes_on(self, tried: Tried) -> bool:
        actor = await self._registry.find_unless_lost(tried.table)
        return actor is not None and actor.table.status == "playing"

    async def record(
        self, id: str, deal: int, which: str, person: PersonId | None
    ) -> Record | None:
        """Return a deal as a person (`own`) or the `best` player played it, unless it is forgotten.

        Raise RefusedError if the person has not played the deal.
        """
        mine = [] if person is None else await self.kept.played_by(id, person)
        own = next((one for one in mine if one.deal == deal), None)
        if own is None or which not in {"own", "best"}:
            raise RefusedError(
                "challenge/not-played", "you can see the results of a deal after you have played it"
            )
        found = own if which == "own" else await self.kept.best(id, deal)
        return None if found is None else await self._deps.store.record(found.table, deal)


class Baselines:
    """Has bots play deals one after another, and stores the results."""

    def __init__(
        self, challenges: ChallengeStore, executor: Executor, clock: Clock, preparing: Preparing
    ) -> None:
        self._challenges = challenges
        self._executor = executor
        self._clock = clock
        self._preparing = preparing
        self._waiting: set[tuple[str, int]] = set()
        self._jobs = Jobs("baselines", partial(log_failure, log, "bots have not played a deal"))

    def want(self, challenge: Challenge, deal: int) -> None:
        """Queue a deal to be played, unless it is already waiting."""
        key = challenge.id, deal
        able = all(self._preparing(level) is None for level in (LEVEL, challenge.level))
        if able and key not in self._waiting and len(self._waiting) < MOST_WAITING:
            self._waiting.add(key)
            self._jobs.put(partial(self._play, challenge, deal))

    async def stop(self) -> None:
        """Cancel the deal in progress and those that are waiting."""
        self._jobs.end()
        await self._jobs.join()

    async def _play(self, challenge: Challenge, deal: int) -> None:
        """Play a waiting deal; if that fails, it is requested again when a player looks."""
        try:
            if any(
                one.deal == deal for one in await self._challenges.played_by(challenge.id, BOTS)
            ):
                return  # it was played in the meantime, after a viewer asked for it again
            now = moment(self._clock.time_of_day())
            await self._challenges.add_bots(await self._played(challenge, deal), now)
        finally:
            self._waiting.remove((challenge.id, deal))

    async def _played(self, challenge: Challenge, deal: int) -> Played:
        seed = challenge.seeds[deal - 1]
        seal = Seal(0, seal_of(seed), (), seed)
        game = Game.new(challenge.rules)
        while not game.results:
            seat = game.to_act
            if seat is None:
                game = game.happen(shuffle_under(seal, game))
                continue
            level = LEVEL if seat == challenge.seat else challenge.level
            game = game.apply(await self._decide(level, game.view(seat), seed), seat)
        score = scored(challenge.rules, game.results[0], challenge.seat)
        return Played(challenge.id, deal, FIRST, BOTS, name="", table="", **score)

    async def _decide(self, level: Level, view: SeatView, seed: str) -> PlayerAction:
        submitted = self._executor.submit(think_alike, level, level, view, bots_seed(seed))
        return await asyncio.wrap_future(submitted)


def _shown(challenge: Challenge, lang: Lang) -> dict[str, Any]:
    """Return what both lists and pages show of a challenge."""
    return {
        "challenge": challenge.id,
        "day": None if challenge.day is None else challenge.day.isoformat(),
        "by": challenge.by,
        "deals": len(challenge.seeds),
        **facts(challenge, lang),
    }


def tried_challenge(challenge: Challenge, played: int, lang: Lang) -> TriedChallenge:
    """Return a challenge for the list of those that a person has tried."""
    return msgspec.convert({**_shown(challenge, lang), "played": played}, TriedChallenge)


async def challenge_info(
    kept: ChallengeStore, challenge: Challenge, person: PersonId | None, lang: Lang
) -> ChallengeInfo:
    """Return a challenge as it may be seen by `person`, or by an unknown viewer."""
    tried = [] if person is None else await kept.tried(challenge.id, person)
    played = [] if person is None else await kept.played_by(challenge.id, person)
    results = await _results(kept, challenge, played, lang)
    all_played = person is not None and len(results) == len(challenge.seeds)
    return ChallengeInfo(
        **_shown(challenge, lang),
        sides=challenge.rules.sides,
        seat=challenge.seat,
        seals=tuple(map(seal_of, challenge.seeds)),
        players=await kept.players(challenge.id),
        attempts=tuple(
            OwnAttempt(number, table, sum(one.attempt == number for one in played))
            for number, table in tried
        ),
        attempts_left=MOST_ATTEMPTS - len(tried),
        results=results,
        ranking=await _ranking(kept, challenge, person or "", results, lang)
        if all_played
        else None,
    )


async def _results(
    kept: ChallengeStore, challenge: Challenge, played: Iterable[Played], lang: Lang
) -> tuple[ComparedDeal, ...]:
    """Return the deals that a person has played, along with the results of others.

    Deals that no one has played in a first attempt are left out, because there is nothing to
    compare, and so are those whose best result is damaged.
    """
    own: dict[int, list[Played]] = {}
    for one in played:
        own.setdefault(one.deal, []).append(one)
    if not own:
        return ()
    compared = await kept.compared(challenge.id)
    bots = {one.deal: one for one in await kept.played_by(challenge.id, BOTS)}
    results = []
    for deal, lines in own.items():
        best = await kept.best(challenge.id, deal) if deal in compared else None
        if best is None or not 1 <= deal <= len(challenge.seeds):
            continue
        first = next((one for one in lines if one.attempt == FIRST), None)
        better = None if first is None else await kept.better(challenge.id, deal, first.margin)
        result = ComparedDeal(
            **compared[deal]._asdict(),
            seed=challenge.seeds[deal - 1],
            best=_line(best, lang),
            own=None if first is None else _line(first, lang),
            rank=None if better is None else better + 1,
            later=tuple(_line(one, lang) for one in lines if one is not first),
            bots=_line(bots[deal], lang) if deal in bots else None,
        )
        results.append(result)
    return tuple(results)


async def _ranking(
    kept: ChallengeStore,
    challenge: Challenge,
    person: PersonId,
    results: Iterable[ComparedDeal],
    lang: Lang,
) -> Ranking:
    """Return the ranking of those who have played all deals."""
    totals = await kept.totals(challenge, MOST_RANKED)
    players, better, mean = await kept.total_of(challenge, person)
    rows = [
        Ranked(rank, called(total.name, lang), total.margin, total.person == person)
        for rank, total in zip(places([one.margin for one in totals]), totals, strict=True)
    ]
    own = [one.own for one in results if one.own is not None]
    if len(own) == len(challenge.seeds) and not any(row.you for row in rows):
        rows.append(Ranked(better + 1, own[-1].name, sum(one.margin for one in own), you=True))
    bots = [one.bots.margin for one in results if one.bots is not None]
    all_bots = sum(bots) if len(bots) == len(challenge.seeds) else None
    return Ranking(players, mean, tuple(rows), all_bots)


def _line(played: Played, lang: Lang) -> DealLine:
    """Return a result as it is shown; the name of its player may be forgotten."""
    line = msgspec.convert(played, DealLine, from_attributes=True)
    return structs.replace(line, name=called(played.name, lang))
