"""The text of games, deals and actions, which `spadille.notation` reads and writes.

This package is the lower layer, so `notation` registers itself when it is imported, and
`import spadille` imports it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple


class Notation(NamedTuple):
    """The functions of `spadille.notation` that this package needs.

    Their results have types that this file cannot import.
    """

    parse_action: Callable[..., Any]
    parse_deal: Callable[..., Any]
    parse_seat: Callable[..., Any]
    load_record: Callable[[str], Any]
    format_record: Callable[..., str]


_registered: list[Notation] = []


def use_notation(notation: Notation) -> None:
    """Register the functions that read and write text."""
    _registered[:] = [notation]


def notation() -> Notation:
    """Return the functions that read and write text."""
    return _registered[0]
