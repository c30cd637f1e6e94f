"""What people may see, say and do at a table now.

Cards that are also played elsewhere stay secret, so that everyone has equal chances there. A player
alone with bots has help: taking back, hints, and letting a bot finish the round.
"""

from typing import NamedTuple

from . import requests as asked
from .consent import possible
from .errors import RefusedError
from .events import AMONG_PEOPLE, PersonId, Wish
from .joining import may_balance, seat_to_join
from .model import Table
from .requests import MayTalk, TableRequest

ALLOWED = asked.Act | asked.Withdraw | asked.NextRound | asked.Resync
"""The requests allowed during an attempt: no advice, and nothing that changes its course."""

NOT_IN_MATCH = (
    asked.Rematch
    | asked.Balance
    | asked.SwapSeats
    | asked.AutoPlayRound
    | asked.Hint
    | asked.Resign
)
"""The requests that are refused in matches and tournaments, where people play each other."""


def check_request(table: Table, request: TableRequest) -> None:
    """Raise RefusedError for a request that is not allowed in an attempt or in a match."""
    contest = table.made.format
    if contest is None:
        return
    if contest == "solo" and not isinstance(request, ALLOWED):
        raise RefusedError("challenge/not-here", "challenges have no help and cannot be stopped")
    myself = isinstance(request, asked.AutoPlayRound) and not request.on
    salt = isinstance(request, asked.AddClientSeed) and table.made.compared  # as others' cards
    if contest in AMONG_PEOPLE and (salt or isinstance(request, NOT_IN_MATCH)) and not myself:
        raise RefusedError("duplicate/not-here", "matches have no help and cannot be stopped")


def check_sight(table: Table, person: PersonId | None) -> None:
    """Raise RefusedError if a person may not see cards that are also played elsewhere."""
    if not may_see(table, person):
        raise RefusedError(
            "duplicate/not-yours", "only the players of this table may watch this match"
        )
    if table.made.format == "solo" and person not in table.persons:
        raise RefusedError("challenge/not-yours", "this attempt belongs to another player")


def may_see(table: Table, person: PersonId | None) -> bool:
    """Return True if looking at this table reveals nothing about the same cards elsewhere."""
    if not table.made.compared or table.status == "waiting":
        return True
    return person is not None and (person in table.persons or table.has_left(person))


def may_talk(table: Table, person: PersonId) -> MayTalk:
    """Return whether a person may chat freely, use phrases, or say nothing now.

    Partners may not share secrets during a round, so players cannot use free text then, unless the
    table allows it. During a round, only other spectators see what a spectator writes.
    """
    wanted = table.made.talk
    if wanted != "between":
        return wanted
    if not table.in_round:
        return "free"
    return "phrases" if plays(table, person) else "free"


def plays(table: Table, person: PersonId) -> bool:
    """Return True if a person has a seat, or left one this round and may come back to it."""
    if person in table.seats.by_person:
        return True
    return table.in_round and bool(table.seats_left_by(person))


def may_withdraw(table: Table, person: PersonId) -> bool:
    """Return True if the person may take back the last bid, which only bots have heard."""
    if table.game is None or table.takebacks.bid is None or not table.alone(person):
        return False
    return table.game.events[-1].seat == table.seat_of(person)


def may_have_hint(table: Table, person: PersonId) -> bool:
    """Return True if a hint may be given: no one else plays, and it is that person's turn."""
    seat = table.seat_of(person)
    if table.game is None or seat is None or not _may_be_aided(table, person):
        return False
    return table.game.acts(seat)


def may_finish(table: Table, person: PersonId) -> bool:
    """Return True if a person may have a bot play the rest of the round: no one else plays."""
    if table.between_rounds or table.takebacks.dealt is None:
        return False
    return _may_be_aided(table, person)


def _may_be_aided(table: Table, person: PersonId) -> bool:
    """Return True if a person plays alone, and neither cards nor result matter elsewhere."""
    if not table.alone(person) or table.status != "playing" or table.made.contest:
        return False
    return not (table.frozen or table.seats.finishing)


class Permissions(NamedTuple):
    """The rights of a person; `ask` are the requests that they may make to the others."""

    talk: MayTalk
    ask: tuple[Wish, ...]
    withdraw: bool = False
    hint: bool = False
    finish: bool = False
    balance: bool = False
    join: bool = False


def permissions(table: Table, person: PersonId) -> Permissions:
    """Return what a person may do now."""
    talk = may_talk(table, person)
    if table.status == "waiting":
        join = seat_to_join(table, person) is not None
        return Permissions(talk, (), balance=may_balance(table, person), join=join)
    ask = possible(table, table.seats.by_person.get(person))
    if table.seats.only != person:
        return Permissions(talk, ask)
    withdraw, hint = may_withdraw(table, person), may_have_hint(table, person)
    return Permissions(talk, ask, withdraw, hint, may_finish(table, person))
