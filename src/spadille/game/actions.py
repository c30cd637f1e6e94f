"""What can happen in a game: the actions of players, and the outcomes of chance.

Actions are small values that know nothing of the game; each is tagged by its `type`.
"""

from typing import Literal

from msgspec import Struct

from .cards import Card
from .deal import Deal
from .seats import Seat


class Look(Struct, frozen=True, tag="look", tag_field="type"):
    """Looks at the cards, which ends the chance to bid blind (E12)."""


class Bid(Struct, frozen=True, tag="bid", tag_field="type"):
    """A bid of so many tricks; `nil` undertakes to win none; `blind` is bid before looking."""

    tricks: int
    nil: bool = False
    blind: bool = False

    def __str__(self) -> str:
        return f"{'blind ' if self.blind else ''}{'nil' if self.nil else self.tricks}"


NIL = Bid(0, nil=True)
BLIND_NIL = Bid(0, nil=True, blind=True)


class Keep(Struct, frozen=True, tag="keep", tag_field="type"):
    """In the draft: keeps the first card drawn, or refuses it for the next one."""

    which: Literal["first", "next"]


class Pass(Struct, frozen=True, tag="pass", tag_field="type"):
    """Gives cards to the partner; none at all declines the exchange."""

    cards: tuple[Card, ...]


class Swap(Struct, frozen=True, tag="swap", tag_field="type"):
    """Puts cards away for as many random discards of the draft; none keeps the hand."""

    cards: tuple[Card, ...]


class Play(Struct, frozen=True, tag="play", tag_field="type"):
    """Plays a card to the trick."""

    card: Card


PlayerAction = Look | Bid | Keep | Pass | Swap | Play


class NameDealer(Struct, frozen=True, tag="dealer", tag_field="type"):
    """Chance names the first dealer (D1)."""

    seat: Seat


class DrawForDeal(Struct, frozen=True, tag="draw", tag_field="type"):
    """The cards turned up to find the first dealer, clockwise from the first seat (D2)."""

    cards: tuple[Card, ...]


class Stack(Struct, frozen=True, tag="stack", tag_field="type"):
    """The shuffled pack from which a draft draws, top card first."""

    cards: tuple[Card, ...]


class Redraw(Struct, frozen=True, tag="redraw", tag_field="type"):
    """The random discards that replace swapped cards (E15)."""

    cards: tuple[Card, ...]


ChanceAction = NameDealer | DrawForDeal | Deal | Stack | Redraw

Action = PlayerAction | ChanceAction


class Event(Struct, frozen=True):
    """An action with the seat that took it; no seat for chance."""

    seat: Seat | None
    action: Action
