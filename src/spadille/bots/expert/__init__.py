"""The levels `expert` and `master`: they think by playing out deals that fit what they see.

Importing this package imports no kernels; they come with the first decision.
"""

from .equivalents import equal_cards
from .expert import KERNELS, Expert, Master

__all__ = ["KERNELS", "Expert", "Master", "equal_cards"]
