"""When the game ends."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..text import T
from .option import option, sized_option


class EndRules(Struct, frozen=True, forbid_unknown_fields=True):
    """When the game ends."""

    target: Annotated[
        Literal["none"] | Annotated[int, Meta(ge=50, le=5000)],
        option(
            T("Target"),
            T("The game ends when a side reaches it; none: points alone do not end it (S13)."),
        ),
    ] = 500
    floor: Annotated[
        Literal["none", "-target"] | Annotated[int, Meta(ge=-5000, le=-50)],
        option(
            T("Floor"),
            T(
                "A side at or below it loses; none: no floor; -target: the negative of the target "
                "(S14)."
            ),
        ),
    ] = -200
    after_tie: Annotated[
        Literal["one_round", "play_on"],
        option(
            T("After a tie"),
            T(
                "one_round: one more round, and another after each tie; then whoever is ahead has "
                "won; play_on: the game goes on until it ends once more (S16)."
            ),
        ),
    ] = "one_round"
    max_rounds: Annotated[
        int,
        option(
            T("Rounds"),
            T("The game ends after so many rounds; a tie is played off; 0: no limit (S17)."),
            ge=0,
            le=100,
        ),
    ] = 0
    minutes: Annotated[
        int,
        option(
            T("Minutes"),
            T("When so many are over, the round is finished and the game ends; 0: no limit (S17)."),
            ge=0,
            le=600,
        ),
    ] = 0
    sets_to_lose: Annotated[
        int,
        option(
            T("Sets that lose the game"),
            T("A side whose contract is set so many times loses; 0: none (V22)."),
            ge=0,
            le=10,
        ),
    ] = 0
    start_scores: Annotated[
        tuple[Annotated[int, Meta(ge=-500, le=500)], ...],
        sized_option(
            T("Handicaps"),
            T("The score with which each side begins; none: all with zero (V32)."),
            most=6,
        ),
    ] = ()
