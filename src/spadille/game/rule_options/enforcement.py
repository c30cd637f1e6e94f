"""What happens when somebody breaks a rule."""

from typing import Annotated, Literal

from msgspec import Struct

from ..text import T
from .option import option


class EnforcementRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when somebody breaks a rule."""

    mode: Annotated[
        Literal["strict", "honour"],
        option(
            T("Enforcement"),
            T(
                "strict: nothing illegal can be played; honour: cards are taken as played, and "
                "whoever notices a revoke may call it (R1)."
            ),
        ),
    ] = "strict"
    revoke_penalty: Annotated[
        Literal["set", "three_tricks", "redeal"],
        option(
            T("Revoke"),
            T(
                "set: the contract of the side counts as failed; three_tricks: it loses three "
                "tricks; redeal: the same dealer deals again (R2)."
            ),
        ),
    ] = "set"
    false_call: Annotated[
        Literal["none", "three_tricks"],
        option(
            T("Wrong call"),
            T("three_tricks: a side that calls a revoke that was none loses three tricks (R4)."),
        ),
    ] = "three_tricks"
    illegal_flip: Annotated[
        Literal["none", "three_tricks", "confiscate"],
        option(
            T("Opening a trick"),
            T(
                "Who looks at a gathered trick without a revoke in it pays; three_tricks: they go "
                "to nobody; confiscate: to the side that had won the trick, as many as its "
                "contract lacks (R5)."
            ),
        ),
    ] = "none"
    call_until: Annotated[
        Literal["scored", "next_trick"],
        option(
            T("Time to call"),
            T("scored: until the round is over; next_trick: until the next one is complete (R6)."),
        ),
    ] = "scored"
