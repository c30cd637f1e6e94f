"""The state of a table as each connection sees it: all of it, or the changes since the last state.

Parts that many people see, or that outlast many events, are the same objects each time. So it takes
little time to see that nothing has changed.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import compress, takewhile
from math import ceil
from operator import is_, is_not
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from msgspec import structs

from ..game import (
    BySeat,
    Game,
    Options,
    RoundResult,
    Seal,
    Seat,
    View,
    seen_by,
    seen_by_all,
    tricks_gathered,
)
from ..locale import Lang
from . import protocol
from .commitments import Sealing
from .consent import Presence, awaited_answers
from .events import PersonId, TableCreated, Wish
from .joining import SEATED, joining
from .model import Table
from .permissions import permissions
from .protocol import Consent, InRoom, SealInfo, SeatInfo, State, Update
from .rule_choice import code_of
from .seats import Bot, Person, Seats
from .timers import Left

X = TypeVar("X")
Of = TypeVarTuple("Of")


class Fields(NamedTuple):
    """Field names and values, using less than half the memory of a dictionary; tables keep many."""

    names: tuple[str, ...]
    """The field names, shared by all tables."""
    values: tuple[Any, ...]

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> "Fields":
        """Return the fields of a state or a view."""
        return cls(_shared(tuple(fields)), tuple(fields.values()))

    def since(self, before: "Fields") -> dict[str, Any]:
        """Return the changed values; field names do not change for as long as the table exists."""
        names, old, new = self.names, before.values, self.values
        changed = {}
        # Most values are identical objects: skip those before comparing values.
        for at in compress(range(len(new)), map(is_not, new, old)):
            if new[at] != old[at]:
                changed[names[at]] = new[at]
        return changed


_SENT_AS = dict(zip(View.__struct_fields__, View.__struct_encode_fields__, strict=True))
"""The names that view fields have in messages."""


@cache
def _shared(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_SENT_AS.get(name, name) for name in names)


NO_FIELDS = Fields((), ())


class Snapshot(NamedTuple):
    """A table as one person sees it: the fields of a state and of its view, if there is one.

    The first two parts may be common to many people.
    """

    common: Fields
    common_view: Fields | None
    own: Fields = NO_FIELDS
    own_view: Fields = NO_FIELDS
    table: str = ""
    seq: int = 0

    @classmethod
    def of(cls, state: State) -> "Snapshot":
        """Return a state that is shown to a single person."""
        fields = structs.asdict(state)
        view = fields.pop("view")
        sent = None if view is None else Fields.of(structs.asdict(view))
        return cls(Fields.of(fields), sent, table=state.table, seq=state.seq)

    @property
    def state(self) -> State:
        """Return the whole state as a message."""
        view = None
        if self.common_view is not None:
            sent = {**_dict(self.common_view), **_dict(self.own_view)}
            view = View(**{name: sent[as_] for name, as_ in _SENT_AS.items()})
        return State(view=view, **_dict(self.common), **_dict(self.own))

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """Return the results that are shown."""
        if self.common_view is None:
            return ()
        results: tuple[RoundResult, ...] = _dict(self.common_view)["results"]
        return results


def _dict(fields: Fields) -> dict[str, Any]:
    return dict(zip(fields.names, fields.values, strict=True))


class ClientSnapshot(NamedTuple):
    """The last state sent to a connection, and the language and player names in its sentences."""

    shown: Snapshot | None = None
    lang: Lang = "en"
    names: Mapping[Seat, str] = {}

    def known(self, before: "ClientSnapshot") -> int:
        """Return how many of the results have been shown before, in the same words.

        They are compared rather than counted. So differences are noticed even after another game,
        at another table, or with other names at the seats.
        """
        if self.shown is None or before.shown is None or self[1:] != before[1:]:
            return 0
        pairs = zip(before.shown.results, self.shown.results, strict=False)
        return sum(
            1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs)
        )


class Differences:
    """The changes in fields that many people share, computed once for all of them."""

    def __init__(self) -> None:
        self._found: list[tuple[Fields, Fields, dict[str, Any]]] = []

    def between(self, before: Fields, now: Fields) -> dict[str, Any]:
        """Return the changed fields, and remember them for other people."""
        for old, new, different in self._found:
            if old is before and new is now:
                return different
        different = now.since(before)
        self._found.append((before, now, different))
        return different


def state_after(before: ClientSnapshot, now: ClientSnapshot) -> State:
    """Return the whole state, but with only those results that have not been shown before."""
    assert now.shown is not None
    state, known = now.shown.state, now.known(before)
    if state.view is None or known == 0:
        return state
    view = structs.replace(state.view, results=state.view.results[known:])
    return structs.replace(state, view=view, results_from=known)


def update_after(
    before: ClientSnapshot, now: ClientSnapshot, differences: Differences
) -> State | Update:
    """Return the changes since the last state, or the state if an update cannot express them."""
    old, new = before.shown, now.shown
    assert new is not None
    if old is None or old.table != new.table or before[1:] != now[1:]:
        return state_after(before, now)
    if old.common_view is None or new.common_view is None:
        return state_after(before, now)
    table = {**differences.between(old.common, new.common), **new.own.since(old.own)}
    view = {
        **differences.between(old.common_view, new.common_view),
        **new.own_view.since(old.own_view),
    }
    table.pop("seq", None)
    if view.pop("results", None) is not None:
        known = now.known(before)
        table["results_from"] = known
        view["results"] = new.results[known:]
    return Update(new.seq, old.seq, table, view)


# --- the parts of a state ----------------------------------------------------------------------


class Memo:
    """Parts of the state that outlast many events, and are made again when their values change."""

    def __init__(self) -> None:
        self._kept: dict[Callable[..., Any], tuple[tuple[object, ...], Any]] = {}

    def get(self, make: Callable[[*Of], X], *of: *Of) -> X:
        """Return the result of `make`: for the same immutable values, the same object."""
        before = self._kept.get(make)
        if before is None or not all(map(is_, before[0], of)):
            before = self._kept[make] = of, make(*of)
        value: X = before[1]
        return value


class Labels(NamedTuple):
    """A table's title in a language, and the share code for its rules; both are kept for good."""

    title: str
    code: str


