"""Spadille: the card game Spades, whole.

`docs/api.md` documents the names exported here, which stay stable; everything else may change.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .game import (
    BLIND_NIL,
    NIL,
    Action,
    Bid,
    Card,
    Deal,
    Game,
    IllegalActionError,
    Look,
    ParseError,
    Play,
    Record,
    Round,
    RoundResult,
    Rules,
    RulesError,
    Seat,
    SeatView,
    SpadesError,
    Suit,
    View,
    presets,
)
from .notation import (
    format_record,
    load_game,
    load_games,
    load_record,
    load_records,
    parse_action,
    parse_deal,
)

if TYPE_CHECKING:
    from .fast import simulate, solve

__all__ = [
    "BLIND_NIL", "NIL", "Action", "Bid", "Card", "Deal", "Game", "IllegalActionError", "Look",
    "ParseError", "Play", "Record", "Round", "RoundResult", "Rules", "RulesError", "Seat",
    "SeatView", "SpadesError", "Suit", "View", "__version__", "format_record", "load_game",
    "load_games", "load_record", "load_records", "parse_action", "parse_deal", "presets",
    "simulate", "solve",
]  # fmt: skip

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Return what needs kernels is imported when it is first asked for."""
    if name in {"simulate", "solve"}:
        return getattr(import_module(".fast", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
