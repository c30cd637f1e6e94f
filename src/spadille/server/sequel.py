"""What follows at a table, with the table after it: what is asked is applied once, here."""

import secrets
from collections.abc import Callable
from typing import NamedTuple

from ..game import Shuffle, shuffler
from .events import Happened, TableEvent
from .table import Table

Shuffles = Callable[[], Shuffle]
"""Gives a fresh shuffle for each outcome of chance."""

Events = tuple[TableEvent, ...]


def secret_shuffle() -> Shuffle:
    """A shuffle that nobody can foretell."""
    return shuffler(secrets.token_hex(32))


class Sequel(NamedTuple):
    """The table after events that are not stored yet, and these events."""

    table: Table
    events: Events = ()

    def then(self, *events: TableEvent) -> "Sequel":
        """With more that happens.

        Raises:
            IllegalActionError: when the rules do not allow it.
        """
        return Sequel(self.table.after(*events), self.events + events)

    def by_chance(self, shuffles: Shuffles) -> "Sequel":
        """With one outcome of chance.

        Raises:
            IllegalActionError: when it is not for chance to act.
        """
        assert self.table.game is not None
        return self.then(Happened(self.table.game.chance(shuffles())))

    def settled(self, shuffles: Shuffles) -> "Sequel":
        """With all outcomes of chance that follow before anybody can decide."""
        sequel = self
        while sequel.table.waits_for_chance:
            sequel = sequel.by_chance(shuffles)
        return sequel
