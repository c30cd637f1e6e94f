"""A table at a glance, stored with its events."""

from typing import Literal

from msgspec import Struct

from ..game import BySeat, Side, in_lang
from ..locale import LANGUAGES, Lang
from .events import PersonId
from .model import Table
from .seats import Person, own_first

MOST_LISTED = 30
"""The most tables or games to list for one player: the most recent ones."""


class Summary(Struct, frozen=True, omit_defaults=True):
    """A table at a glance; `people` has an empty string for each seat without a player.

    `group` lists the tables that were made together. `deals` is the number of deals in a match,
    and `played` is the number finished at this table. Earlier versions also stored hands, as
    `dealt` and `alone`, which are ignored.
    """

    status: Literal["waiting", "playing", "over"]
    titles: dict[str, str]
    names: BySeat[str]
    people: BySeat[PersonId]
    sides: tuple[Side, ...]
    round: int = 0
    scores: tuple[int, ...] = ()
    group: tuple[str, ...] = ()
    deals: int = 0
    played: int = 0

    def __post_init__(self) -> None:
        """Refuse impossible values, such as those in a damaged row."""
        seats = sorted(sum(self.sides, ()))
        if seats != list(range(len(self.names))) or len(self.people) != len(self.names):
            raise ValueError("the sides, names and people of a table do not fit")
        if self.deals and not self.group:
            raise ValueError("a match has no tables")


def summary_of(table: Table) -> Summary:
    """Return the summary that is stored with the events of a table."""
    game, seeds = table.game, table.made.seeds
    is_match = table.made.format == "teams"
    if seeds:  # where deals are shared, each is a round
        round_number = table.games
    else:
        round_number = 0 if game is None or game.round is None else game.round.number
    return Summary(
        status=table.status,
        titles={lang: table.title_in(lang) for lang in LANGUAGES},
        names=tuple(one.name for one in table.seats),
        people=tuple(one.id if isinstance(one, Person) else "" for one in table.seats),
        sides=table.rules.sides,
        round=round_number,
        scores=() if game is None or seeds else tuple(one.score for one in game.standings),
        group=table.made.group,
        deals=len(seeds) if is_match else 0,
        played=len(table.deals_played) if is_match else 0,
    )


class MyMatch(Struct, frozen=True):
    """The match at a table, where `played` of the `deals` have been played."""

    duplicate: str
    played: int
    deals: int


class MyTable(Struct, frozen=True):
    """A table where the requesting player has a seat.

    `others` are the other players' names, starting from the left. `scores` are by side, the
    player's side first. `round` is 0 before the first round. `used` is the time of the last change
    there, in seconds since 1970, and `duplicate` is the match at the table.
    """

    table: str
    title: str
    status: Literal["waiting", "playing", "over"]
    others: tuple[str, ...]
    round: int
    scores: tuple[int, ...]
    used: float
    duplicate: MyMatch | None


class MyTables(Struct, frozen=True):
    """The tables where the requesting player has a seat, most recently used first."""

    mine: tuple[MyTable, ...]


def my_table_of(id: str, used: float, summary: Summary, person: PersonId, lang: Lang) -> MyTable:
    """Return the summary of a table for a person who sits there but is not looking at it."""
    own = summary.people.index(person)
    others = (*summary.names[own + 1 :], *summary.names[:own])
    side = next(number for number, seats in enumerate(summary.sides) if own in seats)
    return MyTable(
        table=id,
        title=in_lang(summary.titles, lang),
        status=summary.status,
        others=tuple(filter(None, others)),
        round=summary.round,
        scores=own_first(summary.scores, side),
        used=used,
        duplicate=MyMatch(summary.group[0], summary.played, summary.deals)
        if summary.deals
        else None,
    )
