"""The middle of the table: the trick being played, or the one just won."""

from textual.content import Content
from textual.widget import Widget

from ..canvas import Box, Canvas
from ..faces import Look, card_size, paint_card
from ..picture import TrickPicture
from ..words import Words


class TrickArea(Widget):
    """Each card lies before the seat that played it; a complete trick shows who took it."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._trick: TrickPicture | None = None

    def show(self, trick: TrickPicture | None) -> None:
        self._trick = trick
        self.refresh()

    @property
    def card_size(self) -> tuple[int, int]:
        """Width and height of a card, three of which lie side by side and below each other."""
        return card_size((self.size.width - 4) // 3, self.size.height // 3)

    def render(self) -> Content:
        canvas = Canvas(self.size.width, self.size.height)
        if self._trick is None:
            return canvas.content()
        width, height = self.card_size
        left = (canvas.width - width) // 2
        top = (canvas.height - 3 * height) // 2
        spots = {
            "top": (left, top),
            "upper-left": (left - width - 2, top),
            "upper-right": (left + width + 2, top),
            "left": (left - width - 2, top + height),
            "right": (left + width + 2, top + height),
            "bottom": (left, top + 2 * height),
        }
        for place, card in self._trick.cards:
            won = self._trick.winner
            look: Look = "plain" if won is None else "chosen" if won == place else "dim"
            paint_card(canvas, Box(*spots[place], width, height), card, self._words, look)
        return canvas.content()
