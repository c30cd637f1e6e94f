"""Pages that close with one of a few answers."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ....bots import Level
from ....game import SeatView, T
from ...rich_tables import advice_table
from ...wording import in_words
from ..choices import Answer, answers
from ..voice import Voice
from ..widgets import ChoicePad, SmallNotice

if TYPE_CHECKING:
    from ....bots import Decision

COACH: Level = "expert"
"""The level that gives the advice in `HintScreen`."""


class AnsweredScreen(ModalScreen[str]):
    """Closes with the key of the chosen answer.

    Each page of this kind yields a `ChoicePad` where the answers go.
    """

    def __init__(self, answers: tuple[Answer, ...], voice: Voice) -> None:
        super().__init__()
        self._answers = answers
        self._voice = voice

    def on_mount(self) -> None:
        """Show the answers on the pad and focus it."""
        pad = self.query_one(ChoicePad)
        pad.show(self._answers)
        pad.refresh(layout=True)
        pad.focus()

    def on_key(self, event: Key) -> None:
        """Choose the answer with a letter, or move to the one with a digit."""
        char = event.character or ""
        if char.isalnum() and self.query_one(ChoicePad).choose_by_key(char.lower()):
            event.stop()

    def on_choice_pad_chosen(self, message: ChoicePad.Chosen) -> None:
        """Close the page with the key of the answer."""
        self.dismiss(message.choice.key)


class QuestionScreen(AnsweredScreen):
    """Shows a question; Escape gives an empty text instead of an answer."""

    BINDINGS = [Binding("escape", "dismiss('')", show=False)]  # noqa: RUF012 - Textual declares it so

    def __init__(self, question: str, answers: tuple[Answer, ...], voice: Voice) -> None:
        super().__init__(answers, voice)
        self._question = question

    def compose(self) -> ComposeResult:
        """Yield the question and the answers."""
        with Vertical(classes="question"):
            yield Static(self._question, classes="heading", markup=False)
            yield ChoicePad(self._voice)
        yield SmallNotice(self._voice)


class SaveScreen(ModalScreen[str | None]):
    """Closes with the path of the saved record, or with None."""

    BINDINGS = [Binding("escape", "dismiss(None)", show=False)]  # noqa: RUF012 - Textual declares it so

    def __init__(self, record: str, name: str, voice: Voice) -> None:
        super().__init__()
        self._record = record
        self._name = name
        self._voice = voice

    def compose(self) -> ComposeResult:
        """Yield the input for the path, which starts with a suggested name."""
        say = self._voice.say
        with Vertical(classes="question"):
            yield Static(say("Save the game record as:"), classes="heading")
            yield Input(self._name, select_on_focus=False)
            yield Static(say("Enter saves, Escape cancels."), id="note", markup=False)
        yield SmallNotice(self._voice)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Write the record to a new file and close, or show the error and stay open."""
        path = Path(message.value.strip()).expanduser()
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(self._record)
        except FileExistsError:
            self._complain(T("{file} already exists; choose another name."), path)
        except (OSError, ValueError, RuntimeError):  # bad characters; no home folder for ~
            self._complain(T("{file} cannot be written; choose another name."), path)
        else:
            self.dismiss(str(path))

    def _complain(self, sentence: str, path: Path) -> None:
        self.query_one("#note", Static).update(self._voice.say(sentence, file=str(path)))


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
