"""What a round is worth."""

from typing import Annotated, Literal

from msgspec import Struct

from ..text import T
from .option import option


class ScoringRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What a round is worth."""

    trick_value: Annotated[
        int,
        option(
            T("Value of a trick bid"), T("Won or lost for each trick bid (S1, S3)."), ge=0, le=100
        ),
    ] = 10
    set_penalty: Annotated[
        Literal["bid", "missing", "none"],
        option(
            T("Contract set"),
            T(
                "bid: the value of every trick bid is lost (S3); missing: of every trick missing; "
                "none: nothing is lost (V22)."
            ),
        ),
    ] = "bid"
    bag_points: Annotated[
        int,
        option(
            T("Points for a bag"),
            T("Scored for each trick above the contract (S2, S11)."),
            ge=-20,
            le=20,
        ),
    ] = 1
    bag_limit: Annotated[
        int,
        option(
            T("Bag limit"),
            T("So many bags bring the penalty; 0: no penalty (S6, S10)."),
            ge=0,
            le=20,
        ),
    ] = 10
    bag_penalty: Annotated[
        int,
        option(T("Bag penalty"), T("Lost each time the limit is reached (S6, S8)."), ge=0, le=500),
    ] = 100
    bag_penalty_to: Annotated[
        Literal["side", "others"],
        option(
            T("Who pays for bags"),
            T("side: it is taken from the side; others: it is given to the others (V23)."),
        ),
    ] = "side"
    nil_value: Annotated[
        int, option(T("Value of nil"), T("Won or lost by a nil (E2, E3)."), ge=0, le=500)
    ] = 100
    blind_nil_value: Annotated[
        int, option(T("Value of blind nil"), T("Won or lost by a blind nil (E6)."), ge=0, le=1000)
    ] = 200
    failed_nil_tricks: Annotated[
        Literal["bags", "help_partner", "ignored"],
        option(
            T("Tricks of a failed nil"),
            T(
                "bags: they are bags of the side; help_partner: they count towards the contract "
                "of the partner; ignored: they count for nothing (E4)."
            ),
        ),
    ] = "ignored"
    team_nil_value: Annotated[
        int, option(T("Team nil made"), T("Won by a team nil (E13, V15)."), ge=0, le=1000)
    ] = 100
    team_nil_penalty: Annotated[
        int, option(T("Team nil failed"), T("Lost by a team nil (E13, V15)."), ge=0, le=1000)
    ] = 100
    ten_value: Annotated[
        int,
        option(
            T("Contract of ten"),
            T("Won or lost by a contract of exactly ten instead of the usual; 0: usual (V8)."),
            ge=0,
            le=1000,
        ),
    ] = 0
    ten_bonus: Annotated[
        int,
        option(T("Bonus for ten"), T("Added to a contract of ten if made (V8)."), ge=0, le=500),
    ] = 0
    boston_value: Annotated[
        int,
        option(
            T("Boston"),
            T("Won or lost by a contract of all tricks instead of the usual; 0: usual (V9)."),
            ge=0,
            le=1000,
        ),
    ] = 0
    boston_wins: Annotated[
        bool,
        option(T("Boston wins"), T("A contract of all tricks that is made wins the game (V9).")),
    ] = False
    little_mo_value: Annotated[
        int,
        option(
            T("Value of Little Mo"), T("For the first six tricks, won or lost (E14)."), ge=0, le=500
        ),
    ] = 60
    big_mo_value: Annotated[
        int,
        option(
            T("Value of Big Mo"), T("For the first nine tricks, won or lost (E14)."), ge=0, le=500
        ),
    ] = 90
    last_spade_bonus: Annotated[
        int,
        option(
            T("Last trick with a high spade"),
            T("For a contract made exactly with the last trick, won by a nine or higher (V25)."),
            ge=0,
            le=100,
        ),
    ] = 0
