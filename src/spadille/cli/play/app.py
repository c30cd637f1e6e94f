"""The terminal program: the first page, then one game after another until the player quits."""

from collections.abc import Sequence

from rich.segment import Segment
from textual import work
from textual.app import App
from textual.binding import Binding
from textual.color import Color
from textual.events import Event, InputEvent, Key
from textual.filter import LineFilter

from ...game import Message, SpadesError, T
from ..options import look_here_for
from ..streams import harmless
from .canvas import PALETTE
from .local_game import LocalGame
from .screens import StartScreen, TableScreen, made_ready
from .setting import NewGame, Setting, menu_of
from .shelf import Label, Slot
from .widgets import LEAST, warn

Wish = NewGame | Slot

_GOES_ON = T("Your game is saved: `spadille play` resumes it.")


class _Harmless(LineFilter):
    """Removes characters that would control the terminal, and puts nothing in their place."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(harmless(text, ""), style, control) for text, style, control in segments]


_HARMLESS = _Harmless()


class SpadilleApp(App[None]):
    """The terminal program of `spadille play`."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),
    ]
    CSS_PATH = "spadille.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-cramped"), (LEAST[0], "-narrow"), (100, "-wide"), (140, "-broad"), (180, "-vast"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-squat"), (LEAST[1], "-low"), (30, "-tall"), (40, "-high"), (52, "-lofty"),
    ]  # fmt: skip

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.title = "Spadille"
        self._setting = setting
        self._voice = setting.voice
        self._level = setting.level
        self._games = 0

    def get_css_variables(self) -> dict[str, str]:
        """Return Textual's variables for the style sheet, and the colors of the palette."""
        return {**super().get_css_variables(), **PALETTE}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters, and one that removes terminal control characters."""
        return [*super().get_line_filters(), _HARMLESS]

    def on_mount(self) -> None:
        """Mark terminals without symbols for the style sheet, and start the first page."""
        self.set_class(not self._voice.symbols, "-plain")
        self._play()

    async def on_event(self, event: Event) -> None:
        """Keep keys and clicks from pages that are hidden because the terminal is too small."""
        small = self.size.width < LEAST[0] or self.size.height < LEAST[1]
        if small and isinstance(event, InputEvent) and not event.is_forwarded:
            if isinstance(event, Key) and event.key in {"ctrl+c", "ctrl+q"}:
                self.on_table_screen_quitted()
            return
        await super().on_event(event)

    async def action_quit(self) -> None:
        """End the program, but ask first during a game; a second request ends it at once."""
        table = next((page for page in self.screen_stack if isinstance(page, TableScreen)), None)
        if table is None or table.game.game.over:
            self.exit()
        elif table.asked_to_leave:
            self.on_table_screen_quitted()
        else:
            table.action_leave()

    def on_table_screen_quitted(self) -> None:
        """End the program, and say how to resume the game."""
        going_on = any(isinstance(page, TableScreen) for page in self.screen_stack)
        kept = going_on and self._setting.shelf is not None
        self.exit(message=self._voice.say(_GOES_ON) if kept else None)

    @work
    async def _play(self) -> None:
        setting = self._setting
        wish: Wish | None = None
        if setting.preset is not None and setting.level is not None:
            wish = NewGame(setting.preset, setting.level)
        while wish is not None or (wish := await self._wish()) is not None:
            game = await self._begin(wish)
            if game is not None:
                table = TableScreen(*game, setting)
                failed = await self.push_screen_wait(table)
                if failed is not None:
                    self._warn(failed.message)
            wish = None
        self.exit()

    async def _wish(self) -> Wish | None:
        """Return the choice made on the first page, or None to quit."""
        setting = self._setting
        kept: tuple[tuple[Slot, Label], ...] = ()
        if setting.shelf is not None:
            kept, set_aside = setting.shelf.look_through()
            for sentence in set_aside:
                self._warn(sentence)
        menu = menu_of(setting.preset, self._level, kept)
        return await self.push_screen_wait(StartScreen(menu, self._voice))

    async def _begin(self, wish: Wish) -> tuple[LocalGame, Slot | None] | None:
        """Return the requested game with its slot, or None if it cannot be played."""
        setting = self._setting
        try:
            level = wish.level if isinstance(wish, NewGame) else wish.label().level
            if not await made_ready(self, level, setting):
                self._level = None  # the player has to choose another one
                return None
            if isinstance(wish, Slot):
                look_here_for(level)
                return wish.load(setting.clock), wish
        except SpadesError as error:
            if isinstance(wish, Slot):
                self._warn(_bot_missing(error) or wish.set_aside(error))
            return None
        self._games += 1
        seed = setting.seed if self._games == 1 else f"{setting.seed}-{self._games}"
        game = LocalGame(wish.preset, level, seed, setting.clock)
        return game, None if setting.shelf is None else setting.shelf.free_slot()

    def _warn(self, sentence: Message) -> None:
        warn(self, self._voice.say(sentence))


def _bot_missing(error: SpadesError) -> Message | None:
    """Return the message if all that keeps a game from continuing is its bot."""
    if not error.code.startswith("bots/"):
        return None
    return Message("Your game is saved, but its bot cannot play: {why}", why=error.message)
