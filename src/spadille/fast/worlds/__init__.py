"""Deals of unseen cards, drawn without bias."""

from .sampling import TooManyError, Worlds, resample, warm

__all__ = ["TooManyError", "Worlds", "resample", "warm"]
