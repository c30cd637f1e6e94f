"""The seeds for the cards in finished rounds, for people who want to check them.

The state of a table as each person sees it.
"""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import ceil
from operator import attrgetter, is_
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from msgspec import structs

from ...game import (
    BySeat,
    Cut,
    Event,
    Options,
    Seal,
    Seat,
    Shuffled,
    in_lang,
    seen_by,
    seen_by_all,
    tricks_gathered,
)
from ..errors import RefusedError
from ..store.tables import Listed, Summary, table_title
from ..table.balance import may_balance
from ..table.commitments import OpenedDeal, SaltInfo, Sealing
from ..table.consent import awaited_answers, may_finish, may_have_hint, may_withdraw, possible
from ..table.events import PersonId, TableCreated, Wish
from ..table.finished import finished_id
from ..table.model import Table
from ..table.presence import Presence, When, joining, seat_to_join
from ..table.rule_choice import code_of
from ..table.seats import Bot, Person, Seats, is_program, kind_of, name_of
from ..table.timers import Left
from ..wire.delta import Fields, Parts, Snapshot
from ..wire.http import MyMatch, MyTable, PublicTable
from ..wire.protocol import (
    Absence,
    AttemptInfo,
    Consent,
    DuplicatePlace,
    EveningPlace,
    InRoom,
    Lang,
    MayTalk,
    Question,
    SealInfo,
    SeatInfo,
    State,
)
from .chat import may_talk


def opened_deal(table: Table, number: int) -> OpenedDeal:
    """Return the seed and the cards for the numbered round of the current game.

    Raises:
        RefusedError: if that round is not over, or was dealt before commitments existed.
    """
    game = table.game
    if game is None or game.round is None:
        raise secret()
    # Once a table commits to its cards, it does so for every round.
    index = len(table.seals) - 1 - (game.round.number - number)
    if not 0 <= index < len(table.seals) or table.seals[index] == table.seal:
        raise secret()
    seal = table.seals[index]
    end = table.seals[index + 1].at if index + 1 < len(table.seals) else None
    return deal_under(seal, number, game.results[number - 1].dealer, game.events[seal.at : end])


def deal_under(seal: Seal, number: int, dealer: Seat, events: Iterable[Event]) -> OpenedDeal:
    """Return the seed and cards for a round with these events, under an opened commitment."""
    assert seal.seed is not None
    return OpenedDeal(
        number,
        dealer,
        seal.seal,
        seal.seed,
        tuple(SaltInfo(salt.seat, salt.value) for salt in seal.salts),
        tuple(event.action for event in events if isinstance(event.action, Shuffled | Cut)),
    )


def seal_in_use(seal: Seal) -> SealInfo:
    """Return the part of a commitment that is shown while its cards are on the table."""
    salted = sorted(salt.seat for salt in seal.salts if salt.seat is not None)
    return SealInfo(seal.seal, open=False, salted=tuple(salted))


def secret() -> RefusedError:
    """Return the refusal to show the seed of a round that is not over."""
    return RefusedError("seal/secret", "the seed of a round is revealed when the round is over")


X = TypeVar("X")
Of = TypeVarTuple("Of")


class Labels(NamedTuple):
    """A table's title in a language, and the share code for its rules; both are kept for good."""

    title: str
    code: str


def labels_of(table: Table, lang: Lang) -> Labels:
    """Return the title of a table in a language, and the share code for its rules."""
    return Labels(table_title(table, lang), code_of(table.made))


class _Own(NamedTuple):
    """The fields of a state that differ for each person."""

    you: Seat | None
    seats: tuple[SeatInfo, ...]
    next_seat: Seat | None
    host: bool
    talk: MayTalk
    consent: Consent
    withdraw: bool
    hint: bool
    finish: bool
    balance: bool
    join: bool


_COMMON = tuple(name for name in State.__struct_fields__ if name not in {*_Own._fields, "view"})
"""The other fields of a state, except its view."""

_values_of = attrgetter(*_COMMON)


class Common(NamedTuple):
    """The parts of a table that all readers of a language see; `seats` and `consent` vary."""

    table: Fields
    """The common fields of a state."""
    view: Fields | None
    """The common fields of the state's view."""
    seats: tuple[SeatInfo, ...]
    consent: Consent


class Memo:
    """Parts of the state that outlast many events, and are made again when their values change.

    Because the same object is reused, it takes little time to see that nothing has changed.
    """

    def __init__(self) -> None:
        self._kept: dict[Callable[..., Any], tuple[tuple[object, ...], Any]] = {}

    def get(self, make: Callable[[*Of], X], *of: *Of) -> X:
        """Return the result of `make` for immutable values.

        For the same values, it is the same object.
        """
        before = self._kept.get(make)
        if before is None or not all(map(is_, before[0], of)):
            before = self._kept[make] = of, make(*of)
        value: X = before[1]
        return value


