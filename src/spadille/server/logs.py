"""What is written to the log: never a card that somebody may not see, and never without end."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import format_tb

from sqlalchemy.exc import InterfaceError, OperationalError

from .allowance import Allowance, Rate
from .clock import Watch

MOST_FRAMES = 12
"""Of a long trace the innermost are logged, so that no request fills the log."""


def log_failure(log: logging.Logger, what: str, error: BaseException) -> None:
    """Logs where an error came from, but not its text or values, which may name cards.

    That a disk or the database is away takes a line: where it is noticed says nothing.
    """
    if isinstance(error, OSError | InterfaceError | OperationalError):
        log.error("%s: %s", what, getattr(error, "strerror", None) or type(error).__name__)
        return
    place = "".join(format_tb(error.__traceback__, -MOST_FRAMES))
    log.error("%s: %s\n%s", what, type(error).__name__, place)


LINES = Rate(burst=20, a_second=0.1)
"""That one place of the program may log."""


class Rationed(logging.Filter):
    """Lets each place of the program log so often; the next line tells how many were left out."""

    def __init__(self, clock: Watch) -> None:
        super().__init__()
        self._clock = clock
        self._places: dict[tuple[str, int], Allowance] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        place = (record.pathname, record.lineno)
        allowance = self._places.get(place)
        if allowance is None:
            allowance = self._places[place] = Allowance(self._clock, LINES)
        if not allowance.take():
            return False
        if allowance.refused:
            record.msg = f"{record.getMessage()}\n({allowance.refused} more of this were left out)"
            record.args = None
            allowance.refused = 0
        return True


class _Monotonic:
    """Tells the time in every thread."""

    def time(self) -> float:
        return time.monotonic()


@contextmanager
def rationed_log() -> Iterator[None]:
    """Warnings and errors on standard error, so many of each kind."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.addFilter(Rationed(_Monotonic()))
    form = logging.Formatter("%(asctime)sZ %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S")
    form.converter = time.gmtime
    handler.setFormatter(form)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
