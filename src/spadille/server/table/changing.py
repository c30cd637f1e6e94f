"""How each event changes a table."""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from msgspec import structs

from ...game import Game, Record, put, taken_back
from ...notation import repeat
from .changing_game import Apply, after_game_event, given_up
from .changing_seats import seats_after, taken_over
from .events import (
    Assented,
    CourseEvent,
    Declined,
    Drawn,
    GameEvent,
    GoneOn,
    Granted,
    Hosted,
    Lapsed,
    Made,
    Proposed,
    QuestionEvent,
    Readied,
    Salted,
    Sat,
    Sealed,
    SeatEvent,
    Started,
    Stood,
    TableEvent,
)
from .sealing import Sealing
from .seating import Bot, Open, Person, Seats
from .table import Leaver, Question, Table

_OF_ONE_GAME = CourseEvent | QuestionEvent | Readied


def loaded(id: str, events: Iterable[TableEvent]) -> Table:
    """Return the table that all its events add up to."""
    first, *rest = events
    assert isinstance(first, Made)
    return after(Table.begin(id, first), *rest, apply=repeat)


def record_of(id: str, events: Sequence[TableEvent], number: int) -> Record | None:
    """Return the record of the numbered game, from 1, or None if it is not over."""
    begun = accumulate(isinstance(event, Started) for event in events)
    # In the games before it, only the players' seats matter.
    told = [
        event
        for event, games in zip(events, begun, strict=True)
        if games == number or (games < number and not isinstance(event, _OF_ONE_GAME))
    ]
    table = loaded(id, told)
    return table.record if table.games == number and table.game_told else None


def after(table: Table, *events: TableEvent, apply: Apply = Game.apply) -> Table:
    """Return the table after further events; pass `repeat` to apply stored events.

    Raises:
        IllegalActionError: if the rules do not allow an action.
    """
    for event in events:
        table = structs.replace(_after(table, event, apply), version=table.version + 1)
    return table


def _after(table: Table, event: TableEvent, apply: Apply) -> Table:
    """Return the table after one event, with its version not yet increased."""
    if isinstance(event, GameEvent):
        return after_game_event(table, event, apply)
    if isinstance(event, SeatEvent):
        seats = Seats(seats_after(table.seats, event))
        return structs.replace(table, seats=seats, balanced=_balanced(table, event))
    if isinstance(event, QuestionEvent):
        return _after_question(table, event)
    match event:
        case Sealed(seed=seed):
            return structs.replace(table, sealing=Sealing(seed))
        case Salted(person=person, salt=salt):
            assert table.sealing is not None
            return structs.replace(table, sealing=table.sealing.with_salt(person, salt))
        case Readied(seat=seat):
            return structs.replace(table, ready=put(table.ready, seat, value=True))
        case Hosted(person=person):
            return structs.replace(table, host=person)
        case Stood():
            return _after_leaving(table, event)
        case Made():
            raise AssertionError("a table is created once")


def _balanced(table: Table, event: SeatEvent) -> bool:
    """Return True if the seats are those that were dealt by strength."""
    match event:
        case Drawn(by=by):
            return by == "strength"
        case Sat():
            return False
        case _:
            return table.balanced


def _after_leaving(table: Table, event: Stood) -> Table:
    seat, leaver = event.seat, table.seats[event.seat]
    leavers, stood = table.leavers, table.stood
    if isinstance(leaver, Person) and table.status == "waiting":
        stood |= {leaver.id}
    if isinstance(leaver, Person) and table.game is not None and table.game.round is not None:
        left = Leaver(leaver.id, seat, table.game.round.number)
        leavers = (*(other for other in leavers if other != left), left)
    stays = Open() if event.bot is None else Bot(event.bot, table.made.level)
    return structs.replace(
        table,
        seats=Seats(put(table.seats, seat, stays)),
        ready=put(table.ready, seat, value=False),
        leavers=leavers,
        stood=stood,
        balanced=False,
        question=None if table.question and table.question.seat == seat else table.question,
    )


def _after_question(table: Table, event: QuestionEvent) -> Table:
    match event:
        case Proposed(seat=seat, wish=wish):
            wishes = put(table.wishes, seat, table.wishes[seat] + 1)
            return structs.replace(table, question=Question(seat, wish), wishes=wishes)
        case Assented(seat=seat):
            assert table.question is not None
            yes = (*table.question.yes, seat)
            return structs.replace(table, question=structs.replace(table.question, yes=yes))
        case Declined() | Lapsed():
            return structs.replace(table, question=None)
        case Granted(at=at):
            return _after_consent(table, at)
        case GoneOn(at=at):
            started = table.started + at - (table.paused or at)
            return structs.replace(table, paused=None, started=started)


def _after_consent(table: Table, at: float) -> Table:
    question = table.question
    assert question is not None
    wish, version = question.wish, table.version + 1
    agreed = structs.replace(table, question=None, granted=(table.granted[0] + 1, wish))
    if wish == "pause":
        return structs.replace(agreed, paused=at)
    if wish == "stop":
        return given_up(agreed)
    return structs.replace(
        agreed,
        seats=taken_over(table.seats),
        game=_without(table, question),
        seals=table.seals if wish == "undo" else table.seals[:-1],
        before_bid=None,
        undone=table.undone + (len(table.persons) == 1),
        turn=table.turn + 1,
        moved=version,
        dealt=table.dealt if wish == "undo" else version,
        decided=(version,) * len(table.seats),
    )


def _without(table: Table, question: Question) -> Game:
    """Return the game without the deal, or without the last action by the player who asks."""
    assert table.game is not None
    assert table.dealt_game is not None
    if question.wish == "misdeal":
        return table.dealt_game
    at = table.last_decisions[question.seat]
    return table.game if at is None else taken_back(table.dealt_game, table.game, at)
