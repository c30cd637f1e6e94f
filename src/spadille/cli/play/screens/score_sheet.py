"""The score sheet: all rounds, the round just played, or the end of the game."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from ....game import RoundResult, Rules
from ...score_table import score_table
from ..prompts import Choice
from ..widgets import ChoicePad
from ..words import Words


class ScoreSheetScreen(ModalScreen[str]):
    """Shows rounds under a heading; what is chosen below closes it with the key of the answer."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("escape", "leave", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    def __init__(
        self,
        heading: str,
        rules: Rules,
        results: tuple[RoundResult, ...],
        answers: tuple[Choice, ...],
        words: Words,
    ) -> None:
        super().__init__()
        self._heading = heading
        self._rules = rules
        self._results = results
        self._answers = answers
        self._words = words

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(self._heading, classes="heading", markup=False)
            with VerticalScroll(can_focus=False):
                yield Static(score_table(self._rules, self._results, self._words.lang))
            yield ChoicePad(self._words)

    def on_mount(self) -> None:
        pad = self.query_one(ChoicePad)
        pad.styles.height = 2 * len(self._answers) - 1
        pad.show(self._answers)
        pad.focus()
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def on_key(self, event: Key) -> None:
        if event.key.isalpha() and self.query_one(ChoicePad).choose_by_key(event.key):
            event.stop()

    def on_choice_pad_chosen(self, message: ChoicePad.Chosen) -> None:
        self.dismiss(message.choice.key)

    def action_leave(self) -> None:
        self.dismiss(self._answers[0].key)

    def action_page(self, step: int) -> None:
        sheet = self.query_one(VerticalScroll)
        sheet.scroll_relative(y=step * (sheet.size.height - 1), animate=False)
