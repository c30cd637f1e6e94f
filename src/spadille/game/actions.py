"""The events of a game: player actions, outcomes of chance, and the record of them all.

Actions are small values that know nothing of the game; each is tagged with its `type`. Its `str` is
how a record writes it, and its `repr` is how Python code does.

>>> [str(action) for action in (Play(Card.SA), Pass(()), Call(Seat.EAST, 3), Adjust(1), TakeBack())]
['SA', 'pass -', 'call E 3', 'adjust +1', 'take-back']
>>> [Bid(4), Bid(6, blind=True), NIL, Play(Card.SA), Call(Seat.EAST, 3), TakeBack()]
[Bid(4), Bid(6, blind=True), NIL, Play(Card.SA), Call(Seat.EAST, 3), TakeBack()]
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from .cards import Card, Hand, format_hand, hand_of
from .drawn import Drawn
from .errors import SpadesError
from .forms import notation
from .rules import Rules
from .seals import Seal
from .seats import BySeat, Seat, next_seat
from .text import Message, in_short


class Written(Struct, frozen=True, tag_field="type"):
    """An event, encoded as its tag and its fields."""

    def __str__(self) -> str:
        return " ".join([str(self.__struct_config__.tag), *map(_text, structs.astuple(self))])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(_arguments(self))})"


def _arguments(of: Struct) -> Iterator[str]:
    """Yield the arguments that make this value, without those that have their defaults."""
    named = False
    for field in structs.fields(of):
        value = getattr(of, field.name)
        if not field.required and type(value) is type(field.default) and value == field.default:
            named = True
            continue
        named |= isinstance(value, bool)
        yield f"{field.name}={value!r}" if named else repr(value)


def _text(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Seat():
            return value.letter
        case tuple():
            return " ".join(map(str, value)) or "-"
    return str(value)


class Cut(Written, frozen=True, tag="cut"):
    """Cuts the shuffled pack: the top `at` cards go to the bottom; 0 leaves them in place (D4)."""

    at: int


class Say(Written, frozen=True, tag="say"):
    """Announces to everyone how many tricks are certain, and how many are possible (B7)."""

    sure: int
    maybe: int


class ThrowIn(Written, frozen=True, tag="throw-in"):
    """Shows a deficient hand to get a new deal (D10)."""


class Look(Written, frozen=True, tag="look"):
    """Looks at the cards, which ends the chance to bid blind (E12)."""


class Bid(Written, frozen=True, tag="bid"):
    """A bid of tricks. `nil` promises to win none, and `blind` means before looking.

    With `mo`, the bid also promises to win the first six (little) or nine (big) tricks (E14).
    """

    tricks: int
    nil: bool = False
    blind: bool = False
    mo: Literal["", "little", "big"] = ""

    def __str__(self) -> str:
        bid = f"{'blind ' if self.blind else ''}{'nil' if self.nil else self.tricks}"
        return f"{bid} {self.mo}" if self.mo else bid

    def __repr__(self) -> str:
        said = super().__repr__()
        return _NILS.get(said, said)


NIL = Bid(0, nil=True)
BLIND_NIL = Bid(0, nil=True, blind=True)
_NILS = {"Bid(0, nil=True)": "NIL", "Bid(0, nil=True, blind=True)": "BLIND_NIL"}


class Adjust(Written, frozen=True, tag="adjust"):
    """Raises or lowers a bid after all bids are in; 0 keeps it (B8, V18)."""

    by: int

    def __str__(self) -> str:
        number = type(self.by) is int and self.by  # a refused action may hold anything
        return f"adjust {self.by:+}" if number else f"adjust {self.by}"


class NoTrump(Written, frozen=True, tag="no-trump"):
    """Says after the bids whether to play without trump, as a proposal or in answer (V26)."""

    wanted: bool


class Keep(Written, frozen=True, tag="keep"):
    """In the draft: keeps the first card drawn, or refuses it for the next one."""

    which: Literal["first", "next"]


class Pass(Written, frozen=True, tag="pass"):
    """Gives cards to the partner; giving none declines the exchange."""

    cards: tuple[Card, ...]


class Swap(Written, frozen=True, tag="swap"):
    """Trades cards for as many random discards from the draft; naming none keeps the hand."""

    cards: tuple[Card, ...]


class Discard(Written, frozen=True, tag="discard"):
    """Discards as many cards as were picked up from the kitty (D12)."""

    cards: tuple[Card, ...]


class Play(Written, frozen=True, tag="play"):
    """Plays a card to the trick; an ace may be called low if the rules allow it (K7)."""

    card: Card
    low: bool = False

    def __str__(self) -> str:
        return f"{self.card}-" if self.low else str(self.card)


class TakeBack(Written, frozen=True, tag="take-back"):
    """Takes the card just played back (P13)."""


class Claim(Written, frozen=True, tag="claim"):
    """Claims all remaining tricks (P17)."""


class Award(Written, frozen=True, tag="award"):
    """Names the seat that gets the tricks lost by a wrong claim (P18)."""

    seat: Seat


class Call(Written, frozen=True, tag="call"):
    """Accuses a seat of a revoke in a finished trick, counted from 1 (R1, R4)."""

    seat: Seat
    trick: int


class Flip(Written, frozen=True, tag="flip"):
    """Opens a gathered trick of the other side, counted from 1, for all to see (R5)."""

    trick: int


class Agree(Written, frozen=True, tag="agree"):
    """Agrees to score the round as it was played (R6)."""


PlayerAction = (
    Cut
    | Say
    | ThrowIn
    | Look
    | Bid
    | Adjust
    | NoTrump
    | Keep
    | Pass
    | Swap
    | Discard
    | Play
    | TakeBack
    | Claim
    | Award
    | Call
    | Flip
    | Agree
)

Aside = Look | Say | ThrowIn | Call | Flip
"""Actions that do not use up a turn: they may be taken at any time during their deal."""


class NameDealer(Written, frozen=True, tag="dealer"):
    """Chance names the first dealer (D1)."""

    seat: Seat


class DrawForDeal(Written, frozen=True, tag="draw"):
    """The cards turned up to find the first dealer, clockwise from the first seat (D2)."""

    cards: tuple[Card, ...]


class Deal(Drawn, Struct, frozen=True, tag="deal", tag_field="type"):
    """The hand of each seat, the cards left over, and the cards of each hand that lie face up.

    As text it begins with North, each hand as spades.hearts.diamonds.clubs:

    >>> str(Deal(((Card.HQ, Card.SA), (Card.C2, Card.C3))))
    'N:A.Q.. ...32'
    """

    hands: BySeat[Hand]
    rest: Hand = ()
    face_up: BySeat[Hand] = ()

    def __str__(self) -> str:
        words = ["N:" + " ".join(map(format_hand, self.hands))]
        if self.rest:
            words += ["rest", format_hand(self.rest)]
        if self.face_up:
            words += ["up", *map(format_hand, self.face_up)]
        return " ".join(words)

    @classmethod
    def from_pack(
        cls,
        pack: Sequence[Card],
        dealer: int,
        players: int,
        *,
        rest: int = 0,
        face_up: int = 0,
    ) -> "Deal":
        """Deal `pack`, top card first, one at a time clockwise from the dealer's left (D5).

        The last `rest` cards are left over; the first `face_up` of each hand lie face up (D11).
        """
        dealt = len(pack) - rest
        first = next_seat(dealer, players)
        piles = [pack[(seat - first) % players : dealt : players] for seat in range(players)]
        return cls(
            tuple(map(hand_of, piles)),
            hand_of(pack[dealt:]),
            tuple(hand_of(pile[:face_up]) for pile in piles) if face_up else (),
        )


class Stack(Written, frozen=True, tag="stack"):
    """The shuffled pack, top card first: for a draft, or to be cut before it is dealt."""

    cards: tuple[Card, ...]


class Redraw(Written, frozen=True, tag="redraw"):
    """The random discards that replace swapped cards (E15)."""

    cards: tuple[Card, ...]


class TimeUp(Written, frozen=True, tag="time-up"):
    """The clock reports that the game's time is up; the round is played to its end (S17)."""


