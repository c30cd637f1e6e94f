"""A button of a page; the arrow keys go on from it to its neighbours."""

from textual.binding import Binding
from textual.message import Message
from textual.widgets import Static


class PushButton(Static, can_focus=True):
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
            return self.button

    def __init__(self, label: str = "", *, id: str) -> None:
        super().__init__(label, id=id, markup=False)

    def action_press(self) -> None:
        self.post_message(self.Pressed(self))

    def on_click(self) -> None:
        self.action_press()
