"""Episodes on the engine's compiled twin: thousands of tables in arrays, or one at a time."""

from . import many, one
from .live import LiveTable
from .many import Tables
from .one import TwinEpisode

__all__ = ["LiveTable", "Tables", "TwinEpisode", "warm"]


def warm() -> None:
    """Compile the kernels, or load them from the cache."""
    one.warm()
    many.warm()
