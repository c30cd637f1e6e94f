"""A question with a few answers."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from ..prompts import Choice
from ..widgets import ChoicePad
from ..words import Words


class QuestionScreen(ModalScreen[str]):
    """Closes with the key of the answer; Escape gives the first one."""

    BINDINGS = [Binding("escape", "first", show=False)]  # noqa: RUF012 - Textual declares it so

    def __init__(self, question: str, answers: tuple[Choice, ...], words: Words) -> None:
        super().__init__()
        self._question = question
        self._answers = answers
        self._words = words

    def compose(self) -> ComposeResult:
        with Vertical(classes="question"):
            yield Static(self._question, classes="heading", markup=False)
            yield ChoicePad(self._words)

    def on_mount(self) -> None:
        pad = self.query_one(ChoicePad)
        pad.styles.height = 2 * len(self._answers) - 1
        pad.show(self._answers)
        pad.focus()

    def on_key(self, event: Key) -> None:
        if event.key.isalpha() and self.query_one(ChoicePad).choose_by_key(event.key):
            event.stop()

    def on_choice_pad_chosen(self, message: ChoicePad.Chosen) -> None:
        self.dismiss(message.choice.key)

    def action_first(self) -> None:
        self.dismiss(self._answers[0].key)
