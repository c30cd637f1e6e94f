"""The parts of the table as shown on the screen."""

from .choice_pad import ChoicePad
from .controls import LEAST, KeyLine, PartList, PushButton, SmallNotice, warn
from .hand_row import HandRow
from .score_board import ScoreBoard
from .table_face import SeatPlate, TableFace, TrickArea, TurnTimer

__all__ = [
    "LEAST",
    "ChoicePad",
    "HandRow",
    "KeyLine",
    "PartList",
    "PushButton",
    "ScoreBoard",
    "SeatPlate",
    "SmallNotice",
    "TableFace",
    "TrickArea",
    "TurnTimer",
    "warn",
]  # fmt: skip
