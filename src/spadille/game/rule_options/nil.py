"""Undertaking to win no trick."""

from typing import Annotated

from msgspec import Struct

from ..text import T
from .option import option


class NilRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Undertaking to win no trick."""

    allowed: Annotated[bool, option(T("Nil"), T("A bid of no tricks is allowed (E1)."))] = True
    blind: Annotated[
        bool, option(T("Blind nil"), T("Nil may be bid before looking at the cards (E5, E12)."))
    ] = True
    blind_deficit: Annotated[
        int,
        option(
            T("Deficit for a blind nil"),
            T("Points a side must be behind before it may bid blind nil; 0: none (E7)."),
            ge=0,
            le=500,
        ),
    ] = 0
    blind_per_side: Annotated[
        int,
        option(
            T("Blind nils for each side"),
            T("How many partners of a side may bid blind nil in one round (E8)."),
            ge=1,
            le=3,
        ),
    ] = 2
    team: Annotated[
        bool,
        option(
            T("Team nil"),
            T("When all partners bid nil, it is one undertaking of the side (E13, V15)."),
        ),
    ] = False
