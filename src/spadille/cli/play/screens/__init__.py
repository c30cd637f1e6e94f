"""The pages of the terminal program, one a file."""

from .question import QuestionScreen
from .start import StartScreen
from .table import TableScreen

__all__ = ["QuestionScreen", "StartScreen", "TableScreen"]