class InSight(NamedTuple):
    """The people who are connected, and those without a seat while the table waits."""

    present: AbstractSet[PersonId]
    room: tuple[InRoom, ...] = ()


def common_to_all(table: Table, labels: Labels, here: InSight, left: Left, memo: Memo) -> Common:
    """Return the part of a table that everyone sees, without any hand, seat or choice."""
    state = _common_state(table, labels, here, left, memo)
    fields = Fields(_COMMON, _values_of(state))
    return Common(fields, _common_view(table), state.seats, state.consent)


def _common_view(table: Table) -> Fields | None:
    if table.game is None:
        return None
    seen = seen_by_all(table.game)
    tricks = tricks_gathered(
        seen["rules"], seen["phase"], seen["judgements"], seen["tricks"], seen["trick"]
    )
    return Fields.of_view(seen | {"tricks": tricks})


def _common_state(table: Table, labels: Labels, here: InSight, left: Left, memo: Memo) -> State:
    present = here.present
    attempt, match, tournament = _contest_places(table)
    return State(
        table=table.id,
        seq=table.version,
        preset=table.made.preset,
        title=labels.title,
        status=table.status,
        rules=table.rules,
        sides=table.rules.sides,
        side_names=table.made.side_names,
        seats=memo.get(_seat_infos, table.seats, table.ready, table.late, present, left.gone),
        you=None,
        next_seat=None,
        host=False,
        invite=table.made.invite,
        public=table.made.public,
        talk="off",
        turn_seconds=table.rules.clock.turn_seconds,
        seconds_left=left.turn,
        game_seconds_left=left.game,
        banks=left.banks,
        code=labels.code,
        group=() if table.made.format == "teams" else table.made.group,
        absence=_absence(left),
        consent=_consent(table, present, left),
        view=None,
        preparing=None if left.bots is None else ceil(left.bots),
        seal=memo.get(_seal_info, _seal_on_table(table), table.sealing, table.seats, table.made),
        attempt=attempt,
        duplicate=match,
        evening=tournament,
        finished=finished_id(table),
        finishing=table.seats.finishing,
        origin=table.origin,
        balanced=table.balanced,
        room=here.room,
    )


def shown_to(
    person: PersonId, common: Common, table: Table, present: AbstractSet[PersonId]
) -> Snapshot:
    """Return the common view of a table, plus the parts that only `person` may see and do."""
    you = table.seat_of(person)
    own = _Own(
        you=you,
        seats=_with_choices(common.seats, table, person, present),
        next_seat=table.seat_reserved_by(person),
        host=person == table.host and (table.status == "waiting" or not table.made.contest),
        talk=may_talk(table, person),
        consent=_with_wishes(common.consent, possible(table, you)),
        withdraw=may_withdraw(table, person),
        hint=may_have_hint(table, person),
        finish=may_finish(table, person),
        balance=may_balance(table, person),
        join=seat_to_join(table, person) is not None,
    )
    view = None if common.view is None else Parts(common.view, _own_view(table, you))
    return Snapshot(Parts(common.table, Fields(_Own._fields, own)), view)


def _with_choices(
    seats: tuple[SeatInfo, ...],
    table: Table,
    person: PersonId,
    present: AbstractSet[PersonId],
) -> tuple[SeatInfo, ...]:
    """Return the seats, with the actions that a person may take for each."""
    if table.seats.all_people:
        return seats
    return tuple(
        structs.replace(info, sit=_free(table, person, info.seat, present)) for info in seats
    )


def _seal_on_table(table: Table) -> Seal | None:
    """Return the commitment for the current round's cards, or for the very last deal."""
    last = table.made.seeds and table.status == "over" and table.seals
    return table.seals[-1] if last else table.seal


def _seal_info(
    seal: Seal | None, sealing: Sealing | None, seats: Seats, made: TableCreated
) -> SealInfo | None:
    """Return the commitment for the cards on the table, or else for the next ones."""
    if seal is not None:
        return seal_in_use(seal)
    if sealing is None:
        return None
    found = (seats.by_person.get(person) for person, _ in sealing.salts)
    salted = sorted(seat for seat in found if seat is not None)
    # No one adds randomness to cards that others play too.
    return SealInfo(sealing.seal, open=not made.seeds, salted=tuple(salted))


