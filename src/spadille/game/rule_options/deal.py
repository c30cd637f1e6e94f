"""How cards reach the players."""

from typing import Annotated, Literal

from msgspec import Struct

from ..text import T
from .option import option, sized_option


class DealRules(Struct, frozen=True, forbid_unknown_fields=True):
    """How cards reach the players."""

    method: Annotated[
        Literal["dealt", "pick_of_two", "keep_or_next", "keep_or_next_unseen"],
        option(
            T("Deal"),
            T(
                "dealt: one at a time, clockwise, until all are dealt (D5). Two may draw in turn "
                "instead; pick_of_two: two cards, of which one is kept (N2); keep_or_next: "
                "the first card is kept or the next one, both are seen (N3); "
                "keep_or_next_unseen: the next one is not seen when the first is kept (N4)."
            ),
        ),
    ] = "dealt"
    cut: Annotated[
        Literal["none", "offered"],
        option(
            T("Cut"),
            T(
                "offered: the player to the right of the dealer may cut the shuffled pack before "
                "it is dealt (D4)."
            ),
        ),
    ] = "none"
    first_dealer: Annotated[
        Literal["random", "high_card", "first_spade"],
        option(
            T("First dealer"),
            T(
                "random: by lot (D1); high_card: each draws a card, the highest deals; "
                "first_spade: cards are turned up in turn, the first spade deals (D2)."
            ),
        ),
    ] = "high_card"
    leftover: Annotated[
        Literal["none", "aside", "kitty", "kitty_and_round"],
        option(
            T("Cards left over"),
            T(
                "none: the deck comes out even; aside: what cannot be dealt evenly is put aside "
                "unseen (N9, N15); kitty: it lies in the middle for one player to take up; "
                "kitty_and_round: so does one more card for each player (D12)."
            ),
        ),
    ] = "none"
    kitty_taker: Annotated[
        Literal["dealer", "two_of_clubs", "highest_bidder"],
        option(
            T("Who takes the kitty"),
            T(
                "dealer, or two_of_clubs: its holder, before the bidding; highest_bidder: after "
                "it, of equal bids the first. He puts as many cards away (D12, K4)."
            ),
        ),
    ] = "two_of_clubs"
    face_up: Annotated[
        int,
        option(
            T("Cards dealt face up"),
            T("So many cards of each hand are shown to all before the open bids (D11)."),
            ge=0,
            le=4,
        ),
    ] = 0
    deficient: Annotated[
        tuple[Literal["one_spade", "no_spades", "no_faces", "seven_of_suit"], ...],
        sized_option(
            T("Deficient hands"),
            T(
                "Hands that may be shown before the side has bid, for a new deal; one_spade: one "
                "or no spades; no_spades; no_faces: no king, queen or jack; seven_of_suit: seven "
                "or more of a suit other than spades (D10)."
            ),
            most=4,
        ),
    ] = ()
    deficient_when: Annotated[
        str,
        sized_option(
            T("Deficient hands of your own"),
            T(
                "Another test for hands that may be shown, such as points < 5, or spades = 0 and "
                "highest < 12; docs/bids.md describes the language; empty: none (D10)."
            ),
            most=120,
        ),
    ] = ""
    throw_ins: Annotated[
        int,
        option(
            T("New deals"),
            T("So often in a round each player may throw a deficient hand in (D10)."),
            ge=1,
            le=5,
        ),
    ] = 1
