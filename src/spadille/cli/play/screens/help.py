"""The help: the keys, and the rules of this table in words."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ....game import Rules, T, rule_sheet
from ..canvas import ink
from ..widgets import SmallNotice
from ..words import Words

_KEYS = (
    ("← →", "<- ->", T("move among your cards or the answers")),
    ("Tab", "Tab", T("go from the answers to the cards and back")),
    ("Enter", "Enter", T("play the card, choose the answer, go on")),
    (T("Space"), T("Space"), T("mark a card to give, to swap or to put away")),
    ("1 … 13, N", "1 ... 13, N", T("go to that bid, bid nil")),
    ("L", "L", T("look at your cards before your turn comes")),
    (T("PgUp PgDn"), T("PgUp PgDn"), T("scroll the score sheet")),
    ("F1", "F1", T("this help")),
    ("F2", "F2", T("the score sheet")),
    ("F3", "F3", T("take back, claim, tell an estimate, call a revoke")),
    ("F10, Q", "F10, Q", T("leave the table; the game is kept")),
)


class HelpScreen(ModalScreen[None]):
    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("escape,enter,f1,q,f10", "dismiss", show=False),
    ]

    def __init__(self, rules: Rules, words: Words) -> None:
        super().__init__()
        self._rules = rules
        self._words = words

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Static(self._text(), id="help")
        yield SmallNotice(self._words)

    def _text(self) -> Content:
        say = self._words.say
        lines = [Content.styled(say(T("Keys")), ink("gold", bold=True))]
        for fancy, plain, text in _KEYS:
            key = say(self._words.mark(fancy, plain))
            lines.append(Content.assemble((f"{key:<12}", ink("ink", bold=True)), say(text)))
        lines.append(Content(say(T("Cards and answers can be clicked as well."))))
        for section in rule_sheet(self._rules):
            lines += [Content(), Content.styled(say(section.heading), ink("gold", bold=True))]
            lines += [Content(say(sentence)) for sentence in section.sentences]
        close = say(T("Enter or Escape closes this page."))
        lines += [Content(), Content.styled(close, ink("muted"))]
        return Content("\n").join(lines)
