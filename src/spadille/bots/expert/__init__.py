"""The levels `expert` and `master`, which search by rolling out sampled deals.

Importing this package imports no kernels; they come with the first decision.
"""

from .expert import KERNELS, Expert, Master
from .position import equal_cards

__all__ = ["KERNELS", "Expert", "Master", "equal_cards"]
