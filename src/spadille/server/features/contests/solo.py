"""Challenges: one person plays deals that others play elsewhere, in the same seat.

After a person has played a deal, bots play it too, with a strong bot in the person's seat. A worker
makes one of their decisions after another, so that no table waits for more than one of them.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response
from msgspec import Meta, Struct, structs

from ....bots import Level
from ....game import Game, PlayerAction, Seal, Seat, Side, seal_of
from ....locale import Lang
from ....table.commands import Asker
from ....table.commitments import bots_seed, secret_seed, shuffle_under
from ....table.errors import RefusedError
from ....table.events import Attempt, PersonId, SeatTaken
from ....table.games import unknown_game
from ....table.ids import new_id
from ....table.model import Table
from ....table.protocol import TableMade
from ....table.requests import BodyByToken, Name, Token
from ....table.rule_choice import RuleChoice, chosen_rules
from ....table.seats import called, maker_seat
from ...live.actor import Jobs, Services
from ...live.bots import think_alike
from ...live.registry import Registry
from ...logs import log_failure
from ...net.admission import limit
from ...net.answers import Asked, as_record, in_csv
from ...net.identity import PERSON, Caller
from ...net.routes import Routes
from ...net.state import AppState, Feature
from ...store.commits import Write
from ...store.schema import moment
from .contest import MOST_DEALS, DealScore, begin_table, contest_table, facts, fit_for_all, scored
from .store import (
    BOTS,
    FIRST,
    Challenge,
    ChallengeStore,
    Played,
    forget_challengers,
    forget_old_challenges,
    write_attempt,
    write_played,
)

log = logging.getLogger(__name__)

LEVEL: Level = "expert"
"""The level in the person's seat when bots play a deal alone."""

MOST_WAITING = 200
"""The most deals that may wait for bots; others are requested when a player looks at them again."""

MOST_ATTEMPTS = 10
"""The most attempts that one person may make at a challenge."""

MOST_PLAYERS = 10_000
"""The most people at one challenge."""

MOST_RANKED = 20
"""Ranks that are shown, in addition to the player's own."""


