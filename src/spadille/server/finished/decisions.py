"""Judged decisions, as they are stored."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, structs

from ...bots import Unit
from ...game import Hand, PlayerAction, Seat
from ...study import Area, Mark

PLACES = {seat: chr(0xE000 + seat) for seat in Seat}
"""The placeholders for players in stored sentences; names are filled in when these are shown.

A player may delete their name later. A player without a name is referred to by seat, in each
language.
"""


class StoredDecision(Struct, frozen=True, omit_defaults=True):
    """A judged decision as it is stored, with its sentence in each language.

    `unnamed` is True if the sentences contain `PLACES`. Earlier versions stored the names.
    """

    event: int
    round: int
    trick: int
    seat: Seat
    area: Area
    action: PlayerAction
    best: PlayerAction
    reasons: dict[str, str]
    values: dict[str, float]
    unit: Unit
    loss: float
    mark: Mark
    win: tuple[float | None, float | None] = (None, None)
    seen_loss: float | None = None
    offered: Hand = ()
    unnamed: bool = False


def named(sentence: str, names: Mapping[Seat, str]) -> str:
    """Return a stored sentence as it is shown.

    >>> named(f"{PLACES[Seat.EAST]} has bid nil.", {Seat.EAST: "Ann"})
    'Ann has bid nil.'
    """
    return sentence.translate({ord(PLACES[seat]): name for seat, name in names.items()})


def without_names(one: StoredDecision, names: Iterable[str], instead: str) -> StoredDecision:
    """Return a decision without these names, which only earlier versions stored with decisions."""
    if one.unnamed:
        return one
    gone = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    reasons = {lang: gone.sub(instead, told) for lang, told in one.reasons.items()}
    return structs.replace(one, reasons=reasons)


class Part(NamedTuple):
    """Some decisions, starting at the event `first`, and the event to continue from."""

    first: int
    decisions: Sequence[StoredDecision]
    reached: int
