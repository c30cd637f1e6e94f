"""What happens when somebody breaks a rule, in words."""

from collections.abc import Iterator

from ...game import Message, Rules


def enforcement_sentences(rules: Rules) -> Iterator[Message]:
    enforcement = rules.enforcement
    if enforcement.mode == "strict":
        yield Message("Only cards that the rules allow can be played.")
        return
    yield Message(
        "Cards are taken as they are played. Who notices a revoke of another side may call "
        "it, naming the player and the trick."
    )
    yield {
        "scored": Message("Revokes may be called until the round is scored."),
        "next_trick": Message("Revokes may be called until the next trick is complete."),
    }[enforcement.call_until]
    yield {
        "set": Message("The contract of a side that has revoked counts as failed."),
        "three_tricks": Message("A side that has revoked loses three tricks, which go to nobody."),
        "redeal": Message("After a revoke that is proven the same dealer deals again."),
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
    if rules.nil.allowed and _reaches_nils(rules):
        yield Message("A nil bidder who pays for any of this has failed the nil.")


def _reaches_nils(rules: Rules) -> bool:
    """Whether something is charged for which no number of tricks makes up."""
    enforcement = rules.enforcement
    return (
        enforcement.revoke_penalty != "redeal"
        or enforcement.false_call != "none"
        or enforcement.illegal_flip != "none"
    )