class NewChallenge(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A challenge for everyone with the link; not even its author knows the cards.

    All players take this `seat`, which is South of four seats by default.
    """

    name: Name
    token: Token | None = None
    deals: Annotated[int, Meta(ge=1, le=MOST_DEALS)] = 4
    level: Level = "expert"
    seat: Seat | None = None
    lang: Lang = "en"


OF_DAY = NewChallenge(name="", deals=4, level="expert")
"""The settings for the challenge that the server makes each day."""


class ChallengeMade(Struct, frozen=True):
    """A new challenge; its page, at `/c/` followed by the id, is the link for everyone."""

    challenge: str


class TryChallenge(BodyByToken, frozen=True):
    """Asks for the cards of a challenge.

    The answer is the table of the attempt in progress, or of a new one. With `again`, a new attempt
    begins once earlier ones are over. It is kept separate from the attempt that counts.
    """

    name: Name
    again: bool = False


class OwnAttempt(Struct, frozen=True):
    """One of the requesting player's attempts; number 1 counts. `played` counts finished deals."""

    number: int
    table: str
    played: int


class DealLine(DealScore, frozen=True):
    """A player's result in a deal; `name` is empty for bots."""

    name: str
    attempt: int


class ComparedDeal(Struct, frozen=True):
    """A deal that the requesting player has played, compared with the results of others.

    Only first attempts count. `own` is the player's result, or None without a first attempt.
    `later` has the player's results in later attempts. `rank` is the rank of `own`. `bots` is the
    result of the level `expert` in the same seat, once it is known.
    """

    deal: int
    seed: str
    players: int
    mean: float
    lowest: float
    best: DealLine
    own: DealLine | None
    rank: int | None
    later: tuple[DealLine, ...]
    bots: DealLine | None


class Ranked(Struct, frozen=True):
    """A place in the ranking; `you` marks the requesting player."""

    rank: int
    name: str
    margin: float
    you: bool


class Ranking(Struct, frozen=True):
    """The ranking of players who have played all deals: the best, and the requesting player.

    `bots` is the total of the level `expert` over all deals, once it is known.
    """

    players: int
    mean: float
    rows: tuple[Ranked, ...]
    bots: float | None


class _Challenge(Struct, frozen=True):
    """A challenge in a list; `day` is the date of a daily one, otherwise `by` is its author."""

    challenge: str
    day: str | None
    by: str
    title: str
    level: Level
    deals: int


class ChallengeInfo(_Challenge, frozen=True):
    """A challenge as the requesting player may see it.

    `day` is the date of a daily challenge; otherwise `by` is the author. The `seals` are the
    commitments to all deals, and are published before the cards. `results` are the deals that the
    player has played, and the `ranking` is added once all have been played. `players` counts those
    who have begun.
    """

    preset: str
    code: str
    sides: tuple[Side, ...]
    seat: Seat
    seals: tuple[str, ...]
    players: int
    attempts: tuple[OwnAttempt, ...]
    attempts_left: int
    results: tuple[ComparedDeal, ...]
    ranking: Ranking | None


class TriedChallenge(_Challenge, frozen=True):
    """A challenge that the player has tried; `played` counts the deals of the first attempt."""

    played: int


class MyChallenges(Struct, frozen=True):
    """The challenges that the requesting player has tried, most recent first."""

    tried: tuple[TriedChallenge, ...]


def written_with(before: Table | None, after: Table) -> Write | None:
    """Return what stores the result of a challenge deal, if one has just ended."""
    attempt = after.made.attempt
    if attempt is None or before is None or before.round_over or not after.round_over:
        return None
    assert after.game is not None
    (person,) = after.persons
    seat = after.seats.by_person[person]
    played = Played(
        challenge=attempt.challenge,
        deal=after.games,
        attempt=attempt.number,
        person=person,
        name=after.names[seat],
        table=after.id,
        **structs.asdict(scored(after.rules, after.game.results[-1], seat)),
    )
    return partial(write_played, now=datetime.now(UTC), played=played)


class ChallengeService:
    """Makes challenges, deals their cards, and compares the results."""

    def __init__(self, registry: Registry, deps: Services) -> None:
        self._registry = registry
        self._deps = deps
        self.kept = deps.store.section(ChallengeStore)
        self.baselines = Baselines(self.kept, deps)
        self._making = asyncio.Lock()
        self._beginning = asyncio.Lock()

    async def stop(self) -> None:
        """Stop the bots that play the deals in challenges."""
        await self.baselines.stop()

    async def make(self, new: NewChallenge, by: str, day: date | None = None) -> Challenge:
        """Return a new challenge with secret cards; raise SpadesError if its rules do not exist."""
        preset, rules, title = chosen_rules(new)
        rules = fit_for_all(rules)
        seat = maker_seat(rules.players) if new.seat is None else new.seat
        if seat not in rules.seats:
            raise RefusedError("seat/unknown", "this table has no such seat")
        seeds = tuple(self._deps.seeds() for _ in range(new.deals))
        challenge = Challenge(new_id(), preset, rules, title, new.level, seat, seeds, by, day)
        await self.kept.add(challenge, moment(self._deps.clock.time_of_day()))
        return challenge

    async def today(self) -> Challenge:
        """Return the challenge of the day, the same for everyone on this server."""
        day = moment(self._deps.clock.time_of_day()).date()
        async with self._making:
            return await self.kept.of_day(day) or await self.make(OF_DAY, "", day)

    async def info(self, id: str, person: PersonId | None, lang: Lang) -> ChallengeInfo:
        """Return a challenge for a viewer, and have bots play the deals that the viewer played."""
        challenge = await self.kept.find(id)
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
        challenge = await self.kept.find(id)
        async with self._beginning:
            tried = await self.kept.tried(id, asker.person)
            if tried:
                latest = await self._registry.find_unless_lost(tried[-1].table)
                if latest is not None and latest.table.status == "playing":
                    return latest.table.id
            await self._check(id, len(tried), again=again)
            may_make()
            now, table = self._deps.clock.time_of_day(), new_id()
            attempt = Attempt(id, len(tried) + 1, challenge.seeds)
            made = contest_table(
                challenge, invite=False, host=asker.person, talk="off", attempt=attempt
            )
            seated = [SeatTaken(challenge.seat, *asker)]
            begun = begin_table(table, made, seated, secret_seed, now, names_of=id)
            note = partial(
                write_attempt, now=moment(now), attempt=attempt, person=asker.person, table=table
            )
            await self._registry.open(begun, [note])
            return table

    async def _check(self, id: str, attempts: int, *, again: bool) -> None:
        """Refuse a player who may not begin another attempt after this many."""
        if attempts and not again:
            raise RefusedError(
                "challenge/played", "you have played this challenge; your first attempt counts"
            )
        if attempts >= MOST_ATTEMPTS:
            raise RefusedError(
                "challenge/too-many-attempts",
                "you can try a challenge {most} times",
                most=MOST_ATTEMPTS,
            )
        if not attempts and await self.kept.players(id) >= MOST_PLAYERS:
            raise RefusedError("challenge/full", "this challenge has too many players already")


class Baselines:
    """Has bots play deals one after another, and stores the results."""

    def __init__(self, challenges: ChallengeStore, deps: Services) -> None:
        self._challenges = challenges
        self._deps = deps
        self._waiting: set[tuple[str, int]] = set()
        self._jobs = Jobs("baselines", partial(log_failure, log, "bots have not played a deal"))

    def want(self, challenge: Challenge, deal: int) -> None:
        """Queue a deal to be played, unless it is already waiting."""
        key = challenge.id, deal
        able = all(self._deps.preparing(level) is None for level in (LEVEL, challenge.level))
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
            known = await self._challenges.played_by(challenge.id, BOTS)
            if all(one.deal != deal for one in known):  # no viewer asked for it in the meantime
                played = await self._played(challenge, deal)
                now = moment(self._deps.clock.time_of_day())
                await self._deps.store.write([partial(write_played, now=now, played=played)])
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
            submitted = self._deps.executor.submit(
                think_alike, level, level, game.view(seat), bots_seed(seed)
            )
            action: PlayerAction = await asyncio.wrap_future(submitted)
            game = game.apply(action, seat)
        score = scored(challenge.rules, game.results[0], challenge.seat)
        return Played(
            challenge=challenge.id,
            deal=deal,
            attempt=FIRST,
            person=BOTS,
            name="",
            table="",
            **structs.asdict(score),
        )


def _shown(challenge: Challenge, lang: Lang) -> dict[str, Any]:
    """Return what both lists and pages show of a challenge."""
    return {
        "challenge": challenge.id,
        "day": None if challenge.day is None else challenge.day.isoformat(),
        "by": challenge.by,
        "deals": len(challenge.seeds),
        **facts(challenge, lang),
    }


async def challenge_info(
    kept: ChallengeStore, challenge: Challenge, person: PersonId | None, lang: Lang
) -> ChallengeInfo:
    """Return a challenge as it may be seen by `person`, or by an unknown viewer."""
    tried = [] if person is None else await kept.tried(challenge.id, person)
    played = [] if person is None else await kept.played_by(challenge.id, person)
    results = await _results(kept, challenge, played, lang)
    ranking = None
    if person is not None and len(results) == len(challenge.seeds):
        ranking = await _ranking(kept, challenge, person, results, lang)
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
        ranking=ranking,
    )


