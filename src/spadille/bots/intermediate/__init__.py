"""The level `intermediate`, which bids by a careful estimate and plays by the heuristics."""

from .intermediate import Intermediate

__all__ = ["Intermediate"]
