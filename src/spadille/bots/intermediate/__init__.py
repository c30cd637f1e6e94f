"""The level `intermediate`: bids by a careful estimate, plays by the heuristics."""

from .intermediate import Intermediate

__all__ = ["Intermediate"]
