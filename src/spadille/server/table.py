"""A table as a value: who sits at it, the game, and what each event makes of it."""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct, structs

from ..game import (
    Action,
    Aside,
    Bid,
    BySeat,
    Deal,
    Game,
    Record,
    Rules,
    Seal,
    Seat,
    Stack,
    TimeUp,
    put,
)
from ..notation import repeat
from .changing_seats import seats_after
from .events import (
    Abandoned,
    Acted,
    Asked,
    Assented,
    Covered,
    Declined,
    Drawn,
    GoneOn,
    Granted,
    Happened,
    Hosted,
    Lapsed,
    Made,
    PersonId,
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
    Wish,
    Withdrawn,
)
from .sealing import Sealing
from .seating import Bot, Occupant, Open, Person, name_of, persons, reserved_by, seat_of
from .taking_back import taken_back, taken_back_at

Apply = Callable[[Game, Action, Seat | None], Game]
"""The game after an action of a seat, or of chance."""

MOST_WITHDRAWN = 3
"""Bids that may be taken back in one deal, so that a table does not grow without end."""


MOST_WISHES = 3
"""That one seat may ask the others for in one deal."""


class Question(Struct, frozen=True):
    """What a seat has asked the others for, and who has said yes so far."""

    seat: Seat
    wish: Wish
    yes: tuple[Seat, ...] = ()


class Leaver(Struct, frozen=True):
    """Somebody who left a seat in the round of that number, and knows its cards."""

    person: PersonId
    seat: Seat
    round: int


