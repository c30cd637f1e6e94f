"""Matches of two teams: two tables play the same deals, and the teams sit the other way round.

Neither table learns the other's result for a deal before both have played it.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from litestar import Response
from msgspec import Meta, Struct, structs

from ....bots import Level
from ....game import RoundResult, Seat, Side, seal_of
from ....locale import Lang
from ....table.commands import Asker, made_of
from ....table.errors import RefusedError
from ....table.events import MatchTable, PersonId, TalkRule
from ....table.ids import new_id
from ....table.model import Table
from ....table.protocol import PublicTable, TableMade
from ....table.requests import BodyByToken, Name, Sit, TableId, Token
from ....table.rule_choice import RuleChoice
from ....table.seats import plain_name
from ....table.snapshot import public_table_of
from ...live.actor import Services, TableActor
from ...live.registry import Registry, place_of
from ...net.admission import limit
from ...net.answers import Asked, as_record, in_csv
from ...net.identity import PLAYING, PUBLISHING, Caller
from ...net.routes import Routes
from ...net.state import AppState, Feature
from .contest import (
    MOST_DEALS,
    TWO_PAIRS,
    DealScore,
    contest_table,
    facts,
    fit_for_all,
    imps,
    scored,
)

TABLES = 2
"""The tables of a match."""


class NewTeamMatch(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two tables that play the same deals, with the sides of the two `teams` swapped.

    `talk` and `turn_seconds` are as for a new table. `level` is that of the bots in free seats.
    """

    teams: tuple[Name, Name]
    deals: Annotated[int, Meta(ge=1, le=MOST_DEALS)] = 8
    level: Level = "expert"
    talk: TalkRule = "between"
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None
    token: Token | None = None
    lang: Lang = "en"


class TeamMatchMade(Struct, frozen=True):
    """A new match; its page, at `/d/` followed by the id, is the link for everyone."""

    duplicate: str


class TakePlace(BodyByToken, frozen=True):
    """Asks for a seat in a match."""

    name: Name
    table: TableId
    seat: Seat


class TeamMatchTable(Struct, frozen=True):
    """A table of a match; `sides` are the teams' sides, and `played` counts finished deals."""

    table: PublicTable
    sides: tuple[Side, Side]
    played: int


class MatchedDeal(Struct, frozen=True):
    """A deal that both tables have played; the difference is the first team's gain.

    The `lines` are the first team's results at both tables. The `seed` opens the commitment.
    """

    deal: int
    seed: str
    lines: tuple[DealScore, DealScore]
    difference: float
    imps: int


class TeamMatchInfo(Struct, frozen=True):
    """A match as everyone with its link may see it.

    The `seals` are the commitments to all deals, and are published before the cards. `results` are
    the deals that both tables have played, and `difference` and `imps` are their totals. The match
    is `over` when both tables have finished. `team`, `own` and `seat` are the requesting player's
    team, table and seat.
    """

    duplicate: str
    teams: tuple[str, str]
    title: str
    preset: str
    code: str
    level: Level
    deals: int
    seals: tuple[str, ...]
    tables: tuple[TeamMatchTable, TeamMatchTable]
    results: tuple[MatchedDeal, ...]
    difference: float
    imps: int
    over: bool
    team: Literal[0, 1] | None
    own: str | None
    seat: Seat | None


Both = tuple[TableActor, TableActor]


class TeamMatches:
    """Makes matches, finds them and assigns their seats."""

    def __init__(self, registry: Registry, deps: Services) -> None:
        self._registry = registry
        self._seeds = deps.seeds

    async def make(self, new: NewTeamMatch) -> str:
        """Return the id of the first table in a new match, which no one has joined yet.

        Raise SpadesError if the rules do not exist, or are not for two pairs.
        """
        ids = (new_id(), new_id())
        made = made_of(new, new.level, new.turn_seconds, invite=True)
        rules = fit_for_all(made.rules)
        if rules.sides != TWO_PAIRS:
            raise RefusedError("duplicate/rules", "matches need rules for two pairs")
        first, second = map(plain_name, new.teams)
        if first.casefold() == second.casefold():
            raise RefusedError("duplicate/names", "the two teams need different names")
        seeds = tuple(self._seeds() for _ in range(new.deals))
        made = contest_table(
            structs.replace(made, rules=rules), invite=True, host="", talk=new.talk, group=ids
        )
        tables = {
            id: structs.replace(made, duplicate=MatchTable((first, second), seeds, turned))
            for id, turned in zip(ids, (False, True), strict=True)
        }
        await self._registry.open_all(tables)
        return ids[0]

    async def find(self, id: str) -> Both:
        """Return both tables of a match, the first one first; raise RefusedError if unknown."""
        try:
            group = await self._registry.find_group(id)
        except RefusedError as refusal:
            if refusal.code not in {"table/unknown", "group/unknown"}:
                raise
            raise _unknown() from None
        if len(group) != TABLES or group[0].table.made.format != "teams":
            raise _unknown()
        first, second = group
        return first, second

    async def take(self, id: str, asker: Asker, sit: Sit) -> None:
        """Give a person a seat in a match.

        Raise SpadesError if the seat is taken, or the person belongs to the other table.
        """
        for actor in await self.find(id):
            if actor.table.id == sit.table:
                return await self._registry.sit(actor, asker, sit)
        raise _unknown()