def _contest_places(
    table: Table,
) -> tuple[AttemptInfo | None, DuplicatePlace | None, EveningPlace | None]:
    """Return where a table is in its contest, in the field for that format."""
    contest = table.made.contest
    if contest is None:
        return None, None, None
    deal, deals = table.games, len(contest.seeds)
    match contest.format:
        case "solo":
            return AttemptInfo(contest.id, contest.number, deal, deals), None, None
        case "teams":
            return None, DuplicatePlace(contest.id, deal, deals), None
        case "pairs":
            return None, None, EveningPlace(contest.id, contest.number, deal, deals)


def _absence(left: Left) -> Absence | None:
    one = left.awaited
    if one is None:
        return None
    return Absence(one.seat, round(left.absence or 0.0, 1), one.asked, one.needed)


def _consent(table: Table, present: AbstractSet[PersonId], left: Left) -> Consent:
    """Return the open request at the table, without the requests that a person may make."""
    asked, (granted, last) = table.question, table.granted
    question = (
        None
        if asked is None
        else Question(
            asked.seat,
            asked.wish,
            asked.yes,
            awaited_answers(table, Presence(present, left.away)),
            round(left.question or 0.0, 1),
        )
    )
    return Consent((), question, table.paused is not None, granted, last)


def _with_wishes(consent: Consent, wishes: tuple[Wish, ...]) -> Consent:
    """Return the open request, and the requests that a person may make."""
    if consent.question is not None:
        return structs.replace(consent, may_ask=wishes)
    return _unasked(wishes, consent.paused, consent.granted, consent.last)


@lru_cache(maxsize=256)
def _unasked(wishes: tuple[Wish, ...], paused: bool, granted: int, last: Wish | None) -> Consent:  # noqa: FBT001
    """Return the state with no request open; its few values are reused for fast comparison."""
    return Consent(wishes, None, paused, granted, last)


def _own_view(table: Table, you: Seat | None) -> Fields:
    """Return a seat's own part of the view; no one can act in a paused or abandoned game."""
    assert table.game is not None
    own = seen_by(table.game, you)
    if table.resigned or table.frozen or table.seats.finishing:
        own |= {"options": Options(), "to_act": None}
    return Fields.of_view(own)


def public_table_of(table: Table, lang: Lang, present: AbstractSet[PersonId]) -> PublicTable:
    """Return a table as shown to everyone who has its link."""
    clock = table.rules.clock
    return PublicTable(
        table=table.id,
        title=table_title(table, lang),
        status=table.status,
        turn_seconds=clock.turn_seconds,
        bank_seconds=clock.bank_seconds,
        increment_seconds=clock.increment_seconds,
        seats=_seat_infos(table.seats, table.ready, table.late, present),
    )


def my_table_of(listed: Listed, summary: Summary, person: PersonId, lang: Lang) -> MyTable:
    """Return the summary of a table for a person who sits there but is not looking at it."""
    own = summary.people.index(person)
    others = (*summary.names[own + 1 :], *summary.names[:own])
    side = next(number for number, seats in enumerate(summary.sides) if own in seats)
    scores = summary.scores
    return MyTable(
        table=listed.table,
        title=in_lang(summary.titles, lang),
        status=summary.status,
        others=tuple(filter(None, others)),
        round=summary.round,
        scores=(*scores[side : side + 1], *scores[:side], *scores[side + 1 :]),
        used=listed.used,
        duplicate=MyMatch(summary.group[0], summary.played, summary.deals)
        if summary.deals
        else None,
    )


def _seat_infos(
    seats: Seats,
    ready: BySeat[bool],
    late: BySeat[int],
    present: AbstractSet[PersonId],
    gone: AbstractSet[PersonId] = frozenset(),
) -> tuple[SeatInfo, ...]:
    return tuple(
        SeatInfo(
            seat=seat,
            occupant=kind_of(occupant),
            name=name_of(occupant),
            level=occupant.level if isinstance(occupant, Bot) else None,
            connected=isinstance(occupant, Person) and occupant.id in present,
            ready=ready[seat],
            covered=isinstance(occupant, Person) and occupant.covered,
            heir=occupant.heir.name if isinstance(occupant, Bot) and occupant.heir else "",
            sit=None,
            program=is_program(occupant),
            late=late[seat],
            left=isinstance(occupant, Person) and occupant.id in gone,
        )
        for seat, occupant in seats.each
    )


def _free(
    table: Table, person: PersonId, seat: Seat, present: AbstractSet[PersonId]
) -> When | None:
    when = joining(table, person, seat, present)
    return None if isinstance(when, RefusedError) else when
