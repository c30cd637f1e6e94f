"""The pages of the terminal program, one a file."""

from .start import StartScreen
from .table import TableScreen

__all__ = ["StartScreen", "TableScreen"]
