"""What each person is shown of a table."""

from collections.abc import Set as AbstractSet

from ..game import Seat
from .due import Left
from .events import PersonId
from .protocol import GroupTable, Lang, SeatInfo, State
from .rule_choice import Chosen, code_of, title_of
from .seating import Bot, Occupant, Open, Person
from .table import Table


def state_of(
    table: Table,
    person: PersonId,
    lang: Lang,
    present: AbstractSet[PersonId],
    left: Left,
) -> State:
    """The table as `person` may see it."""
    you = table.seat_of(person)
    rules = _rules(table)
    return State(
        table=table.id,
        seq=table.version,
        preset=table.made.preset,
        title=title_of(rules, lang),
        status=table.status,
        rules=table.rules,
        sides=table.rules.sides,
        side_names=table.rules.table.side_names,
        seats=_seat_infos(table, present),
        you=you,
        host=person == table.host,
        invite=table.made.invite,
        turn_seconds=table.rules.clock.turn_seconds,
        seconds_left=left.turn,
        game_seconds_left=left.game,
        code=code_of(rules),
        group=table.made.group,
        view=None if table.game is None else table.game.view(you),
    )


def group_table_of(table: Table, lang: Lang, present: AbstractSet[PersonId]) -> GroupTable:
    """What everybody who has the link of its group may see of a table."""
    title = title_of(_rules(table), lang)
    return GroupTable(table.id, title, table.status, _seat_infos(table, present))


def _rules(table: Table) -> Chosen:
    return Chosen(table.made.preset, table.rules, table.made.title)


def _seat_infos(table: Table, present: AbstractSet[PersonId]) -> tuple[SeatInfo, ...]:
    return tuple(
        _seat_info(Seat(seat), occupant, present, ready=table.ready[seat])
        for seat, occupant in enumerate(table.seats)
    )


def _seat_info(
    seat: Seat, occupant: Occupant, present: AbstractSet[PersonId], *, ready: bool
) -> SeatInfo:
    match occupant:
        case Person(id=person, name=name):
            return SeatInfo(seat, "person", name, None, connected=person in present, ready=ready)
        case Bot(name=name, level=level):
            return SeatInfo(seat, "bot", name, level, connected=False, ready=False)
        case Open():
            return SeatInfo(seat, "open", "", None, connected=False, ready=False)