async def _results(
    kept: ChallengeStore, challenge: Challenge, played: Sequence[Played], lang: Lang
) -> tuple[ComparedDeal, ...]:
    """Return the deals that a person has played, along with the results of others.

    Deals that no one has played in a first attempt are left out, because there is nothing to
    compare, and so are those whose best result is damaged.
    """
    if not played:
        return ()
    compared = await kept.compared(challenge.id)
    bots = {one.deal: _line(one, lang) for one in await kept.played_by(challenge.id, BOTS)}
    results = []
    for deal, seed in enumerate(challenge.seeds, start=1):
        lines = [one for one in played if one.deal == deal]
        if not lines or deal not in compared:
            continue
        players, mean, lowest, best = compared[deal]
        first = next((one for one in lines if one.attempt == FIRST), None)
        better = None if first is None else await kept.better(challenge.id, deal, first.margin)
        result = ComparedDeal(
            deal=deal,
            seed=seed,
            players=players,
            mean=mean,
            lowest=lowest,
            best=_line(best, lang),
            own=None if first is None else _line(first, lang),
            rank=None if better is None else better + 1,
            later=tuple(_line(one, lang) for one in lines if one is not first),
            bots=bots.get(deal),
        )
        results.append(result)
    return tuple(results)


async def _ranking(
    kept: ChallengeStore,
    challenge: Challenge,
    person: PersonId,
    results: Sequence[ComparedDeal],
    lang: Lang,
) -> Ranking:
    """Return the ranking of those who have played all deals."""
    totals = await kept.ranking(challenge, person, MOST_RANKED)
    bots = [one.bots.margin for one in results if one.bots is not None]
    return Ranking(
        players=totals[0].players if totals else 0,
        mean=totals[0].mean if totals else 0.0,
        rows=tuple(
            Ranked(one.rank, called(one.name, lang), one.margin, one.person == person)
            for one in totals
        ),
        bots=sum(bots) if len(bots) == len(challenge.seeds) else None,
    )


