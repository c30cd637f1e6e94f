"""A question with a few answers."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from ..choices import Choice
from ..widgets import ChoicePad, SmallNotice
from ..words import Words
from .answered import AnsweredScreen


class QuestionScreen(AnsweredScreen):
    """Escape gives no answer: an empty text."""

    BINDINGS = [Binding("escape", "dismiss('')", show=False)]  # noqa: RUF012 - Textual declares it so

    def __init__(self, question: str, answers: tuple[Choice, ...], words: Words) -> None:
        super().__init__(answers, words)
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="question"):
            yield Static(self._question, classes="heading", markup=False)
            yield ChoicePad(self._words)
        yield SmallNotice(self._words)
