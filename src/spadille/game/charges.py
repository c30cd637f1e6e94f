"""What calls, opened tricks and wrong claims cost a side (R2 to R5, P18)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from .rules import Rules
from .seats import Seat

THREE_TRICKS = 3


class Judgement(Struct, frozen=True):
    """What became of a call, of a trick that was opened, or of a claim.

    `seat` called, opened or claimed; `accused` is None for a claim, and for an opened trick in
    which nobody had revoked. `trick` counts from 1.
    """

    kind: Literal["call", "flip", "claim"]
    seat: Seat
    trick: int
    upheld: bool
    accused: Seat | None = None


class Charge(Struct, frozen=True):
    """Whether the contract of a side counts as failed, and how many of its tricks are lost."""

    set: bool = False
    tricks: int = 0


def charges_of(rules: Rules, judgements: Sequence[Judgement]) -> list[Charge]:
    """The charge of each side; tricks that are lost go to nobody (R3)."""
    charges = [Charge()] * len(rules.sides)

    def charge(seat: Seat, penalty: str) -> None:
        side = rules.side_of(seat)
        tricks = THREE_TRICKS if penalty == "three_tricks" else 0
        charges[side] = Charge(charges[side].set or penalty == "set", charges[side].tricks + tricks)

    enforcement = rules.enforcement
    for judged in judgements:
        if judged.accused is not None and judged.upheld:
            charge(judged.accused, enforcement.revoke_penalty)
        elif judged.kind == "call":
            charge(judged.seat, enforcement.false_call)
        elif judged.kind == "flip":
            charge(judged.seat, enforcement.illegal_flip)
        elif not judged.upheld:
            charge(judged.seat, rules.play.false_claim)
    return charges
