"""What happens when somebody breaks a rule."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..text import Message, T
from .option import Group, option


class EnforcementRules(Group, frozen=True):
    """What happens when somebody breaks a rule."""

    title = T("Referee")

    mode: Annotated[
        Literal["strict", "honour"],
        option(
            "Enforcement",
            "strict: nothing illegal can be played; honour: cards are taken as played, and "
            "whoever notices a revoke may call it (R1).",
            names=("Strict", "Honour"),
            also="renege cheat honor cheating misplay renuncio trampa mogeln schummeln bedienen "
            "Farbzwang",
        ),
    ] = "strict"
    revoke_penalty: Annotated[
        Literal["set", "three_tricks", "redeal"],
        option(
            "Revoke",
            "set: the contract of the side counts as failed; three_tricks: it loses three "
            "tricks; redeal: the round is dealt again (R2).",
            names=("Contract set", "Three tricks", "New deal"),
            also="renege failure to follow cheat renuncio castigo nicht bedient Farbe verleugnet",
        ),
    ] = "set"
    false_call: Annotated[
        Literal["none", "three_tricks"],
        option(
            "Wrong call",
            "three_tricks: a side that calls a revoke that was none loses three tricks (R4).",
            names=("None", "Three tricks"),
            also="renege accuse wrong accusation renuncio acusar Reklamation falsch beschuldigt",
        ),
    ] = "three_tricks"
    illegal_flip: Annotated[
        Literal["none", "three_tricks", "confiscate"],
        option(
            "Opening a trick",
            "Whoever looks at a gathered trick without a revoke in it pays; three_tricks: they "
            "go to nobody; confiscate: to the side that had won the trick, as many as its "
            "contract lacks (R5).",
            names=("None", "Three tricks", "Three tricks, to the other side"),
            also="renege renuncio mirar look peek turn over nachsehen umdrehen",
        ),
    ] = "none"
    call_until: Annotated[
        Literal["scored", "next_trick"],
        option(
            "Time to call",
            "scored: until the round is over; next_trick: until the next one is complete (R6).",
            names=("Until the score", "Until the next trick"),
            also="renege too late deadline renuncio plazo Frist reklamieren",
        ),
    ] = "scored"


def sheet(enforcement: EnforcementRules, *, nil: bool) -> Iterator[Message]:
    """What is charged in words; `nil` tells whether nil may be bid."""
    if enforcement.mode == "strict":
        yield Message("Only cards that the rules allow can be played.")
        return
    yield Message(
        "Cards are taken as they are played. Whoever notices a revoke of another side may call "
        "it, naming the player and the trick."
    )
    yield {
        "scored": Message("Revokes may be called until the round is scored."),
        "next_trick": Message("Revokes may be called until the next trick is complete."),
    }[enforcement.call_until]
    yield {
        "set": Message("The contract of a side that has revoked counts as failed."),
        "three_tricks": Message("A side that has revoked loses three tricks, which go to nobody."),
        "redeal": Message("After a revoke that is proven the round is dealt again."),
    }[enforcement.revoke_penalty]
    yield {
        "none": Message("A wrong call costs nothing."),
        "three_tricks": Message("A side that calls a revoke that was none loses three tricks."),
    }[enforcement.false_call]
    yield {
        "none": Message("Opening a gathered trick costs nothing."),
        "three_tricks": Message(
            "A side that opens a gathered trick without a revoke in it loses three tricks."
        ),
        "confiscate": Message(
            "A side that opens a gathered trick without a revoke in it loses three tricks to "
            "the side that had won it, which counts as many of them as its contract lacks."
        ),
    }[enforcement.illegal_flip]
    if nil and _reaches_nils(enforcement):
        yield Message("A nil bidder who pays for any of this has failed the nil.")


def _reaches_nils(enforcement: EnforcementRules) -> bool:
    """Whether something is charged for which no number of tricks makes up."""
    return (
        enforcement.revoke_penalty != "redeal"
        or enforcement.false_call != "none"
        or enforcement.illegal_flip != "none"
    )
