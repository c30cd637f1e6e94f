"""Bids of tricks before the cards are seen."""

from typing import Annotated, Literal

from msgspec import Struct

from ..text import T
from .option import option


class BlindRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Bids of tricks before the cards are seen."""

    bids: Annotated[
        Literal["none", "player", "side"],
        option(
            T("Blind bids"),
            T(
                "player: tricks may be bid before looking; side: one partner bids blind for all of "
                "the side (E11, V13)."
            ),
        ),
    ] = "none"
    minimum: Annotated[
        int,
        option(T("Least blind bid"), T("A blind bid is at least so high (E11)."), ge=1, le=13),
    ] = 6
    deficit: Annotated[
        int,
        option(
            T("Deficit for a blind bid"),
            T("Points a side must be behind before it may bid blind; 0: none (E11)."),
            ge=0,
            le=500,
        ),
    ] = 100
    made_multiple: Annotated[
        int,
        option(
            T("Blind bid made"),
            T("Its tricks count so many times when the contract is made (E11)."),
            ge=1,
            le=4,
        ),
    ] = 2
    failed_multiple: Annotated[
        int,
        option(
            T("Blind bid failed"),
            T("Its tricks count so many times when the contract is set (E11)."),
            ge=1,
            le=4,
        ),
    ] = 1
    exact: Annotated[
        bool,
        option(
            T("Exactly the blind bid"),
            T("A contract with a blind bid is set by extra tricks too (E11)."),
        ),
    ] = False
