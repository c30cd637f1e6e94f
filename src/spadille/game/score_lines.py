"""The lines of a score: points with their reasons."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from .actions import Bid
from .charges import Adjustment, Charge
from .rules import TEN, Rules
from .seats import Seat
from .text import Message, T

Reason = Literal[
    "contract-made",
    "contract-set",
    "blind-bid-made",
    "blind-bid-failed",
    "ten-bonus",
    "all-tricks",
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
    "adjustment",
]


LITTLE_MO = 6
BIG_MO = 9
"""The number of first tricks that a side may promise to win (E14)."""


class ScoreLine(Struct, frozen=True):
    """Points with their reason: a stable code, and a sentence."""

    reason: Reason
    points: int
    text: Message


class Contract(NamedTuple):
    """A contract and what became of it: the tricks that count, and how many were bid blind.

    `itself` means that no one bid and each trick has its usual value (V12), `given` that the
    contract counts as made because others revoked.
    """

    size: int
    counting: int
    blind: int = 0
    made: bool = True
    itself: bool = False
    given: bool = False

    @property
    def bags(self) -> int:
        """The tricks beyond the contract."""
        return max(0, self.counting - self.size) if self.made else 0


def contract_lines(rules: Rules, contract: Contract, charge: Charge) -> Iterator[ScoreLine]:
    """Yield the lines of a contract (S1, S3, E11, V8, V9, S22)."""
    scoring, size = rules.scoring, contract.size
    if contract.made:
        won = _won(rules, contract)
        yield ScoreLine("contract-made", won, _made(contract))
        extra = _share(won, contract) * (rules.blind.made_multiple - 1)
        if extra:
            yield ScoreLine("blind-bid-made", extra, Message("bid blind"))
        if scoring.ten_bonus and scoring.is_ten(size) and not contract.itself:
            text = Message("a contract of ten") if size == TEN else Message("ten or more bid")
            yield ScoreLine("ten-bonus", scoring.ten_bonus, text)
        return
    if charge.set:
        text = Message("contract of {contract} forfeited", contract=size)
    else:
        text = Message(
            "contract of {contract} set with {tricks}", contract=size, tricks=contract.counting
        )
    lost = _lost(rules, contract, forfeited=charge.set)
    yield ScoreLine("contract-set", -lost, text)
    extra = _share(lost, contract) * (rules.blind.failed_multiple - 1)
    if extra:
        yield ScoreLine("blind-bid-failed", -extra, Message("bid blind"))


def _made(contract: Contract) -> Message:
    if contract.given and contract.counting < contract.size:
        return Message(
            "contract of {contract} counts as made, as others revoked", contract=contract.size
        )
    return Message("contract of {contract} made", contract=contract.size)


def _share(points: int, contract: Contract) -> int:
    """Return the share of a contract's points that is due to tricks bid blind."""
    return points * contract.blind // contract.size if contract.blind else 0


def is_boston(rules: Rules, contract: Contract) -> bool:
    """Return whether all tricks were bid (V9)."""
    return contract.size == rules.tricks and not contract.itself


def _won(rules: Rules, contract: Contract) -> int:
    """Return what a contract that is made is worth."""
    scoring, size = rules.scoring, contract.size
    if contract.itself:
        return scoring.trick_value * size
    if size == rules.tricks and scoring.boston_value:
        return scoring.boston_value
    if scoring.ten_value and scoring.is_ten(size):
        return scoring.ten_value
    exact = scoring.exact_value(size) if contract.counting <= size else 0
    return exact or scoring.trick_value * size


def _lost(rules: Rules, contract: Contract, *, forfeited: bool) -> int:
    """Return what a contract that is set or forfeited costs."""
    scoring, size = rules.scoring, contract.size
    usual = scoring.trick_value * size if forfeited else _set_penalty(rules, contract)
    if contract.itself:
        return usual
    if size == rules.tricks and (scoring.boston_value or scoring.boston_penalty != "value"):
        value, lost = scoring.boston_value, scoring.boston_penalty
    elif scoring.is_ten(size) and (scoring.ten_value or scoring.ten_penalty != "value"):
        value, lost = scoring.ten_value, scoring.ten_penalty
    else:
        return scoring.exact_value(size) or usual
    if lost == "usual":
        return usual
    return value if lost == "value" else lost


def _set_penalty(rules: Rules, contract: Contract) -> int:
    match rules.scoring.set_penalty:
        case "bid":
            return rules.scoring.trick_value * contract.size
        case "missing":
            return rules.scoring.trick_value * abs(contract.size - contract.counting)
        case "none":
            return 0


