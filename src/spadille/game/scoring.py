"""What a round is worth: every line of a side's score with its reason."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from .actions import Bid
from .cards import RANKS, Card, Suit
from .charges import Charge, Judgement, after_charges, charges_of
from .rules import Rules
from .seats import BySeat, Seat
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


class Course(Struct, frozen=True):
    """What a score may depend on besides the number of tricks.

    `winners` are the winners of the tricks in order, `last_card` the card that won the last one;
    None where it was not played out.
    """

    winners: tuple[Seat, ...] = ()
    last_card: Card | None = None
    judgements: tuple[Judgement, ...] = ()


UNEVENTFUL = Course()


def contract_of(rules: Rules, bids: BySeat[Bid | None], side: int) -> int | None:
    """The sum of the partners' bids so far (B3), or None when they all are nil or not yet made."""
    counted = [
        bid.tricks for seat in rules.sides[side] if (bid := bids[seat]) is not None and not bid.nil
    ]
    return sum(counted) if counted else None


def score_round(
    rules: Rules,
    before: Sequence[Standing],
    bids: BySeat[Bid],
    won: BySeat[int],
    course: Course = UNEVENTFUL,
) -> tuple[SideScore, ...]:
    """The score of each side; `won` are the tricks of each seat, `before` is by side (S1 to S8).

    `course` is needed only where more counts than the number of tricks.
    """
    sides = range(len(rules.sides))
    charges = charges_of(rules, course.judgements)
    counts = _counts(rules, bids, won, charges)
    lines = [
        _side_lines(rules, bids, won, side, counts[side], charges[side], course) for side in sides
    ]
    bags: list[int] = []
    for side in sides:
        penalties, rest = 0, before[side].bags + lines[side].overtricks
        if rules.scoring.bag_limit:
            penalties, rest = divmod(rest, rules.scoring.bag_limit)
        bags.append(rest)
        if penalties:
            _charge_bags(rules, lines, side, penalties)
    return tuple(
        SideScore(
            contract=found.contract,
            taken=sum(won[seat] for seat in rules.sides[side]),
            overtricks=found.overtricks,
            lines=tuple(found.lines),
            points=(points := sum(line.points for line in found.lines)),
            score=before[side].score + points,
            bags=bags[side],
        )
        for side, found in enumerate(lines)
    )


class _Count(NamedTuple):
    """A side's contract, the tricks that count towards it, and those of failed nils (E4)."""

    contract: int | None
    tricks: int
    stray: int


class _Lines(Struct):
    """A side's score in the making."""

    contract: int | None
    overtricks: int
    lines: list[ScoreLine]


def _side_lines(  # noqa: PLR0913, PLR0917 - all that a score depends on
    rules: Rules,
    bids: BySeat[Bid],
    won: BySeat[int],
    side: int,
    count: _Count,
    charge: Charge,
    course: Course,
) -> _Lines:
    scoring = rules.scoring
    seats = rules.sides[side]
    contract, counting, overtricks = count
    lines: list[ScoreLine] = []
    team_nil = rules.nil.team and len(seats) > 1 and all(bids[seat].nil for seat in seats)
    if contract is not None:
        blind = sum(bids[seat].tricks for seat in seats if bids[seat].blind)
        exactly = rules.blind.exact and blind > 0
        kept = counting == contract if exactly else counting >= contract
        made = kept and not charge.set
        if made:
            overtricks += counting - contract
        lines.extend(contract_lines(rules, contract, counting, blind, made=made, charge=charge))
        if made and counting == contract and _last_spade(rules, seats, course):
            text = Message("made with a high spade in the last trick")
            lines.append(ScoreLine("last-spade", scoring.last_spade_bonus, text))
    elif team_nil:
        overtricks = 0
    else:
        overtricks += counting
    if overtricks:
        lines.append(_bags_line(overtricks, scoring.bag_points))
    if team_nil:
        lines.append(_team_nil_line(rules, sum(won[seat] for seat in seats), charge))
    else:
        all_fail = charge.set and contract is None
        lines.extend(
            _nil_line(rules, seat, bids[seat], won[seat], failed=all_fail or seat in charge.seats)
            for seat in seats
            if bids[seat].nil
        )
    lines.extend(_opening_lines(rules, bids, seats, course))
    if rules.table.teams == "spoiler" and len(seats) == 1:
        text = Message("alone against two pairs: everything counts double")
        lines.append(ScoreLine("double", sum(line.points for line in lines), text))
    return _Lines(contract, overtricks, lines)


