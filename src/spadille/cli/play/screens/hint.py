"""Show the suggestion of a strong player, the value of each action, and the reason."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ....bots import Level
from ....game import SeatView
from ...action_words import in_words
from ...advice_table import advice_table
from ..choices import answers
from ..voice import Voice
from ..widgets import ChoicePad, SmallNotice
from .question import AnsweredScreen

if TYPE_CHECKING:
    from ....bots import Decision

COACH: Level = "expert"
"""The level that gives the advice."""


class HintScreen(AnsweredScreen):
    """Closes with `d` if the player wants to follow the advice."""

    BINDINGS = [Binding("escape,f4", "dismiss('')", show=False)]  # noqa: RUF012 - Textual declares it so

    def __init__(self, view: SeatView, decision: "Decision", voice: Voice) -> None:
        offered = answers({"b": voice.say("Back to the table"), "d": voice.say("Use hint")})
        super().__init__(offered, voice)
        self._view = view
        self._decision = decision

    def compose(self) -> ComposeResult:
        """Yield the best action, the reason and, if there are several, all candidates."""
        say, decision = self._voice.say, self._decision
        with Vertical(classes="sheet"):
            best = say("Best: {action}.", action=in_words(decision.action))
            yield Static(best, classes="heading", markup=False)
            yield Static(say(decision.reason), id="why", markup=False)
            if len(decision.candidates) > 1:
                table = advice_table(self._view, decision, self._voice.lang, None)
                with VerticalScroll(can_focus=False):
                    yield Static(table, id="weighed")
            yield ChoicePad(self._voice)
        yield SmallNotice(self._voice)

    def on_resize(self) -> None:
        """Leave room for the reason and the answers, however many candidates there are."""
        for sheet in self.query(VerticalScroll):
            sheet.styles.max_height = max(self.size.height - 11, 3)