def _unknown() -> RefusedError:
    return RefusedError("duplicate/unknown", "there is no such match")


def match_info(both: Both, person: PersonId | None, lang: Lang) -> TeamMatchInfo:
    """Return a match as it may be seen by `person`, or by an unknown viewer."""
    tables = (both[0].table, both[1].table)
    match = _match_at(tables[0])
    results = _results(tables)
    own = None if person is None else place_of(person, tables)
    seat = None if own is None or person is None else own.seat_of(person)
    team: Literal[0, 1] | None = None
    if own is not None and seat is not None:
        team = 0 if seat in _sides(own)[0] else 1
    return TeamMatchInfo(
        duplicate=tables[0].id,
        teams=match.teams,
        **facts(tables[0].made, lang),
        deals=len(match.seeds),
        seals=tuple(map(seal_of, match.seeds)),
        tables=(_table(both[0], lang), _table(both[1], lang)),
        results=results,
        difference=sum(one.difference for one in results),
        imps=sum(one.imps for one in results),
        over=_nothing_follows(tables),
        team=team,
        own=None if own is None else own.id,
        seat=seat,
    )


def _results(tables: tuple[Table, Table]) -> tuple[MatchedDeal, ...]:
    """Return the deals that both tables have played, in order."""
    first, second = tables
    played = zip(first.made.seeds, first.deals_played, second.deals_played, strict=False)
    found = []
    for deal, (seed, one, other) in enumerate(played, start=1):
        lines = (_line(first, one), _line(second, other))
        difference = lines[0].margin + lines[1].margin
        found.append(MatchedDeal(deal, seed, lines, difference, imps(difference)))
    return tuple(found)


def check_matched(tables: Sequence[Table], deal: int) -> None:
    """Raise RefusedError to refuse to show a deal unless both tables have played it."""
    if not 1 <= deal <= min(len(table.deals_played) for table in tables):
        raise RefusedError(
            "duplicate/not-played", "a deal is shown once both tables have played it"
        )


def _line(table: Table, result: RoundResult) -> DealScore:
    seats = [side[0] for side in _sides(table)]
    score = scored(table.rules, result, seats[0])
    points = tuple(score.points[table.rules.side_of(seat)] for seat in seats)
    return structs.replace(score, points=points)


def _table(actor: TableActor, lang: Lang) -> TeamMatchTable:
    table = actor.table
    public = public_table_of(table, lang, actor.present)
    return TeamMatchTable(public, _sides(table), len(table.deals_played))


def _sides(table: Table) -> tuple[Side, Side]:
    """Return the seats at a table of the first team, and of the second."""
    one, other = table.rules.sides
    return (other, one) if _match_at(table).turned else (one, other)


def _nothing_follows(tables: tuple[Table, Table]) -> bool:
    """Return True if one table is done, and the other has played as many deals or is done too."""
    done = [len(table.deals_played) for table in tables if table.status == "over"]
    return bool(done) and all(len(table.deals_played) >= min(done) for table in tables)


def _match_at(table: Table) -> MatchTable:
    assert table.made.duplicate is not None
    return table.made.duplicate


routes = Routes()


@routes.post("/api/duplicates", PUBLISHING)
async def make_duplicate(request: Asked, matches: TeamMatches, body: NewTeamMatch) -> TeamMatchMade:
    """Make a match between two teams."""
    limit("tables", request, TABLES)
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
    tables = [actor.table for actor in await matches.find(duplicate)]
    check_matched(tables, deal)
    if not 1 <= table <= TABLES:
        return as_record(None)
    return as_record(await state.deps.store.record(tables[table - 1].id, deal))


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


feature = Feature(
    routes=routes,
    services=(lambda app: TeamMatches(app.registry, app.deps),),
    statuses={
        "duplicate/unknown": 404,
        "duplicate/not-yours": 403,
        "duplicate/not-played": 403,
    },
)
