"""Episodes on the engine's compiled twin: thousands of tables in arrays, or one at a time."""

from .live import LiveTable
from .many import Tables
from .one import TwinEpisode

__all__ = ["LiveTable", "Tables", "TwinEpisode", "warm"]


def warm() -> None:
    """Compile the kernels, or load them from the cache."""
    tables = Tables(2, "standard", "round", "points", observe=True)
    tables.begin(0)
    tables.set_actions(tables.random_actions())
    tables.step()
    episode = TwinEpisode.new("standard", "round", "points")
    while episode.waits_for_chance:
        episode = episode.happen(list)
    episode.apply(episode.legal_actions()[0]).observation(episode.rules.seats[-1])
