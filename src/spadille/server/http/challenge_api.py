"""HTTP routes for challenges: making and playing them, and comparing results."""

from litestar import Response
from litestar.params import FromPath
from msgspec import structs

from ..challenges.challenging import Challenging
from ..challenges.comparing import challenge_info, tried_challenge
from ..messages.challenge_messages import (
    ChallengeInfo,
    ChallengeMade,
    ComparedDeal,
    MyChallenges,
    NewChallenge,
    TryChallenge,
)
from ..messages.http_messages import TableMade
from ..refusals import RefusedError
from ..store.games import unknown as unknown_game
from .access import PERSON
from .answers import Asked, as_record, body_of, in_csv, in_json, lang_of
from .identity import caller_of, session_of
from .routes import get, post
from .state import AppState


@post("/api/challenges", asks=NewChallenge, answers=ChallengeMade, access=PERSON)
async def make_challenge(request: Asked, state: AppState) -> Response[bytes]:
    """Make a challenge."""
    new = await body_of(request, NewChallenge)
    caller = await caller_of(request, new.token)
    caller.check_words(new)
    state.gate.make_tables(request)
    made = await state.challenging.make(structs.replace(new, name=caller.named(new.name).name))
    return in_json(request, ChallengeMade(made.id))


@get("/api/challenges/today", answers=ChallengeInfo)
async def show_today(request: Asked, state: AppState) -> Response[bytes]:
    """Return the daily challenge."""
    today = await state.challenging.today()
    return in_json(request, await _info(request, state.challenging, today.id))


@get("/api/challenges/{challenge:str}", answers=ChallengeInfo)
async def show_challenge(
    request: Asked, state: AppState, challenge: FromPath[str]
) -> Response[bytes]:
    """Return a challenge, including the results of the deals that the player has finished."""
    return in_json(request, await _info(request, state.challenging, challenge))


@post(
    "/api/challenges/{challenge:str}/attempts", asks=TryChallenge, answers=TableMade, access=PERSON
)
async def try_challenge(
    request: Asked, state: AppState, challenge: FromPath[str]
) -> Response[bytes]:
    """Give a player the cards of a challenge, or send them back to an attempt in progress."""
    asked = await body_of(request, TryChallenge)
    asker = (await caller_of(request, asked.token)).named(asked.name)
    table = await state.challenging.begin(
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
    mine = [] if person is None else await state.challenging.kept.played_by(challenge, person)
    own = next((one for one in mine if one.deal == deal), None)
    if own is None or which not in {"own", "best"}:
        raise RefusedError(
            "challenge/not-played", "you can see the results of a deal after you have played it"
        )
    found = own if which == "own" else await state.challenging.kept.best(challenge, deal)
    record = None if found is None else await state.around.store.record(found.table, deal)
    if record is None:  # its table has been forgotten
        raise unknown_game()
    return as_record(record)


@get("/api/challenges/{challenge:str}/results.csv", answers=str, media="text/csv")
async def show_numbers(
    request: Asked, state: AppState, challenge: FromPath[str]
) -> Response[bytes]:
    """Return the results of the deals that the player has finished, as CSV for a spreadsheet."""
    info = await _info(request, state.challenging, challenge)
    return in_csv(_COLUMNS, map(_row, info.results))


@get("/api/my/challenges", answers=MyChallenges)
async def show_my_challenges(request: Asked, state: AppState) -> Response[bytes]:
    """Return the challenges that the player has tried."""
    lang = lang_of(request)
    person = await session_of(request)
    tried = [] if person is None else await state.challenging.kept.tried_by(person)
    mine = tuple(tried_challenge(challenge, played, lang) for challenge, played in tried)
    return in_json(request, MyChallenges(mine))


async def _info(request: Asked, challenging: Challenging, id: str) -> ChallengeInfo:
    lang = lang_of(request)
    challenge = await challenging.find(id)
    person = await session_of(request)
    info = await challenge_info(challenging.kept, challenge, person, lang)
    for result in info.results:
        if result.bots is None:
            challenging.yardsticks.want(challenge, result.deal)
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
