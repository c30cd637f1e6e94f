"""Matches of two teams: two tables play the same deals, and the teams sit the other way round.

The results of a match, deal by deal, for those deals that both tables have played.

Before that, neither table learns the other's result for a deal.
"""

from typing import Literal

from msgspec import structs

from ....game import RoundResult, Seat, Side, margin, seal_of
from ...errors import RefusedError
from ...ids import new_id
from ...live.actor import Services, TableActor
from ...live.groups import place_of
from ...live.registry import Registry
from ...live.snapshot import public_table_of
from ...table.attempts import TWO_PAIRS, fit_for_all
from ...table.commands import Asker, made_of
from ...table.events import Duplicate, PersonId, TableCreated
from ...table.model import Table
from ...table.rule_choice import code_of, title_of
from ...table.seats import plain_name
from ...wire.protocol import Lang, Sit
from .messages import DuplicateInfo, DuplicateTable, MatchedDeal, NewDuplicate, TeamLine
from .standings import imps

Both = tuple[TableActor, TableActor]


class MatchService:
    """Makes matches, finds them and assigns their seats."""

    def __init__(self, registry: Registry, deps: Services) -> None:
        self._registry = registry
        self._seeds = deps.seeds

    async def make(self, new: NewDuplicate) -> str:
        """Return the id of the first table in a new match, which no one has joined yet.

        Raises:
            SpadesError: if the rules do not exist, or are not for two pairs.
        """
        ids = (new_id(), new_id())
        await self._registry.open_all(dict(zip(ids, self._made(new, ids), strict=True)))
        return ids[0]

    async def find(self, id: str) -> Both:
        """Return the two tables of a match, the first one first.

        Raises:
            RefusedError: if the match does not exist.
        """
        try:
            first, *others = await self._registry.find_group(id)
        except RefusedError as refusal:
            raise (_unknown() if refusal.code in _MISSING else refusal) from None
        if first.table.made.duplicate is None or not others:
            raise _unknown()
        (second,) = others
        return first, second

    async def take(self, id: str, asker: Asker, sit: Sit) -> None:
        """Give a person a seat in a match.

        Raises:
            SpadesError: if the seat is taken, or the person belongs to the other table.
        """
        for actor in await self.find(id):
            if actor.table.id == sit.table:
                return await self._registry.sit(actor, asker, sit)
        raise _unknown()

    def _made(self, new: NewDuplicate, ids: tuple[str, str]) -> list[TableCreated]:
        """Return the settings for both tables."""
        made = made_of(new, new.level, new.turn_seconds, invite=True, group=ids)
        rules = fit_for_all(made.rules)
        if rules.sides != TWO_PAIRS:
            raise RefusedError("duplicate/rules", "matches need rules for two pairs")
        first, second = map(plain_name, new.teams)
        if first.casefold() == second.casefold():
            raise RefusedError("duplicate/names", "the two teams need different names")
        seeds = tuple(self._seeds() for _ in range(new.deals))
        made = structs.replace(made, rules=rules, talk=new.talk, undo=False)
        return [
            structs.replace(made, duplicate=Duplicate((first, second), seeds, turned))
            for turned in (False, True)
        ]


_MISSING = {"table/unknown", "group/unknown"}


def _unknown() -> RefusedError:
    return RefusedError("duplicate/unknown", "there is no such match")


def duplicate_info(both: Both, person: PersonId | None, lang: Lang) -> DuplicateInfo:
    """Return a match as it may be seen by `person`, or by an unknown viewer."""
    tables = (both[0].table, both[1].table)
    made = tables[0].made
    match = _match_at(tables[0])
    results = matched(*tables)
    own = None if person is None else place_of(person, tables)
    seat = None if own is None or person is None else own.seat_of(person)
    return DuplicateInfo(
        duplicate=tables[0].id,
        teams=match.teams,
        title=title_of(made, lang),
        preset=made.preset,
        code=code_of(made),
        level=made.level,
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
    seeds = _match_at(first).seeds
    played = zip(seeds, first.deals_played, second.deals_played, strict=False)
    return tuple(
        _matched(deal, seed, _line(first, one), _line(second, other))
        for deal, (seed, one, other) in enumerate(played, start=1)
    )


def check_matched(first: Table, second: Table, deal: int) -> None:
    """Refuse to show a deal unless both tables have played it.

    Raises:
        RefusedError: if one of the tables has not played it.
    """
    if not 1 <= deal <= len(matched(first, second)):
        raise RefusedError(
            "duplicate/not-played", "a deal is shown once both tables have played it"
        )


def _matched(deal: int, seed: str, first: TeamLine, second: TeamLine) -> MatchedDeal:
    difference = first.margin + second.margin
    return MatchedDeal(deal, seed, (first, second), difference, imps(difference))


def _line(table: Table, result: RoundResult) -> TeamLine:
    ours, theirs = _sides(table)
    points = [result.sides[table.rules.side_of(seats[0])].points for seats in (ours, theirs)]
    return TeamLine(
        margin(table.rules, result, ours[0]), (points[0], points[1]), result.bids, result.won
    )


def _table(actor: TableActor, lang: Lang) -> DuplicateTable:
    table = actor.table
    public = public_table_of(table, lang, actor.present)
    return DuplicateTable(public, _sides(table), len(table.deals_played))


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


def _match_at(table: Table) -> Duplicate:
    assert table.made.duplicate is not None
    return table.made.duplicate
