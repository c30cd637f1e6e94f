"""Continuing from a point in an earlier game: the same cards in a separate game."""

from msgspec import structs

from ...bots import Level
from ...game import Origin, Record, Seat
from ...notation import Place, decision_at, decision_from, first_decision
from ..errors import RefusedError
from .apply import Transition
from .commands import Asker, own_seat
from .events import Branched, SeatTaken, Started, TableCreated
from .model import Table
from .requests import PlayFrom, PlayOn
from .rule_choice import as_preset
from .seats import Bot, Occupant, Open, names_for_bots

Occupants = tuple[Occupant, ...]

KEPT = 0
"""The number in an `Origin` for a game that has a separate id."""

STRONG: Level = "expert"
"""The level that takes over seats where no bot has played before."""


def check_branch(table: Table, asker: Asker) -> None:
    """Refuse to play a game again while it still matters to others.

    Raises:
        RefusedError: if the person has no seat there, or plays with other people. Also if others
            are playing the same cards and have not finished yet.
    """
    own_seat(table, asker.person)
    if table.status == "playing" and (table.made.seeds or not table.alone(asker.person)):
        raise RefusedError("branch/not-yet", "you can replay this when the game is over")


def branch(  # noqa: PLR0913, PLR0917 - where from, where to, and when
    id: str, table: Table, record: Record, asked: PlayOn, asker: Asker, now: float
) -> Transition:
    """Return a new table where the person, alone with bots, continues from a point in a game.

    The person keeps their seat, and bots have all others. Only rounds that are over can be played
    again. The cards in those are open, so no one learns anything about a round that is not scored
    yet. Raise RefusedError if the point does not exist.
    """
    seat = own_seat(table, asker.person)
    if asked.trick is None:
        found = first_decision(record, asked.round)
    else:
        found = decision_at(record, Place(asked.round, asked.trick, seat))
    if found is None or not _is_over(table, asked):
        raise no_place()
    alone = {"invite": False, "public": False, "group": (), "attempt": None}
    alone |= {"duplicate": None, "evening": None}
    made = structs.replace(table.made, host=asker.person, **alone)
    origin = Origin(table.id, asked.game or table.games, asked.round, found.number)
    bots = tuple(one if isinstance(one, Bot) else Open() for one in table.seats)
    branched = Branched(origin, record.events[: found.number])
    return _begun(id, made, seat, asker, bots, branched, now)


def branch_from(  # noqa: PLR0913, PLR0917 - where from, where to, and when
    id: str, game: str, record: Record, bots: Occupants, asked: PlayFrom, asker: Asker, now: float
) -> Transition:
    """Return a new table that continues from a point in the game with that id.

    The person plays alone with bots, in the seat they ask for. The bots are as strong as the `bots`
    in that game. Raise RefusedError if the point does not exist.
    """
    found = decision_from(record, asked.events)
    if found is None or found.game.round is None or asked.seat not in record.rules.seats:
        raise no_place()
    preset, rules, title = as_preset(record.rules)
    level: Level = next((one.level for one in bots if isinstance(one, Bot)), STRONG)
    made = TableCreated(preset, rules, level, invite=False, host=asker.person, title=title)
    origin = Origin(game, KEPT, found.game.round.number, found.number)
    branched = Branched(origin, record.events[: found.number])
    return _begun(id, made, asked.seat, asker, bots, branched, now)


def _begun(  # noqa: PLR0913, PLR0917 - the values with which a table begins
    id: str,
    made: TableCreated,
    seat: Seat,
    asker: Asker,
    bots: Occupants,
    branched: Branched,
    now: float,
) -> Transition:
    """Return the table; the given bots keep their names, and new bots take all other seats."""
    rest = [one for other, one in enumerate(bots) if other != seat]
    fresh = iter(names_for_bots(rest, sum(isinstance(one, Open) for one in rest), id))
    names = tuple(one.name if isinstance(one, Bot) else next(fresh) for one in rest)
    return Transition.begin(id, made).then(SeatTaken(seat, *asker), Started(names, now), branched)


def _is_over(table: Table, asked: PlayOn) -> bool:
    if asked.game in {None, table.games}:
        return table.game is not None and len(table.game.results) >= asked.round
    return True  # earlier games are over


def no_place() -> RefusedError:
    """Return the refusal for a point that is not in a finished round."""
    return RefusedError("branch/no-place", "there is no such point in a finished round")
