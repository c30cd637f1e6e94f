"""The terminal program: the first page, then games until somebody has had enough."""

from contextlib import suppress

from textual import work
from textual.app import App, SuspendNotSupported

from ..errors import InputError
from ..kernels import is_prepared, prepare_levels
from .local_game import LocalGame
from .palette import PALETTE
from .screens import QuestionScreen, StartScreen, TableScreen
from .setting import Setting


class SpadilleApp(App[None]):
    CSS_PATH = "spadille.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (140, "-broad")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall"), (40, "-high")]  # noqa: RUF012

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.title = "Spadille"
        self._setting = setting
        self._words = setting.words

    def get_css_variables(self) -> dict[str, str]:
        return {**super().get_css_variables(), **PALETTE}

    def on_mount(self) -> None:
        self.set_class(not self._words.symbols, "-plain")
        self._play()

    async def action_quit(self) -> None:
        self._ask_to_quit()

    def action_help_quit(self) -> None:
        """What Ctrl-C does; elsewhere a hint how to end the program."""
        self._ask_to_quit()

    def _ask_to_quit(self) -> None:
        """Ends the program, but asks first while a game is going on."""
        tables = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        if isinstance(self.screen, QuestionScreen):
            return
        if tables and not tables[0].game.game.over:
            tables[0].action_leave()
        else:
            self.exit()

    @work
    async def _play(self) -> None:
        setting = self._setting
        games = 1
        preset, level = setting.preset, setting.level
        while True:
            if preset is None or level is None:
                chosen = await self.push_screen_wait(StartScreen(preset, level, self._words))
                if chosen is None:
                    break
                preset, level = chosen
                try:
                    self._prepare(level)
                except InputError as error:
                    self.notify(str(error), severity="error")
                    preset, level = setting.preset, None
                    continue
            seed = setting.seed if games == 1 else f"{setting.seed}-{games}"
            game = LocalGame(preset, level, seed, setting.clock)
            table = TableScreen(game, self._words, setting.clock, setting.pace)
            if not await self.push_screen_wait(table):
                break
            games += 1
            preset, level = setting.preset, None
        self.exit()

    def _prepare(self, level: str) -> None:
        """Compiles what bots of a level need, beside the pages, where a bar shows how far it is."""
        if is_prepared(level):
            return
        with suppress(SuspendNotSupported), self.suspend():
            prepare_levels(level)
