"""Bids of tricks before the cards are seen."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..text import Message, T
from .option import Conflict, Group, conflict, option
from .table import TableRules, partners_needed


class BlindRules(Group, frozen=True):
    """Bids of tricks before the cards are seen."""

    title = T("Blind bids")

    bids: Annotated[
        Literal["none", "player", "side"],
        option(
            "Blind bids",
            "player: players may bid tricks before looking; side: one partner bids blind "
            "for the whole side (E11, V13).",
            names=("None", "Each player", "For the side"),
            also="blind six bid blind unseen ungesehen",
        ),
    ] = "none"
    minimum: Annotated[
        int,
        option(
            "Least blind bid",
            "A blind bid must be at least this high (E11).",
            between=(1, 13),
            also="blind six blind seven mindestens",
        ),
    ] = 6
    deficit: Annotated[
        int,
        option(
            "Deficit for a blind bid",
            "How many points behind a side must be to bid blind; 0: none (E11).",
            between=(0, 500),
            also="behind losing hinten Rückstand",
        ),
    ] = 100
    made_multiple: Annotated[
        int,
        option(
            "Blind bid made",
            "The factor on its tricks if the contract is made (E11).",
            between=(1, 4),
        ),
    ] = 2
    failed_multiple: Annotated[
        int,
        option(
            "Blind bid failed",
            "The factor on its tricks if the contract is set (E11).",
            between=(1, 4),
        ),
    ] = 1
    exact: Annotated[
        bool,
        option(
            "Exactly the blind bid",
            "Extra tricks also set a contract with a blind bid (E11).",
            also="exactly genau",
        ),
    ] = False


def conflicts(blind: BlindRules, table: TableRules, hand_size: int | None) -> Iterator[Conflict]:
    """Yield the conflicts about blind bids; `hand_size` is None if it is unknown."""
    if blind.bids == "side":
        yield from partners_needed("blind.bids = side", table)
    if blind.bids != "none" and hand_size and blind.minimum > hand_size:
        yield conflict("rules/blind-minimum", "blind.minimum is more than the cards in a hand")


def sheet(blind: BlindRules) -> Iterator[Message]:
    """Yield the sentences about blind bids of tricks, or none if they are not allowed."""
    if blind.bids == "none":
        return
    sentence = {
        "player": T(
            "Before looking at their cards a player may bid {minimum} or more tricks blind."
        ),
        "side": T(
            "While no player on a side has looked or bid, one of them may bid {minimum} "
            "or more tricks blind for the whole side."
        ),
    }[blind.bids]
    yield Message(sentence, minimum=blind.minimum)
    if blind.deficit:
        yield Message(
            "Only a side at least {deficit} points behind may bid tricks blind.",
            deficit=blind.deficit,
        )
    yield Message(
        "Tricks bid blind count {made} if the contract is made, {failed} if it is set.",
        made=Message(_TIMES[blind.made_multiple]),
        failed=Message(_TIMES[blind.failed_multiple]),
    )
    if blind.exact:
        yield Message("Extra tricks also set a contract with a blind bid.")


_TIMES = {1: T("once"), 2: T("twice"), 3: T("three times"), 4: T("four times")}
