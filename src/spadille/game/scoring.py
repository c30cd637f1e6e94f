"""What a round is worth: what counts for each side, and what follows for its points and bags."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from .actions import Bid
from .cards import RANKS, Card, Suit
from .charges import Charge, Judgement, after_charges, charges_of
from .rules import Rules
from .score_lines import (
    ScoreLine,
    bags_line,
    contract_lines,
    nil_line,
    opening_lines,
    penalty_line,
    team_nil_line,
)
from .seats import BySeat, Seat
from .text import Message


class Standing(Struct, frozen=True):
    """The points of a side and the bags it carries towards the next penalty."""

    score: int = 0
    bags: int = 0


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

    @property
    def points_of_round(self) -> int:
        """The points but for a penalty for bags, of which other rounds have their part."""
        return sum(line.points for line in self.lines if line.reason != "bag-penalty")


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
    told = course if _is_telling(rules, bids) else UNEVENTFUL
    found = [
        _side_lines(
            rules,
            side,
            tuple([bids[seat] for seat in rules.sides[side]]),
            tuple([won[seat] for seat in rules.sides[side]]),
            counts[side],
            charges[side],
            told,
        )
        for side in sides
    ]
    lines = [one.lines for one in found]
    bags: list[int] = []
    for side in sides:
        penalties, rest = 0, before[side].bags + found[side].overtricks
        if rules.scoring.bag_limit:
            penalties, rest = divmod(rest, rules.scoring.bag_limit)
        bags.append(rest)
        if penalties:
            lines = _with_penalty(rules, lines, side, penalties)
    return tuple(
        SideScore(
            contract=found[side].contract,
            taken=sum([won[seat] for seat in rules.sides[side]]),
            overtricks=found[side].overtricks,
            lines=lines[side],
            points=(points := sum([line.points for line in lines[side]])),
            score=before[side].score + points,
            bags=bags[side],
        )
        for side in sides
    )


def _is_telling(rules: Rules, bids: BySeat[Bid]) -> bool:
    """Whether more counts than the number of tricks."""
    return rules.scoring.minds_the_last_trick or any(bid.mo for bid in bids)


class _Count(NamedTuple):
    """A side's contract, the tricks that count towards it, and those of failed nils (E4)."""

    contract: int | None
    tricks: int
    stray: int


class _Lines(NamedTuple):
    """A side's contract and bags, and the lines of its score but for a penalty."""

    contract: int | None
    overtricks: int
    lines: tuple[ScoreLine, ...]


@lru_cache(maxsize=8192)  # players of every level score the rounds that may come, again and again
def _side_lines(  # noqa: PLR0913, PLR0917 - all that a score depends on
    rules: Rules,
    side: int,
    bids: tuple[Bid, ...],
    won: tuple[int, ...],
    count: _Count,
    charge: Charge,
    course: Course,
) -> _Lines:
    """`bids` and `won` are those of the side, by its seats."""
    scoring = rules.scoring
    seats = rules.sides[side]
    contract, counting, overtricks = count
    lines: list[ScoreLine] = []
    team_nil = rules.nil.team and len(seats) > 1 and all(bid.nil for bid in bids)
    if contract is not None:
        blind = sum(bid.tricks for bid in bids if bid.blind)
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
        lines.append(bags_line(overtricks, scoring.bag_points))
    if team_nil:
        lines.append(team_nil_line(rules, sum(won), charge))
    else:
        all_fail = charge.set and contract is None
        lines.extend(
            nil_line(rules, seat, bid, tricks, failed=all_fail or seat in charge.seats)
            for seat, bid, tricks in zip(seats, bids, won, strict=True)
            if bid.nil
        )
    lines.extend(opening_lines(rules, bids, seats, course.winners))
    if rules.table.teams == "spoiler" and len(seats) == 1:
        text = Message("alone against two pairs: everything counts double")
        lines.append(ScoreLine("double", sum(line.points for line in lines), text))
    return _Lines(contract, overtricks, tuple(lines))


def _with_penalty(
    rules: Rules, lines: Sequence[tuple[ScoreLine, ...]], side: int, times: int
) -> list[tuple[ScoreLine, ...]]:
    """Takes the penalty for bags from the side, or gives it to the others (S6, V23)."""
    limit, penalty = rules.scoring.bag_limit, rules.scoring.bag_penalty
    own = rules.scoring.bag_penalty_to == "side"
    line = penalty_line(times, limit, -penalty if own else penalty)
    return [(*some, line) if (other == side) == own else some for other, some in enumerate(lines)]


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


def _last_spade(rules: Rules, seats: Sequence[Seat], course: Course) -> bool:
    """Whether the side won the last trick with a spade of nine or higher (V25)."""
    card = course.last_card
    return (
        rules.scoring.minds_the_last_trick
        and bool(course.winners)
        and course.winners[-1] in seats
        and card is not None
        and card.suit is Suit.SPADES
        and card.rank >= RANKS.index("9")
    )
