"""Penalties for revokes, wrong calls, opened tricks and wrong claims (R2 to R5, R7, P18)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct, structs

from .rules import Rules
from .seats import Seat
from .text import Message, in_short

THREE_TRICKS = 3


class Judgement(Struct, frozen=True):
    """The ruling on a call, an opened trick or a claim.

    `seat` is the one that called, opened or claimed. `accused` is None for a claim, and for an
    opened trick without a revoke. `trick` counts from 1; `winner` is the seat that had won it, if
    one was opened.
    """

    kind: Literal["call", "flip", "claim"]
    seat: Seat
    trick: int
    upheld: bool
    accused: Seat | None = None
    winner: Seat | None = None


class Charge(Struct, frozen=True):
    """The penalty for a side: three tricks for each breach, its contract, and the offender's nil.

    `set` means that the contract counts as failed. `tricks` are lost to no one (R3);
    `confiscated_by` names the sides that take three each (R5). The nils of `seats` count as failed:
    no number of tricks makes up for them.
    """

    set: bool = False
    tricks: int = 0
    confiscated_by: tuple[int, ...] = ()
    seats: tuple[Seat, ...] = ()


class Adjustment(Struct, frozen=True, forbid_unknown_fields=True):
    """Points or tricks that a scorekeeper gives to a side or takes from it, for a reason (R9).

    `tricks` count towards the contract; `set` means that it counts as failed.
    """

    side: int
    reason: str
    points: int = 0
    tricks: int = 0
    set: bool = False


class Relief(Struct, frozen=True):
    """The compensation for a side because others were proven to have revoked (R3, R7).

    `bid` means that everything it bid counts as made, `boston` that a contract of all tricks does.
    `excused` names the winner of each trick in which others revoked: such a trick does not make a
    nil fail.
    """

    bid: bool = False
    boston: bool = False
    excused: tuple[Seat, ...] = ()


NO_RELIEF = Relief()


def charges_of(
    rules: Rules, judgements: Sequence[Judgement], adjustments: Sequence[Adjustment] = ()
) -> list[Charge]:
    """Return the penalty for each side."""
    charges = _judged(rules, judgements)
    for one in adjustments:
        before = charges[one.side]
        charges[one.side] = structs.replace(
            before, tricks=before.tricks - one.tricks, set=before.set or one.set
        )
    return charges


def _judged(rules: Rules, judgements: Sequence[Judgement]) -> list[Charge]:
    """Return what each side pays for the judgements against it."""
    charges = [Charge()] * len(rules.sides)

    def charge(seat: Seat, penalty: str, victim: Seat | None = None) -> None:
        side = rules.side_of(seat)
        before = charges[side]
        match penalty:
            case "set":
                after = structs.replace(before, set=True)
            case "three_tricks":
                after = structs.replace(before, tricks=before.tricks + THREE_TRICKS)
            case "confiscate":
                taker = _taker(rules, side, victim)
                after = structs.replace(before, confiscated_by=(*before.confiscated_by, taker))
            case _:
                return
        charges[side] = structs.replace(after, seats=(*before.seats, seat))

    for judged in judgements:
        for seat, penalty, victim in _penalties(rules, judged):
            charge(seat, penalty, victim)
    return charges


def _penalties(rules: Rules, judged: Judgement) -> Iterator[tuple[Seat, str, Seat | None]]:
    """Yield who pays what for one judgement and, for an opened trick, to whom."""
    enforcement = rules.enforcement
    if judged.accused is not None and judged.upheld:
        gives_tricks = enforcement.revoke_gives == "tricks"
        if not gives_tricks or enforcement.revoke_penalty == "set":
            yield judged.accused, enforcement.revoke_penalty, None
        if gives_tricks:
            yield judged.accused, "confiscate", judged.seat
    elif judged.kind == "call":
        yield judged.seat, enforcement.false_call, None
    elif judged.kind == "flip":
        yield judged.seat, enforcement.illegal_flip, judged.winner
    elif not judged.upheld:
        yield judged.seat, rules.play.false_claim, None


def reliefs_of(
    rules: Rules, judgements: Sequence[Judgement], winners: Sequence[Seat]
) -> list[Relief]:
    """Return what each side gets for the proven revokes of others.

    `winners` holds the known winners of the tricks, in order. They show whether a contract of all
    tricks was broken before the revoke, and who won the trick in which it happened.
    """
    reliefs = [NO_RELIEF] * len(rules.sides)
    for judged in judgements:
        if judged.accused is None or not judged.upheld:
            continue
        before = winners[: judged.trick - 1]
        won_by = winners[judged.trick - 1 : judged.trick]
        for side, seats in enumerate(rules.sides):
            if judged.accused in seats:
                continue
            own = reliefs[side]
            reliefs[side] = Relief(
                bid=own.bid or rules.enforcement.revoke_gives == "bid",
                boston=own.boston or all(winner in seats for winner in before),
                excused=(*own.excused, *(winner for winner in won_by if winner in seats)),
            )
    return reliefs


def revokes_by_side(rules: Rules, judgements: Iterable[Judgement]) -> list[int]:
    """Return how many revokes by each side were proven."""
    accused = [one.accused for one in judgements if one.accused is not None and one.upheld]
    return [sum(seat in seats for seat in accused) for seats in rules.sides]


def after_charges(
    charges: Sequence[Charge], counting: Sequence[int], contracts: Sequence[int | None]
) -> list[int]:
    """Return the tricks of each side that count towards its contract after all penalties.

    A side that may take three tricks of another side (R5) takes as many as its contract lacks. It
    never takes bags, or tricks for a nil. The offender loses the other tricks anyway.
    """
    left = [
        max(0, tricks - charge.tricks) for tricks, charge in zip(counting, charges, strict=True)
    ]
    taken: list[tuple[int, int]] = []
    for side, charge in enumerate(charges):
        for taker in charge.confiscated_by:
            tricks = min(THREE_TRICKS, left[side])
            left[side] -= tricks
            taken.append((taker, tricks))
    for taker, tricks in taken:
        left[taker] += min(tricks, max(0, (contracts[taker] or 0) - left[taker]))
    return left


def lacks_victim(rules: Rules, judged: Judgement) -> bool:
    """Return True if it is unknown who won an opened trick and gets others in return."""
    if judged.kind != "flip" or judged.upheld:
        return False
    if rules.enforcement.illegal_flip != "confiscate" or len(rules.sides) <= 2:
        return False
    return judged.winner is None or rules.side_of(judged.winner) == rules.side_of(judged.seat)


MOST_ADJUSTED = 1000
"""The most points that a scorekeeper may give or take at once."""

LONGEST_REASON = 60


def fault_of_adjustment(rules: Rules, adjustment: Adjustment) -> Message | None:
    """Return why a scorekeeper cannot enter this, or None."""
    side, points, tricks = adjustment.side, adjustment.points, adjustment.tricks
    reason = adjustment.reason
    if not 0 <= side < len(rules.sides):
        return Message(
            "unknown side {side}; sides are 0 to {last}", side=side, last=len(rules.sides) - 1
        )
    if bool(points) + bool(tricks) + adjustment.set != 1:
        return Message("set either points or tricks other than 0, or set")
    if abs(points) > MOST_ADJUSTED:
        return Message(
            "{points} points are too many; at most {most} are possible",
            points=points,
            most=MOST_ADJUSTED,
        )
    if abs(tricks) > rules.tricks:
        return Message(
            "{tricks} tricks are too many; at most {most} are possible",
            tricks=tricks,
            most=rules.tricks,
        )
    if not (reason.strip() and len(reason) <= LONGEST_REASON and reason.isprintable()):
        return Message(
            "the reason must be a text of 1 to {most} characters, not {reason}",
            reason=in_short(reason),
            most=LONGEST_REASON,
        )
    return None


def _taker(rules: Rules, side: int, victim: Seat | None) -> int:
    """Return the side whose trick was opened; with two sides it is the other one."""
    if victim is not None:
        return rules.side_of(victim)
    return next(other for other in range(len(rules.sides)) if other != side)
