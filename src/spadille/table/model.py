"""A table as a value: its seats, its game, and the state of both."""

from typing import Literal

from msgspec import Struct, structs

from ..game import (
    Aside,
    BySeat,
    Game,
    Message,
    Origin,
    PlayerAction,
    Record,
    RoundResult,
    Rules,
    Seal,
    Seat,
    kept,
    last_decisions,
)
from ..locale import Lang, translate
from .commitments import OpenedDeal, Sealing, deal_under, secret
from .events import Acted, PersonId, TableCreated, Wish
from .ids import game_id
from .rule_choice import title_of
from .seats import Open, Seats

MOST_EVENTS = 50_000
"""Events of a table after which nothing new begins, because loading it reads all of them."""


class Question(Struct, frozen=True):
    """The request that a seat has made to the others, and those who have agreed so far."""

    seat: Seat
    wish: Wish
    yes: tuple[Seat, ...] = ()


class Leaver(Struct, frozen=True):
    """A player who left a seat in the round of that number, and knows its cards."""

    person: PersonId
    seat: Seat
    round: int


class Clock(Struct, frozen=True):
    """The time of a game.

    It `started` at that time of day, in seconds since 1970. `banks` are the seconds that each seat
    has for the game, beyond the turn timer (P20). `late` counts the turns in which each seat's time
    ran out. `paused` is when a pause began.
    """

    started: float = 0.0
    banks: BySeat[float] = ()
    late: BySeat[int] = ()
    paused: float | None = None


class Votes(Struct, frozen=True):
    """The requests that all must agree to.

    `wishes` counts those that each seat has made in this deal. `granted` has the number of requests
    granted in the game, and the last one.
    """

    question: Question | None = None
    wishes: BySeat[int] = ()
    granted: tuple[int, Wish | None] = (0, None)


class Commitment(Struct, frozen=True):
    """The seed for cards that are not dealt yet, and the seals of the rounds in this game."""

    sealing: Sealing | None = None
    seals: tuple[Seal, ...] = ()


class Takebacks(Struct, frozen=True):
    """The states of the game to which players may return.

    They are the game before the cards of this deal (`dealt`), and before the bid that its bidder
    may still take back (`bid`). `withdrawn` counts the bids that were taken back in this deal.
    `undone` counts how often a player alone with bots has taken something back or dealt again.
    """

    dealt: Game | None = None
    bid: Game | None = None
    withdrawn: int = 0
    undone: int = 0


