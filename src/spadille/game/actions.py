"""What can happen in a game: the actions of players, and the outcomes of chance.

Actions are small values that know nothing of the game; each is tagged by its `type`.
"""

from typing import Literal

from msgspec import Struct

from .cards import Card
from .deal import Deal
from .seats import Seat


class Cut(Struct, frozen=True, tag="cut", tag_field="type"):
    """Cuts the shuffled pack: so many cards from the top go below; 0 leaves it as it is (D4)."""

    at: int


class Say(Struct, frozen=True, tag="say", tag_field="type"):
    """Tells everybody how many tricks are sure, and how many there may be (B7)."""

    sure: int
    maybe: int


class ThrowIn(Struct, frozen=True, tag="throw-in", tag_field="type"):
    """Shows a deficient hand, for a new deal (D10)."""


class Look(Struct, frozen=True, tag="look", tag_field="type"):
    """Looks at the cards, which ends the chance to bid blind (E12)."""


class Bid(Struct, frozen=True, tag="bid", tag_field="type"):
    """A bid of so many tricks; `nil` undertakes to win none; `blind` is bid before looking.

    `mo` undertakes to win the first six (little) or nine (big) tricks as well (E14).
    """

    tricks: int
    nil: bool = False
    blind: bool = False
    mo: Literal["", "little", "big"] = ""

    def __str__(self) -> str:
        bid = f"{'blind ' if self.blind else ''}{'nil' if self.nil else self.tricks}"
        return f"{bid} {self.mo}" if self.mo else bid


NIL = Bid(0, nil=True)
BLIND_NIL = Bid(0, nil=True, blind=True)


class Adjust(Struct, frozen=True, tag="adjust", tag_field="type"):
    """After the bids: changes the own bid by so many tricks; 0 lets it stand (B8, V18)."""

    by: int


class NoTrump(Struct, frozen=True, tag="no-trump", tag_field="type"):
    """After the bids: proposes to play without trump or not, and answers a partner (V26)."""

    wanted: bool


class Keep(Struct, frozen=True, tag="keep", tag_field="type"):
    """In the draft: keeps the first card drawn, or refuses it for the next one."""

    which: Literal["first", "next"]


class Pass(Struct, frozen=True, tag="pass", tag_field="type"):
    """Gives cards to the partner; none at all declines the exchange."""

    cards: tuple[Card, ...]


class Swap(Struct, frozen=True, tag="swap", tag_field="type"):
    """Puts cards away for as many random discards of the draft; none keeps the hand."""

    cards: tuple[Card, ...]


class Discard(Struct, frozen=True, tag="discard", tag_field="type"):
    """Puts as many cards away as were taken up from the kitty (D12)."""

    cards: tuple[Card, ...]


class Play(Struct, frozen=True, tag="play", tag_field="type"):
    """Plays a card to the trick; an ace may be called low where that is played (K7)."""

    card: Card
    low: bool = False


class TakeBack(Struct, frozen=True, tag="take-back", tag_field="type"):
    """Takes the card just played back (P13)."""


class Claim(Struct, frozen=True, tag="claim", tag_field="type"):
    """Claims all remaining tricks (P17)."""


class Award(Struct, frozen=True, tag="award", tag_field="type"):
    """Names who gets the tricks that a wrong claim has cost (P18)."""

    seat: Seat


class Call(Struct, frozen=True, tag="call", tag_field="type"):
    """Says that a seat revoked in a finished trick, counted from 1 (R1, R4)."""

    seat: Seat
    trick: int


class Flip(Struct, frozen=True, tag="flip", tag_field="type"):
    """Opens a gathered trick of the other side, counted from 1, for all to see (R5)."""

    trick: int


class Agree(Struct, frozen=True, tag="agree", tag_field="type"):
    """Agrees that the round is scored as it was played (R6)."""


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
"""Actions that decide nothing for the turn: they may be made at any time of their deal."""


class NameDealer(Struct, frozen=True, tag="dealer", tag_field="type"):
    """Chance names the first dealer (D1)."""

    seat: Seat


class DrawForDeal(Struct, frozen=True, tag="draw", tag_field="type"):
    """The cards turned up to find the first dealer, clockwise from the first seat (D2)."""

    cards: tuple[Card, ...]


class Stack(Struct, frozen=True, tag="stack", tag_field="type"):
    """The shuffled pack, top card first: for a draft, or to be cut before it is dealt."""

    cards: tuple[Card, ...]


class Redraw(Struct, frozen=True, tag="redraw", tag_field="type"):
    """The random discards that replace swapped cards (E15)."""

    cards: tuple[Card, ...]


class TimeUp(Struct, frozen=True, tag="time-up", tag_field="type"):
    """The clock says that the time of the game is over; the round is finished (S17)."""


ChanceAction = NameDealer | DrawForDeal | Deal | Stack | Redraw | TimeUp

Action = PlayerAction | ChanceAction


class Event(Struct, frozen=True):
    """An action with the seat that took it; no seat for chance."""

    seat: Seat | None
    action: Action
