"""International match points: the scale that a match uses for the difference in a deal.

It keeps one wild deal from deciding a match. The limits are those of duplicate bridge, where
differences are of about the same size: here, a trick bid is worth ten points, and a nil a hundred.

A comparison of the people who have played the deals in a challenge.
"""

from bisect import bisect_right
from collections.abc import Iterable
from math import copysign

from msgspec import structs

from ....game import seal_of
from ...table.attempts import MOST_ATTEMPTS, Challenge, Played
from ...table.events import PersonId
from ...table.rule_choice import code_of, title_of
from ...table.seats import called
from ...wire.protocol import Lang
from .messages import (
    ChallengeInfo,
    ComparedDeal,
    DealLine,
    OwnAttempt,
    Ranked,
    Ranking,
    TriedChallenge,
)
from .store import BOTS, FIRST, ChallengeStore, Compared

LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The differences at which the result rises by one point."""


def imps(difference: float) -> int:
    """Return the match points for a difference, with the same sign."""
    return int(copysign(bisect_right(LEAST, abs(difference)), difference))


MOST_RANKED = 20
"""Ranks that are shown, in addition to the player's own."""


async def challenge_info(
    kept: ChallengeStore, challenge: Challenge, person: PersonId | None, lang: Lang
) -> ChallengeInfo:
    """Return a challenge as it may be seen by `person`, or by an unknown viewer."""
    tried = [] if person is None else await kept.tried(challenge.id, person)
    played = [] if person is None else await kept.played_by(challenge.id, person)
    results = tuple(_in(lang, one) for one in await _results(kept, challenge, played))
    all_played = len(results) == len(challenge.seeds)
    return ChallengeInfo(
        challenge=challenge.id,
        day=_day_of(challenge),
        by=challenge.by,
        title=title_of(challenge, lang),
        preset=challenge.preset,
        code=code_of(challenge),
        sides=challenge.rules.sides,
        seat=challenge.seat,
        level=challenge.level,
        deals=len(challenge.seeds),
        seals=tuple(map(seal_of, challenge.seeds)),
        players=await kept.players(challenge.id),
        attempts=tuple(
            OwnAttempt(number, table, sum(one.attempt == number for one in played))
            for number, table in tried
        ),
        attempts_left=MOST_ATTEMPTS - len(tried),
        results=results,
        ranking=await _ranking(kept, challenge, person, results, lang) if all_played else None,
    )


def tried_challenge(challenge: Challenge, played: int, lang: Lang) -> TriedChallenge:
    """Return a challenge for the list of those that a person has tried."""
    return TriedChallenge(
        challenge.id,
        _day_of(challenge),
        challenge.by,
        title_of(challenge, lang),
        challenge.level,
        len(challenge.seeds),
        played,
    )


async def _results(
    kept: ChallengeStore, challenge: Challenge, played: Iterable[Played]
) -> tuple[ComparedDeal, ...]:
    """Return the deals that a person has played, along with the results of others.

    Deals that no one has played in a first attempt are left out, because there is nothing to
    compare.
    """
    own: dict[int, list[Played]] = {}
    for one in played:
        own.setdefault(one.deal, []).append(one)
    if not own:
        return ()
    compared = await kept.compared(challenge.id)
    bots = {one.deal: one for one in await kept.played_by(challenge.id, BOTS)}
    results = [
        await _result(kept, challenge, compared[deal], lines, bots.get(deal))
        for deal, lines in own.items()
        if deal in compared and 1 <= deal <= len(challenge.seeds)
    ]
    return tuple(result for result in results if result is not None)


async def _result(
    kept: ChallengeStore,
    challenge: Challenge,
    compared: Compared,
    lines: list[Played],
    bots: Played | None,
) -> ComparedDeal | None:
    """Return a deal that a person has played; None if its best result is damaged."""
    deal = compared.deal
    first = next((one for one in lines if one.attempt == FIRST), None)
    best = await kept.best(challenge.id, deal)
    if best is None:
        return None
    better = None if first is None else await kept.better(challenge.id, deal, first.margin)
    return ComparedDeal(
        deal=deal,
        seed=challenge.seeds[deal - 1],
        players=compared.players,
        mean=compared.mean,
        lowest=compared.lowest,
        best=_line(best),
        own=None if first is None else _line(first),
        rank=None if better is None else better + 1,
        later=tuple(_line(one) for one in lines if one is not first),
        bots=None if bots is None else _line(bots),
    )


async def _ranking(
    kept: ChallengeStore,
    challenge: Challenge,
    person: PersonId | None,
    results: Iterable[ComparedDeal],
    lang: Lang,
) -> Ranking:
    """Return the ranking of those who have played all deals."""
    assert person is not None
    totals = await kept.totals(challenge, MOST_RANKED)
    players, better, mean = await kept.total_of(challenge, person)
    rows: list[Ranked] = []
    for place, total in enumerate(totals, start=1):
        even = rows and rows[-1].margin == total.margin
        rank = rows[-1].rank if even else place
        name = called(total.name, lang)
        rows.append(Ranked(rank, name, total.margin, total.person == person))
    own = [one.own for one in results if one.own is not None]
    if len(own) == len(challenge.seeds) and not any(row.you for row in rows):
        rows.append(Ranked(better + 1, own[-1].name, sum(one.margin for one in own), you=True))
    bots = [one.bots.margin for one in results if one.bots is not None]
    return Ranking(
        players, mean, tuple(rows), sum(bots) if len(bots) == len(challenge.seeds) else None
    )


def _line(played: Played) -> DealLine:
    return DealLine(
        played.name, played.attempt, played.margin, played.points, played.bids, played.won
    )


def _in(lang: Lang, result: ComparedDeal) -> ComparedDeal:
    """Return a deal as shown in a language; the name of its best player may be forgotten."""
    best = structs.replace(result.best, name=called(result.best.name, lang))
    return structs.replace(result, best=best)


def _day_of(challenge: Challenge) -> str | None:
    return None if challenge.day is None else challenge.day.isoformat()
