"""The lines of a score: points with their reasons."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from .actions import Bid
from .charges import Charge
from .rules import Rules
from .seats import Seat
from .text import Message, T

Reason = Literal[
    "contract-made",
    "contract-set",
    "blind-bid-made",
    "blind-bid-failed",
    "ten-bonus",
    "last-spade",
    "bags",
    "bag-penalty",
    "nil-made",
    "nil-failed",
    "blind-nil-made",
    "blind-nil-failed",
    "team-nil-made",
    "team-nil-failed",
    "opening-made",
    "opening-failed",
    "double",
]


LITTLE_MO = 6
BIG_MO = 9
"""The first so many tricks (E14)."""


class ScoreLine(Struct, frozen=True):
    """Points with their reason: a stable code, and a sentence."""

    reason: Reason
    points: int
    text: Message


def contract_lines(  # noqa: PLR0913 - all that a contract depends on
    rules: Rules, contract: int, counting: int, blind: int, *, made: bool, charge: Charge
) -> Iterator[ScoreLine]:
    """The lines of a contract, of which `blind` tricks were bid blind (S1, S3, E11, V8, V9)."""
    scoring = rules.scoring
    special = _special_value(rules, contract)
    usual = scoring.trick_value * contract
    if made:
        text = Message("contract of {contract} made", contract=contract)
        yield ScoreLine("contract-made", special or usual, text)
        extra = _share(special or usual, blind, contract) * (rules.blind.made_multiple - 1)
        if extra:
            yield ScoreLine("blind-bid-made", extra, Message("bid blind"))
        if contract == TEN and scoring.ten_bonus:
            yield ScoreLine("ten-bonus", scoring.ten_bonus, Message("a contract of ten"))
        return
    if charge.set:
        text = Message("contract of {contract} forfeited", contract=contract)
        lost = special or usual
    else:
        text = Message(
            "contract of {contract} set with {tricks}", contract=contract, tricks=counting
        )
        lost = special or _set_penalty(rules, contract, counting)
    yield ScoreLine("contract-set", -lost, text)
    extra = _share(lost, blind, contract) * (rules.blind.failed_multiple - 1)
    if extra:
        yield ScoreLine("blind-bid-failed", -extra, Message("bid blind"))


TEN = 10


def _share(points: int, blind: int, contract: int) -> int:
    """The part of a contract's points that falls to the tricks of it that were bid blind."""
    return points * blind // contract if blind else 0


def _special_value(rules: Rules, contract: int) -> int:
    """What a contract of all tricks or of ten is worth instead of the usual, else 0 (V8, V9)."""
    if contract == rules.tricks and rules.scoring.boston_value:
        return rules.scoring.boston_value
    return rules.scoring.ten_value if contract == TEN else 0


def _set_penalty(rules: Rules, contract: int, counting: int) -> int:
    match rules.scoring.set_penalty:
        case "bid":
            return rules.scoring.trick_value * contract
        case "missing":
            return rules.scoring.trick_value * abs(contract - counting)
        case "none":
            return 0


def bags_line(overtricks: int, value: int) -> ScoreLine:
    return ScoreLine("bags", value * overtricks, Message.counted("one bag", "{n} bags", overtricks))


def team_nil_line(rules: Rules, won: int, charge: Charge) -> ScoreLine:
    if won == 0 and not charge.seats:
        text = Message("team nil made")
        return ScoreLine("team-nil-made", rules.scoring.team_nil_value, text)
    text = (
        Message.counted("team nil failed with one trick", "team nil failed with {n} tricks", won)
        if won
        else Message("team nil forfeited")
    )
    return ScoreLine("team-nil-failed", -rules.scoring.team_nil_penalty, text)


def nil_line(rules: Rules, seat: Seat, bid: Bid, won: int, *, failed: bool) -> ScoreLine:
    value = rules.scoring.blind_nil_value if bid.blind else rules.scoring.nil_value
    if won == 0 and not failed:
        made = T("blind nil made by {seat}") if bid.blind else T("nil made by {seat}")
        reason: Reason = "blind-nil-made" if bid.blind else "nil-made"
        return ScoreLine(reason, value, Message(made, seat=seat))
    reason = "blind-nil-failed" if bid.blind else "nil-failed"
    return ScoreLine(reason, -value, _failed_nil(seat, bid, won))


def _failed_nil(seat: Seat, bid: Bid, won: int) -> Message:
    match bid.blind, won:
        case True, 0:
            return Message("blind nil of {seat} forfeited", seat=seat)
        case False, 0:
            return Message("nil of {seat} forfeited", seat=seat)
        case True, _:
            return Message.counted(
                "blind nil of {seat} failed with one trick",
                "blind nil of {seat} failed with {n} tricks",
                won,
                seat=seat,
            )
        case _:
            return Message.counted(
                "nil of {seat} failed with one trick",
                "nil of {seat} failed with {n} tricks",
                won,
                seat=seat,
            )


def penalty_line(times: int, limit: int, penalty: int) -> ScoreLine:
    return ScoreLine(
        "bag-penalty",
        penalty * times,
        Message.counted(
            "penalty for {limit} bags",
            "{n} penalties for {limit} bags each",
            times,
            limit=limit,
        ),
    )


def opening_lines(
    rules: Rules, bids: Sequence[Bid], seats: Sequence[Seat], winners: Sequence[Seat]
) -> Iterator[ScoreLine]:
    """The first six or nine tricks, where a side of these bids undertook to win them (E14)."""
    said = [bid.mo for bid in bids if bid.mo]
    if not said:
        return
    for mo, count, value, name in (
        ("little", LITTLE_MO, rules.scoring.little_mo_value, T("Little Mo")),
        ("big", BIG_MO, rules.scoring.big_mo_value, T("Big Mo")),
    ):
        if mo not in said:
            continue
        first = winners[:count]
        if len(first) == count and all(seat in seats for seat in first):
            text = Message("{mo}: the first {count} tricks won", mo=Message(name), count=count)
            yield ScoreLine("opening-made", value, text)
        else:
            text = Message("{mo}: not all of the first {count}", mo=Message(name), count=count)
            yield ScoreLine("opening-failed", -value, text)
