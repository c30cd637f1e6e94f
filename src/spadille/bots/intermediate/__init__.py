"""The level `intermediate`: bids by a careful estimate, plays by the rules of thumb."""

from .intermediate import Intermediate

__all__ = ["Intermediate"]
