"""The parts of the table on the screen, one a file."""

from .choice_pad import ChoicePad
from .controls import LEAST, KeyLine, PartList, PushButton, SmallNotice
from .hand_row import HandRow
from .sand_glass import SandGlass
from .score_board import ScoreBoard
from .seat_plate import SeatPlate
from .table_face import TableFace
from .trick_area import TrickArea

__all__ = [
    "LEAST",
    "ChoicePad", "HandRow", "KeyLine", "PartList", "PushButton", "SandGlass", "ScoreBoard",
    "SeatPlate", "SmallNotice", "TableFace", "TrickArea",
]  # fmt: skip
