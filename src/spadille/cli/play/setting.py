"""The start settings of the terminal program, and the choices of its first page."""

from msgspec import Struct, structs

from ...bots import LEVELS, Level
from ...game import Preset, presets
from .local_game import Clock
from .preparing import Preparation
from .shelf import Label, Shelf, Slot
from .voice import Voice

_USUAL: Level = "intermediate"


class Setting(Struct, frozen=True):
    """The choices from the command line; the program asks for those that are None.

    `pace` is in seconds. Without a shelf, games are not saved.
    """

    preset: Preset | None
    level: str | None
    seed: str
    voice: Voice
    pace: float
    clock: Clock = Clock()
    shelf: Shelf | None = None
    preparation: Preparation = Preparation()


class NewGame(Struct, frozen=True):
    """A game that is about to begin."""

    preset: Preset
    level: str

    def without_clock(self) -> "NewGame":
        """Return the same game without turn timers."""
        times = ("clock.turn_seconds", "clock.bank_seconds", "clock.increment_seconds")
        rules = self.preset.rules.with_options(dict.fromkeys(times, 0))
        return structs.replace(self, preset=structs.replace(self.preset, rules=rules))


class Menu(Struct, frozen=True):
    """Rule sets and levels to choose from, the number of the usual level, and saved games.

    Keys go to the saved games first, unless a new game was requested.
    """

    presets: tuple[Preset, ...]
    levels: tuple[str, ...]
    usual: int
    kept: tuple[tuple[Slot, Label], ...]
    new_first: bool


def menu_of(preset: Preset | None, level: str | None, kept: tuple[tuple[Slot, Label], ...]) -> Menu:
    """Return the menu for players who asked for certain rules, for a level, or for neither."""
    levels = LEVELS if level is None else (level,)
    usual = levels.index(_USUAL) if _USUAL in levels else 0
    offered = tuple(presets().values()) if preset is None else (preset,)
    new_first = not kept or preset is not None or level is not None
    return Menu(offered, levels, usual, kept, new_first)


def title_of(label: Label, voice: Voice) -> str:
    """Return the title of a saved game's rules."""
    own = Preset(label.preset, label.title, {}, "", presets()["standard"].rules)
    return presets().get(label.preset, own).title_in(voice.lang)
