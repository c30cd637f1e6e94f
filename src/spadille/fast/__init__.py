"""Accelerators of the rules engine: compiled kernels that are proven equal to it.

Importing this package imports Numba; whoever may do without imports it late.
"""

from .warming import cold, warm_up

__all__ = ["cold", "warm_up"]
