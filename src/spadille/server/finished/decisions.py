"""Decisions that were judged, as they are stored."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from ...bots import Unit
from ...game import Hand, PlayerAction, Seat
from ...study import Area, Mark


class StoredDecision(Struct, frozen=True, omit_defaults=True):
    """A decision that was judged, as it is stored: its sentence in each language."""

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


class Part(NamedTuple):
    """Some decisions, from the event `first` on, and the event to go on from."""

    first: int
    decisions: Sequence[StoredDecision]
    reached: int
