"""The score sheet: all rounds, the round just played, or the end of the game."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ....game import RoundResult, Rules
from ...score_table import score_table
from ..choices import Answer
from ..widgets import ChoicePad, SmallNotice
from ..words import Words
from .question import AnsweredScreen


class ScoreSheetScreen(AnsweredScreen):
    """Shows rounds of a game under a heading, the latest in view; Escape is the first answer."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("escape", "first", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    def __init__(
        self,
        heading: str,
        rules: Rules,
        results: tuple[RoundResult, ...],
        answers: tuple[Answer, ...],
        words: Words,
    ) -> None:
        super().__init__(answers, words)
        self._heading = heading
        self._rules = rules
        self._results = results

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(self._heading, classes="heading", markup=False)
            with VerticalScroll(can_focus=False):
                yield Static(score_table(self._rules, self._results, self._words.lang))
            yield ChoicePad(self._words)
        yield SmallNotice(self._words)

    def on_resize(self) -> None:
        """Leaves room for the heading and the answers, however long the sheet is."""
        sheet = self.query_one(VerticalScroll)
        sheet.styles.max_height = max(self.size.height - 7 - 2 * len(self._answers), 3)
        self.call_after_refresh(sheet.scroll_end, animate=False)

    def action_page(self, step: int) -> None:
        sheet = self.query_one(VerticalScroll)
        sheet.scroll_relative(y=step * (sheet.size.height - 1), animate=False)

    def action_first(self) -> None:
        self.dismiss(self._answers[0].key)