class Table(Struct, frozen=True, dict=True):
    """The state of a table after `version` events.

    `ready` are the seats that have asked for the next round, or are ready for another game. `turn`
    counts the outcomes of chance and the decisions by seats to act, but not asides. `decided` is
    the version at which each seat made its last decision. `dealt` is the version of the last deal,
    and `moved` that of the last change in the game. A game that was `resigned` is over without an
    outcome. `origin` is set if the game was branched off from another.

    `games` counts the games that have begun here. If others play the same deals, each game ends
    with its first round, and `earlier` are the results of the games before this one. The seats are
    `balanced` if they were dealt by strength, and no one has come or gone since. `stood` are the
    people who gave up a seat before the game, or were removed from it.
    """

    id: str
    made: TableCreated
    version: int
    host: PersonId
    seats: Seats
    game: Game | None
    ready: BySeat[bool]
    turn: int
    moved: int
    decided: BySeat[int]
    clock: Clock
    votes: Votes
    commitment: Commitment = Commitment()
    takebacks: Takebacks = Takebacks()
    dealt: int = 0
    leavers: tuple[Leaver, ...] = ()
    stood: frozenset[PersonId] = frozenset()
    resigned: bool = False
    origin: Origin | None = None
    games: int = 0
    earlier: tuple[RoundResult, ...] = ()
    balanced: bool = False

    @classmethod
    def begin(cls, id: str, made: TableCreated) -> "Table":
        """Return a table that has just been made."""
        none = (0,) * made.rules.players
        return cls(
            id=id,
            made=made,
            version=1,
            host=made.host,
            seats=Seats((Open(),) * len(none)),
            game=None,
            ready=(False,) * len(none),
            turn=0,
            moved=0,
            decided=none,
            clock=Clock(late=none),
            votes=Votes(wishes=none),
        )

    @kept
    def rules(self) -> Rules:
        """Return the rules that were chosen for the table."""
        return self.made.rules

    @kept
    def status(self) -> Literal["waiting", "playing", "over"]:
        """Return the status; a match of several deals is over after the last one."""
        if self.game is None:
            return "waiting"
        done = self.game_told and self.games >= len(self.made.seeds)
        return "over" if done or self.resigned else "playing"

    @kept
    def round_over(self) -> bool:
        """Return True if the last round that was dealt is scored."""
        return self.game is not None and self.game.phase in {"score", "over"}

    @property
    def game_told(self) -> bool:
        """True if the record of the game may be shown."""
        if self.made.seeds:
            return self.round_over
        return self.game is not None and self.game.over

    @property
    def unattended(self) -> bool:
        """True if the game continues even when no one is looking, as others wait for its end."""
        return self.made.format == "pairs" and self.status == "playing"

    @property
    def deals_played(self) -> tuple[RoundResult, ...]:
        """The results of the deals that others play too."""
        now = self.game.results[-1:] if self.game is not None and self.round_over else ()
        return (*self.earlier, *now)

    @property
    def worn(self) -> bool:
        """True if the current game may finish, but nothing else may begin."""
        return self.version >= MOST_EVENTS

    @kept
    def between_rounds(self) -> bool:
        """Return True if a round has been scored and the next one has not been dealt yet."""
        return self.status == "playing" and self.round_over

    @kept
    def in_round(self) -> bool:
        """Return True while a round is being played."""
        return self.status == "playing" and not self.round_over

    @property
    def rematch(self) -> bool:
        """True if the host has asked for another game, which has not begun yet."""
        return self.status == "over" and any(self.ready)

    @property
    def waits_for_chance(self) -> bool:
        """True if chance acts at once, before anyone can decide."""
        if self.game is None or self.status != "playing" or self.between_rounds:
            return False
        return self.game.waits_for_chance

    @property
    def seal(self) -> Seal | None:
        """The commitment that binds chance in the current round."""
        if not self.commitment.seals or self.game is None or self.round_over:
            return None
        return self.commitment.seals[-1]

    @property
    def wants_seal(self) -> bool:
        """True if the seed for the next cards can be drawn, because no one is playing."""
        if self.made.seeds and self.status == "over":
            return False
        return self.commitment.sealing is None and (self.status != "playing" or self.between_rounds)

    def opened_deal(self, number: int) -> OpenedDeal:
        """Return the seed and the cards for the numbered round of the current game.

        Raise RefusedError if that round is not over, or was dealt before commitments existed.
        """
        game, seals = self.game, self.commitment.seals
        if game is None or game.round is None:
            raise secret()
        # Once a table commits to its cards, it does so for every round.
        index = len(seals) - 1 - (game.round.number - number)
        if not 0 <= index < len(seals) or seals[index] == self.seal:
            raise secret()
        end = seals[index + 1].at if index + 1 < len(seals) else None
        events = game.events[seals[index].at : end]
        return deal_under(seals[index], number, game.results[number - 1].dealer, events)

    @property
    def record(self) -> Record:
        """The events of the game, without the seed of a round in progress."""
        assert self.game is not None
        seals = self.commitment.seals
        if self.seal is not None:
            seals = (*seals[:-1], structs.replace(self.seal, seed=None))
        return structs.replace(self.game.record(), seals=seals, origin=self.origin)

    @kept
    def frozen(self) -> bool:
        """Return True if the game is on hold: a request is open, or there is a pause."""
        return self.votes.question is not None or self.clock.paused is not None

    @kept
    def last_decisions(self) -> BySeat[int | None]:
        """Return the index of each seat's last card or bid that may be taken back if all agree."""
        if self.game is None or self.takebacks.dealt is None:
            return (None,) * len(self.seats)
        alone = len(self.persons) == 1
        return last_decisions(self.game, len(self.takebacks.dealt.events), alone=alone)

    @kept
    def to_act(self) -> Seat | None:
        """Return the seat whose turn it is, or None if the game waits or has not begun."""
        return None if self.game is None else self.game.to_act

    @property
    def finished_id(self) -> str | None:
        """The id of the finished game, unless it was given up or others play the same cards."""
        if self.game is None or not self.game.over or self.made.seeds:
            return None
        return game_id(self.id, self.games)

    def title_in(self, lang: Lang) -> str:
        """Return the title of the game at the table."""
        title = title_of(self.made, lang)
        match self.made.format:
            case "solo":
                return translate(Message("Challenge: {title}", title=title), lang)
            case "teams":
                return translate(Message("Match: {title}", title=title), lang)
            case "pairs":
                return translate(Message("Tournament: {title}", title=title), lang)
            case None:
                return title

    def summary_changed(self, before: "Table") -> bool:
        """Return True if what the store knows without reading events has changed."""
        game, was = self.game, before.game
        if self.seats is not before.seats or self.status != before.status:
            return True
        if game is None or was is None or self.games != before.games:
            return game is not was
        return len(game.results) != len(was.results) or (
            (game.round and game.round.number) != (was.round and was.round.number)
        )

    def limit_of(self, seat: Seat) -> float | None:
        """Return how many seconds that seat's turn may last, or None without a limit."""
        clock = self.rules.clock
        return clock.limit(self.clock.banks[seat]) if clock.runs else None

    def act(self, seat: Seat, action: PlayerAction, seconds: float, *, late: bool = False) -> Acted:
        """Return an action in a turn of that many seconds, which count for a person's bank."""
        bank = self.rules.clock.bank_seconds and seat in self.seats.deciding
        counts = bank and seat == self.to_act and not isinstance(action, Aside)
        return Acted(seat, action, round(seconds, 1) if counts else None, late)

    @property
    def names(self) -> dict[Seat, str]:
        """Return the names of the players by seat."""
        return self.seats.names

    @property
    def persons(self) -> tuple[PersonId, ...]:
        """Return the seated people and network bots, in order of their seats."""
        return self.seats.persons

    def seat_of(self, person: PersonId) -> Seat | None:
        """Return the seat of a person, or None if they do not sit here."""
        return self.seats.by_person.get(person)

    def has_left(self, person: PersonId) -> bool:
        """Return True if a person has left a seat here and knows cards that were dealt to it."""
        return any(leaver.person == person for leaver in self.leavers)

    def seats_left_by(self, person: PersonId) -> tuple[Seat, ...]:
        """Return the seats that a person left in this round and may come back to."""
        number = None if self.game is None or self.game.round is None else self.game.round.number
        known = (person, number)
        return tuple(one.seat for one in self.leavers if (one.person, one.round) == known)

    def awaits(self, person: PersonId) -> bool:
        """Return True if a person has a seat in a game that continues here."""
        return self.status == "playing" and self.has(person)

    def has(self, person: PersonId) -> bool:
        """Return True if a person has a seat here, or will have one when the round is over."""
        return person in self.seats.by_person or person in self.seats.reserved

    def alone(self, person: PersonId) -> bool:
        """Return True if no other person sits at the table or waits for a seat."""
        return self.seats.only == person
