"""HTTP routes for challenges, team matches and tournaments, and the declaration of the feature."""

from collections.abc import Sequence

from litestar import Response
from litestar.status_codes import HTTP_200_OK
from msgspec import structs

from ...net.admission import limit
from ...net.answers import Asked, as_record, in_csv
from ...net.feature import Feature
from ...net.identity import CALLER, MAKING, PERSON, PLAYING, PUBLISHING, Caller
from ...net.routes import Routes
from ...net.state import AppState
from ...table.commands import Asker
from ...table.events import PersonId
from ...wire.protocol import Lang, Sit, TableMade
from ..games.store import unknown as unknown_game
from .messages import (
    ChallengeInfo,
    ChallengeMade,
    EnterPair,
    LeavePair,
    MyChallenges,
    MyTournaments,
    NewChallenge,
    NewTeamMatch,
    NewTournament,
    RunTournament,
    TakePlace,
    TeamMatchInfo,
    TeamMatchMade,
    TournamentInfo,
    TournamentMade,
    TryChallenge,
)
from .solo import ChallengeService, tried_challenge, written_with
from .standings import COLUMNS, own_tournament, result_rows
from .store import forget_old, forget_people
from .teams import TeamMatches, check_matched, match_info
from .tournament import Tournaments

TABLES_OF_MATCH = 2

routes = Routes()


@routes.post("/api/challenges", PERSON)
async def make_challenge(
    request: Asked,
    challenges: ChallengeService,
    caller: Caller,
    body: NewChallenge,
) -> ChallengeMade:
    """Make a challenge."""
    caller.check_words(body)
    limit("tables", request)
    made = await challenges.make(structs.replace(body, name=caller.named(body.name).name))
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
    asker = caller.named(body.name)
    table = await challenges.begin(
        challenge, asker, lambda: limit("tables", request), again=body.again
    )
    return TableMade(table)


@routes.get("/api/challenges/{challenge:str}/deals/{deal:int}/{which:str}", answers=str)
async def show_played(
    challenges: ChallengeService, challenge: str, deal: int, which: str, viewer: PersonId | None
) -> Response[bytes]:
    """Return the record of a deal as the player (`own`) or the `best` player played it.

    Only players who have played the deal may see the record.
    """
    record = await challenges.record(challenge, deal, which, viewer)
    if record is None:  # its table has been forgotten
        raise unknown_game()
    return as_record(record)


@routes.get("/api/challenges/{challenge:str}/results.csv", answers=str, media="text/csv")
async def show_numbers(
    challenges: ChallengeService, challenge: str, viewer: PersonId | None
) -> Response[bytes]:
    """Return the results of the deals that the player has finished, as CSV for a spreadsheet."""
    info = await challenges.info(challenge, viewer, "en")
    rows: Sequence[Sequence[object]] = [
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
    return MyChallenges(tuple(tried_challenge(one, played, lang) for one, played in tried))


@routes.post("/api/duplicates", PUBLISHING)
async def make_duplicate(request: Asked, matches: TeamMatches, body: NewTeamMatch) -> TeamMatchMade:
    """Make a match between two teams."""
    limit("tables", request, TABLES_OF_MATCH)
    return TeamMatchMade(await matches.make(body))


@routes.get("/api/duplicates/{duplicate:str}")
async def show_duplicate(
    matches: TeamMatches, duplicate: str, viewer: PersonId | None, lang: Lang
) -> TeamMatchInfo:
    """Return a match, including the results of the deals that both tables have played."""
    return match_info(await matches.find(duplicate), viewer, lang)


@routes.post("/api/duplicates/{duplicate:str}/seats", PLAYING)
async def take_place(
    matches: TeamMatches, duplicate: str, caller: Caller, body: TakePlace
) -> TableMade:
    """Give a player a seat in a match."""
    await matches.take(duplicate, caller.named(body.name), Sit(body.table, body.seat))
    return TableMade(body.table)


@routes.get("/api/duplicates/{duplicate:str}/deals/{deal:int}/{table:int}", answers=str)
async def show_matched(
    state: AppState, matches: TeamMatches, duplicate: str, deal: int, table: int
) -> Response[bytes]:
    """Return the record of a deal at table 1 or 2, once both have played it."""
    first, second = await matches.find(duplicate)
    check_matched(first.table, second.table, deal)
    found = {1: first, 2: second}.get(table)
    store = state.deps.store
    return as_record(None if found is None else await store.record(found.table.id, deal))


@routes.get("/api/duplicates/{duplicate:str}/results.csv", answers=str, media="text/csv")
async def show_differences(matches: TeamMatches, duplicate: str) -> Response[bytes]:
    """Return the results of the deals that both tables have played, as CSV for a spreadsheet."""
    info = match_info(await matches.find(duplicate), None, "en")
    return in_csv(
        ("deal", "table_1", "table_2", "difference", "imps"),
        [
            (one.deal, *(line.margin for line in one.lines), one.difference, one.imps)
            for one in info.results
        ],
    )


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
    await tournaments.enter(evening, Asker(caller.person, "", caller.program), body)
    return await tournaments.info(evening, caller.person, body.lang)


@routes.post("/api/evenings/{evening:str}/leaving", CALLER, status=HTTP_200_OK)
async def leave_pair(
    tournaments: Tournaments, evening: str, person: PersonId, body: LeavePair
) -> TournamentInfo:
    """Give up the player's place or, for the host, remove a pair."""
    await tournaments.leave(evening, person, body.pair, body.name)
    return await tournaments.info(evening, person, body.lang)


@routes.post("/api/evenings/{evening:str}/run", MAKING, status=HTTP_200_OK)
async def run_evening(
    request: Asked,
    tournaments: Tournaments,
    evening: str,
    person: PersonId,
    body: RunTournament,
) -> TournamentInfo:
    """Begin a round or end the tournament; only its host may do so."""
    if body.what == "begin":
        found = await tournaments.find(evening)
        if not found.rounds:  # later tables are made with or without the host
            limit("tables", request, len(found.pairs) // 2)
        await tournaments.begin(evening, person)
    else:
        await tournaments.end(evening, person)
    return await tournaments.info(evening, person, body.lang)


@routes.get("/api/evenings/{evening:str}/results.csv", answers=str, media="text/csv")
async def show_standing(tournaments: Tournaments, evening: str, lang: Lang) -> Response[bytes]:
    """Return the standings as CSV, for a spreadsheet."""
    return in_csv(COLUMNS, list(result_rows(await tournaments.find(evening), lang)))


@routes.get("/api/my/evenings")
async def show_my_evenings(
    tournaments: Tournaments, viewer: PersonId | None, lang: Lang
) -> MyTournaments:
    """Return the unfinished tournaments that the player hosts or plays in."""
    found = [] if viewer is None else await tournaments.of(viewer)
    return MyTournaments(tuple(own_tournament(one, viewer or "", lang) for one in found))


feature = Feature(
    routes=routes,
    services=(
        lambda app: ChallengeService(app.registry, app.deps),
        lambda app: TeamMatches(app.registry, app.deps),
        lambda app: Tournaments(app.registry, app.deps),
    ),
    with_events=written_with,
    forget_old=forget_old,
    forget_people=forget_people,
    statuses={
        "challenge/unknown": 404,
        "challenge/not-yours": 403,
        "challenge/not-played": 403,
        "duplicate/unknown": 404,
        "evening/unknown": 404,
        "evening/too-many": 409,
        "evening/busy": 503,
        "duplicate/not-yours": 403,
        "duplicate/not-played": 403,
    },
)