def labels_of(table: Table, lang: Lang) -> Labels:
    """Return the title of a table in a language, and the share code for its rules."""
    return Labels(table.title_in(lang), code_of(table.made))


class Common(NamedTuple):
    """The parts of a table that all readers of a language see; `seats` and `consent` vary."""

    table: Fields
    view: Fields | None
    seats: tuple[SeatInfo, ...]
    consent: Consent


def common_to_all(  # noqa: PLR0913, PLR0917 - everything that a state depends on
    table: Table,
    labels: Labels,
    present: AbstractSet[PersonId],
    room: tuple[InRoom, ...],
    left: Left,
    memo: Memo,
) -> Common:
    """Return the part of a table that everyone sees, without any hand, seat or choice."""
    made, rules, seats, one = table.made, table.rules, table.seats, left.awaited
    over = made.seeds and table.status == "over" and table.commitment.seals
    on_table = table.commitment.seals[-1] if over else table.seal
    fields = {
        "table": table.id,
        "seq": table.version,
        "moved": table.moved,
        "preset": made.preset,
        "title": labels.title,
        "status": table.status,
        "rules": rules,
        "sides": rules.sides,
        "side_names": made.side_names,
        "invite": made.invite,
        "public": made.public,
        "turn_seconds": rules.clock.turn_seconds,
        "seconds_left": left.turn,
        "game_seconds_left": left.game,
        "banks": left.banks,
        "code": labels.code,
        "group": () if made.format == "teams" else made.group,
        "absence": None
        if one is None
        else protocol.Absence(one.seat, round(left.absence or 0.0, 1), one.asked, one.needed),
        "finishing": seats.finishing,
        "origin": table.origin,
        "preparing": None if left.bots is None else ceil(left.bots),
        "results_from": 0,
        "seal": memo.get(_seal_info, on_table, table.commitment.sealing, seats, made),
        **memo.get(_place_in_contest, made, table.games),
        "finished": table.finished_id,
        "balanced": table.balanced,
        "room": room,
    }
    infos = memo.get(seat_infos, seats, table.ready, table.clock.late, present, left.gone)
    view = None if table.game is None else memo.get(_common_view, table.game)
    return Common(Fields.of(fields), view, infos, _consent(table, present, left))


def _common_view(game: Game) -> Fields:
    seen = seen_by_all(game)
    seen["tricks"] = tricks_gathered(
        seen["rules"], seen["phase"], seen["judgements"], seen["tricks"], seen["trick"]
    )
    return Fields.of(seen)


