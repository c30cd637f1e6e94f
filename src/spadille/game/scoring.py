"""What a round is worth: what counts for each side, and what follows for its points and bags."""

from collections.abc import Iterator, Sequence
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


class RoundResult(Struct, frozen=True):
    """A finished round: bids and tricks by seat, and the score of each side."""

    number: int
    dealer: Seat
    bids: BySeat[Bid]
    won: BySeat[int]
    sides: tuple[SideScore, ...]


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
    return _contract([bids[seat] for seat in rules.sides[side]])


def _contract(bids: Sequence[Bid | None]) -> int | None:
    counted = [bid.tricks for bid in bids if bid is not None and not bid.nil]
    return sum(counted) if counted else None


def bids_after(bids: Sequence[Bid | None], won: Sequence[int]) -> BySeat[Bid]:
    """What all have bid when each seat has won so many tricks; who has not, those tricks (V12)."""
    return tuple([Bid(won[seat]) if bid is None else bid for seat, bid in enumerate(bids)])


class Scoring:
    """The score of a round by the tricks that are won, when all have bid (S1 to S8).

    `before` is by side; `course` is needed only where more counts than the number of tricks.
    """

    def __init__(
        self,
        rules: Rules,
        before: Sequence[Standing],
        bids: BySeat[Bid],
        course: Course = UNEVENTFUL,
    ) -> None:
        charges = charges_of(rules, course.judgements)
        told = course if _is_telling(rules, bids) else UNEVENTFUL
        self._rules = rules
        self._before = before
        self._sides = [
            _side_scoring(rules, side, tuple([bids[seat] for seat in seats]), charges[side], told)
            for side, seats in enumerate(rules.sides)
        ]
        self._charges = charges if any(charge != Charge() for charge in charges) else None

    def after(self, won: BySeat[int]) -> tuple[SideScore, ...]:
        """The score of each side when each seat has won so many tricks."""
        found = self._found(won)
        bags = [old.bags + one.overtricks for old, one in zip(self._before, found, strict=True)]
        limit = self._rules.scoring.bag_limit
        if limit and max(bags) >= limit:
            lines = [one.lines for one in found]
            for side, many in enumerate(bags):
                penalties, bags[side] = divmod(many, limit)
                if penalties:
                    lines = _with_penalty(self._rules, lines, side, penalties)
            found = [one.with_lines(own) for one, own in zip(found, lines, strict=True)]
        return tuple(
            [
                SideScore(*one, old.score + one.points, rest)
                for old, one, rest in zip(self._before, found, bags, strict=True)
            ]
        )

    def _found(self, won: BySeat[int]) -> list["_Found"]:
        own = [tuple([won[seat] for seat in side.seats]) for side in self._sides]
        if self._charges is None:
            return [side.of(tricks) for side, tricks in zip(self._sides, own, strict=True)]
        counting = after_charges(
            self._charges,
            [side.counting(tricks) for side, tricks in zip(self._sides, own, strict=True)],
            [side.contract for side in self._sides],
        )
        return [
            side.found(tricks, counts)
            for side, tricks, counts in zip(self._sides, own, counting, strict=True)
        ]


def score_round(
    rules: Rules,
    before: Sequence[Standing],
    bids: BySeat[Bid],
    won: BySeat[int],
    course: Course = UNEVENTFUL,
) -> tuple[SideScore, ...]:
    """The score of each side; `won` are the tricks of each seat, see `Scoring`."""
    return Scoring(rules, before, bids, course).after(won)


def _is_telling(rules: Rules, bids: BySeat[Bid]) -> bool:
    """Whether more counts than the number of tricks."""
    return rules.scoring.minds_the_last_trick or any(bid.mo for bid in bids)


class _Found(NamedTuple):
    """What of a `SideScore` comes from the round, but for a penalty."""

    contract: int | None
    taken: int
    overtricks: int
    lines: tuple[ScoreLine, ...]
    points: int

    def with_lines(self, lines: tuple[ScoreLine, ...]) -> "_Found":
        return self._replace(lines=lines, points=sum([line.points for line in lines]))


