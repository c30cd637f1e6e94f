"""Cards as they are painted."""

from typing import Literal

from ...game import Card, Suit
from .canvas import Box, Canvas, ink
from .words import Words

Look = Literal["plain", "dim", "chosen"]
"""Dim: cannot be played, or has lost the trick; chosen: under the cursor, or has won it."""


_SIZES = ((13, 9), (9, 7), (7, 5), (6, 5), (5, 3), (4, 3))
_GROUNDS: dict[Look, str] = {"plain": "card", "dim": "card-dim", "chosen": "card-chosen"}


def card_size(width: int, height: int) -> tuple[int, int]:
    """The largest size of a card, width by height, that keeps its shape in the room given."""
    fitting = [size for size in _SIZES if size[0] <= width and size[1] <= height]
    return fitting[0] if fitting else _SIZES[-1]


def paint_card(canvas: Canvas, box: Box, card: Card, words: Words, look: Look) -> None:
    """A card face up; at least 4 by 3 characters."""
    red = card.suit in {Suit.HEARTS, Suit.DIAMONDS}
    colour = f"{'red' if red else 'black'}-suit{'-dim' if look == 'dim' else ''}"
    style = ink(colour, _GROUNDS[look], bold=look != "dim")
    index = words.card(card)
    _paint_blank(canvas, box, style, words)
    x, y, width, height = box
    if not words.symbols:
        canvas.put(x + 1, y + height // 2, index.center(width - 2)[: width - 2], style)
        return
    inset = 1 if width >= 6 else 0
    canvas.put(x + inset, y, index, style)
    canvas.put(x + width - len(index) - inset, y + height - 1, index, style)
    if height >= 5:
        canvas.put(x + width // 2, y + height // 2, words.suit(card.suit), style)


def paint_back(canvas: Canvas, box: Box, words: Words) -> None:
    """A card face down."""
    style = ink("back-ink", "back")
    _paint_blank(canvas, box, style, words)
    if words.symbols:
        for row in range(box.height):
            canvas.put(box.x, box.y + row, "░" * box.width, style)


def _paint_blank(canvas: Canvas, box: Box, style: str, words: Words) -> None:
    inner = box.width - 2
    for row in range(box.height):
        if words.symbols:
            line = " " * box.width
        elif row in {0, box.height - 1}:
            line = f"+{'-' * inner}+"
        else:
            line = f"|{' ' * inner}|"
        canvas.put(box.x, box.y + row, line, style)
