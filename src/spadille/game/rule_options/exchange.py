"""Cards that change hands after a nil bid."""

from typing import Annotated, Literal

from msgspec import Struct

from ..text import T
from .option import option


class ExchangeRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that change hands after a nil bid."""

    nil_cards: Annotated[
        int,
        option(
            T("Cards exchanged on nil"),
            T("A nil bidder may give so many cards to the partner, who returns as many (E10)."),
            ge=0,
            le=4,
        ),
    ] = 0
    blind_nil_cards: Annotated[
        int,
        option(
            T("Cards exchanged on blind nil"),
            T("A blind nil bidder may give so many cards to the partner, who returns them (E9)."),
            ge=0,
            le=4,
        ),
    ] = 0
    order: Annotated[
        Literal["bidder_first", "together"],
        option(
            T("Order of the exchange"),
            T(
                "bidder_first: the partner sees the cards before he returns any; together: both "
                "choose without seeing what they get (E9)."
            ),
        ),
    ] = "bidder_first"
    between_nils: Annotated[
        bool,
        option(
            T("Exchange between two nils"),
            T("Partners exchange even where both of them have bid nil (E9, E10)."),
        ),
    ] = False
    swap_cards: Annotated[
        int,
        option(
            T("Cards swapped after the draft"),
            T("A blind nil bidder may replace up to so many cards by random discards (E15)."),
            ge=0,
            le=3,
        ),
    ] = 0
