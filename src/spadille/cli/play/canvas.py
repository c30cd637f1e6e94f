"""A rectangle of styled characters to paint on."""

from itertools import groupby
from typing import NamedTuple

from textual.content import Content

from .palette import PALETTE


class Box(NamedTuple):
    """A rectangle on a canvas."""

    x: int
    y: int
    width: int
    height: int


class Canvas:
    """Text is put at columns and rows; what falls outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        if not 0 <= y < self.height:
            return
        for column, char in enumerate(text, start=x):
            if 0 <= column < self.width:
                self._cells[y][column] = (char, style)

    def content(self) -> Content:
        rows = []
        for row in self._cells:
            runs = groupby(row, key=lambda cell: cell[1])
            texts = (("".join(char for char, _ in run), style) for style, run in runs)
            rows.append(Content.assemble(*texts))
        return Content("\n").join(rows)


def ink(colour: str, ground: str = "", *, bold: bool = False) -> str:
    """A style from names of the palette."""
    style = f"{'bold ' if bold else ''}{PALETTE[colour]}"
    return f"{style} on {PALETTE[ground]}" if ground else style
