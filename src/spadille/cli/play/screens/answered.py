"""What pages share that close with one of a few answers."""

from textual.events import Key
from textual.screen import ModalScreen

from ..choices import Choice
from ..widgets import ChoicePad
from ..words import Words


class AnsweredScreen(ModalScreen[str]):
    """Closes with the key of the chosen answer.

    The page itself yields a `ChoicePad` where the answers are to stand.
    """

    def __init__(self, answers: tuple[Choice, ...], words: Words) -> None:
        super().__init__()
        self._answers = answers
        self._words = words

    def on_mount(self) -> None:
        pad = self.query_one(ChoicePad)
        pad.show(self._answers)
        pad.styles.height = pad.least_height
        pad.focus()

    def on_key(self, event: Key) -> None:
        if event.key.isalnum() and self.query_one(ChoicePad).choose_by_key(event.key):
            event.stop()

    def on_choice_pad_chosen(self, message: ChoicePad.Chosen) -> None:
        self.dismiss(message.choice.key)
