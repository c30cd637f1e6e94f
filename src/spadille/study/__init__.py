"""Learn from games: advice, reviews, and decisions as data."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import exercises, lessons, puzzles
from .advice import (
    CLEAR,
    EASY,
    IN_POINTS,
    LIMITS,
    MARKS,
    Counsel,
    Mark,
    accuracy,
    advise,
    counsel,
    mark_of,
)
from .figures import Figures, Luck, figures_of, luck_of
from .review import Area, Reviewed, review
from .summary import Decided, Losses, Summary, losses_of, summaries

if TYPE_CHECKING:
    from .dataset import COLUMNS, Dataset, decided_in, joined

__all__ = [
    "CLEAR", "COLUMNS", "EASY", "IN_POINTS", "LIMITS", "MARKS", "Area", "Counsel", "Dataset",
    "Decided", "Figures", "Losses", "Luck", "Mark", "Reviewed", "Summary", "accuracy", "advise",
    "counsel", "decided_in", "exercises", "figures_of", "joined", "lessons", "losses_of", "luck_of",
    "mark_of", "puzzles", "review", "summaries",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import data sets, which need NumPy, only when they are used."""
    if name in {"COLUMNS", "Dataset", "decided_in", "joined"}:
        return getattr(import_module(".dataset", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
