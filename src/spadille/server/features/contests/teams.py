"""Matches of two teams: two tables play the same deals, and the teams sit the other way round.

Neither table learns the other's result for a deal before both have played it.
"""

from typing import Literal

from msgspec import structs

from ....game import RoundResult, Seat, Side, seal_of
from ...errors import RefusedError
from ...ids import new_id
from ...live.actor import Services, TableActor
from ...live.groups import place_of
from ...live.registry import Registry
from ...table.commands import Asker, made_of
from ...table.events import MatchTable, PersonId
from ...table.model import Table
from ...table.seats import plain_name
from ...wire.protocol import Lang, Sit
from ...wire.snapshot import public_table_of
from .contest import TWO_PAIRS, contest_table, facts, fit_for_all, imps, scored
from .messages import MatchedDeal, NewTeamMatch, TeamLine, TeamMatchInfo, TeamMatchTable

Both = tuple[TableActor, TableActor]

_MISSING = {"table/unknown", "group/unknown"}


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
            first, *others = await self._registry.find_group(id)
        except RefusedError as refusal:
            raise (_unknown() if refusal.code in _MISSING else refusal) from None
        if first.table.made.format != "teams" or not others:
            raise _unknown()
        (second,) = others
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
    results = matched(*tables)
    own = None if person is None else place_of(person, tables)
    seat = None if own is None or person is None else own.seat_of(person)
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
        team=None if own is None or seat is None else _team_of(own, seat),
        own=None if own is None else own.id,
        seat=seat,
    )


def matched(first: Table, second: Table) -> tuple[MatchedDeal, ...]:
    """Return the deals that both tables have played, in order."""
    played = zip(first.made.seeds, first.deals_played, second.deals_played, strict=False)
    found = []
    for deal, (seed, one, other) in enumerate(played, start=1):
        lines = (_line(first, one), _line(second, other))
        difference = lines[0].margin + lines[1].margin
        found.append(MatchedDeal(deal, seed, lines, difference, imps(difference)))
    return tuple(found)


def check_matched(first: Table, second: Table, deal: int) -> None:
    """Raise RefusedError to refuse to show a deal unless both tables have played it."""
    if not 1 <= deal <= len(matched(first, second)):
        raise RefusedError(
            "duplicate/not-played", "a deal is shown once both tables have played it"
        )


def _line(table: Table, result: RoundResult) -> TeamLine:
    seats = [side[0] for side in _sides(table)]
    score = scored(table.rules, result, seats[0])
    score["points"] = tuple(score["points"][table.rules.side_of(seat)] for seat in seats)
    return TeamLine(**score)


def _table(actor: TableActor, lang: Lang) -> TeamMatchTable:
    table = actor.table
    public = public_table_of(table, lang, actor.present)
    return TeamMatchTable(public, _sides(table), len(table.deals_played))


def _sides(table: Table) -> tuple[Side, Side]:
    """Return the seats at a table of the first team, and of the second."""
    one, other = table.rules.sides
    return (other, one) if _match_at(table).turned else (one, other)


def _team_of(table: Table, seat: Seat) -> Literal[0, 1]:
    return 0 if seat in _sides(table)[0] else 1


def _nothing_follows(tables: tuple[Table, Table]) -> bool:
    """Return True if one table is done, and the other has played as many deals or is done too."""
    done = [len(table.deals_played) for table in tables if table.status == "over"]
    return bool(done) and all(len(table.deals_played) >= min(done) for table in tables)


def _match_at(table: Table) -> MatchTable:
    assert table.made.duplicate is not None
    return table.made.duplicate
