"""Episodes on the engine's compiled twin: thousands of tables in arrays, or one at a time."""

from .many import Tables
from .one import TwinEpisode
from .warming import warm

__all__ = ["Tables", "TwinEpisode", "warm"]
