"""The colours of the table, and pictures painted with them sign by sign."""

from itertools import groupby
from typing import NamedTuple

from textual.content import Content

PALETTE = {
    "felt": "#14532d",
    "felt-deep": "#0d3b20",
    "ground": "#0a1f14",
    "panel": "#0f2a1b",
    "ink": "#e9f3ec",
    "muted": "#8fb59d",
    "gold": "#f2c14e",
    "alarm": "#ffb3a7",
    "card": "#fbf8ef",
    "card-dim": "#9fb0a4",
    "card-chosen": "#ffe08a",
    "black-suit": "#15202b",
    "red-suit": "#b3122a",
    "black-suit-dim": "#46554b",
    "red-suit-dim": "#7c3a3a",
    "back": "#23418a",
    "back-ink": "#8aa4e0",
}


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
