"""Pages to read: the score sheet, and the help with the keys and the rules of this table."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ....game import RoundResult, Rules, T, rule_sheet
from ...rich_tables import score_table
from ..canvas import ink
from ..choices import Answer
from ..voice import Voice
from ..widgets import ChoicePad, SmallNotice
from .question import AnsweredScreen

_KEYS = (
    ("← →", "<- ->", T("move among your cards or the answers")),
    ("Tab", "Tab", T("move between answers and cards")),
    ("Enter", "Enter", T("play the card, choose the answer, continue")),
    (T("Space"), T("Space"), T("mark a card to give, swap or discard")),
    ("1 … 13, N", "1 ... 13, N", T("go to that bid, bid nil")),
    ("L", "L", T("look at your cards before your turn")),
    (T("PgUp PgDn"), T("PgUp PgDn"), T("scroll the score sheet")),
    ("F1", "F1", T("this help")),
    ("F2", "F2", T("the score sheet")),
    ("F3", "F3", T("take back, claim, give an estimate, call a revoke")),
    ("F4, H", "F4, H", T("hint: what to do, what the alternatives are worth, and why")),
    ("F5, U", "F5, U", T("undo: back to your last bid or card, and further back")),
    ("F10, Q", "F10, Q", T("leave the table; the game is saved")),
)


class ScoreSheetScreen(AnsweredScreen):
    """Shows rounds of a game under a heading, latest in view; Escape gives the first answer."""

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
        voice: Voice,
    ) -> None:
        super().__init__(answers, voice)
        self._heading = heading
        self._rules = rules
        self._results = results

    def compose(self) -> ComposeResult:
        """Yield the heading, the table of scores and the answers."""
        with Vertical(classes="sheet"):
            yield Static(self._heading, classes="heading", markup=False)
            with VerticalScroll(can_focus=False):
                yield Static(score_table(self._rules, self._results, self._voice.lang))
            yield ChoicePad(self._voice)
        yield SmallNotice(self._voice)

    def on_resize(self) -> None:
        """Leave room for the heading and the answers, however long the sheet is."""
        sheet = self.query_one(VerticalScroll)
        sheet.styles.max_height = max(self.size.height - 7 - 2 * len(self._answers), 3)
        self.call_after_refresh(sheet.scroll_end, animate=False)

    def action_page(self, step: int) -> None:
        """Scroll up by a page for -1, or down for 1; one row stays in view."""
        sheet = self.query_one(VerticalScroll)
        sheet.scroll_relative(y=step * (sheet.size.height - 1), animate=False)

    def action_first(self) -> None:
        """Close the page with the key of the first answer."""
        self.dismiss(self._answers[0].key)


class HelpScreen(ModalScreen[None]):
    """The page with the keys of the program and the rules of the table."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("escape,enter,f1,q,Q,f10", "dismiss", show=False),
    ]

    def __init__(self, rules: Rules, voice: Voice) -> None:
        super().__init__()
        self._rules = rules
        self._voice = voice

    def compose(self) -> ComposeResult:
        """Yield the keys and rules as a sheet that scrolls."""
        with VerticalScroll(classes="sheet"):
            yield Static(self._text(), id="help")
        yield SmallNotice(self._voice)

    def _text(self) -> Content:
        say = self._voice.say
        lines = [Content.styled(say("Keys"), ink("gold", bold=True))]
        for fancy, plain, text in _KEYS:
            key = say(self._voice.mark(fancy, plain))
            lines.append(Content.assemble((f"{key:<12}", ink("ink", bold=True)), say(text)))
        lines.append(Content(say("You can also click cards and answers.")))
        lines += rule_lines(self._rules, self._voice)
        close = say("Press Enter or Escape to close this page.")
        lines += [Content(), Content.styled(close, ink("muted"))]
        return Content("\n").join(lines)


def rule_lines(rules: Rules, voice: Voice) -> Iterator[Content]:
    """Yield the rules in words, one sentence per line."""
    for section in rule_sheet(rules):
        yield from (Content(), Content.styled(voice.say(section.heading), ink("gold", bold=True)))
        yield from (Content(voice.say(sentence)) for sentence in section.sentences)