class _SideScoring:
    """What becomes of a side's round but for a penalty, by the tricks of its seats.

    `bids` and all tricks are by the seats of the side.
    """

    def __init__(
        self, rules: Rules, side: int, bids: tuple[Bid, ...], charge: Charge, course: Course
    ) -> None:
        self.seats = rules.sides[side]
        self.contract = _contract(bids)
        self._rules, self._bids, self._charge, self._course = rules, bids, charge, course
        self._kept: dict[tuple[int, ...], _Found] = {}

    def of(self, won: tuple[int, ...]) -> _Found:
        """The score where nobody pays for anything."""
        found = self._kept.get(won)
        if found is None:
            found = self._kept[won] = self.found(won, self.counting(won))
        return found

    def counting(self, won: tuple[int, ...]) -> int:
        """The tricks that count towards the contract (E4)."""
        if self._rules.scoring.failed_nils_help:
            return sum(won)
        return sum(won) - self._of_nils(won)

    def _of_nils(self, won: tuple[int, ...]) -> int:
        return sum(tricks for tricks, bid in zip(won, self._bids, strict=True) if bid.nil)

    def found(self, won: tuple[int, ...], counting: int) -> _Found:
        """The score when so many tricks count towards the contract."""
        rules, bids, contract = self._rules, self._bids, self.contract
        overtricks = self._of_nils(won) if rules.scoring.failed_nils_are_bags else 0
        lines: list[ScoreLine] = []
        team_nil = rules.nil.team and len(bids) > 1 and all(bid.nil for bid in bids)
        if contract is not None:
            more, own = self._contract_lines(contract, counting)
            overtricks += more
            lines.extend(own)
        elif team_nil:
            overtricks = 0
        else:
            overtricks += counting
        if overtricks:
            lines.append(bags_line(overtricks, rules.scoring.bag_points))
        if team_nil:
            lines.append(team_nil_line(rules, sum(won), self._charge))
        else:
            lines.extend(self._nil_lines(won))
        lines.extend(opening_lines(rules, bids, self.seats, self._course.winners))
        if rules.table.teams == "spoiler" and len(bids) == 1:
            text = Message("alone against two pairs: everything counts double")
            lines.append(ScoreLine("double", sum(line.points for line in lines), text))
        points = sum(line.points for line in lines)
        return _Found(contract, sum(won), overtricks, tuple(lines), points)

    def _contract_lines(self, contract: int, counting: int) -> tuple[int, list[ScoreLine]]:
        """The bags of the contract, and its lines."""
        rules, charge = self._rules, self._charge
        blind = sum(bid.tricks for bid in self._bids if bid.blind)
        exactly = rules.blind.exact and blind > 0
        kept = counting == contract if exactly else counting >= contract
        made = kept and not charge.set
        lines = [*contract_lines(rules, contract, counting, blind, made=made, charge=charge)]
        if made and counting == contract and _last_spade(rules, self.seats, self._course):
            text = Message("made with a high spade in the last trick")
            lines.append(ScoreLine("last-spade", rules.scoring.last_spade_bonus, text))
        return counting - contract if made else 0, lines

    def _nil_lines(self, won: tuple[int, ...]) -> Iterator[ScoreLine]:
        charge = self._charge
        all_fail = charge.set and self.contract is None
        for seat, bid, tricks in zip(self.seats, self._bids, won, strict=True):
            if bid.nil:
                failed = all_fail or seat in charge.seats
                yield nil_line(self._rules, seat, bid, tricks, failed=failed)


@lru_cache(maxsize=1024)  # players of every level score the rounds that may come, again and again
def _side_scoring(
    rules: Rules, side: int, bids: tuple[Bid, ...], charge: Charge, course: Course
) -> _SideScoring:
    return _SideScoring(rules, side, bids, charge, course)


def _with_penalty(
    rules: Rules, lines: Sequence[tuple[ScoreLine, ...]], side: int, times: int
) -> list[tuple[ScoreLine, ...]]:
    """Takes the penalty for bags from the side, or gives it to the others (S6, V23)."""
    limit, penalty = rules.scoring.bag_limit, rules.scoring.bag_penalty
    own = rules.scoring.bag_penalty_to == "side"
    line = penalty_line(times, limit, -penalty if own else penalty)
    return [(*some, line) if (other == side) == own else some for other, some in enumerate(lines)]


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


def worth(rules: Rules, result: RoundResult) -> tuple[float, ...]:
    """The points of each side, every bag with its part of the penalty it will be due.

    The penalty itself is left out where the round has reached it, or it would count twice.
    """
    price = rules.scoring.bag_price
    bags = [side.overtricks for side in result.sides]
    penalty = (
        [-price * own for own in bags]
        if rules.scoring.bag_penalty_to == "side"
        else [price * (sum(bags) - own) for own in bags]
    )
    return tuple(
        side.points_of_round + due for side, due in zip(result.sides, penalty, strict=True)
    )


def margin(rules: Rules, result: RoundResult, seat: Seat) -> float:
    """By how much a round is worth more to the side of a seat than to the others on average."""
    values = worth(rules, result)
    own = rules.side_of(seat)
    others = [value for side, value in enumerate(values) if side != own]
    return values[own] - sum(others) / len(others)
