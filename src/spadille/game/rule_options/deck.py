"""Which cards there are, and how they rank."""

from typing import Annotated, Literal

from msgspec import Struct

from ..cards import Card
from ..text import T
from .option import option, sized_option


class DeckRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Which cards there are, and how they rank."""

    packs: Annotated[
        Literal[1, 2], option(T("Packs"), T("How many packs are shuffled together (K6)."))
    ] = 1
    jokers: Annotated[
        int,
        option(
            T("Jokers"),
            T(
                "How many jokers there are: Big, Little and a third; from two packs Big, Little, "
                "Big, Little (K4, N12, N16)."
            ),
            ge=0,
            le=4,
        ),
    ] = 0
    joker_role: Annotated[
        Literal["trump", "junk"],
        option(
            T("What jokers are"),
            T(
                "trump: they are spades above the ace; junk: they have no suit and win nothing "
                "(K4, N12)."
            ),
        ),
    ] = "trump"
    removed: Annotated[
        tuple[Card, ...],
        sized_option(
            T("Cards removed"),
            T("Cards taken out of the deck before the deal (K5)."),
            most=108,
        ),
    ] = ()
    high_trumps: Annotated[
        tuple[Card, ...],
        sized_option(
            T("High trumps"),
            T("Cards that are spades and rank above all others, highest first (K8, V4 to V6)."),
            most=55,
        ),
    ] = ()
    aces: Annotated[
        Literal["high", "low", "declared"],
        option(
            T("Aces"),
            T("high or low; declared: whoever plays an ace says which it is (K2, K7)."),
        ),
    ] = "high"
    identical: Annotated[
        Literal["first_wins", "last_wins"],
        option(
            T("Identical cards"),
            T("Which of two identical cards wins, the first or the last played (K6)."),
        ),
    ] = "first_wins"
