"""What may be bid."""

from typing import Annotated, Literal

from msgspec import Struct

from ..bid_rule import LONGEST_BID_RULE
from ..text import T
from .option import option, sized_option


class BiddingRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be bid."""

    bids: Annotated[
        str,
        sized_option(
            T("Bids"),
            T(
                "What a seat may bid, such as any, spades, spades or nil, 4+ or nil; "
                "docs/bids.md describes the language (V1 to V3, V21)."
            ),
            most=LONGEST_BID_RULE,
        ),
    ] = "any"
    zero: Annotated[
        bool,
        option(T("Zero"), T("A bid of no tricks that is no nil and risks nothing (B4).")),
    ] = False
    side_minimum: Annotated[
        int,
        option(
            T("Least bid of a side"),
            T("The board: partners together, or the one beside a nil, bid as many (V10)."),
            ge=0,
            le=8,
        ),
    ] = 0
    side_maximum: Annotated[
        int,
        option(
            T("Highest bid of a side"),
            T("Partners together bid no more; 0: no limit (V8)."),
            ge=0,
            le=13,
        ),
    ] = 0
    total: Annotated[
        Literal["any", "not_all"],
        option(
            T("Sum of all bids"),
            T("any; not_all: the last to bid may not make it the number of tricks (V11)."),
        ),
    ] = "any"
    total_minimum: Annotated[
        int,
        option(
            T("Least sum of all bids"),
            T("The last to bid makes up what is missing; 0: nothing (V11)."),
            ge=0,
            le=18,
        ),
    ] = 0
    talk: Annotated[
        Literal["none", "estimate"],
        option(
            T("Talk between partners"),
            T("estimate: before bidding, each may tell how many tricks are sure and maybe (B7)."),
        ),
    ] = "none"
    second_thoughts: Annotated[
        Literal["none", "match", "raise_side", "raise_each"],
        option(
            T("Second thoughts"),
            T(
                "After the last bid; match: the side that bid first may equal the other's contract "
                "(B8); raise_side: each side may bid more (B8); raise_each: each player may "
                "bid one more (V18)."
            ),
        ),
    ] = "none"
    first_round_bids_itself: Annotated[
        bool,
        option(
            T("First round bids itself"),
            T("In the first round nobody bids; every trick won counts as bid and made (V12)."),
        ),
    ] = False
    no_trump: Annotated[
        bool,
        option(
            T("No trump"),
            T("After the bids, who holds a spade may ask to play without trump (V26)."),
        ),
    ] = False
    opening_tricks: Annotated[
        bool,
        option(
            T("Big and Little Mo"),
            T(
                "With a bid, a side may undertake to win the first six tricks (little) or the "
                "first nine (big) (E14)."
            ),
        ),
    ] = False
