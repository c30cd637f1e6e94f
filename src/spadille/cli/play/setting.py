"""The start settings of the terminal program, and the choices of its first page."""

from msgspec import Struct, structs

from ...bots import LEVELS, Level
from ...game import Preset, presets
from .clock import Clock
from .preparing import Preparation
from .shelf import Label, Shelf, Slot
from .voice import Voice

_USUAL: Level = "intermediate"


class Setting(Struct, frozen=True):
    """The choices of the command line; a choice that is None is asked for. `pace` is in seconds.

    Without a shelf games are not kept.
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
    """A game that is to begin."""

    preset: Preset
    level: str

    def without_clock(self) -> "NewGame":
        """Return the same game where no one is hurried."""
        times = ("clock.turn_seconds", "clock.bank_seconds", "clock.increment_seconds")
        rules = self.preset.rules.with_options(dict.fromkeys(times, 0))
        return structs.replace(self, preset=structs.replace(self.preset, rules=rules))


class Menu(Struct, frozen=True):
    """Rule sets and levels to choose from, the number of the usual level, and kept games.

    Keys go to the kept games first, unless a new game is what was asked for.
    """

    presets: tuple[Preset, ...]
    levels: tuple[str, ...]
    usual: int
    kept: tuple[tuple[Slot, Label], ...]
    new_first: bool


def menu_of(preset: Preset | None, level: str | None, kept: tuple[tuple[Slot, Label], ...]) -> Menu:
    """Return the menu of those who have asked for certain rules, for a level, or for neither."""
    levels = LEVELS if level is None else (level,)
    usual = levels.index(_USUAL) if _USUAL in levels else 0
    offered = tuple(presets().values()) if preset is None else (preset,)
    new_first = not kept or preset is not None or level is not None
    return Menu(offered, levels, usual, kept, new_first)


def title_of(label: Label, voice: Voice) -> str:
    """Return what the rules of a kept game are called."""
    own = Preset(label.preset, label.title, {}, "", presets()["standard"].rules)
    return presets().get(label.preset, own).title_in(voice.lang)
