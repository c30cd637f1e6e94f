"""What calls, opened tricks and wrong claims cost a side (R2 to R5, P18)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from .rules import Rules
from .seats import Seat

THREE_TRICKS = 3


class Judgement(Struct, frozen=True):
    """What became of a call, of a trick that was opened, or of a claim.

    `seat` called, opened or claimed; `accused` is None for a claim, and for an opened trick in
    which nobody had revoked. `trick` counts from 1; `winner` had won it, for one that was opened.
    """

    kind: Literal["call", "flip", "claim"]
    seat: Seat
    trick: int
    upheld: bool
    accused: Seat | None = None
    winner: Seat | None = None


class Charge(Struct, frozen=True):
    """What a side pays: for each breach three tricks, its contract, and the nil of who did it.

    `set` says that the contract counts as failed. `tricks` are lost to nobody (R3),
    `confiscated_by` names the sides that take three each (R5). The nils of `seats` count as failed:
    no number of tricks makes up for them.
    """

    set: bool = False
    tricks: int = 0
    confiscated_by: tuple[int, ...] = ()
    seats: tuple[Seat, ...] = ()


def charges_of(rules: Rules, judgements: Sequence[Judgement]) -> list[Charge]:
    """The charge of each side."""
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

    enforcement = rules.enforcement
    for judged in judgements:
        if judged.accused is not None and judged.upheld:
            charge(judged.accused, enforcement.revoke_penalty)
        elif judged.kind == "call":
            charge(judged.seat, enforcement.false_call)
        elif judged.kind == "flip":
            charge(judged.seat, enforcement.illegal_flip, judged.winner)
        elif not judged.upheld:
            charge(judged.seat, rules.play.false_claim)
    return charges


def after_charges(
    charges: Sequence[Charge], counting: Sequence[int], contracts: Sequence[int | None]
) -> list[int]:
    """The tricks of each side that count towards its contract, after what they have paid.

    Who may take three tricks of another side (R5) takes as many as its contract lacks: nobody
    would take bags, nor tricks for a nil. What it does not take is lost all the same.
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


def needs_victim(rules: Rules) -> bool:
    """Whether it must be known who had won a trick that was opened, and gets others for it."""
    return rules.enforcement.illegal_flip == "confiscate" and len(rules.sides) > 2


def _taker(rules: Rules, side: int, victim: Seat | None) -> int:
    """The side whose trick was opened; with two sides it is the other one."""
    if victim is not None:
        return rules.side_of(victim)
    return next(other for other in range(len(rules.sides)) if other != side)
