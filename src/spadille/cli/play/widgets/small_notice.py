"""What is shown in place of a page where the terminal is too small for it."""

from textual.content import Content
from textual.widget import Widget

from ....game import T
from ..words import Words

LEAST = (80, 24)
"""Columns and rows that every page needs."""


class SmallNotice(Widget):
    """The style sheet lays it over everything else where it is needed."""

    def __init__(self, words: Words) -> None:
        super().__init__(classes="small-notice")
        self._words = words

    def render(self) -> Content:
        (width, height), (wide, high) = self.app.size, LEAST
        sentence = T(
            "Spadille needs {wide} columns and {high} rows; this terminal has {width} and {height}."
        )
        lines = (
            self._words.say(sentence, wide=wide, high=high, width=width, height=height),
            self._words.say(T("Make the window larger, or the letters smaller.")),
        )
        return Content("\n\n").join(map(Content, lines))
