"""HTTP routes for challenges: making and playing them, and comparing results.

HTTP routes for matches between two teams: making matches, taking seats, and showing results.
"""

from litestar import Response
from litestar.params import FromPath
from msgspec import structs

from ...clock import Clock
from ...errors import RefusedError
from ...net.answers import Asked, as_record, body_of, in_csv, in_json, lang_of
from ...net.feature import Feature
from ...net.identity import PERSON, PLAYING, PUBLISHING, caller_of, session_of
from ...net.routes import get, post
from ...net.state import AppState
from ...store.store import Store
from ...wire.http import TableMade
from ...wire.protocol import Sit
from ..games.store import unknown as unknown_game
from .challenges import ChallengeService
from .matches import MatchService, check_matched, duplicate_info
from .messages import (
    ChallengeInfo,
    ChallengeMade,
    ComparedDeal,
    DuplicateInfo,
    DuplicateMade,
    MyChallenges,
    NewChallenge,
    NewDuplicate,
    TakePlace,
    TryChallenge,
)
from .standings import challenge_info, tried_challenge
from .store import ATTEMPTS, CHALLENGES, PLAYED, ChallengeStore, forget_player, written_with


@post("/api/challenges", asks=NewChallenge, answers=ChallengeMade, access=PERSON)
async def make_challenge(request: Asked, state: AppState) -> Response[bytes]:
    """Make a challenge."""
    new = await body_of(request, NewChallenge)
    caller = await caller_of(request, new.token)
    caller.check_words(new)
    state.gate.make_tables(request)
    made = await state.service(ChallengeService).make(
        structs.replace(new, name=caller.named(new.name).name)
    )
    return in_json(request, ChallengeMade(made.id))


@get("/api/challenges/today", answers=ChallengeInfo)
async def show_today(request: Asked, state: AppState) -> Response[bytes]:
    """Return the daily challenge."""
    today = await state.service(ChallengeService).today()
    return in_json(request, await _info(request, state.service(ChallengeService), today.id))


@get("/api/challenges/{challenge:str}", answers=ChallengeInfo)
async def show_challenge(
    request: Asked, state: AppState, challenge: FromPath[str]
) -> Response[bytes]:
    """Return a challenge, including the results of the deals that the player has finished."""
    return in_json(request, await _info(request, state.service(ChallengeService), challenge))


@post(
    "/api/challenges/{challenge:str}/attempts", asks=TryChallenge, answers=TableMade, access=PERSON
)
async def try_challenge(
    request: Asked, state: AppState, challenge: FromPath[str]
) -> Response[bytes]:
    """Give a player the cards of a challenge, or send them back to an attempt in progress."""
    asked = await body_of(request, TryChallenge)
    asker = (await caller_of(request, asked.token)).named(asked.name)
    table = await state.service(ChallengeService).begin(
        challenge, asker, lambda: state.gate.make_tables(request), again=asked.again
    )
    return in_json(request, TableMade(table))


@get("/api/challenges/{challenge:str}/deals/{deal:int}/{which:str}", answers=str)
async def show_played(
    request: Asked,
    state: AppState,
    challenge: FromPath[str],
    deal: FromPath[int],
    which: FromPath[str],
) -> Response[bytes]:
    """Return the record of a deal as the player (`own`) or the `best` player played it.

    Only players who have played the deal may see the record.
    """
    person = await session_of(request)
    mine = (
        []
        if person is None
        else await state.service(ChallengeService).kept.played_by(challenge, person)
    )
    own = next((one for one in mine if one.deal == deal), None)
    if own is None or which not in {"own", "best"}:
        raise RefusedError(
            "challenge/not-played", "you can see the results of a deal after you have played it"
        )
    found = (
        own if which == "own" else await state.service(ChallengeService).kept.best(challenge, deal)
    )
    record = None if found is None else await state.deps.store.record(found.table, deal)
    if record is None:  # its table has been forgotten
        raise unknown_game()
    return as_record(record)


@get("/api/challenges/{challenge:str}/results.csv", answers=str, media="text/csv")
async def show_numbers(
    request: Asked, state: AppState, challenge: FromPath[str]
) -> Response[bytes]:
    """Return the results of the deals that the player has finished, as CSV for a spreadsheet."""
    info = await _info(request, state.service(ChallengeService), challenge)
    return in_csv(_COLUMNS, map(_row, info.results))


