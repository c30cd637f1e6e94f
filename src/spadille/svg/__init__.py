"""Pictures of hands, tricks, tables and rounds as SVG, with the card faces of the client."""

from .picture import Picture
from .raster import to_array, to_png

__all__ = ["Picture", "to_array", "to_png"]
