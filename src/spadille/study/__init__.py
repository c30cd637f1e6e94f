"""What can be learned from games: the decisions of players as data."""

from .dataset import COLUMNS, Dataset, decided_in, joined

__all__ = ["COLUMNS", "Dataset", "decided_in", "joined"]
