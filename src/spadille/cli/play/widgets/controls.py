"""The small parts that every page is made of."""

from typing import Any

from textual.app import App
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static

from ....game import T
from ..voice import Voice


class PartList(OptionList):
    """A list where the arrow keys, at either end, move to the neighboring part."""

    def action_cursor_up(self) -> None:
        """Move up, or from the first option to the part before the list."""
        if self.highlighted:
            super().action_cursor_up()
        else:
            self.screen.focus_previous()

    def action_cursor_down(self) -> None:
        """Move down, or from the last option to the part after the list."""
        if (self.highlighted or 0) < self.option_count - 1:
            super().action_cursor_down()
        else:
            self.screen.focus_next()


class PushButton(Static, can_focus=True):
    """A button that Enter, Space or a click presses; Up and Down move away from it."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("enter,space", "press", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    class Pressed(Message):
        """A button was pressed."""

        def __init__(self, button: "PushButton") -> None:
            super().__init__()
            self.button = button

        @property
        def control(self) -> "PushButton":
            """Return the button, which Textual matches against the selectors of `on`."""
            return self.button

    def __init__(self, label: str = "", *, id: str) -> None:
        super().__init__(label, id=id, markup=False)

    def action_press(self) -> None:
        """Post `Pressed`."""
        self.post_message(self.Pressed(self))

    def on_click(self) -> None:
        """Press the button."""
        self.action_press()


class KeyLine(Static):
    """A line that shows keys and their actions."""

    _shown: tuple[tuple[str, str, str], ...] = ()

    def show(self, keys: list[tuple[str, str, str]]) -> None:
        """Show keys, given as triples of the key, its text and the screen's action."""
        if self._shown == (shown := tuple(keys)):
            return
        self._shown = shown
        parts = [
            Content.from_markup(
                f"[@click=screen.{action}][bold $gold]$key[/] $text[/]", key=key, text=text
            )
            for key, text, action in keys
        ]
        self.update(Content("   ").join(parts))


def warn(app: App[Any], sentence: str) -> None:
    """Show a warning for 12 seconds, as plain text without markup."""
    app.notify(sentence, severity="warning", timeout=12, markup=False)


LEAST = (80, 24)
"""Columns and rows that every page needs."""


class SmallNotice(Widget):
    """A notice that the style sheet lays over everything else in terminals that are too small."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(classes="small-notice")
        self._voice = voice

    def render(self) -> Content:
        """Return the size that pages need and the size of the terminal, in words."""
        (width, height), (wide, high) = self.app.size, LEAST
        sentence = T(
            "Spadille needs {wide} columns and {high} rows; this terminal has {width} and {height}."
        )
        lines = (
            self._voice.say(sentence, wide=wide, high=high, width=width, height=height),
            self._voice.say("Make the window larger, or the font smaller."),
        )
        return Content("\n\n").join(map(Content, lines))
