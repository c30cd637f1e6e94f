"""How many messages a connection may send."""

from .clock import Clock

MESSAGES_A_SECOND = 100.0
BURST = 200.0


class Allowance:
    """Messages that a connection may send: some at once, and so many a second."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left = BURST
        self._at = clock.time()
        self.refused = 0

    def take(self) -> bool:
        """Whether one more message is within the limit."""
        now = self._clock.time()
        self._left = min(BURST, self._left + (now - self._at) * MESSAGES_A_SECOND)
        self._at = now
        if self._left < 1:
            self.refused += 1
            return False
        self._left -= 1
        return True
