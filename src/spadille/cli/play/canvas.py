"""The colors of the table, and pictures painted with them, character by character."""

from itertools import groupby
from typing import Literal, NamedTuple

from textual.content import Content

from ...game import RANKS, SUITS, Card, Suit
from .voice import Voice

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
    """A grid of characters; text that falls outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text over row `y`, from column `x` to the right."""
        if not 0 <= y < self.height:
            return
        for column, char in enumerate(text, start=x):
            if 0 <= column < self.width:
                self._cells[y][column] = (char, style)

    def content(self) -> Content:
        """Return the rows as styled text, separated by newlines."""
        rows = []
        for row in self._cells:
            runs = groupby(row, key=lambda cell: cell[1])
            texts = (("".join(char for char, _ in run), style) for style, run in runs)
            rows.append(Content.assemble(*texts))
        return Content("\n").join(rows)


def ink(colour: str, ground: str = "", *, bold: bool = False) -> str:
    """Return a style from the names of colors in the palette."""
    style = f"{'bold ' if bold else ''}{PALETTE[colour]}"
    return f"{style} on {PALETTE[ground]}" if ground else style


Look = Literal["plain", "dim", "chosen"]
"""Dim: cannot be played, or lost the trick; chosen: under the cursor, or won the trick."""


_SIZES = ((13, 9), (9, 7), (7, 5), (6, 5), (5, 3), (4, 3))
_GROUNDS: dict[Look, str] = {"plain": "card", "dim": "card-dim", "chosen": "card-chosen"}


_WITH_PIPS = 9
"""The width from which a card shows all its pips, and a court card shows its frame."""

_ROWS = 6
"""The last row with pips; rows count from 0, and columns from -1 to 1."""

_ONE = ((0, 3.0),)
_TWO = ((0, 0.0), (0, 6.0))
_FOUR = tuple((column, row) for row in (0.0, 6.0) for column in (-1, 1))
_SIX = (*_FOUR, (-1, 3.0), (1, 3.0))
_EIGHT = (*_FOUR, *((column, row) for row in (2.0, 4.0) for column in (-1, 1)))
_PIPS: dict[str, tuple[tuple[int, float], ...]] = {
    "2": _TWO,
    "3": (*_TWO, *_ONE),
    "4": _FOUR,
    "5": (*_FOUR, *_ONE),
    "6": _SIX,
    "7": (*_SIX, (0, 1.5)),
    "8": (*_SIX, (0, 1.5), (0, 4.5)),
    "9": (*_EIGHT, *_ONE),
    "T": (*_EIGHT, (0, 1.0), (0, 5.0)),
}


def card_size(width: int, height: int) -> tuple[int, int]:
    """Return the largest card size, width by height, that keeps its shape in the given space."""
    fitting = [size for size in _SIZES if size[0] <= width and size[1] <= height]
    return fitting[0] if fitting else _SIZES[-1]


def paint_card(canvas: Canvas, box: Box, card: Card, voice: Voice, look: Look) -> None:
    """Draw a card face up; it needs at least 4 by 3 characters."""
    red = card.suit in {Suit.HEARTS, Suit.DIAMONDS}
    colour = f"{'red' if red else 'black'}-suit{'-dim' if look == 'dim' else ''}"
    style = ink(colour, _GROUNDS[look], bold=look != "dim")
    index = voice.card(card)
    _paint_blank(canvas, box, style, voice)
    x, y, width, height = box
    if not voice.symbols:
        if len(index) > width - 2:
            index = str(card)[1] + voice.suit(card.suit)
        canvas.put(x + 1, y + height // 2, index.center(width - 2), style)
        return
    inset = 1 if width >= 6 else 0
    canvas.put(x + inset, y, index, style)
    canvas.put(x + width - len(index) - inset, y + height - 1, index, style)
    if width < _WITH_PIPS:
        if height >= 5:
            canvas.put(x + width // 2, y + height // 2, voice.suit(card.suit), style)
    elif card.suit is not Suit.JOKERS and RANKS[card.rank] in "JQK":
        _paint_court(canvas, box, (voice.rank(card), voice.suit(card.suit)), style)
    else:
        for column, row in _PIPS.get(RANKS[card.rank], _ONE) if card.suit in SUITS else _ONE:
            across = width // 2 + column * (width // 4)
            down = 1 + round(row * (height - 3) / _ROWS)
            canvas.put(x + across, y + down, voice.suit(card.suit), style)


def _paint_court(canvas: Canvas, box: Box, signs: tuple[str, str], style: str) -> None:
    """Draw the frame of a jack, queen or king, with its letter and its suit."""
    x, y, width, height = box
    left, inner = x + 2, width - 6
    top, bottom = y + 1, y + height - 2
    canvas.put(left, top, f"╭{'─' * inner}╮", style)
    canvas.put(left, bottom, f"╰{'─' * inner}╯", style)
    for row in range(top + 1, bottom):
        canvas.put(left, row, f"│{' ' * inner}│", style)
    for row, sign in enumerate(signs, start=y + (height - 1) // 2):
        canvas.put(x + width // 2, row, sign, style)


def paint_back(canvas: Canvas, box: Box, voice: Voice) -> None:
    """Draw a card face down."""
    style = ink("back-ink", "back")
    _paint_blank(canvas, box, style, voice)
    if voice.symbols:
        for row in range(box.height):
            canvas.put(box.x, box.y + row, "░" * box.width, style)


def _paint_blank(canvas: Canvas, box: Box, style: str, voice: Voice) -> None:
    inner = box.width - 2
    for row in range(box.height):
        if voice.symbols:
            line = " " * box.width
        elif row in {0, box.height - 1}:
            line = f"+{'-' * inner}+"
        else:
            line = f"|{' ' * inner}|"
        canvas.put(box.x, box.y + row, line, style)
