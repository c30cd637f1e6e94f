"""What a round is worth: every line of a side's score with its reason."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from .actions import Bid
from .rules import Rules
from .seats import BySeat, Seat
from .text import Message, T

Reason = Literal[
    "contract-made",
    "contract-set",
    "bags",
    "bag-penalty",
    "nil-made",
    "nil-failed",
    "blind-nil-made",
    "blind-nil-failed",
]


class Standing(Struct, frozen=True):
    """The points of a side and the bags it carries towards the next penalty."""

    score: int = 0
    bags: int = 0


class ScoreLine(Struct, frozen=True):
    """Points with their reason: a stable code, and a sentence."""

    reason: Reason
    points: int
    text: Message


class SideScore(Struct, frozen=True):
    """A side's round: its contract, the tricks that count for it, and the lines of its score.

    `contract` is None when every partner bid nil. `taken` are all tricks of the side, `overtricks`
    the bags of this round. `score` and `bags` are the standing after the round.
    """

    contract: int | None
    taken: int
    overtricks: int
    lines: tuple[ScoreLine, ...]
    points: int
    score: int
    bags: int

    @property
    def standing(self) -> Standing:
        return Standing(self.score, self.bags)


def contract_of(rules: Rules, bids: BySeat[Bid | None], side: int) -> int | None:
    """The sum of the partners' bids so far (B3), or None when they all are nil or not yet made."""
    counted = [
        bid.tricks for seat in rules.sides[side] if (bid := bids[seat]) is not None and not bid.nil
    ]
    return sum(counted) if counted else None


def score_round(
    rules: Rules, before: Sequence[Standing], bids: BySeat[Bid], won: BySeat[int]
) -> tuple[SideScore, ...]:
    """The score of each side; `won` are the tricks of each seat, `before` is by side (S1 to S8)."""
    return tuple(
        _score_side(rules, before[side], bids, won, side) for side in range(len(rules.sides))
    )


def _score_side(
    rules: Rules, before: Standing, bids: BySeat[Bid], won: BySeat[int], side: int
) -> SideScore:
    scoring = rules.scoring
    seats = rules.sides[side]
    contract = contract_of(rules, bids, side)
    counting, stray = _tricks(rules, bids, won, seats)
    lines: list[ScoreLine] = []
    overtricks = stray
    if contract is not None:
        made = counting >= contract
        if made:
            overtricks += counting - contract
        lines.append(_contract_line(contract, counting, scoring.trick_value, made=made))
    else:
        overtricks += counting
    if overtricks:
        lines.append(_bags_line(overtricks, scoring.bag_points))
    lines.extend(_nil_line(rules, seat, bids[seat], won[seat]) for seat in seats if bids[seat].nil)
    bags = before.bags + overtricks
    if scoring.bag_limit and bags >= scoring.bag_limit:
        penalties, bags = divmod(bags, scoring.bag_limit)
        lines.append(_penalty_line(penalties, scoring.bag_limit, scoring.bag_penalty))
    points = sum(line.points for line in lines)
    return SideScore(
        contract=contract,
        taken=sum(won[seat] for seat in seats),
        overtricks=overtricks,
        lines=tuple(lines),
        points=points,
        score=before.score + points,
        bags=bags,
    )


def _tricks(
    rules: Rules, bids: BySeat[Bid], won: BySeat[int], seats: Sequence[Seat]
) -> tuple[int, int]:
    """The tricks that count towards the contract, and those of failed nils that are bags (E4)."""
    bidders = sum(won[seat] for seat in seats if not bids[seat].nil)
    nils = sum(won[seat] for seat in seats if bids[seat].nil)
    match rules.scoring.failed_nil_tricks:
        case "help_partner":
            return bidders + nils, 0
        case "bags":
            return bidders, nils
        case "ignored":
            return bidders, 0


def _contract_line(contract: int, tricks: int, trick_value: int, *, made: bool) -> ScoreLine:
    if made:
        return ScoreLine(
            "contract-made",
            trick_value * contract,
            Message(T("contract of {contract} made"), contract=contract),
        )
    return ScoreLine(
        "contract-set",
        -trick_value * contract,
        Message(T("contract of {contract} set with {tricks}"), contract=contract, tricks=tricks),
    )


def _bags_line(overtricks: int, value: int) -> ScoreLine:
    return ScoreLine("bags", value * overtricks, Message.counted("one bag", "{n} bags", overtricks))


def _nil_line(rules: Rules, seat: Seat, bid: Bid, won: int) -> ScoreLine:
    value = rules.scoring.blind_nil_value if bid.blind else rules.scoring.nil_value
    match bid.blind, won == 0:
        case True, True:
            text = Message(T("blind nil made by {seat}"), seat=seat)
            return ScoreLine("blind-nil-made", value, text)
        case True, False:
            text = Message.counted(
                "blind nil of {seat} failed with one trick",
                "blind nil of {seat} failed with {n} tricks",
                won,
                seat=seat,
            )
            return ScoreLine("blind-nil-failed", -value, text)
        case False, True:
            return ScoreLine("nil-made", value, Message(T("nil made by {seat}"), seat=seat))
        case _:
            text = Message.counted(
                "nil of {seat} failed with one trick",
                "nil of {seat} failed with {n} tricks",
                won,
                seat=seat,
            )
            return ScoreLine("nil-failed", -value, text)


def _penalty_line(times: int, limit: int, penalty: int) -> ScoreLine:
    return ScoreLine(
        "bag-penalty",
        -penalty * times,
        Message.counted(
            "penalty for {limit} bags",
            "{n} penalties for {limit} bags each",
            times,
            limit=limit,
        ),
    )
