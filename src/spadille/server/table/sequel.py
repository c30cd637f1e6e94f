"""New events at a table, and the table after them; each request is applied only once, here."""

from typing import NamedTuple

from .changing import after
from .events import Happened, Made, Sealed, TableEvent
from .sealing import Seeds, shuffle_under
from .table import Table

Events = tuple[TableEvent, ...]


class Sequel(NamedTuple):
    """A table after events that are not stored yet, and those events."""

    table: Table
    events: Events = ()

    @classmethod
    def begin(cls, id: str, made: Made) -> "Sequel":
        """Return a new table that is not stored yet and has just been made."""
        return cls(Table.begin(id, made), (made,))

    def then(self, *events: TableEvent) -> "Sequel":
        """Return the sequel after further events.

        Raises:
            IllegalActionError: if the rules do not allow an action.
        """
        return Sequel(after(self.table, *events), self.events + events)

    def by_chance(self, seeds: Seeds) -> "Sequel":
        """Return the sequel after one outcome of chance, which is bound by a commitment.

        Raises:
            IllegalActionError: if it is not chance's turn.
        """
        game, seal, sealing = self.table.game, self.table.seal, self.table.sealing
        assert game is not None
        if seal is None and sealing is None:
            return self.sealed(seeds).by_chance(seeds)
        if seal is None:
            assert sealing is not None
            seal = sealing.used(len(game.events), self.table.seat_of)
        return self.then(Happened(game.chance(shuffle_under(seal, game))))

    def settled(self, seeds: Seeds) -> "Sequel":
        """Return the sequel after all outcomes of chance that come before anyone can decide.

        It then commits to the next cards, if this is the time to do so.
        """
        sequel = self
        while sequel.table.waits_for_chance:
            sequel = sequel.by_chance(seeds)
        return sequel.sealed(seeds) if sequel.table.wants_seal else sequel

    def sealed(self, seeds: Seeds) -> "Sequel":
        """Return the sequel after drawing a seed for the next cards, which others may play too."""
        given = self.table.made.seeds
        return self.then(Sealed(given[self.table.games] if given else seeds()))
