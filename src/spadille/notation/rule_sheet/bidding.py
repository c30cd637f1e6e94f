"""What may be bid, in words."""

from collections.abc import Iterator

from ...game import Message, Rules, T
from .bids import bid_sentences
from .partners import has_partners

_TIMES = {1: T("once"), 2: T("twice"), 3: T("three times"), 4: T("four times")}


def bidding_sentences(rules: Rules) -> Iterator[Message]:
    bidding = rules.bidding
    if bidding.first_round_bids_itself:
        yield Message("In the first round nobody bids; every trick won counts as bid and made.")
    yield Message("Each player bids once, beginning to the left of the dealer.")
    if bidding.talk == "estimate":
        yield Message(
            "Before he bids, a player may tell his partner, for all to hear, how many tricks "
            "are sure and how many there may be."
        )
    yield from bid_sentences(rules)
    if bidding.zero:
        yield Message("Zero is a bid too; it is no nil and risks nothing.")
    if has_partners(rules):
        yield Message("The bids of partners are added; the sum is the contract of the side.")
    yield from _limits(rules)
    yield from _blind(rules)
    yield from _opening_tricks(rules)
    yield from _afterwards(rules)


def _limits(rules: Rules) -> Iterator[Message]:
    bidding = rules.bidding
    if bidding.side_minimum and rules.nil.allowed:
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
            "The last to bid may not make the sum of all bids {size}.", size=rules.hand_size
        )
    if bidding.total_minimum:
        yield Message(
            "The sum of all bids is at least {minimum}; the last to bid adds what is missing.",
            minimum=bidding.total_minimum,
        )
    if (
        bidding.side_minimum
        or bidding.side_maximum
        or bidding.total == "not_all"
        or bidding.total_minimum
    ):
        yield Message("Where these limits leave nothing to bid, they do not bind.")


def _blind(rules: Rules) -> Iterator[Message]:
    blind = rules.blind
    if blind.bids == "none":
        return
    sentence = {
        "player": T("Before looking at his cards a player may bid {minimum} or more tricks blind."),
        "side": T(
            "While none of a side has looked or bid, one of it may bid {minimum} or more tricks "
            "blind for all of the side."
        ),
    }[blind.bids]
    yield Message(sentence, minimum=blind.minimum)
    if blind.deficit:
        yield Message(
            "Only a side at least {deficit} points behind may bid tricks blind.",
            deficit=blind.deficit,
        )
    yield Message(
        "Tricks bid blind count {made} when the contract is made, {failed} when it is set.",
        made=Message(_TIMES[blind.made_multiple]),
        failed=Message(_TIMES[blind.failed_multiple]),
    )
    if blind.exact:
        yield Message("A contract with a blind bid is set by extra tricks too.")


def _opening_tricks(rules: Rules) -> Iterator[Message]:
    if rules.bidding.opening_tricks:
        yield Message(
            "With a bid of tricks a player may undertake that his side wins the first six "
            "tricks (Little Mo, {little} points) or the first nine (Big Mo, {big} points); "
            "that much is won or lost besides.",
            little=rules.scoring.little_mo_value,
            big=rules.scoring.big_mo_value,
        )


def _afterwards(rules: Rules) -> Iterator[Message]:
    match rules.bidding.second_thoughts:
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
            yield Message("After the last bid each player may raise his bid by one, in turn.")
    if rules.bidding.no_trump:
        yield Message(
            "After the bids, who holds a spade may ask to play without trump; it is done if "
            "the partner agrees."
        )