@get("/api/my/challenges", answers=MyChallenges)
async def show_my_challenges(request: Asked, state: AppState) -> Response[bytes]:
    """Return the challenges that the player has tried."""
    lang = lang_of(request)
    person = await session_of(request)
    tried = [] if person is None else await state.service(ChallengeService).kept.tried_by(person)
    mine = tuple(tried_challenge(challenge, played, lang) for challenge, played in tried)
    return in_json(request, MyChallenges(mine))


async def _info(request: Asked, challenge_service: ChallengeService, id: str) -> ChallengeInfo:
    lang = lang_of(request)
    challenge = await challenge_service.find(id)
    person = await session_of(request)
    info = await challenge_info(challenge_service.kept, challenge, person, lang)
    for result in info.results:
        if result.bots is None:
            challenge_service.baselines.want(challenge, result.deal)
    return info


_COLUMNS = ("deal", "own", "rank", "players", "mean", "best", "lowest", "expert")


def _row(result: ComparedDeal) -> tuple[float | None, ...]:
    return (
        result.deal,
        None if result.own is None else result.own.margin,
        result.rank,
        result.players,
        round(result.mean, 2),
        result.best.margin,
        result.lowest,
        None if result.bots is None else result.bots.margin,
    )


TABLES = 2


@post("/api/duplicates", asks=NewDuplicate, answers=DuplicateMade, access=PUBLISHING)
async def make_duplicate(request: Asked, state: AppState) -> Response[bytes]:
    """Make a match between two teams."""
    new = await body_of(request, NewDuplicate)
    await caller_of(request, new.token)
    state.gate.make_tables(request, TABLES)
    return in_json(request, DuplicateMade(await state.service(MatchService).make(new)))


@get("/api/duplicates/{duplicate:str}", answers=DuplicateInfo)
async def show_duplicate(
    request: Asked, state: AppState, duplicate: FromPath[str]
) -> Response[bytes]:
    """Return a match, including the results of the deals that both tables have played."""
    return in_json(request, await _match_info(request, state, duplicate))


@post("/api/duplicates/{duplicate:str}/seats", asks=TakePlace, answers=TableMade, access=PLAYING)
async def take_place(request: Asked, state: AppState, duplicate: FromPath[str]) -> Response[bytes]:
    """Give a player a seat in a match."""
    asked = await body_of(request, TakePlace)
    caller = await caller_of(request, asked.token)
    asker = caller.named(asked.name)
    await state.service(MatchService).take(duplicate, asker, Sit(asked.table, asked.seat))
    return in_json(request, TableMade(asked.table))


@get("/api/duplicates/{duplicate:str}/deals/{deal:int}/{table:int}", answers=str)
async def show_matched(
    state: AppState,
    duplicate: FromPath[str],
    deal: FromPath[int],
    table: FromPath[int],
) -> Response[bytes]:
    """Return the record of a deal at table 1 or 2, once both have played it."""
    first, second = await state.service(MatchService).find(duplicate)
    check_matched(first.table, second.table, deal)
    found = {1: first, 2: second}.get(table)
    store = state.deps.store
    return as_record(None if found is None else await store.record(found.table.id, deal))


@get("/api/duplicates/{duplicate:str}/results.csv", answers=str, media="text/csv")
async def show_differences(
    request: Asked, state: AppState, duplicate: FromPath[str]
) -> Response[bytes]:
    """Return the results of the deals that both tables have played, as CSV for a spreadsheet."""
    info = await _match_info(request, state, duplicate)
    return in_csv(
        ("deal", "table_1", "table_2", "difference", "imps"),
        [
            (one.deal, *(line.margin for line in one.lines), one.difference, one.imps)
            for one in info.results
        ],
    )


async def _match_info(request: Asked, state: AppState, id: str) -> DuplicateInfo:
    lang = lang_of(request)
    return duplicate_info(
        await state.service(MatchService).find(id), await session_of(request), lang
    )


async def _forget_old(store: Store, _clock: Clock, since: float | None) -> None:
    if since is not None:
        await store.section(ChallengeStore).forget(since)


feature = Feature(
    routes=(
        make_challenge,
        show_today,
        show_challenge,
        try_challenge,
        show_played,
        show_numbers,
        show_my_challenges,
        make_duplicate,
        show_duplicate,
        take_place,
        show_matched,
        show_differences,
    ),
    tables=(CHALLENGES, ATTEMPTS, PLAYED),
    services=(
        lambda app: ChallengeService(app.registry, app.deps),
        lambda app: MatchService(app.registry, app.deps),
    ),
    with_events=written_with,
    forget_old=_forget_old,
    forget_people=forget_player,
)