Shuffled = NameDealer | DrawForDeal | Deal | Stack | Redraw
"""The outcomes of chance that come from a shuffle."""

ChanceAction = Shuffled | TimeUp

Action = PlayerAction | ChanceAction


class Event(Struct, frozen=True, gc=False):
    """An action with the seat that took it; no seat for chance."""

    seat: Seat | None
    action: Action


class Origin(Struct, frozen=True):
    """The point of another game that this game continues from.

    It names the table's game with that `number`, the round, and the count of events in that round.
    Number 0 means a finished game with its own id; that id then replaces the table's.
    """

    table: str
    game: int
    round: int
    events: int


class Record(Struct, frozen=True):
    """The rules, the names of the players by seat (none when no one is named), and all events.

    `seals` are the commitments that bound chance, if any; `origin` is the game that this one shares
    its beginning with.
    """

    rules: Rules
    players: tuple[str, ...]
    events: tuple[Event, ...]
    seals: tuple[Seal, ...] = ()
    origin: Origin | None = None

    @classmethod
    def loads(cls, text: str) -> "Record":
        """Return the record written as `text`; `load_game` also checks that it follows the rules.

        Raises:
            ParseError: if it is not one record; the error's `place` names the line.
        """
        record: Record = notation().load_record(text)
        return record

    def dumps(self, *, standings: bool = True) -> str:
        """Return the record as text, ending in a line break; texts joined make a file of games.

        The scores after each round are in comments, unless `standings` is False; they need a
        replay.
        """
        return notation().format_record(self, standings=standings)

    @classmethod
    def of(cls, record: "Record") -> "Record":
        """Return the record itself.

        Raises:
            SpadesError: if the argument is not a record but, say, a game or a text.
        """
        given: object = record
        if isinstance(given, Record):
            return record
        message = Message(
            "{value} is not a record; get the record of a game with {way}",
            way="game.record()",
            value=in_short(given),
        )
        raise SpadesError("record/no-record", message)
