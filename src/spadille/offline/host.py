"""A table on this device: one person against bots, with the messages of a server's table."""

from ..table.finished import KeptGame


class OfflineTable:
    """A table for one person; each method takes the time, in seconds since 1970.

    The messages that a method returns may be shown only after the events in `stored` are saved.
    """

    id: str
    title: str
    finished: KeptGame | None

    @classmethod
    def made(cls, body: str, now: float) -> "OfflineTable":
        """Return a new table for a `NewTable` body; raise SpadesError if it is not possible."""
        raise NotImplementedError

    @classmethod
    def resumed(cls, id: str, events: list[str], now: float) -> "OfflineTable":
        """Return the table with these stored events."""
        raise NotImplementedError

    def receive(self, text: str, now: float) -> list[str]:
        """Handle a message from the page, and return the messages for it."""
        raise NotImplementedError

    def advance(self, now: float) -> list[str]:
        """Do the one thing that is due, if any, and return the messages for the page."""
        raise NotImplementedError

    def next_in(self, now: float) -> float | None:
        """Return the seconds until `advance` has something to do, or None."""
        raise NotImplementedError

    def stored(self) -> list[str]:
        """Return the new events, which have to be saved before the messages are shown."""
        raise NotImplementedError
