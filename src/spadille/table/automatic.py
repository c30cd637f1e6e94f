"""What happens at a table without a request: bots and time decide, and rounds begin."""

from collections.abc import Set as AbstractSet

from ..bots import level_on_timeout
from ..game import PlayerAction, Seat, SeatView, TimeUp
from .apply import Transition
from .commands import Moment, granted, new_host, next_round, started_again, vacated
from .consent import awaited, left_alone
from .events import ChanceActed, Covered, Lapsed, PersonId
from .joining import heirs
from .model import Table
from .seats import Bot, Person
from .timers import Due


def carried_out(table: Table, upcoming: Due, moment: Moment) -> Transition:
    """Return the events of something due that is not a decision of a bot."""
    so_far, presence = Transition(table), moment.presence
    match upcoming.what:
        case "lapse":
            return so_far.then(Lapsed())
        case "grant":
            return granted(table, moment.seeds, presence.now)
        case "go-on":
            return so_far.then(left_alone(table, presence.now))
        case "heirs":
            return so_far.then(*heirs(table, presence.present))
        case "cover":
            one = awaited(table, presence.present, presence.gone)
            assert one is not None
            return so_far.then(Covered(one.seat))
        case "again":
            again = started_again(table, moment.seeds, presence.now)
            return so_far.then(*again).settled(moment.seeds)
        case "time-up":
            return so_far.then(ChanceActed(TimeUp())).settled(moment.seeds)
        case "vacate":
            return so_far.then(*vacated(table, presence.away))
        case "host":
            return so_far.then(*new_host(table, presence.present))
        case _:
            return next_round(table, moment.seeds, presence.now)


def moved(table: Table, action: PlayerAction, upcoming: Due, moment: Moment) -> Transition:
    """Return the events when a bot has decided for the seat to act, whose time may have run out."""
    seat = table.to_act
    assert seat is not None
    # Everyone knows that a bot plays for a player who has no time left at all.
    late = upcoming.what == "timeout" and bool(table.limit_of(seat))
    transition = Transition(table).then(table.act(seat, action, moment.turn, late=late))
    away = _is_away(table, seat, moment.presence.present)
    if upcoming.what == "timeout" and not transition.table.round_over and away:
        transition = transition.then(Covered(seat))  # the player's next turns will take no time
    return transition.settled(moment.seeds)


def _is_away(table: Table, seat: Seat, present: AbstractSet[PersonId]) -> bool:
    """Return True if a person has that seat and is not connected."""
    one = table.seats[seat]
    return isinstance(one, Person) and one.id not in present


def level_to_act(table: Table, view: SeatView) -> str:
    """Return the level that decides for the seat to act when no person does."""
    assert table.to_act is not None
    occupant = table.seats[table.to_act]
    if isinstance(occupant, Bot):
        return occupant.level
    if isinstance(occupant, Person) and occupant.automatic:
        return table.made.level
    return level_on_timeout(view, table.made.level)
