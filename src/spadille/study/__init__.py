"""What can be learned from games: advice, the review of what was played, decisions as data."""

from .advice import advise
from .dataset import COLUMNS, Dataset, decided_in, joined
from .luck import Luck, luck_of
from .marks import CLEAR, EASY, IN_POINTS, LIMITS, MARKS, Mark, accuracy, mark_of
from .review import Area, Reviewed, review
from .summary import Summary, summaries

__all__ = [
    "CLEAR", "COLUMNS", "EASY", "IN_POINTS", "LIMITS", "MARKS", "Area", "Dataset", "Luck", "Mark",
    "Reviewed", "Summary", "accuracy", "advise", "decided_in", "joined", "luck_of", "mark_of",
    "review", "summaries",
]  # fmt: skip
