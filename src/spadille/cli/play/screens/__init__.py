"""The pages of the terminal program."""

from .preparing import PreparingScreen, made_ready
from .question import QuestionScreen
from .start import StartScreen
from .table import TableScreen

__all__ = ["PreparingScreen", "QuestionScreen", "StartScreen", "TableScreen", "made_ready"]
