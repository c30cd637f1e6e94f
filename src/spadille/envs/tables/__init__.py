"""Many tables in arrays, stepped by kernels."""

from .core import new_shares
from .many import Tables, warm

__all__ = ["Tables", "new_shares", "warm"]
