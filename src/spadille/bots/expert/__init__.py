"""The levels `expert` and `master`, which search by rolling out sampled deals.

Importing this package imports no kernels; they come with the first decision.
"""

from .equivalents import equal_cards
from .expert import KERNELS, Expert, Master

__all__ = ["KERNELS", "Expert", "Master", "equal_cards"]
