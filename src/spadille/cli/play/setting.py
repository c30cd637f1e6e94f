"""With what the terminal program is started."""

from msgspec import Struct

from ...game import Preset
from .clock import Clock, WallClock
from .preparing import Compilation, Preparation
from .shelf import Shelf
from .words import Words


class Setting(Struct, frozen=True):
    """The choices of the command line; what is None is asked. `pace` is in seconds.

    Without a shelf games are not kept.
    """

    preset: Preset | None
    level: str | None
    seed: str
    words: Words
    pace: float
    clock: Clock = WallClock()
    shelf: Shelf | None = None
    preparation: Preparation = Compilation()
