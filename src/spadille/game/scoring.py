"""Score a round: what each side's bids and tricks are worth, and its new points and bags."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from .actions import Bid
from .cards import RANKS, Card, Suit
from .charges import (
    NO_RELIEF,
    Adjustment,
    Charge,
    Judgement,
    Relief,
    after_charges,
    charges_of,
    reliefs_of,
    revokes_by_side,
)
from .rules import Rules
from .score_lines import (
    Contract,
    ScoreLine,
    adjustment_line,
    all_tricks_line,
    bags_line,
    contract_lines,
    counts_instead,
    nil_line,
    opening_lines,
    penalty_line,
    team_nil_line,
)
from .seats import BySeat, Seat
from .text import Message


class Standing(Struct, frozen=True):
    """The state that a side carries from round to round.

    It holds its points, its bags towards the next penalty, and its proven revokes. It also counts
    the rounds in which the side was set, in all and in a row.
    """

    score: int = 0
    bags: int = 0
    sets: int = 0
    sets_in_a_row: int = 0
    revokes: int = 0


class SideScore(Struct, frozen=True):
    """A side's round: its contract, the tricks that count for it, and the lines of its score.

    `contract` is None if every partner bid nil. `taken` counts all tricks of the side, `overtricks`
    the bags of this round. The fields from `score` on hold its state after the round.
    """

    contract: int | None
    taken: int
    overtricks: int
    lines: tuple[ScoreLine, ...]
    points: int
    score: int
    bags: int
    sets: int = 0
    sets_in_a_row: int = 0
    revokes: int = 0

    @property
    def standing(self) -> Standing:
        """Return the standing of the side after the round."""
        return Standing(self.score, self.bags, self.sets, self.sets_in_a_row, self.revokes)

    @property
    def points_of_round(self) -> int:
        """The points without a penalty for bags, to which other rounds contribute as well."""
        return sum(line.points for line in self.lines if line.reason != "bag-penalty")


class RoundResult(Struct, frozen=True):
    """A finished round: bids and tricks by seat, and the score of each side."""

    number: int
    dealer: Seat
    bids: BySeat[Bid]
    won: BySeat[int]
    sides: tuple[SideScore, ...]


class Course(Struct, frozen=True):
    """The play history: everything a score may depend on in addition to the number of tricks.

    `winners` lists the winners of the tricks in order, and `last_card` is the card that won the
    last one, or None if it was not played out. `redeals` are the proven revokes for which the round
    was dealt again, `adjustments` what a scorekeeper has entered.
    """

    winners: tuple[Seat, ...] = ()
    last_card: Card | None = None
    judgements: tuple[Judgement, ...] = ()
    redeals: tuple[Judgement, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()


UNEVENTFUL = Course()


def contract_of(rules: Rules, bids: BySeat[Bid | None], side: int) -> int | None:
    """Return the sum of the partners' bids so far (B3), or None if all are nil or missing."""
    return _contract([bids[seat] for seat in rules.sides[side]])


def _contract(bids: Sequence[Bid | None]) -> int | None:
    counted = [bid.tricks for bid in bids if bid is not None and not bid.nil]
    return sum(counted) if counted else None


def bids_after(bids: Sequence[Bid | None], won: Sequence[int]) -> BySeat[Bid]:
    """Return all bids after a round; a seat without one gets the number of tricks it won (V12)."""
    return tuple([Bid(won[seat]) if bid is None else bid for seat, bid in enumerate(bids)])


def bids_to_score(bids: BySeat[Bid | None], won: Sequence[int]) -> BySeat[Bid | None]:
    """Return the bids by which a round is scored in which each seat has won that many tricks.

    In a round that bids for its players (V12) there are no bids. Otherwise a player who has not bid
    yet is scored as making exactly their bid.
    """
    return bids if all(bid is None for bid in bids) else bids_after(bids, won)