def _charge_bags(rules: Rules, lines: list[_Lines], side: int, times: int) -> None:
    """Takes the penalty from the side, or gives it to the others (S6, V23)."""
    limit, penalty = rules.scoring.bag_limit, rules.scoring.bag_penalty
    if rules.scoring.bag_penalty_to == "side":
        lines[side].lines.append(_penalty_line(times, limit, -penalty))
        return
    for other, found in enumerate(lines):
        if other != side:
            found.lines.append(_penalty_line(times, limit, penalty))


def _counts(
    rules: Rules, bids: BySeat[Bid], won: BySeat[int], charges: Sequence[Charge]
) -> list[_Count]:
    """What counts for each side, after what it has paid for breaches of the rules."""
    contracts = [contract_of(rules, bids, side) for side in range(len(rules.sides))]
    found = [_tricks(rules, bids, won, seats) for seats in rules.sides]
    counting = after_charges(charges, [tricks for tricks, _ in found], contracts)
    return [
        _Count(contract, tricks, stray)
        for contract, tricks, (_, stray) in zip(contracts, counting, found, strict=True)
    ]


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


def _bags_line(overtricks: int, value: int) -> ScoreLine:
    return ScoreLine("bags", value * overtricks, Message.counted("one bag", "{n} bags", overtricks))


def _last_spade(rules: Rules, seats: Sequence[Seat], course: Course) -> bool:
    """Whether the side won the last trick with a spade of nine or higher (V25)."""
    card = course.last_card
    return (
        rules.scoring.last_spade_bonus > 0
        and bool(course.winners)
        and course.winners[-1] in seats
        and card is not None
        and card.suit is Suit.SPADES
        and card.rank >= RANKS.index("9")
    )


def _opening_lines(
    rules: Rules, bids: BySeat[Bid], seats: Sequence[Seat], course: Course
) -> Iterator[ScoreLine]:
    """The first six or nine tricks, where the side undertook to win them (E14)."""
    said = {bids[seat].mo for seat in seats}
    for mo, count, value, name in (
        ("little", LITTLE_MO, rules.scoring.little_mo_value, T("Little Mo")),
        ("big", BIG_MO, rules.scoring.big_mo_value, T("Big Mo")),
    ):
        if mo not in said:
            continue
        first = course.winners[:count]
        if len(first) == count and all(seat in seats for seat in first):
            text = Message("{mo}: the first {count} tricks won", mo=Message(name), count=count)
            yield ScoreLine("opening-made", value, text)
        else:
            text = Message("{mo}: not all of the first {count}", mo=Message(name), count=count)
            yield ScoreLine("opening-failed", -value, text)


def _team_nil_line(rules: Rules, won: int, charge: Charge) -> ScoreLine:
    if won == 0 and not charge.seats:
        text = Message("team nil made")
        return ScoreLine("team-nil-made", rules.scoring.team_nil_value, text)
    text = (
        Message.counted("team nil failed with one trick", "team nil failed with {n} tricks", won)
        if won
        else Message("team nil forfeited")
    )
    return ScoreLine("team-nil-failed", -rules.scoring.team_nil_penalty, text)


def _nil_line(rules: Rules, seat: Seat, bid: Bid, won: int, *, failed: bool) -> ScoreLine:
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


def _penalty_line(times: int, limit: int, penalty: int) -> ScoreLine:
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