def _line(played: Played, lang: Lang) -> DealLine:
    """Return a result as it is shown; the name of its player may be forgotten."""
    line = msgspec.convert(played, DealLine, from_attributes=True)
    return structs.replace(line, name=called(played.name, lang))


routes = Routes()


@routes.post("/api/challenges", PERSON)
async def make_challenge(
    request: Asked, challenges: ChallengeService, caller: Caller, body: NewChallenge
) -> ChallengeMade:
    """Make a challenge."""
    caller.check_words(body)
    limit("tables", request)
    made = await challenges.make(body, caller.named(body.name).name)
    return ChallengeMade(made.id)


@routes.get("/api/challenges/today")
async def show_today(
    challenges: ChallengeService, viewer: PersonId | None, lang: Lang
) -> ChallengeInfo:
    """Return the daily challenge."""
    return await challenges.info((await challenges.today()).id, viewer, lang)


@routes.get("/api/challenges/{challenge:str}")
async def show_challenge(
    challenges: ChallengeService, challenge: str, viewer: PersonId | None, lang: Lang
) -> ChallengeInfo:
    """Return a challenge, including the results of the deals that the player has finished."""
    return await challenges.info(challenge, viewer, lang)


@routes.post("/api/challenges/{challenge:str}/attempts", PERSON)
async def try_challenge(
    request: Asked,
    challenges: ChallengeService,
    challenge: str,
    caller: Caller,
    body: TryChallenge,
) -> TableMade:
    """Give a player the cards of a challenge, or send them back to an attempt in progress."""
    table = await challenges.begin(
        challenge, caller.named(body.name), lambda: limit("tables", request), again=body.again
    )
    return TableMade(table)


@routes.get("/api/challenges/{challenge:str}/deals/{deal:int}/{which:str}", answers=str)
async def show_played(  # noqa: PLR0913, PLR0917 - the address, and what it needs
    state: AppState,
    challenges: ChallengeService,
    challenge: str,
    deal: int,
    which: str,
    viewer: PersonId | None,
) -> Response[bytes]:
    """Return the record of a deal as the player (`own`) or the `best` player played it.

    Only players who have played the deal may see the record.
    """
    mine = [] if viewer is None else await challenges.kept.played_by(challenge, viewer)
    found = next((one for one in mine if one.deal == deal), None)
    if found is None or which not in {"own", "best"}:
        raise RefusedError(
            "challenge/not-played", "you can see the results of a deal after you have played it"
        )
    if which == "best":
        compared = await challenges.kept.compared(challenge)
        found = compared[deal].best if deal in compared else None
    record = None if found is None else await state.deps.store.record(found.table, deal)
    if record is None:  # its table has been forgotten
        raise unknown_game()
    return as_record(record)


@routes.get("/api/challenges/{challenge:str}/results.csv", answers=str, media="text/csv")
async def show_numbers(
    challenges: ChallengeService, challenge: str, viewer: PersonId | None
) -> Response[bytes]:
    """Return the results of the deals that the player has finished, as CSV for a spreadsheet."""
    info = await challenges.info(challenge, viewer, "en")
    rows = [
        (
            one.deal,
            one.own and one.own.margin,
            one.rank,
            one.players,
            round(one.mean, 2),
            one.best.margin,
            one.lowest,
            one.bots and one.bots.margin,
        )
        for one in info.results
    ]
    return in_csv(("deal", "own", "rank", "players", "mean", "best", "lowest", "expert"), rows)


@routes.get("/api/my/challenges")
async def show_my_challenges(
    challenges: ChallengeService, viewer: PersonId | None, lang: Lang
) -> MyChallenges:
    """Return the challenges that the player has tried."""
    tried = [] if viewer is None else await challenges.kept.tried_by(viewer)
    shown = [{**_shown(challenge, lang), "played": played} for challenge, played in tried]
    return msgspec.convert({"tried": shown}, MyChallenges)


feature = Feature(
    routes=routes,
    services=(lambda app: ChallengeService(app.registry, app.deps),),
    with_events=written_with,
    forget_old=forget_old_challenges,
    forget_people=forget_challengers,
    statuses={"challenge/unknown": 404, "challenge/not-yours": 403, "challenge/not-played": 403},
)
