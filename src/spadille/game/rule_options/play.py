"""What may be led and played."""

from typing import Annotated, Literal

from msgspec import Struct

from ..text import T
from .option import option


class PlayRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be led and played."""

    first_lead: Annotated[
        Literal["left_of_dealer", "highest_bidder", "lowest_club"],
        option(
            T("First lead"),
            T(
                "left_of_dealer leads what he likes (P1); so does highest_bidder (V16); "
                "lowest_club: the holder of the two of clubs, or of the lowest club in "
                "play, must lead it (P12)."
            ),
        ),
    ] = "left_of_dealer"
    first_trick: Annotated[
        Literal["any", "no_spade_lead", "no_spades", "lowest_clubs"],
        option(
            T("First trick"),
            T(
                "any card; no_spade_lead: spades are not led to it; no_spades: nor played to it, "
                "except from a hand of spades (P10); lowest_clubs: everybody plays his lowest "
                "club, or else no spade (V16)."
            ),
        ),
    ] = "any"
    lead_spades: Annotated[
        Literal["broken", "any", "never"],
        option(
            T("Leading spades"),
            T(
                "broken: once a spade has been played, or from a hand of spades (P6); "
                "any: at any time; never: only from a hand of spades."
            ),
        ),
    ] = "broken"
    void: Annotated[
        Literal["any", "spade", "higher_spade"],
        option(
            T("Without the suit led"),
            T(
                "any card (P3); spade: a spade must be played; higher_spade: one that wins, where "
                "there is one (V27)."
            ),
        ),
    ] = "any"
    duty: Annotated[
        Literal["none", "screamer", "assassin", "secret_assassin"],
        option(
            T("Spades held back or forced"),
            T(
                "screamer: no spade while another suit may be played; assassin: a spade whenever "
                "it is allowed; secret_assassin: the holder of the ace of spades at the deal is "
                "an assassin, the others are screamers (V19)."
            ),
        ),
    ] = "none"
    choice_in_suit: Annotated[
        Literal["any", "lowest", "highest"],
        option(
            T("Card of a suit"),
            T("lowest, or highest: only that card of the suit one plays (V20)."),
        ),
    ] = "any"
    big_joker_draws: Annotated[
        bool,
        option(
            T("Big Joker draws"),
            T("When the Big Joker is led, everybody plays his highest spade (V7)."),
        ),
    ] = False
    take_back: Annotated[
        Literal["off", "until_next_card"],
        option(
            T("Taking back"),
            T("until_next_card: a card may be taken back before another is played (P13)."),
        ),
    ] = "off"
    review: Annotated[
        Literal["last_trick", "none", "all"],
        option(T("Tricks to look at"), T("Which finished tricks are shown during play (P14).")),
    ] = "last_trick"
    claims: Annotated[
        bool,
        option(
            T("Claims"),
            T(
                "Who is sure of all remaining tricks may claim them (P17); not where only one "
                "card of a suit may be played (V20)."
            ),
        ),
    ] = True
    claim_by: Annotated[
        Literal["leader", "in_turn"],
        option(
            T("Who claims"),
            T(
                "leader: who leads to a trick; in_turn: also who plays to a trick under way, which "
                "is the first that must be won (P17)."
            ),
        ),
    ] = "leader"
    claim_proof: Annotated[
        Literal["claimant", "cards"],
        option(
            T("What proves a claim"),
            T(
                "claimant: what the claimant knows, whatever the others may hold; cards: the cards "
                "as they lie, at which all look (P17)."
            ),
        ),
    ] = "claimant"
    false_claim: Annotated[
        Literal["reject", "exposed", "forfeit_tricks", "set"],
        option(
            T("Wrong claim"),
            T(
                "reject: nothing happens; exposed: play goes on with the claimant's cards on the "
                "table; forfeit_tricks: the rest goes to another side, and who should "
                "have won a trick says to whom of it; set: the side scores as if its contract had "
                "failed (P18)."
            ),
        ),
    ] = "reject"
