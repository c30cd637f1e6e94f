"""How often and how many: rates at which clients may do something, and places that they take."""

from collections import Counter
from typing import NamedTuple

from .clock import Watch
from .limits import Limits


class Rate(NamedTuple):
    """So many times at once, and that many times a second."""

    burst: float
    a_second: float


AT_ONCE = 10
"""What may be done at once, after a while of rest: that many times what the rate says."""


def often(times: float, seconds: float = 1) -> Rate:
    """So many times in that many seconds, with the usual burst."""
    return Rate(AT_ONCE * times, times / seconds)


class Allowance:
    """Something that may be done at a rate."""

    def __init__(self, clock: Watch, rate: Rate) -> None:
        self._clock = clock
        self._rate = rate
        self._left = rate.burst
        self._at = clock.time()
        self.refused = 0

    def take(self, count: float = 1) -> bool:
        """Whether it may be done so often more; then it has been."""
        self._refill()
        if self._left < count:
            self.refused += 1
            return False
        self._left -= count
        return True

    def give_back(self, count: float = 1) -> None:
        """Undo what was taken."""
        self._left = min(self._rate.burst, self._left + count)

    @property
    def whole(self) -> bool:
        """True if it is as if nothing had been done."""
        self._refill()
        return self._left >= self._rate.burst

    def _refill(self) -> None:
        now = self._clock.time()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.a_second)
        self._at = now


MOST_KNOWN = 10_000
"""Clients that are remembered; beyond it, the oldest are forgotten."""

_KEPT = MOST_KNOWN * 9 // 10
"""So many at most stay when room is made, so that it need not be made for each new client."""


class Allowances:
    """An allowance for each client, and one for all of them together."""

    def __init__(self, clock: Watch, each: Rate, all_together: Rate) -> None:
        self._clock = clock
        self._each = each
        self._all = Allowance(clock, all_together)
        self._clients: dict[str, Allowance] = {}

    def take(self, client: str, count: float = 1) -> bool:
        """Return True if a client may do it so often more; then it has been done."""
        own = self._clients.get(client)
        if own is None:
            self._make_room()
            own = self._clients[client] = Allowance(self._clock, self._each)
        if not own.take(count):
            return False
        if not self._all.take(count):
            own.give_back(count)
            return False
        return True

    def give_back(self, client: str, count: float = 1) -> None:
        """Undo what a client has taken."""
        self._all.give_back(count)
        if client in self._clients:
            self._clients[client].give_back(count)

    def _make_room(self) -> None:
        if len(self._clients) < MOST_KNOWN:
            return
        limited = [(name, own) for name, own in self._clients.items() if not own.whole]
        self._clients = dict(limited[-_KEPT:])


SHARE = 10
"""So many clients can fill all places that are kept, and no fewer."""


class Place(NamedTuple):
    """The place of a websocket; for one that is `kept` a seat in a game must be shown."""

    client: str
    kept: bool


class Places:
    """Those that are taken, by each client and in all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken = Counter[tuple[str, bool]]()
        self._in_all = Counter[bool]()

    def take(self, client: str) -> Place | None:
        """Return a place for one more websocket of a client, if there is any."""
        limits = self._limits
        for kept, own, in_all in (
            (False, limits.sockets_a_client, limits.sockets_in_all),
            (True, -(-limits.sockets_kept // SHARE), limits.sockets_kept),
        ):
            if self._taken[client, kept] < own and self._in_all[kept] < in_all:
                self._taken[client, kept] += 1
                self._in_all[kept] += 1
                return Place(client, kept)
        return None

    def give_back(self, place: Place) -> None:
        key = (place.client, place.kept)
        self._taken[key] -= 1
        self._in_all[place.kept] -= 1
        if not self._taken[key]:
            del self._taken[key]
