"""The first page: which rules, and how strong the bots are."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ....bots import LEVELS, Level
from ....game import Preset, T, presets
from ....notation import rule_sheet
from ..canvas import ink
from ..widgets import KeyLine
from ..words import Words

_USUAL: Level = "intermediate"

_LEVEL_NAMES = {
    "random": T("random: any legal card"),
    "beginner": T("beginner: counts high cards"),
    "intermediate": T("intermediate: knows the game"),
    "expert": T("expert: tries its cards in many deals"),
}


class StartScreen(Screen[tuple[Preset, str] | None]):
    """Closes with the rules and the level, or with None to quit. What is given is not asked."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("f10,q,escape", "quit", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("left", "app.focus_previous", show=False),
    ]

    def __init__(self, preset: Preset | None, level: str | None, words: Words) -> None:
        super().__init__()
        self._presets = [preset] if preset else list(presets().values())
        self._levels = [level] if level else list(LEVELS)
        self._words = words

    def compose(self) -> ComposeResult:
        say = self._words.say
        spade = self._words.mark("♠", "*")
        yield Static(f"{spade} Spadille {spade}", classes="title")
        with Horizontal():
            with Vertical(classes="lists"):
                yield Static(say(T("Rules")), classes="heading")
                titles = [Option(preset.title_in(self._words.lang)) for preset in self._presets]
                yield OptionList(*titles, id="rules")
                yield Static(say(T("Bots")), classes="heading")
                levels = [Option(say(_LEVEL_NAMES.get(level, level))) for level in self._levels]
                yield OptionList(*levels, id="levels")
            with VerticalScroll(classes="about", can_focus=False):
                yield Static(id="about")
        yield KeyLine()

    def on_mount(self) -> None:
        say = self._words.say
        rules, levels = self.query_one("#rules", OptionList), self.query_one("#levels", OptionList)
        rules.highlighted = 0
        levels.highlighted = self._levels.index(_USUAL) if _USUAL in self._levels else 0
        (rules if len(self._presets) > 1 else levels).focus()
        self.query_one(KeyLine).show(
            [("Enter", say(T("Choose")), "go_on"), ("F10", say(T("Quit")), "quit")]
        )

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        if message.option_list.id == "rules":
            preset = self._presets[message.option_index]
            self.query_one("#about", Static).update(self._about(preset))
            self.query_one(".about", VerticalScroll).scroll_home(animate=False)

    def on_option_list_option_selected(self) -> None:
        self.action_go_on()

    def action_go_on(self) -> None:
        rules, levels = self.query_one("#rules", OptionList), self.query_one("#levels", OptionList)
        if rules.has_focus and len(self._levels) > 1:
            levels.focus()
            return
        self.dismiss((self._presets[rules.highlighted or 0], self._levels[levels.highlighted or 0]))

    def action_quit(self) -> None:
        self.dismiss(None)

    def _about(self, preset: Preset) -> Content:
        say = self._words.say
        about = preset.about_in(self._words.lang)
        lines = [Content.styled(about, ink("ink", bold=True))]
        for section in rule_sheet(preset.rules):
            lines += [Content(), Content.styled(say(section.heading), ink("gold", bold=True))]
            lines += [Content(say(sentence)) for sentence in section.sentences]
        return Content("\n").join(lines)
