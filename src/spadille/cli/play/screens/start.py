"""The first page: resume a saved game, or choose rules and bots for a new one."""

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ....game import Preset
from ..canvas import ink
from ..choices import answers
from ..setting import Menu, NewGame, title_of
from ..shelf import Label, Slot
from ..voice import Voice, level_line, level_name
from ..widgets import KeyLine, PartList, PushButton, SmallNotice
from .question import QuestionScreen
from .sheets import rule_lines


class StartScreen(Screen[NewGame | Slot | None]):
    """Closes with a new game, with the slot of a saved one, or with None to quit."""

    AUTO_FOCUS = ""
    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("f10,q,Q,escape", "quit", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("delete,backspace", "give_up", show=False),
    ]

    def __init__(self, menu: Menu, voice: Voice) -> None:
        super().__init__()
        self._menu = menu
        self._kept = list(menu.kept)
        self._glass = True
        self._voice = voice

    def compose(self) -> ComposeResult:
        """Yield the lists of saved games, rules and levels, and a text about the selection."""
        say = self._voice.say
        spade = self._voice.mark("♠", "*")
        yield Static(f"{spade} Spadille {spade}", classes="title")
        with Horizontal():
            with Vertical(classes="lists"):
                with Vertical(id="part-kept", classes="part"):
                    yield Static(say("Continue with"), classes="heading")
                    kept = [Option(self._kept_label(label)) for _, label in self._kept]
                    yield PartList(*kept, id="kept", markup=False)
                with Vertical(id="part-rules", classes="part"):
                    yield Static(say("Rules of a new game"), classes="heading")
                    titles = [preset.title_in(self._voice.lang) for preset in self._menu.presets]
                    yield PartList(*map(Option, titles), id="rules", markup=False)
                with Vertical(id="part-levels", classes="part"):
                    yield Static(say("Bots"), classes="heading")
                    names = [level_line(level, self._voice) for level in self._menu.levels]
                    yield PartList(*map(Option, names), id="levels", markup=False)
                with Vertical(id="part-start"):
                    yield PushButton(id="glass")
                    yield PushButton(say("Start"), id="start")
            with VerticalScroll(classes="about", can_focus=False):
                yield Static(id="about")
        yield KeyLine()
        yield SmallNotice(self._voice)

    def on_mount(self) -> None:
        """Select the usual choices, and focus the saved games or the start button."""
        self.query_one("#rules", PartList).highlighted = 0
        self.query_one("#levels", PartList).highlighted = self._menu.usual
        self.query_one("#kept", PartList).highlighted = 0 if self._kept else None
        self._show_kept()
        self.query_one("#start" if self._menu.new_first else "#kept").focus()

    def _show_kept(self) -> None:
        self.query_one("#part-kept").display = bool(self._kept)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Show the text and the keys for the focused part."""
        self._show_about()
        say = self._voice.say
        enter = say("Start") if event.widget.id == "start" else say("Choose")
        keys = [("Enter", enter, "go_on"), ("Tab", say("Next"), "next")]
        if event.widget.id == "kept":
            keys = [
                ("Enter", say("Continue"), "go_on"),
                ("Tab", say("New game"), "next"),
                (say("Del"), say("Delete"), "give_up"),
            ]
        self.query_one(KeyLine).show([*keys, ("F10", say("Quit"), "quit")])

    def on_option_list_option_highlighted(self) -> None:
        """Show the text about the selection, and the turn timer if its rules have one."""
        self._show_about()
        glass = self.query_one("#glass", PushButton)
        clock = self._chosen().preset.rules.clock
        glass.display = clock.runs
        mark = self._voice.mark("●", "[x]") if self._glass else self._voice.mark("○", "[ ]")
        label = (
            self._voice.say("Time for the game, {n} s", n=clock.bank_seconds)
            if clock.bank_seconds
            else self._voice.say("Turn timer: {n} s", n=clock.turn_seconds)
        )
        glass.update(f"{mark} {label}")

    @on(PushButton.Pressed, "#glass")
    def turn_glass(self) -> None:
        """Switch the rules' turn timer on or off."""
        self._glass = not self._glass
        self.on_option_list_option_highlighted()

    @on(PushButton.Pressed, "#start")
    def start(self) -> None:
        """Close the page with the chosen game, without its clock if the timer is off."""
        game = self._chosen()
        self.dismiss(game if self._glass else game.without_clock())

    @on(OptionList.OptionSelected, "#kept")
    def go_on_with_kept(self, message: OptionList.OptionSelected) -> None:
        """Close the page with the slot of the selected game."""
        self.dismiss(self._kept[message.option_index][0])

    @on(OptionList.OptionSelected, "#rules,#levels")
    def action_next(self) -> None:
        """Focus the next part; this also happens when rules or a level are chosen."""
        self.focus_next()

    def action_go_on(self) -> None:
        """Do the same as Enter, when the name of that key is clicked."""
        match self.focused:
            case PartList() as part:
                part.action_select()
            case PushButton() as button:
                button.action_press()

    @work
    async def action_give_up(self) -> None:
        """Delete the saved game under the cursor, if the player confirms it."""
        part = self.query_one("#kept", PartList)
        if not part.has_focus or part.highlighted is None:
            return
        say = self._voice.say
        either = answers({"k": say("Keep it"), "g": say("Delete it")})
        question = say("Delete this game? You cannot restore it.")
        screen = QuestionScreen(question, either, self._voice)
        if await self.app.push_screen_wait(screen) == "g":
            slot, _ = self._kept.pop(part.highlighted)
            slot.clear()
            part.remove_option_at_index(part.highlighted)
            self._show_kept()
            if not self._kept:
                self.query_one("#start").focus()

    def action_quit(self) -> None:
        """Close the page with None, which ends the program."""
        self.dismiss(None)

    def _chosen(self) -> NewGame:
        rules, levels = self.query_one("#rules", PartList), self.query_one("#levels", PartList)
        return NewGame(
            self._menu.presets[rules.highlighted or 0], self._menu.levels[levels.highlighted or 0]
        )

    def _kept_label(self, label: Label) -> str:
        scores = ":".join(map(str, label.scores))
        title = title_of(label, self._voice)
        return self._voice.say(
            "{rules}, round {number}, {scores}", rules=title, number=label.round, scores=scores
        )

    def _show_about(self) -> None:
        """Show a description of the item under the cursor next to the lists."""
        kept = self.query_one("#kept", PartList)
        if kept.has_focus and kept.highlighted is not None:
            content = self._about_kept(self._kept[kept.highlighted][1])
        else:
            content = self._about_rules(self._chosen().preset)
        self.query_one("#about", Static).update(content)
        self.query_one(".about", VerticalScroll).scroll_home(animate=False)

    def _about_kept(self, label: Label) -> Content:
        say = self._voice.say
        lines = [
            say("Rules: {rules}", rules=title_of(label, self._voice)),
            say("Bots: {level}", level=level_name(label.level, self._voice)),
            say("Round: {number}", number=label.round),
            say("Points: {scores}", scores=" : ".join(map(str, label.scores))),
        ]
        about = say("This game is not over. It resumes where you left it.")
        return Content("\n").join(
            [Content.styled(about, ink("ink", bold=True)), Content(), *map(Content, lines)]
        )

    def _about_rules(self, preset: Preset) -> Content:
        about = Content.styled(preset.about_in(self._voice.lang), ink("ink", bold=True))
        return Content("\n").join([about, *rule_lines(preset.rules, self._voice)])
