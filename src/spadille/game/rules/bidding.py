"""What may be bid."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from ..bid_rule import FORMATS, LONGEST_BID_RULE, BidRule, heeds_other_bids, parse_bid_rule
from ..errors import ParseError
from ..text import Message, T
from .blind import BlindRules
from .blind import sheet as blind_sheet
from .in_words import bid_sentences
from .layout import Layout
from .nil import NilRules
from .option import Conflict, Group, conflict, option
from .scoring import ScoringRules
from .table import TableRules, partners_needed


class BiddingRules(Group, frozen=True, dict=True):
    """What may be bid."""

    title = T("Bidding")

    order: Annotated[
        Literal["in_turn", "at_once"],
        option(
            "Order of the bids",
            "in_turn: clockwise from the dealer's left (B1); at_once: everybody decides "
            "unseen, as with the fingers, and all bids are opened together; blind bids come "
            "before, in turn (V34).",
            names=("In turn", "All at once"),
            also="simultaneous secret hidden fingers together verdeckt gleichzeitig Finger",
        ),
    ] = "in_turn"
    bids: Annotated[
        str,
        option(
            "Bids",
            "What a seat may bid: numbers and nil, as they are, counted in its hand or taken from "
            "other bids, and by cases (V1 to V3, V21).",
            most=LONGEST_BID_RULE,
            examples=FORMATS,
            also="mirror whiz suicide forced bid contract auction Ansagen Reizen",
        ),
    ] = "any"
    zero: Annotated[
        bool,
        option(
            "Zero",
            "A bid of no tricks that is not a nil and risks nothing (B4).",
            also="bid 0 no tricks null",
        ),
    ] = False
    side_minimum: Annotated[
        int,
        option(
            "Least bid of a side",
            "The board: partners together, or the one beside a nil, bid as many (V10).",
            between=(0, 8),
            also="board minimum bid four for two mindestens",
        ),
    ] = 0
    side_maximum: Annotated[
        int,
        option(
            "Highest bid of a side",
            "Partners together bid no more; 0: no limit (V8).",
            between=(0, 13),
            also="cap limit highest höchstens",
        ),
    ] = 0
    total: Annotated[
        Literal["any", "not_all"],
        option(
            "Sum of all bids",
            "any; not_all: the last to bid may not make it the number of tricks (V11).",
            names=("Any", "Not all tricks"),
            also="hook thirteen last bidder exactly sum Summe dreizehn",
        ),
    ] = "any"
    total_minimum: Annotated[
        int,
        option(
            "Least sum of all bids",
            "The last to bid makes up what is missing; 0: nothing (V11).",
            between=(0, 18),
            also="underbid sum Summe",
        ),
    ] = 0
    talk: Annotated[
        Literal["none", "estimate"],
        option(
            "Talk between partners",
            "estimate: before bidding, each may tell how many tricks are sure and maybe (B7).",
            names=("None", "Estimate"),
            also="table talk partner signal chat tell hints Absprache reden",
        ),
    ] = "none"
    second_thoughts: Annotated[
        Literal["none", "match", "raise_side", "raise_each"],
        option(
            "Second thoughts",
            "After the last bid; match: the side that bid first may equal the other's contract "
            "(B8); raise_side: each side may bid more (B8); raise_each: each player may "
            "bid one more (V18).",
            names=("None", "Match", "Each side may raise", "Each player may raise"),
            also="raise rebid change bid match erhöhen nachbessern",
        ),
    ] = "none"
    first_round_bids_itself: Annotated[
        bool,
        option(
            "First round bids itself",
            "In the first round nobody bids; every trick won counts as bid and made (V12).",
            also="auto bid street automatisch",
        ),
    ] = False
    no_trump: Annotated[
        bool,
        option(
            "No trump",
            "After the bids, who holds a spade may ask to play without trump (V26).",
            also="NT without spades ohne Trumpf",
        ),
    ] = False
    opening_tricks: Annotated[
        bool,
        option(
            "Big and Little Mo",
            "With a bid, a side may undertake to win the first six tricks (little) or the "
            "first nine (big) (E14).",
        ),
    ] = False

    @property
    def open_ended(self) -> bool:
        """Whether a bid as a rule tells what its bidder expects, and not what is prescribed."""
        usual = parse_bid_rule(self.bids)[-1]
        return any(span.high is None for span in usual.spans)

    @property
    def forces_nil(self) -> bool:
        """Whether some seats may bid nothing but nil, whatever they hold (V3)."""
        return any(clause.nil and not clause.spans for clause in parse_bid_rule(self.bids))

    @cached_property
    def limited(self) -> bool:
        """Whether the bids of a side, or the sum of all, have limits."""
        return self.total != "any" or any(
            (self.side_minimum, self.side_maximum, self.total_minimum)
        )


def conflicts(
    bidding: BiddingRules, table: TableRules, sides: int | None, hand_size: int | None
) -> Iterator[Conflict]:
    try:
        rule = parse_bid_rule(bidding.bids)
    except ParseError as error:
        yield error.code, error.message
    else:
        if bidding.order == "at_once":
            yield from _not_at_once(bidding, rule)
    if bidding.side_maximum and bidding.side_maximum < bidding.side_minimum:
        yield conflict("rules/side-limits", "bidding.side_maximum is below bidding.side_minimum")
    if bidding.second_thoughts == "match" and sides not in {2, None}:
        yield conflict(
            "rules/match-needs-two-sides", "bidding.second_thoughts = match needs two sides"
        )
    if bidding.talk == "estimate":
        yield from partners_needed("bidding.talk = estimate", table)
    if bidding.no_trump:
        yield from partners_needed("bidding.no_trump = true", table)
    if bidding.opening_tricks and hand_size and hand_size < 9:
        yield conflict(
            "rules/opening-tricks", "bidding.opening_tricks needs hands of nine cards or more"
        )


def _not_at_once(bidding: BiddingRules, rule: BidRule) -> Iterator[Conflict]:
    """What cannot be kept by those who do not know the other bids."""
    kept = {
        "bidding.bids": heeds_other_bids(rule),
        "bidding.side_minimum": bidding.side_minimum,
        "bidding.side_maximum": bidding.side_maximum,
        "bidding.total": bidding.total == "not_all",
        "bidding.total_minimum": bidding.total_minimum,
    }
    for option_name in (name for name, heeds in kept.items() if heeds):
        yield conflict(
            "rules/bids-at-once",
            "bidding.order = at_once does not go with this value of {option}: nobody knows "
            "the other bids",
            option=option_name,
        )


def sheet(
    bidding: BiddingRules, blind: BlindRules, nil: NilRules, scoring: ScoringRules, layout: Layout
) -> Iterator[Message]:
    if bidding.first_round_bids_itself:
        yield Message("In the first round nobody bids; every trick won counts as bid and made.")
    if bidding.order == "at_once":
        yield Message("Each player decides on a bid unseen; then all bids are opened together.")
        if blind.bids != "none" or (nil.allowed and nil.blind):
            yield Message("Blind bids come before, beginning to the left of the dealer.")
    else:
        yield Message("Each player bids once, beginning to the left of the dealer.")
    if bidding.talk == "estimate":
        yield Message(
            "Before bidding, a player may tell the partner, for all to hear, how many tricks are "
            "sure and how many there may be."
        )
    yield from bid_sentences(bidding.bids, layout.hand_size, nil=nil.allowed, zero=bidding.zero)
    if bidding.zero:
        yield Message("Zero is a bid too; it is not a nil and risks nothing.")
    if layout.has_partners:
        yield Message("The bids of partners are added; the sum is the contract of the side.")
    yield from _limits(bidding, nil, layout)
    yield from blind_sheet(blind)
    if bidding.opening_tricks:
        yield Message(
            "With a bid of tricks a player may undertake that their side wins the first six "
            "tricks (Little Mo, {little} points) or the first nine (Big Mo, {big} points); that "
            "much is won or lost in addition.",
            little=scoring.little_mo_value,
            big=scoring.big_mo_value,
        )
    yield from _afterwards(bidding)


def _limits(bidding: BiddingRules, nil: NilRules, layout: Layout) -> Iterator[Message]:
    if bidding.side_minimum and nil.allowed:
        yield Message.counted(
            "A side bids at least one trick, unless all of it bid nil.",
            "A side bids at least {n} tricks, unless all of it bid nil.",
            bidding.side_minimum,
        )
    elif bidding.side_minimum:
        yield Message.counted(
            "A side bids at least one trick.",
            "A side bids at least {n} tricks.",
            bidding.side_minimum,
        )
    if bidding.side_maximum:
        yield Message.counted(
            "A side bids at most one trick.",
            "A side bids at most {n} tricks.",
            bidding.side_maximum,
        )
    if bidding.total == "not_all":
        yield Message(
            "The last to bid may not make the sum of all bids {size}.", size=layout.tricks
        )
    if bidding.total_minimum:
        yield Message(
            "The sum of all bids is at least {minimum}; the last to bid adds what is missing.",
            minimum=bidding.total_minimum,
        )
    if bidding.limited:
        yield Message("Where these limits leave nothing to bid, they do not bind.")


def _afterwards(bidding: BiddingRules) -> Iterator[Message]:
    match bidding.second_thoughts:
        case "match":
            yield Message(
                "After the last bid the side that bid first may make its contract equal to "
                "that of the other side: its partners speak in turn and change their bids, "
                "also from or to nil, until the contracts are equal."
            )
        case "raise_side":
            yield Message(
                "After the last bid each side may raise its contract once, beginning with the "
                "side that bid first."
            )
        case "raise_each":
            yield Message("After the last bid each player may raise their bid by one, in turn.")
    if bidding.no_trump:
        yield Message(
            "After the bids, who holds a spade may ask to play without trump; it is done if "
            "the partner agrees."
        )
