"""Light states for search in Python: integers in and out, compiled steps, nothing to clone.

`docs/search.md` says how to write Monte Carlo tree search with them. They need the compiled engine
and NumPy, but not the extra `envs`.
"""

from .states import OVER, State, States

__all__ = ["OVER", "State", "States", "warm"]


def warm() -> None:
    """Compile the kernels, or load them from the cache."""
    States().new()
