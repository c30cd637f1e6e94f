"""The text of games, deals and actions, which `spadille.notation` reads and writes.

This package is the lower layer, so `notation` registers itself when it is imported, and
`import spadille` imports it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .actions import Action, Deal, Record
    from .seats import Seat


class Notation(NamedTuple):
    """The functions of `spadille.notation` that this package needs."""

    parse_action: "Callable[..., Action]"
    parse_deal: "Callable[..., Deal]"
    parse_seat: "Callable[..., Seat]"
    load_record: "Callable[[str], Record]"
    format_record: Callable[..., str]


_registered: list[Notation] = []


def use_notation(notation: Notation) -> None:
    """Register the functions that read and write text."""
    _registered[:] = [notation]


def notation() -> Notation:
    """Return the functions that read and write text."""
    return _registered[0]
