"""The level `expert`: thinks by playing out deals that fit what it sees.

Importing this package imports no kernels; they come with the first decision.
"""

from .expert import KERNELS, Expert

__all__ = ["KERNELS", "Expert"]