def shown_to(
    person: PersonId, common: Common, table: Table, present: AbstractSet[PersonId]
) -> Snapshot:
    """Return the common view of a table, plus the parts that only `person` may see and do."""
    you, may = table.seats.by_person.get(person), permissions(table, person)
    seats, consent = common.seats, common.consent
    if not table.seats.all_people:
        seats = tuple(_with_choice(info, table, person, present) for info in seats)
    if consent.question is None:
        consent = _unasked(may.ask, consent.paused, consent.granted, consent.last)
    else:
        consent = structs.replace(consent, may_ask=may.ask)
    own = Fields(
        _OWN,
        (
            you,
            seats,
            table.seats.reserved.get(person),
            person == table.host and (table.status == "waiting" or not table.made.contest),
            may.talk,
            consent,
            may.withdraw,
            may.hint,
            may.finish,
            may.balance,
            may.join,
        ),
    )
    view = NO_FIELDS
    if table.game is not None:
        seen = seen_by(table.game, you)
        if table.resigned or table.frozen or table.seats.finishing:
            seen |= {"options": Options(), "to_act": None}  # no one can act now
        view = Fields.of(seen)
    return Snapshot(common.table, common.view, own, view, table.id, table.version)


_OWN = (
    "you", "seats", "next_seat", "host", "talk", "consent", "withdraw", "hint", "finish", "balance",
    "join",
)  # fmt: skip
"""The fields of a state that differ for each person."""


def _with_choice(
    info: SeatInfo, table: Table, person: PersonId, present: AbstractSet[PersonId]
) -> SeatInfo:
    """Return a seat with the time when a person may take it."""
    when = joining(table, person, info.seat, present)
    return structs.replace(info, sit=when) if when in SEATED else info


@lru_cache(maxsize=256)
def _unasked(wishes: tuple[Wish, ...], paused: bool, granted: int, last: Wish | None) -> Consent:  # noqa: FBT001
    """Return the state with no request open; its few values are reused for fast comparison."""
    return Consent(wishes, None, paused, granted, last)


def _consent(table: Table, present: AbstractSet[PersonId], left: Left) -> Consent:
    """Return the open request at the table, without the requests that a person may make."""
    asked, question = table.votes.question, None
    if asked is not None:
        missing = awaited_answers(table, Presence(present, left.away))
        seconds = round(left.question or 0.0, 1)
        question = protocol.Question(asked.seat, asked.wish, asked.yes, missing, seconds)
    return Consent((), question, table.clock.paused is not None, *table.votes.granted)


def seal_in_use(seal: Seal) -> SealInfo:
    """Return the part of a commitment that is shown while its cards are on the table."""
    salted = sorted(salt.seat for salt in seal.salts if salt.seat is not None)
    return SealInfo(seal.seal, open=False, salted=tuple(salted))


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


def _place_in_contest(made: TableCreated, deal: int) -> dict[str, Any]:
    """Return where a table is in its contest, in the field for that format."""
    place: dict[str, Any] = {"attempt": None, "duplicate": None, "evening": None}
    if (contest := made.contest) is not None:
        deals = len(contest.seeds)
        match contest.format:
            case "solo":
                place["attempt"] = protocol.AttemptInfo(contest.id, contest.number, deal, deals)
            case "teams":
                place["duplicate"] = protocol.TeamMatchPlace(contest.id, deal, deals)
            case "pairs":
                place["evening"] = protocol.TournamentPlace(contest.id, contest.number, deal, deals)
    return place


def seat_infos(
    seats: Seats,
    ready: BySeat[bool],
    late: BySeat[int],
    present: AbstractSet[PersonId],
    gone: AbstractSet[PersonId],
) -> tuple[SeatInfo, ...]:
    """Return the seats as everyone sees them; `gone` are the people who left on purpose."""
    infos = []
    for seat, occupant in seats.each:
        person = occupant if isinstance(occupant, Person) else None
        bot = occupant if isinstance(occupant, Bot) else None
        info = SeatInfo(
            seat=seat,
            occupant=occupant.kind,
            name=occupant.name,
            level=None if bot is None else bot.level,
            connected=person is not None and person.id in present,
            ready=ready[seat],
            covered=person is not None and person.covered,
            heir=bot.heir.name if bot and bot.heir else "",
            sit=None,
            program=occupant.program,
            late=late[seat],
            left=person is not None and person.id in gone,
        )
        infos.append(info)
    return tuple(infos)


def public_table_of(
    table: Table, lang: Lang, present: AbstractSet[PersonId]
) -> protocol.PublicTable:
    """Return a table as shown to everyone who has its link."""
    clock = table.rules.clock
    return protocol.PublicTable(
        table=table.id,
        title=table.title_in(lang),
        status=table.status,
        turn_seconds=clock.turn_seconds,
        bank_seconds=clock.bank_seconds,
        increment_seconds=clock.increment_seconds,
        seats=seat_infos(table.seats, table.ready, table.clock.late, present, frozenset()),
    )
