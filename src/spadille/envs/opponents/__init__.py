"""Opponents in compiled code, for vector environments with one learner at each table."""

from .against import OPPONENTS, tables_against

__all__ = ["OPPONENTS", "tables_against", "warm"]


def warm() -> None:
    """Compile the kernels, or load them from the cache."""
    tables = tables_against(
        2, "standard", "round", "points", observe=True, seat=0, others="intermediate"
    )
    tables.begin(0)
    tables.set_actions(tables.random_actions())
    tables.step()
