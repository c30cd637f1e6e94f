"""The parts of a round; each concerns some phases and is empty if these are not played."""

from collections.abc import Callable
from typing import ClassVar, Self

from msgspec import Struct

from .actions import Say
from .cards import Card, Hand
from .charges import Judgement
from .seats import BySeat, Seat


class Transfer(Struct, frozen=True):
    """Cards that went from one seat to another, or, with no receiver, to the dead cards."""

    giver: Seat
    receiver: Seat | None
    cards: tuple[Card, ...]


class ThrownIn(Struct, frozen=True):
    """A deficient hand that was shown for a new deal (D10)."""

    seat: Seat
    hand: Hand


class Part(Struct, frozen=True):
    """A part of the state of a round."""

    change: ClassVar[Callable[..., Self]] = Struct.__replace__
    """This part with other values for some fields."""


class Pack(Part, frozen=True):
    """The cards outside the hands: those of the deal, the cut, the draft and the kitty."""

    stock: tuple[Card, ...] = ()
    """The undrawn pack of a draft, or one that waits to be cut."""
    discards: Hand = ()
    """The dead cards: discarded in a draft, put aside by the deal, or discarded for the kitty."""
    refused: BySeat[Hand] = ()
    """The dead cards that each seat has seen in a draft."""
    kitty: Hand = ()
    """The cards left over by the deal that someone picks up; they stay listed here after that."""
    kitty_taker: Seat | None = None
    """The seat that has picked up the kitty."""
    face_up: BySeat[Hand] = ()
    """The cards of each hand that were dealt face up (D11), even if they have left it."""


class Exchange(Part, frozen=True):
    """The cards that changed hands after the deal, in the exchange and the swap."""

    transfers: tuple[Transfer, ...] = ()
    """The cards passed or discarded for others, in order."""
    replaced: BySeat[Hand] = ()
    """The dead cards that each seat got in return for those it swapped."""

    def with_transfer(self, transfer: Transfer) -> Self:
        """Return this part after one more transfer."""
        return self.change(transfers=(*self.transfers, transfer))


class Talk(Part, frozen=True):
    """Announcements in addition to bids: while bidding, in bid adjustments, and about trump."""

    said: BySeat[Say | None] = ()
    """The estimate that a seat has announced to its partner (B7)."""
    adjusted: tuple[int, ...] = ()
    """The bid adjustments, in the order in which seats are asked; 0 keeps a bid (B8, V18)."""
    no_trump: tuple[bool, ...] = ()
    """The answers to whether to play without trump, in the same order (V26)."""
    thrown_in: tuple[ThrownIn, ...] = ()
    """The hands that caused a redeal (D10); one without cards means that all bids were too low
    (V37).
    """


class Conduct(Part, frozen=True):
    """Calls and claims: during the play, in the award, and at the end of the round."""

    judgements: tuple[Judgement, ...] = ()
    """The calls, opened tricks and claims of this deal as they were decided."""
    redeals: tuple[Judgement, ...] = ()
    """The proven revokes for which the cards were dealt again."""
    chooser: Seat | None = None
    """The seat that says who gets the rest after a wrong claim (P18)."""
    claimed: Seat | None = None
    """The seat that got the remaining tricks without playing for them."""
    agreed: tuple[Seat, ...] = ()
    """The seats that agree to score the round as it was played (R6)."""
