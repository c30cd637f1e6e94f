"""Pictures of hands, tricks, tables and rounds as SVG, with the card faces of the client."""

from .bids import bids
from .curve import win_curve
from .hands import card, hand
from .picture import Picture
from .raster import to_array, to_png
from .rounds import round  # noqa: A004 - it draws what a round is called
from .table import deal, table
from .tricks import trick
from .values import draw

__all__ = [
    "Picture", "bids", "card", "deal", "draw", "hand", "round", "table", "to_array", "to_png",
    "trick", "win_curve",
]  # fmt: skip