class Scoring:
    """The score of a round as a function of the tricks won, once all have bid (S1 to S8).

    In a round that bids for its players, all bids are None (V12). `before` is by side; only rules
    that count more than the number of tricks need `course`.
    """

    def __init__(
        self,
        rules: Rules,
        before: Sequence[Standing],
        bids: BySeat[Bid | None],
        course: Course = UNEVENTFUL,
    ) -> None:
        told = course if _is_telling(rules, bids) else UNEVENTFUL
        charges, reliefs = [_FREE] * len(rules.sides), [NO_RELIEF] * len(rules.sides)
        if course.judgements or course.adjustments:
            charges = charges_of(rules, course.judgements, course.adjustments)
            reliefs = reliefs_of(rules, course.judgements, course.winners)
        self._rules = rules
        self._before = before
        self._sides = [
            _side_scoring(
                rules,
                side,
                tuple([bids[seat] for seat in seats]),
                charges[side],
                reliefs[side],
                told,
            )
            for side, seats in enumerate(rules.sides)
        ]
        self._charges = charges if any(charge != _FREE for charge in charges) else None
        self._adjustments = course.adjustments
        revokes = (*course.redeals, *course.judgements)
        self._revokes = revokes_by_side(rules, revokes) if revokes else [0] * len(rules.sides)

    def after(self, won: BySeat[int]) -> tuple[SideScore, ...]:
        """Return the score of each side when each seat has won that many tricks."""
        found = self._found(won)
        bags = [old.bags + one.overtricks for old, one in zip(self._before, found, strict=True)]
        limit = self._rules.scoring.bag_limit
        if limit and max(bags) >= limit:
            lines = [one.lines for one in found]
            for side, many in enumerate(bags):
                penalties, bags[side] = divmod(many, limit)
                if penalties and self._rules.scoring.bag_reset:
                    penalties, bags[side] = 1, 0
                if penalties:
                    lines = _with_penalty(self._rules, lines, side, penalties)
            found = [one.with_lines(own) for one, own in zip(found, lines, strict=True)]
        for one in self._adjustments:
            own = found[one.side]
            found[one.side] = own.with_lines((*own.lines, adjustment_line(one)))
        return tuple(
            [
                SideScore(
                    one.contract,
                    one.taken,
                    one.overtricks,
                    one.lines,
                    one.points,
                    old.score + one.points,
                    rest,
                    old.sets + one.is_set,
                    (old.sets_in_a_row + 1) * one.is_set,
                    old.revokes + revoked,
                )
                for old, one, rest, revoked in zip(
                    self._before, found, bags, self._revokes, strict=True
                )
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
    bids: BySeat[Bid | None],
    won: BySeat[int],
    course: Course = UNEVENTFUL,
) -> tuple[SideScore, ...]:
    """Return the score of each side; `won` counts the tricks of each seat. See `Scoring`."""
    return Scoring(rules, before, bids, course).after(won)


def _is_telling(rules: Rules, bids: BySeat[Bid | None]) -> bool:
    """Return True if more than the number of tricks counts."""
    return rules.scoring.minds_the_last_trick or any(bid is not None and bid.mo for bid in bids)


class _Found(NamedTuple):
    """The part of a `SideScore` that comes from the round, without a penalty."""

    contract: int | None
    taken: int
    overtricks: int
    lines: tuple[ScoreLine, ...]
    points: int
    is_set: bool

    def with_lines(self, lines: tuple[ScoreLine, ...]) -> "_Found":
        return self._replace(lines=lines, points=sum([line.points for line in lines]))


_FREE = Charge()
"""The charge against a side that pays for nothing."""


class _SideScoring:
    """Works out a side's round, without a penalty, from the tricks of its seats.

    `bids` and all tricks are in the order of the side's seats.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that a side's score depends on
        self,
        rules: Rules,
        side: int,
        bids: tuple[Bid | None, ...],
        charge: Charge,
        relief: Relief,
        course: Course,
    ) -> None:
        self.seats = rules.sides[side]
        self.contract = _contract(bids)
        self._itself = None in bids
        self._bids = tuple([bid or _NO_BID for bid in bids])
        self._rules, self._charge, self._relief, self._course = rules, charge, relief, course
        self._kept: dict[tuple[int, ...], _Found] = {}

    def of(self, won: tuple[int, ...]) -> _Found:
        """Return the score if no one pays for anything."""
        found = self._kept.get(won)
        if found is None:
            found = self._kept[won] = self.found(won, self.counting(won))
        return found

    def counting(self, won: tuple[int, ...]) -> int:
        """Return the tricks that count towards the contract (E4)."""
        nils = 0 if self._rules.scoring.failed_nils_help else self._of_nils(won)
        return sum(won) - self._of_excused_nils(won) - nils

    def _of_nils(self, won: tuple[int, ...]) -> int:
        """Return the number of tricks that have made nils of the side fail."""
        return sum(
            0 if self._is_excused(seat, tricks) else tricks
            for seat, tricks, bid in zip(self.seats, won, self._bids, strict=True)
            if bid.nil
        )

    def _of_excused_nils(self, won: tuple[int, ...]) -> int:
        """Return the number of tricks that have not made nils fail, because others revoked."""
        if self._relief == NO_RELIEF:
            return 0
        return sum(
            tricks
            for seat, tricks, bid in zip(self.seats, won, self._bids, strict=True)
            if bid.nil and self._is_excused(seat, tricks)
        )

    def _is_excused(self, seat: Seat, tricks: int) -> bool:
        """Return True if that many tricks do not make a nil fail, because others revoked."""
        return self._relief.bid or 0 < tricks <= self._relief.excused.count(seat)

    def found(self, won: tuple[int, ...], counting: int) -> _Found:
        """Return the score when that many tricks count towards the contract."""
        rules, bids = self._rules, self._bids
        scoring, took_all = rules.scoring, self._took_all(won)
        overtricks = self._of_nils(won) if scoring.failed_nils_are_bags else 0
        lines: list[ScoreLine] = []
        team_nil = rules.nil.team and len(bids) > 1 and all(bid.nil for bid in bids)
        contract = self._contract(won, counting)
        if contract is not None:
            overtricks += contract.bags
            lines.extend(self._contract_lines(contract))
        elif team_nil:
            overtricks = 0
        else:
            overtricks += counting
        if took_all and counts_instead(rules, contract):
            overtricks = 0
        if overtricks:
            lines.append(bags_line(overtricks, scoring.bag_points))
        if took_all:
            scored = sum(line.points for line in lines)
            lines.append(all_tricks_line(rules, contract, scored))
        if team_nil:
            given = all(map(self._is_excused, self.seats, won))
            lines.append(team_nil_line(rules, sum(won), self._charge, given=given))
        else:
            lines.extend(self._nil_lines(won))
        lines.extend(opening_lines(rules, bids, self.seats, self._course.winners))
        if rules.table.teams == "spoiler" and len(bids) == 1:
            text = Message("alone against two pairs: everything counts double")
            lines.append(ScoreLine("double", sum(line.points for line in lines), text))
        points = sum(line.points for line in lines)
        size = None if contract is None else contract.size
        is_set = any(line.reason in self._sets for line in lines)
        return _Found(size, sum(won), overtricks, tuple(lines), points, is_set)

    @property
    def _sets(self) -> frozenset[str]:
        """The reasons of lines that make the round count as a set (V22)."""
        return _SETS_AND_NILS if self._rules.end.nil_is_set else _SETS

    def _took_all(self, won: tuple[int, ...]) -> bool:
        """Return True if the side took all tricks, that counts, and it has no charges (S23)."""
        rules = self._rules
        return rules.scoring.minds_all_tricks and sum(won) == rules.tricks and self._charge == _FREE

    def _contract(self, won: tuple[int, ...], counting: int) -> Contract | None:
        """Return the contract with these tricks, or None if all have bid nil."""
        forfeited = self._charge.set
        if self._itself:
            size = sum(won) if forfeited else counting
            return Contract(size, counting, made=not forfeited, itself=True)
        if self.contract is None:
            return None
        contract, rules, relief = self.contract, self._rules, self._relief
        blind = sum(bid.tricks for bid in self._bids if bid.blind)
        exactly = rules.blind.exact and blind > 0
        given = relief.bid or (relief.boston and contract == rules.tricks)
        kept = counting == contract if exactly else counting >= contract
        made = (kept or given) and not forfeited
        return Contract(contract, counting, blind, made=made, given=given)

    def _contract_lines(self, contract: Contract) -> Iterator[ScoreLine]:
        rules = self._rules
        yield from contract_lines(rules, contract, self._charge)
        exactly = contract.made and contract.counting == contract.size and not contract.itself
        if exactly and _last_spade(rules, self.seats, self._course):
            text = Message("made with a high spade in the last trick")
            yield ScoreLine("last-spade", rules.scoring.last_spade_bonus, text)

    def _nil_lines(self, won: tuple[int, ...]) -> Iterator[ScoreLine]:
        charge = self._charge
        all_fail = charge.set and self.contract is None
        for seat, bid, tricks in zip(self.seats, self._bids, won, strict=True):
            if bid.nil:
                failed = all_fail or seat in charge.seats
                given = self._is_excused(seat, tricks)
                yield nil_line(self._rules, seat, bid, tricks, failed=failed, given=given)


_NO_BID = Bid(0)
"""A placeholder for the bids of a round that bids for its players."""

_SETS = frozenset({"contract-set"})
_SETS_AND_NILS = _SETS | {"nil-failed", "blind-nil-failed", "team-nil-failed"}


@lru_cache(maxsize=1024)  # bots of every level score possible rounds again and again
def _side_scoring(  # noqa: PLR0913, PLR0917 - as in the class
    rules: Rules,
    side: int,
    bids: tuple[Bid | None, ...],
    charge: Charge,
    relief: Relief,
    course: Course,
) -> _SideScoring:
    return _SideScoring(rules, side, bids, charge, relief, course)


def _with_penalty(
    rules: Rules, lines: Sequence[tuple[ScoreLine, ...]], side: int, times: int
) -> list[tuple[ScoreLine, ...]]:
    """Take the penalty for bags from the side, or give it to the others (S6, V23)."""
    limit, penalty = rules.scoring.bag_limit, rules.scoring.bag_penalty
    own = rules.scoring.bag_penalty_to == "side"
    line = penalty_line(times, limit, -penalty if own else penalty)
    return [(*some, line) if (other == side) == own else some for other, some in enumerate(lines)]


def _last_spade(rules: Rules, seats: Sequence[Seat], course: Course) -> bool:
    """Return True if the side won the last trick with a spade of nine or higher (V25)."""
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
    """Return the points of each side, charging every bag its share of the penalty to come.

    If the round has reached the penalty, it is left out, as it would otherwise count twice.
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
    """Return how much more a round is worth to a seat's side than to the others on average."""
    values = worth(rules, result)
    own = rules.side_of(seat)
    others = [value for side, value in enumerate(values) if side != own]
    return values[own] - sum(others) / len(others)
