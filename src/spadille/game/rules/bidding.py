"""Rules on legal bids."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from ..bid_rule import (
    FORMATS,
    LONGEST_BID_RULE,
    BidRule,
    heeds_other_bids,
    heeds_round,
    parse_bid_rule,
    rule_of_round,
)
from ..errors import ParseError
from ..text import Message, T
from .blind import BlindRules
from .blind import sheet as blind_sheet
from .end import LAST_ROUND
from .in_words import bid_sentences
from .nil import NilRules
from .option import Conflict, Group, conflict, option
from .scoring import ScoringRules
from .table import Layout, TableRules, partners_needed

MOST_LOW_TOTALS = 5
"""The most redeals of a round for bids that are too low; after that, bids count, so games end."""


class BiddingRules(Group, frozen=True, dict=True):
    """Rules on legal bids."""

    title = T("Bidding")

    order: Annotated[
        Literal["in_turn", "at_once", "by_side"],
        option(
            "Order of the bids",
            "in_turn: clockwise from the dealer's left (B1); at_once: everyone bids "
            "secretly, and all bids are revealed together, after any blind bids in turn "
            "(V34); by_side: the side to the left of the dealer bids first, one partner "
            "after the other, then the next side (V36).",
            names=("In turn", "All at once", "One side after the other"),
            also="simultaneous secret hidden fingers together team partners non-dealing open close "
            "verdeckt gleichzeitig Finger Partei",
        ),
    ] = "in_turn"
    bids: Annotated[
        str,
        option(
            "Bids",
            "Which bids a seat may make: numbers and nil, fixed, counted in its hand or "
            "taken from other bids, with cases such as the number of the round (V1 to "
            "V3, V21, V35).",
            most=LONGEST_BID_RULE,
            examples=FORMATS,
            also="mirror whiz suicide forced bid wager bet contract auction round hand night "
            "format one Ansagen Reizen Einsatz Wette Runde apuesta puja subasta ronda",
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
            "Partners together, or the partner of a nil, must bid at least this many (board, V10).",
            between=(0, 8),
            also="board minimum bid four for two mindestens",
        ),
    ] = 0
    side_maximum: Annotated[
        int,
        option(
            "Highest bid of a side",
            "Partners together may not bid more; 0: no limit (V8).",
            between=(0, 13),
            also="cap limit highest höchstens",
        ),
    ] = 0
    total: Annotated[
        Literal["any", "not_all"],
        option(
            "Sum of all bids",
            "any; not_all: the last bid must not make the sum equal the number of tricks (V11).",
            names=("Any", "Not all tricks"),
            also="hook thirteen last bidder exactly sum Summe dreizehn",
        ),
    ] = "any"
    total_minimum: Annotated[
        int,
        option(
            "Least sum of all bids",
            "All bids together may not be lower; 0: no limit (V11).",
            between=(0, 18),
            also="underbid gentleman's bid sum Summe",
        ),
    ] = 0
    low_total: Annotated[
        Literal["raise", "redeal"],
        option(
            "If all bids are too low",
            "raise: the last bidder adds what is missing (V11); redeal: the round is "
            "dealt again (V37).",
            names=("The last bidder adds the rest", "Redeal"),
            also="underbid gentleman's bid throw in misdeal Neugeben zu wenig angesagt",
        ),
    ] = "raise"
    talk: Annotated[
        Literal["none", "estimate"],
        option(
            "Talk between partners",
            "estimate: before bidding, each player may announce how many tricks are "
            "certain and possible (B7).",
            names=("None", "Estimate"),
            also="table talk partner signal chat tell hints Absprache reden",
        ),
    ] = "none"
    second_thoughts: Annotated[
        Literal["none", "match", "raise_side", "raise_each"],
        option(
            "Bid adjustment",
            "After the last bid; match: the first side may match the other's contract "
            "(B8); raise_side: each side may raise its bid (B8); raise_each: each player "
            "may bid one more (V18).",
            names=("None", "Match", "Each side may raise", "Each player may raise"),
            also="raise rebid change bid match erhöhen nachbessern",
        ),
    ] = "none"
    first_round_bids_itself: Annotated[
        bool,
        option(
            "First round without bids",
            "In the first round no one bids; every trick won counts as bid and made (V12).",
            also="auto bid street automatisch",
        ),
    ] = False
    no_trump: Annotated[
        bool,
        option(
            "No trump",
            "After the bids, a player who holds a spade may ask to play without trump (V26).",
            also="NT without spades ohne Trumpf",
        ),
    ] = False
    opening_tricks: Annotated[
        bool,
        option(
            "Big and Little Mo",
            "With a bid, a side may promise to win the first six tricks (little) or the "
            "first nine (big) (E14).",
        ),
    ] = False

    def open_ended(self, round: int) -> bool:
        """Return True if an ordinary bid in a round says what its bidder expects."""
        usual = rule_of_round(parse_bid_rule(self.bids), round)[-1]
        return any(span.high is None for span in usual.spans)

    def forces_nil(self, round: int) -> bool:
        """Return True if some seats may bid only nil in a round, whatever they hold (V3)."""
        rule = rule_of_round(parse_bid_rule(self.bids), round)
        return any(clause.nil and not clause.spans for clause in rule)

    @cached_property
    def free(self) -> bool:
        """True if bids say what their bidders expect, and no nil is forced, in every round."""
        rounds = range(1, LAST_ROUND + 1) if heeds_round(parse_bid_rule(self.bids)) else (1,)
        return all(self.open_ended(round) and not self.forces_nil(round) for round in rounds)

    @property
    def least_total(self) -> int:
        """The sum that the bids must reach; 0 if a lower one leads to a new deal."""
        return self.total_minimum if self.low_total == "raise" else 0

    @cached_property
    def limited(self) -> bool:
        """True if the bids of a side, or the sum of all, have limits."""
        return self.total != "any" or any((self.side_minimum, self.side_maximum, self.least_total))


def conflicts(
    bidding: BiddingRules, table: TableRules, sides: int | None, hand_size: int | None
) -> Iterator[Conflict]:
    """Yield the conflicts about bids; `sides` and `hand_size` are None if they are unknown."""
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
    if bidding.order == "by_side":
        yield from partners_needed("bidding.order = by_side", table)
    if bidding.talk == "estimate":
        yield from partners_needed("bidding.talk = estimate", table)
    if bidding.no_trump:
        yield from partners_needed("bidding.no_trump = true", table)
    if bidding.opening_tricks and hand_size and hand_size < 9:
        yield conflict(
            "rules/opening-tricks", "bidding.opening_tricks needs hands of nine cards or more"
        )


def _not_at_once(bidding: BiddingRules, rule: BidRule) -> Iterator[Conflict]:
    """Yield the conflicts with limits that need knowledge of the other bids."""
    kept = {
        "bidding.bids": heeds_other_bids(rule),
        "bidding.side_minimum": bidding.side_minimum,
        "bidding.side_maximum": bidding.side_maximum,
        "bidding.total": bidding.total == "not_all",
        "bidding.total_minimum": bidding.least_total,
    }
    for option_name in (name for name, heeds in kept.items() if heeds):
        yield conflict(
            "rules/bids-at-once",
            "bidding.order = at_once does not work with this value of {option}: no one "
            "knows the other bids",
            option=option_name,
        )


def sheet(
    bidding: BiddingRules, blind: BlindRules, nil: NilRules, scoring: ScoringRules, layout: Layout
) -> Iterator[Message]:
    """Yield the sentences about bids, including blind bids of tricks."""
    if bidding.first_round_bids_itself:
        yield Message("In the first round no one bids; every trick won counts as bid and made.")
    if bidding.order == "at_once":
        yield Message("All players bid secretly; then all bids are revealed together.")
        if blind.bids != "none" or (nil.allowed and nil.blind):
            yield Message("Blind bids come first, starting to the left of the dealer.")
    elif bidding.order == "by_side":
        yield Message(
            "The side to the left of the dealer bids first, one partner after the other; then the "
            "next side does. Each player bids once."
        )
    else:
        yield Message("Each player bids once, starting to the left of the dealer.")
    if bidding.talk == "estimate":
        yield Message(
            "Before bidding, a player may openly give their partner an estimate: how "
            "many tricks are certain and how many are possible."
        )
    yield from bid_sentences(bidding.bids, layout.hand_size, nil=nil.allowed, zero=bidding.zero)
    if bidding.zero:
        yield Message("Zero is also a bid; it is not a nil and risks nothing.")
    if layout.has_partners:
        yield Message("The bids of partners are added; the sum is the side's contract.")
    yield from _limits(bidding, nil, layout)
    yield from blind_sheet(blind)
    if bidding.opening_tricks:
        yield Message(
            "With a bid of tricks a player may promise that their side wins the first "
            "six tricks (Little Mo, {little} points) or the first nine (Big Mo, {big} "
            "points). The points are won or lost in addition.",
            little=scoring.little_mo_value,
            big=scoring.big_mo_value,
        )
    yield from _afterwards(bidding)


def _limits(bidding: BiddingRules, nil: NilRules, layout: Layout) -> Iterator[Message]:
    if bidding.side_minimum and nil.allowed:
        yield Message.counted(
            "A side bids at least one trick, unless all its players bid nil.",
            "A side bids at least {n} tricks, unless all its players bid nil.",
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
            "The last bid must not bring the sum of all bids to {size}.", size=layout.tricks
        )
    if bidding.least_total:
        yield Message(
            "The sum of all bids is at least {minimum}; the last bidder adds what is missing.",
            minimum=bidding.total_minimum,
        )
    elif bidding.total_minimum:
        yield Message(
            "If all bids together are below {minimum}, the round is dealt again without "
            "a score, up to {most} times.",
            minimum=bidding.total_minimum,
            most=MOST_LOW_TOTALS,
        )
    if bidding.limited:
        yield Message("If these limits leave no bid, they do not apply.")


def _afterwards(bidding: BiddingRules) -> Iterator[Message]:
    match bidding.second_thoughts:
        case "match":
            yield Message(
                "After the last bid, the side that bid first may match the other side's "
                "contract: its partners take turns changing their bids, also from or to nil, "
                "until the contracts are equal."
            )
        case "raise_side":
            yield Message(
                "After the last bid, each side may raise its contract once, starting with "
                "the side that bid first."
            )
        case "raise_each":
            yield Message("After the last bid, each player in turn may raise their bid by one.")
    if bidding.no_trump:
        yield Message(
            "After the bids, a player who holds a spade may ask to play without trump, "
            "and the partner decides."
        )
