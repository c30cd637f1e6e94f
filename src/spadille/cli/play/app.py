"""The terminal program: the first page, then games until somebody has had enough."""

from contextlib import suppress

from textual import work
from textual.app import App, SuspendNotSupported
from textual.binding import Binding

from ...game import Message, SpadesError, T
from ..errors import InputError
from ..kernels import is_prepared, prepare_levels
from .kept_game import Heading
from .local_game import LocalGame
from .menu import NewGame, menu_of
from .palette import PALETTE
from .screens import StartScreen, TableScreen
from .setting import Setting
from .shelf import Slot

Wish = NewGame | Slot

_GOES_ON = T("The game is kept: `spadille play` goes on with it.")


class SpadilleApp(App[None]):
    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),
    ]
    CSS_PATH = "spadille.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (140, "-broad")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall"), (40, "-high")]  # noqa: RUF012

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.title = "Spadille"
        self._setting = setting
        self._words = setting.words
        self._games = 0

    def get_css_variables(self) -> dict[str, str]:
        return {**super().get_css_variables(), **PALETTE}

    def on_mount(self) -> None:
        self.set_class(not self._words.symbols, "-plain")
        self._play()

    async def action_quit(self) -> None:
        """Ends the program, but asks first while a game is going on; to ask twice is to insist."""
        table = next((page for page in self.screen_stack if isinstance(page, TableScreen)), None)
        if table is None or table.game.game.over:
            self.exit()
        elif table.asked_to_leave:
            self.on_table_screen_quitted()
        else:
            table.action_leave()

    def on_table_screen_quitted(self) -> None:
        """Ends the program and says how the game goes on."""
        self.exit(message=self._words.say(_GOES_ON) if self._setting.shelf else None)

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
                await self.push_screen_wait(table)
            wish = None
        self.exit()

    async def _wish(self) -> Wish | None:
        """What is chosen on the first page; None to quit."""
        setting = self._setting
        kept: tuple[tuple[Slot, Heading], ...] = ()
        if setting.shelf is not None:
            kept, set_aside = setting.shelf.look_through()
            for sentence in set_aside:
                self._warn(sentence)
        menu = menu_of(setting.preset, setting.level, kept)
        return await self.push_screen_wait(StartScreen(menu, self._words))

    async def _begin(self, wish: Wish) -> tuple[LocalGame, Slot | None] | None:
        """The game that is wished for, with its slot; None where it cannot be played."""
        setting = self._setting
        try:
            if isinstance(wish, NewGame):
                self._prepare(wish.level)
                self._games += 1
                seed = setting.seed if self._games == 1 else f"{setting.seed}-{self._games}"
                game = LocalGame(wish.preset, wish.level, seed, setting.clock)
                return game, None if setting.shelf is None else setting.shelf.free_slot()
            self._prepare(wish.heading().level)
            return wish.load(setting.clock), wish
        except InputError as error:
            self._warn(str(error))
        except SpadesError as error:
            if isinstance(wish, Slot):
                self._warn(wish.set_aside(error))
        return None

    def _warn(self, sentence: str | Message) -> None:
        self.notify(self._words.say(sentence), severity="warning", timeout=12, markup=False)

    def _prepare(self, level: str) -> None:
        """Compiles what bots of a level need, beside the pages, where a bar shows how far it is."""
        if is_prepared(level):
            return
        with suppress(SuspendNotSupported), self.suspend():
            prepare_levels(level)
