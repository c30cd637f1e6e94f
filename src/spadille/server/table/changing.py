"""What each event makes of a table."""

from collections.abc import Iterable

from msgspec import structs

from ...game import Game, put
from ...notation import repeat
from .changing_by_consent import after_question
from .changing_game import Apply, after_game_event
from .changing_seats import SeatEvent, seats_after
from .events import (
    Abandoned,
    Acted,
    Asked,
    Assented,
    Branched,
    Covered,
    Declined,
    Delegated,
    Drawn,
    GoneOn,
    Granted,
    Happened,
    Hosted,
    Lapsed,
    Made,
    Proposed,
    Readied,
    Released,
    Reserved,
    Resigned,
    Returned,
    Salted,
    Sat,
    Sealed,
    Started,
    Stood,
    TableEvent,
    Withdrawn,
)
from .sealing import Sealing
from .seating import Bot, Open, Person
from .table import Leaver, Table


def loaded(id: str, events: Iterable[TableEvent]) -> Table:
    """The table that all its events make."""
    first, *rest = events
    assert isinstance(first, Made)
    return after(Table.begin(id, first), *rest, apply=repeat)


def after(table: Table, *events: TableEvent, apply: Apply = Game.apply) -> Table:
    """The table after more has happened; stored events are read by `repeat`.

    Raises:
        IllegalActionError: when the rules do not allow an action.
    """
    for event in events:
        table = structs.replace(_after(table, event, apply), version=table.version + 1)
    return table


def _after(table: Table, event: TableEvent, apply: Apply) -> Table:
    match event:
        case Acted() | Happened() | Started() | Branched() | Withdrawn() | Resigned() | Abandoned():
            return after_game_event(table, event, apply)
        case Hosted() | Sealed() | Salted() | Readied():
            return _after_word(table, event)
        case (
            Sat()
            | Reserved()
            | Released()
            | Asked()
            | Covered()
            | Delegated()
            | Returned()
            | Drawn()
        ):
            seats = seats_after(table.seats, event)
            return structs.replace(table, seats=seats, balanced=_balanced(table, event))
        case Stood():
            return _after_leaving(table, event)
        case Proposed() | Assented() | Declined() | Lapsed() | Granted() | GoneOn():
            return after_question(table, event)
        case Made():
            raise AssertionError("a table is made once")


def _balanced(table: Table, event: SeatEvent) -> bool:
    """Whether the seats are those that were dealt by strength."""
    match event:
        case Drawn(by=by):
            return by == "strength"
        case Sat():
            return False
        case _:
            return table.balanced


def _after_word(table: Table, event: Hosted | Sealed | Salted | Readied) -> Table:
    match event:
        case Hosted(person=person):
            return structs.replace(table, host=person)
        case Sealed(seed=seed):
            return structs.replace(table, sealing=Sealing(seed))
        case Salted(person=person, salt=salt):
            assert table.sealing is not None
            return structs.replace(table, sealing=table.sealing.with_salt(person, salt))
        case Readied(seat=seat):
            return structs.replace(table, ready=put(table.ready, seat, value=True))


def _after_leaving(table: Table, event: Stood) -> Table:
    seat, leaver = event.seat, table.seats[event.seat]
    leavers = table.leavers
    if isinstance(leaver, Person) and table.game is not None and table.game.round is not None:
        left = Leaver(leaver.id, seat, table.game.round.number)
        leavers = (*(other for other in leavers if other != left), left)
    stays = Open() if event.bot is None else Bot(event.bot, table.made.level)
    return structs.replace(
        table,
        seats=put(table.seats, seat, stays),
        ready=put(table.ready, seat, value=False),
        leavers=leavers,
        balanced=False,
        question=None if table.question and table.question.seat == seat else table.question,
    )
