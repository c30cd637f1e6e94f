"""What happens when someone breaks a rule."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..text import Message, T
from .option import Conflict, Group, conflict, option


class EnforcementRules(Group, frozen=True):
    """What happens when someone breaks a rule."""

    title = T("Referee")

    mode: Annotated[
        Literal["strict", "honour"],
        option(
            "Enforcement",
            "strict: the software rejects illegal plays; honour: any card is accepted, "
            "and a player who notices a revoke may call it (R1).",
            names=("Strict", "Honor"),
            also="renege cheat honor cheating misplay renuncio trampa mogeln schummeln bedienen "
            "Farbzwang",
        ),
    ] = "strict"
    revoke_penalty: Annotated[
        Literal["set", "three_tricks", "redeal"],
        option(
            "Revoke",
            "set: the side's contract counts as failed; three_tricks: it loses three "
            "tricks; redeal: the round is dealt again (R2).",
            names=("Contract set", "Three tricks", "Redeal"),
            also="renege failure to follow cheat renuncio castigo nicht bedient Farbe verleugnet",
        ),
    ] = "set"
    revoke_gives: Annotated[
        Literal["nothing", "bid", "tricks"],
        option(
            "The other side after a revoke",
            "nothing: it keeps what it won (R3); bid: its bids count as made; tricks: it "
            "gets three tricks of the side that revoked, of which as many count as its "
            "contract lacks (R7).",
            names=("Keeps what it won", "Its bid counts as made", "Gets three tricks"),
            also="renege award given bid made automatic opponents gets books bekommt Gegner",
        ),
    ] = "nothing"
    revokes_to_lose: Annotated[
        int,
        option(
            "Revokes that lose the game",
            "A side whose revokes are proven this many times loses the game at once; "
            "0: no limit (R8).",
            between=(0, 10),
            also="renege automatic game forfeit second renege Spiel verloren disqualified",
        ),
    ] = 0
    false_call: Annotated[
        Literal["none", "three_tricks", "set"],
        option(
            "Wrong call",
            "The penalty for calling a revoke that did not happen; three_tricks: three tricks; "
            "set: the contract counts as failed (R4).",
            names=("None", "Three tricks", "Contract set"),
            also="renege accuse wrong accusation renuncio acusar Reklamation falsch beschuldigt",
        ),
    ] = "three_tricks"
    illegal_flip: Annotated[
        Literal["none", "three_tricks", "confiscate"],
        option(
            "Opening a trick",
            "The price of looking at a gathered trick without a revoke; three_tricks: "
            "they are lost; confiscate: the side that won the trick gets as many as its "
            "contract lacks (R5).",
            names=("None", "Three tricks", "Three tricks, to the other side"),
            also="renege renuncio mirar look peek turn over nachsehen umdrehen",
        ),
    ] = "none"
    call_until: Annotated[
        Literal["scored", "next_trick"],
        option(
            "Deadline for calls",
            "scored: until the round is over; next_trick: until the next one is complete (R6).",
            names=("Until the score", "Until the next trick"),
            also="renege too late deadline renuncio plazo Frist reklamieren",
        ),
    ] = "scored"


def conflicts(enforcement: EnforcementRules) -> Iterator[Conflict]:
    """Yield the conflict of a redeal after a revoke with a gift to the other side (R7)."""
    if enforcement.revoke_penalty == "redeal" and enforcement.revoke_gives != "nothing":
        yield conflict(
            "rules/revoke-gives",
            "enforcement.revoke_gives does not work with enforcement.revoke_penalty = "
            "redeal, after which nothing is scored",
        )


def sheet(enforcement: EnforcementRules, *, nil: bool) -> Iterator[Message]:
    """Yield the penalties in words; `nil` says whether nil may be bid."""
    if enforcement.mode == "strict":
        yield Message("Only legal cards can be played.")
        return
    yield Message(
        "Any card is accepted. A player who notices a revoke of another side may "
        "call it by naming the player and the trick."
    )
    yield {
        "scored": Message("Revokes can be called until the round is scored."),
        "next_trick": Message("Revokes can be called until the next trick is complete."),
    }[enforcement.call_until]
    yield from _revokes(enforcement, nil=nil)
    if enforcement.revokes_to_lose:
        yield Message.counted(
            "A side that has revoked once loses the game at once.",
            "A side that has revoked {n} times loses the game at once.",
            enforcement.revokes_to_lose,
        )
    yield {
        "none": Message("A wrong call costs nothing."),
        "three_tricks": Message("A side that wrongly calls a revoke loses three tricks."),
        "set": Message("The contract of a side that wrongly calls a revoke counts as failed."),
    }[enforcement.false_call]
    yield {
        "none": Message("Opening a gathered trick costs nothing."),
        "three_tricks": Message(
            "A side that opens a gathered trick without a revoke in it loses three tricks."
        ),
        "confiscate": Message(
            "A side that opens a gathered trick without a revoke in it loses three "
            "tricks to the side that won it. That side counts only as many as its "
            "contract still needs."
        ),
    }[enforcement.illegal_flip]
    if nil and _reaches_nils(enforcement):
        yield Message("A nil bidder who pays for any of this has failed the nil.")


def _revokes(enforcement: EnforcementRules, *, nil: bool) -> Iterator[Message]:
    penalty, gives = enforcement.revoke_penalty, enforcement.revoke_gives
    if penalty == "set":
        yield Message("The contract of a side that has revoked counts as failed.")
    elif penalty == "redeal":
        yield Message("After a proven revoke the round is dealt again.")
        return
    elif gives != "tricks":
        yield Message("A side that has revoked loses three tricks; no side gets them.")
    if gives == "bid":
        yield Message("The bids of the other sides then count as made.")
        return
    if gives == "tricks":
        yield Message(
            "Three tricks of a side that has revoked go to the side that proves it. That "
            "side counts only as many as its contract still needs."
        )
    yield Message("A contract of all tricks that another side's revoke broke counts as made.")
    if nil:
        yield Message("A trick in which another side revoked does not break a nil.")


def _reaches_nils(enforcement: EnforcementRules) -> bool:
    """Return True if there is a penalty that no number of tricks makes up for."""
    return (
        enforcement.revoke_penalty != "redeal"
        or enforcement.false_call != "none"
        or enforcement.illegal_flip != "none"
    )
