"""Answers to choose from, as a pad of buttons in the middle of the table."""

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from ....game import Hand
from ..canvas import Box, Canvas, card_size, ink, paint_card
from ..choices import Answer
from ..voice import Voice
from .answer_rows import AnswerRow, rows_of


class ChoicePad(Widget, can_focus=True):
    """Arrow keys move, Enter chooses; each answer may have a separate key."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    class Chosen(Message):
        """An answer was chosen."""

        def __init__(self, choice: Answer) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice
        self.choices: tuple[Answer, ...] = ()
        self._offered: Hand = ()
        self._cursor = 0
        self._typed = ""

    def show(self, choices: tuple[Answer, ...], offered: Hand = (), start: int = 0) -> None:
        """Offer `choices`, with the cursor on the one at `start`, and the `offered` cards above."""
        if choices != self.choices:
            self._cursor = min(start, max(len(choices) - 1, 0))
            self._typed = ""
        self.choices = choices
        self._offered = offered
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that the buttons take if space is short."""
        return 2 * len(rows_of(self.choices, width)) - 1

    def choose_by_key(self, key: str) -> bool:
        """Act on a key; digits (1 may become 13) and keys for bold answers only move the cursor."""
        if key.isdecimal():
            return self._type_digit(key)
        for at, choice in enumerate(self.choices):
            if choice.key == key:
                self._cursor = at
                self.refresh()
                if not choice.bold:
                    self.post_message(self.Chosen(choice))
                return True
        return False

    def render(self) -> Content:
        """Return the offered cards above the buttons, with the button at the cursor in gold."""
        canvas = Canvas(self.size.width, self.size.height)
        width, height = self._card_size()
        left = (canvas.width - len(self._offered) * (width + 1) + 1) // 2
        for index, card in enumerate(self._offered):
            box = Box(left + index * (width + 1), self._top() - height - 1, width, height)
            paint_card(canvas, box, card, self._voice, "plain")
        for index, button in enumerate(self._buttons()):
            x, y, width, label = button
            here = index == self._cursor
            style = ink("black-suit", "gold", bold=True) if here else ink("ink", "ground")
            if here and not self._voice.symbols:
                label = f"[{label}]"
            for row in range(self._thickness()):
                middle = row == self._thickness() // 2
                canvas.put(x, y + row, (label if middle else "").center(width), style)
        return canvas.content()

    def action_move(self, right: int, down: int) -> None:
        """Move the cursor by `right` answers, or by `down` rows if `right` is 0."""
        target = self._cursor + right if right else self._beyond(down)
        if 0 <= target < len(self.choices):
            self._cursor = target
            self.refresh()

    def action_choose(self) -> None:
        """Post `Chosen` with the answer at the cursor, if there are answers."""
        if self.choices:
            self.post_message(self.Chosen(self.choices[self._cursor]))

    def on_click(self, event: events.Click) -> None:
        """Post `Chosen` with the clicked answer."""
        for index, (x, y, width, _) in enumerate(self._buttons()):
            if y <= event.y < y + self._thickness() and x <= event.x < x + width:
                self._cursor = index
                self.refresh()
                self.post_message(self.Chosen(self.choices[index]))

    def _type_digit(self, digit: str) -> bool:
        keys = [choice.key for choice in self.choices]
        for typed in (self._typed + digit, digit):
            if typed in keys:
                self._typed = typed
                self._cursor = keys.index(typed)
                self.refresh()
                return True
        return False

    def _beyond(self, down: int) -> int:
        """Return the index of the answer below or above the cursor, or -1 without one."""
        rows = [row.numbers for row in self._rows()]
        at = next(at for at, row in enumerate(rows) if self._cursor in row)
        if not 0 <= at + down < len(rows):
            return -1
        target = rows[at + down]
        return target[min(rows[at].index(self._cursor), len(target) - 1)]

    def _buttons(self) -> list[tuple[int, int, int, str]]:
        """Return the column, row, width and text of each button."""
        top, step = self._top(), self._thickness() + self._gap()
        return [
            (
                (self.size.width - row.beside * (row.width + 1) + 1) // 2 + at * (row.width + 1),
                top + step * down,
                row.width,
                label,
            )
            for down, row in enumerate(self._rows())
            for at, label in enumerate(row.labels)
        ]

    def _card_size(self) -> tuple[int, int]:
        return card_size(self.size.width, self.size.height - 7)

    def _thickness(self) -> int:
        """Return how many rows a button takes: three if there is room, otherwise one."""
        return 3 if self._above() + len(self._rows()) * 4 - 1 <= self.size.height else 1

    def _gap(self) -> int:
        """Return the rows between buttons, or 0 if space is short."""
        return 1 if self._above() + len(self._rows()) * 2 - 1 <= self.size.height else 0

    def _rows(self) -> tuple[AnswerRow, ...]:
        return rows_of(self.choices, self.size.width)

    def _above(self) -> int:
        """Return the rows that the offered cards take above the buttons."""
        return self._card_size()[1] + 1 if self._offered else 0

    def _top(self) -> int:
        """Return the row of the first button."""
        needed = len(self._rows()) * (self._thickness() + self._gap()) - self._gap()
        return max((self.size.height - self._above() - needed) // 2, 0) + self._above()
