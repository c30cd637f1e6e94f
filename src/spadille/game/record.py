"""The record of a game: replaying it is loading it."""

from msgspec import Struct

from .actions import Event
from .rules import Rules


class Record(Struct, frozen=True):
    """The rules, the names of the players by seat (none when nobody is named), and all events."""

    rules: Rules
    players: tuple[str, ...]
    events: tuple[Event, ...]
