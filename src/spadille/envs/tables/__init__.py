"""Many tables in arrays, stepped by kernels."""

from .many import Tables, warm

__all__ = ["Tables", "warm"]
