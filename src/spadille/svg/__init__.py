"""Pictures of hands, tricks, tables and rounds as SVG, with the card faces of the client."""

from .hands import card, hand
from .picture import Picture
from .raster import to_array, to_png
from .table import deal, table

__all__ = ["Picture", "card", "deal", "hand", "table", "to_array", "to_png"]
