"""How many websockets may be open, and the places kept for those who come back to a game."""

from collections import Counter

from .limits import Limits

SHARE = 10
"""So many clients can fill all places that are kept, and no fewer."""


class Place:
    """That of one websocket.

    `kept` is one for which a seat in a game must be shown.
    """

    def __init__(self, client: str, *, kept: bool) -> None:
        self.client = client
        self.kept = kept


class Places:
    """Those that are taken, by each client and in all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken = Counter[tuple[str, bool]]()
        self._in_all = Counter[bool]()

    def take(self, client: str) -> Place | None:
        """A place for one more websocket of a client, if there is any."""
        limits = self._limits
        for kept, own, in_all in (
            (False, limits.sockets_a_client, limits.sockets_in_all),
            (True, -(-limits.sockets_kept // SHARE), limits.sockets_kept),
        ):
            if self._taken[client, kept] < own and self._in_all[kept] < in_all:
                self._taken[client, kept] += 1
                self._in_all[kept] += 1
                return Place(client, kept=kept)
        return None

    def give_back(self, place: Place) -> None:
        key = (place.client, place.kept)
        self._taken[key] -= 1
        self._in_all[place.kept] -= 1
        if not self._taken[key]:
            del self._taken[key]