def all_tricks_line(rules: Rules, contract: Contract | None, scored: int) -> ScoreLine:
    """Return the line for a side that took all tricks, whose contract `scored` that much (S23).

    It appears even if it is worth no points, to show who took all of them.
    """
    scoring = rules.scoring
    points = scoring.all_tricks_bonus
    if counts_instead(rules, contract):
        points += scoring.all_tricks_value - scored
    return ScoreLine(
        "all-tricks", points, Message("all {tricks} tricks taken", tricks=rules.tricks)
    )


def counts_instead(rules: Rules, contract: Contract | None) -> bool:
    """Return True if taking all tricks counts instead of this contract and its bags (S23)."""
    scoring = rules.scoring
    if not scoring.all_tricks_value or contract is None or not contract.made:
        return False
    return not (scoring.boston_value and is_boston(rules, contract))


def adjustment_line(adjustment: Adjustment) -> ScoreLine:
    """Return a scorekeeper's entry (R9); tricks and a set have already changed the contract."""
    reason = adjustment.reason
    if adjustment.points:
        return ScoreLine("adjustment", adjustment.points, Message("{reason}", reason=reason))
    if adjustment.set:
        return ScoreLine("adjustment", 0, Message("contract set: {reason}", reason=reason))
    text = (
        Message.counted(
            "a trick lost: {reason}",
            "{n} tricks lost: {reason}",
            -adjustment.tricks,
            reason=reason,
        )
        if adjustment.tricks < 0
        else Message.counted(
            "a trick added: {reason}",
            "{n} tricks added: {reason}",
            adjustment.tricks,
            reason=reason,
        )
    )
    return ScoreLine("adjustment", 0, text)


def bags_line(overtricks: int, value: int) -> ScoreLine:
    """Return the line for a round's bags; `value` is the points of each (S2)."""
    return ScoreLine("bags", value * overtricks, Message.counted("one bag", "{n} bags", overtricks))


def team_nil_line(rules: Rules, won: int, charge: Charge, *, given: bool) -> ScoreLine:
    """Return the line for a team nil; one that is `given` counts as made because others revoked."""
    if (won == 0 or given) and not charge.seats and not charge.set:
        text = (
            Message("team nil counts as made, as others revoked")
            if won
            else Message("team nil made")
        )
        return ScoreLine("team-nil-made", rules.scoring.team_nil_value, text)
    text = (
        Message.counted("team nil failed with one trick", "team nil failed with {n} tricks", won)
        if won
        else Message("team nil forfeited")
    )
    return ScoreLine("team-nil-failed", -rules.scoring.team_nil_penalty, text)


def nil_line(  # noqa: PLR0913 - all that a nil depends on
    rules: Rules, seat: Seat, bid: Bid, won: int, *, failed: bool, given: bool = False
) -> ScoreLine:
    """Return the line for a nil; one that is `given` counts as made because others revoked."""
    value = rules.scoring.blind_nil_value if bid.blind else rules.scoring.nil_value
    if (won == 0 or given) and not failed:
        if won:
            made = (
                T("{seat}'s blind nil counts as made, as others revoked")
                if bid.blind
                else T("{seat}'s nil counts as made, as others revoked")
            )
        else:
            made = T("{seat}'s blind nil made") if bid.blind else T("{seat}'s nil made")
        reason: Reason = "blind-nil-made" if bid.blind else "nil-made"
        return ScoreLine(reason, value, Message(made, seat=seat))
    reason = "blind-nil-failed" if bid.blind else "nil-failed"
    return ScoreLine(reason, -value, _failed_nil(seat, bid, won))


def _failed_nil(seat: Seat, bid: Bid, won: int) -> Message:
    match bid.blind, won:
        case True, 0:
            return Message("{seat}'s blind nil forfeited", seat=seat)
        case False, 0:
            return Message("{seat}'s nil forfeited", seat=seat)
        case True, _:
            return Message.counted(
                "{seat}'s blind nil failed with one trick",
                "{seat}'s blind nil failed with {n} tricks",
                won,
                seat=seat,
            )
        case _:
            return Message.counted(
                "{seat}'s nil failed with one trick",
                "{seat}'s nil failed with {n} tricks",
                won,
                seat=seat,
            )


def penalty_line(times: int, limit: int, penalty: int) -> ScoreLine:
    """Return the line for `times` bag penalties; `penalty` is negative for a loss (S6)."""
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
    """Return the lines for a side that promised the first six or nine tricks (E14)."""
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