class Table(Struct, frozen=True):
    """The state of a table after `version` events.

    `ready` are the seats that have asked for the next round. `turn` counts the decisions of the
    seats to act and the outcomes of chance; what is done aside is none. `decided` is the version at
    which each seat made its last decision, `dealt` that of the last deal, `moved` that of the
    last change in the game. `started` is when the game began, in seconds since 1970. `before_bid`
    is the game before the bid that its bidder may still take back, `withdrawn` counts such bids of
    this deal. A game that was `resigned` is over without an outcome. `sealing` is the seed of
    cards that are not dealt yet, `seals` are those of the rounds of this game. `dealt_game` is the
    game before the cards of this deal, `wishes` counts what each seat has asked for in it, and
    `granted` tells how much was granted in the game, and what last. `paused` is when a pause began.
    """

    id: str
    made: Made
    version: int
    host: PersonId
    seats: BySeat[Occupant]
    game: Game | None
    ready: BySeat[bool]
    turn: int
    moved: int
    decided: BySeat[int]
    dealt: int = 0
    started: float = 0.0
    leavers: tuple[Leaver, ...] = ()
    before_bid: Game | None = None
    withdrawn: int = 0
    resigned: bool = False
    sealing: Sealing | None = None
    seals: tuple[Seal, ...] = ()
    dealt_game: Game | None = None
    question: Question | None = None
    wishes: BySeat[int] = ()
    granted: tuple[int, Wish | None] = (0, None)
    paused: float | None = None

    @classmethod
    def begin(cls, id: str, made: Made) -> "Table":
        """A table at which only this has happened: that it was made."""
        players = made.rules.players
        return cls(
            id=id,
            made=made,
            version=1,
            host=made.host,
            seats=(Open(),) * players,
            game=None,
            ready=(False,) * players,
            turn=0,
            moved=0,
            decided=(0,) * players,
            wishes=(0,) * players,
        )

    @classmethod
    def load(cls, id: str, events: Iterable[TableEvent]) -> "Table":
        """The table that all its events make."""
        first, *rest = events
        assert isinstance(first, Made)
        return cls.begin(id, first).after(*rest, apply=repeat)

    @property
    def rules(self) -> Rules:
        return self.made.rules

    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        if self.game is None:
            return "waiting"
        return "over" if self.game.over or self.resigned else "playing"

    @property
    def between_rounds(self) -> bool:
        """Whether a round is scored and the next one not dealt yet."""
        return self.status == "playing" and self.game is not None and self.game.phase == "score"

    @property
    def waits_for_chance(self) -> bool:
        """Whether chance acts at once, before anybody can decide."""
        if self.game is None or self.status != "playing" or self.between_rounds:
            return False
        return self.game.waits_for_chance

    @property
    def seal(self) -> Seal | None:
        """What chance is bound to in the round that goes on."""
        if not self.seals or self.game is None or self.game.phase in {"score", "over"}:
            return None
        return self.seals[-1]

    @property
    def wants_seal(self) -> bool:
        """Whether the seed of the next cards can be drawn, while nobody plays."""
        return self.sealing is None and (self.status != "playing" or self.between_rounds)

    @property
    def record(self) -> Record:
        """What has happened in the game; the seed of a round that goes on is not told."""
        assert self.game is not None
        seals = self.seals
        if self.seal is not None:
            seals = (*seals[:-1], structs.replace(self.seal, seed=None))
        return structs.replace(self.game.record(), seals=seals)

    @property
    def frozen(self) -> bool:
        """Whether the game stands still: a question is open, or there is a pause."""
        return self.question is not None or self.paused is not None

    def taken_back_at(self, seat: Seat) -> int | None:
        """Where the last card or bid of a seat stands, if everybody may agree to take it back."""
        if self.game is None or self.dealt_game is None:
            return None
        return taken_back_at(self.game, len(self.dealt_game.events), seat)

    @property
    def to_act(self) -> Seat | None:
        return None if self.game is None else self.game.to_act

    @property
    def names(self) -> dict[Seat, str]:
        """The name of everybody at the table by seat."""
        return {
            Seat(seat): name_of(occupant)
            for seat, occupant in enumerate(self.seats)
            if not isinstance(occupant, Open)
        }

    @property
    def full(self) -> bool:
        """Whether nobody else can sit down."""
        return not any(isinstance(occupant, Open) for occupant in self.seats)

    def seat_of(self, person: PersonId) -> Seat | None:
        return seat_of(self.seats, person)

    def seat_reserved_by(self, person: PersonId) -> Seat | None:
        return reserved_by(self.seats, person)

    def awaits(self, person: PersonId) -> bool:
        """Whether somebody has a seat in a game that goes on here."""
        return self.status == "playing" and self.has(person)

    def has(self, person: PersonId) -> bool:
        """Whether somebody has a seat here, or is to have one when the round is over."""
        return self.seat_of(person) is not None or self.seat_reserved_by(person) is not None

    def alone(self, person: PersonId) -> bool:
        """Whether no other person sits at the table, or waits for a seat."""
        return persons(self.seats) == (person,) and not any(
            isinstance(occupant, Bot) and occupant.heir for occupant in self.seats
        )

    def may_withdraw(self, person: PersonId) -> bool:
        """Whether the last bid is that person's, and may be taken back: only bots have heard it."""
        if self.game is None or self.before_bid is None or not self.alone(person):
            return False
        return self.game.events[-1].seat == self.seat_of(person)

    def may_have_hint(self, person: PersonId) -> bool:
        """Whether a hint may be given: nobody else plays, and it is that person's turn."""
        seat = self.seat_of(person)
        if self.game is None or seat is None or self.frozen or self.status != "playing":
            return False
        return self.alone(person) and self.game.acts(seat)

    def after(self, *events: TableEvent, apply: Apply = Game.apply) -> "Table":
        """The table after more has happened; stored events are read by `repeat`.

        Raises:
            IllegalActionError: when the rules do not allow an action.
        """
        table = self
        for event in events:
            table = structs.replace(table._after(event, apply), version=table.version + 1)
        return table

    def _after(self, event: TableEvent, apply: Apply) -> "Table":
        match event:
            case Sat() | Reserved() | Released() | Asked() | Covered() | Returned() | Drawn():
                return structs.replace(self, seats=seats_after(self.seats, event))
            case Stood(seat=seat, bot=bot):
                return self._after_leaving(seat, bot)
            case Started():
                return self._after_start(event)
            case Hosted() | Sealed() | Salted() | Readied():
                return self._after_word(event)
            case Acted() | Happened():
                return self._after_move(event, apply)
            case Withdrawn() | Resigned() | Abandoned():
                return self._after_giving_up(event)
            case Proposed() | Assented() | Declined() | Lapsed() | Granted() | GoneOn():
                return self._after_question(event)
            case Made():
                raise AssertionError("a table is made once")

    def _after_question(
        self, event: Proposed | Assented | Declined | Lapsed | Granted | GoneOn
    ) -> "Table":
        match event:
            case Proposed(seat=seat, wish=wish):
                wishes = put(self.wishes, seat, self.wishes[seat] + 1)
                return structs.replace(self, question=Question(seat, wish), wishes=wishes)
            case Assented(seat=seat):
                assert self.question is not None
                yes = (*self.question.yes, seat)
                return structs.replace(self, question=structs.replace(self.question, yes=yes))
            case Declined() | Lapsed():
                return structs.replace(self, question=None)
            case Granted(at=at):
                return self._after_consent(at)
            case GoneOn(at=at):
                started = self.started + at - (self.paused or at)
                return structs.replace(self, paused=None, started=started)

    def _after_consent(self, at: float) -> "Table":
        assert self.question is not None
        wish, version = self.question.wish, self.version + 1
        table = structs.replace(self, question=None, granted=(self.granted[0] + 1, wish))
        if wish == "pause":
            return structs.replace(table, paused=at)
        if wish == "stop":
            return structs.replace(table, resigned=True, before_bid=None)
        return structs.replace(
            table,
            game=self._without(self.question),
            seals=self.seals if wish == "undo" or self.seal is None else self.seals[:-1],
            before_bid=None,
            turn=self.turn + 1,
            moved=version,
            dealt=self.dealt if wish == "undo" else version,
            decided=(version,) * len(self.seats),
        )

    def _without(self, question: Question) -> Game:
        """The game without the deal, or without what the one who asks did last."""
        assert self.game is not None
        assert self.dealt_game is not None
        if question.wish == "misdeal":
            return self.dealt_game
        at = self.taken_back_at(question.seat)
        return self.game if at is None else taken_back(self.dealt_game, self.game, at)

    def _after_word(self, event: Hosted | Sealed | Salted | Readied) -> "Table":
        match event:
            case Hosted(person=person):
                return structs.replace(self, host=person)
            case Sealed() | Salted():
                return structs.replace(self, sealing=_sealing_after(self.sealing, event))
            case Readied(seat=seat):
                return structs.replace(self, ready=put(self.ready, seat, value=True))

    def _after_leaving(self, seat: Seat, bot: str | None) -> "Table":
        leaver = self.seats[seat]
        leavers = self.leavers
        if isinstance(leaver, Person) and self.game is not None and self.game.round is not None:
            left = Leaver(leaver.id, seat, self.game.round.number)
            leavers = (*(other for other in leavers if other != left), left)
        stays = Open() if bot is None else Bot(bot, self.made.level)
        return structs.replace(
            self,
            seats=put(self.seats, seat, stays),
            ready=put(self.ready, seat, value=False),
            leavers=leavers,
            question=None if self.question and self.question.seat == seat else self.question,
        )

    def _after_start(self, event: Started) -> "Table":
        names = iter(event.bots)
        seats = tuple(
            Bot(next(names), self.made.level) if isinstance(occupant, Open) else occupant
            for occupant in self.seats
        )
        return structs.replace(
            self,
            seats=seats,
            game=Game.new(self.rules, players=tuple(map(name_of, seats))),
            ready=(False,) * len(seats),
            turn=self.turn + 1,
            moved=self.version + 1,
            started=event.at,
            leavers=(),
            before_bid=None,
            resigned=False,
            seals=(),
            dealt_game=None,
            question=None,
            wishes=(0,) * len(seats),
            granted=(0, None),
            paused=None,
        )

    def _after_move(self, event: Acted | Happened, apply: Apply) -> "Table":
        assert self.game is not None
        version = self.version + 1
        if isinstance(event, Happened):
            game = apply(self.game, event.action, None)
            table = structs.replace(self, game=game, moved=version, before_bid=None)
            if isinstance(event.action, TimeUp):
                return table
            if self.seal is None:
                wishes = (0,) * len(self.seats) if self._begins_round else self.wishes
                table = structs.replace(table, dealt_game=self.game, wishes=wishes)
            if self.seal is None and self.sealing is not None:
                used = self.sealing.used(len(self.game.events), self.seat_of)
                table = structs.replace(table, sealing=None, seals=(*self.seals, used))
            dealt = isinstance(event.action, Deal | Stack)
            return structs.replace(
                table,
                ready=(False,) * len(self.seats),
                turn=self.turn + 1,
                dealt=version if dealt else self.dealt,
                withdrawn=0 if dealt else self.withdrawn,
            )
        game = apply(self.game, event.action, event.seat)
        rueful = self.withdrawn < MOST_WITHDRAWN and _tells_nothing(self.game, game, event)
        table = structs.replace(
            self, game=game, moved=version, before_bid=self.game if rueful else None
        )
        if isinstance(event.action, Aside):
            return table
        # Who bids at once, before their turn, takes no time from the one to act, and gives none.
        passes = event.seat == self.to_act or game.to_act != self.to_act
        return structs.replace(
            table, turn=self.turn + passes, decided=put(self.decided, event.seat, version)
        )

    @property
    def _begins_round(self) -> bool:
        """Whether what chance does next is not a deal in place of one that was thrown in."""
        assert self.game is not None
        before = self.dealt_game
        return before is None or len(before.results) != len(self.game.results)

    def _after_giving_up(self, event: Withdrawn | Resigned | Abandoned) -> "Table":
        if not isinstance(event, Withdrawn):
            return structs.replace(self, resigned=True, before_bid=None, question=None, paused=None)
        version = self.version + 1
        return structs.replace(
            self,
            game=self.before_bid,
            before_bid=None,
            withdrawn=self.withdrawn + 1,
            turn=self.turn + 1,
            moved=version,
            decided=put(self.decided, event.seat, version),
        )


def _sealing_after(sealing: Sealing | None, event: Sealed | Salted) -> Sealing:
    if isinstance(event, Sealed):
        return Sealing(event.seed)
    assert sealing is not None
    return sealing.with_salt(event.person, event.salt)


def _tells_nothing(before: Game, after: Game, act: Acted) -> bool:
    """Whether a move is a bid by which its bidder has got to see no card, and nobody's bid."""
    if not isinstance(act.action, Bid) or act.action.blind or after.phase == "score":
        return False
    seen, sees = before.view(act.seat), after.view(act.seat)
    return seen.hand == sees.hand and put(seen.bids, act.seat, act.action) == sees.bids
