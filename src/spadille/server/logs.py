"""Log records, which never show a hidden card and never grow without limit."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import format_tb

from msgspec import json

from .clock import LoopClock, Rate, TokenBucket, Watch
from .limits import LogForm

MOST_FRAMES = 12
"""The number of innermost frames logged from a long trace, so that no request fills the log."""


def log_failure(log: logging.Logger, what: str, error: BaseException) -> None:
    """Log where an error came from, but not its text or values, which may name cards.

    A missing disk or database gets only one line, because a trace would explain nothing.
    """
    # Not imported at the top: the processes that think log too, and should not have to import a
    # database.
    from sqlalchemy.exc import InterfaceError, OperationalError  # noqa: PLC0415

    if isinstance(error, OSError | InterfaceError | OperationalError):
        found = getattr(error, "strerror", None)
        found = found or getattr(getattr(error, "orig", None), "sqlite_errorname", None)
        log.error("%s: %s", what, found or type(error).__name__)
        return
    place = "".join(format_tb(error.__traceback__, -MOST_FRAMES))
    log.error("%s: %s\n%s", what, type(error).__name__, place)


LINES = Rate(burst=20, a_second=0.1)
"""How often one place in the program may log."""


class Rationed(logging.Filter):
    """Limits how often each place in the program logs.

    The next line from that place says how many were left out.
    """

    def __init__(self, clock: Watch) -> None:
        super().__init__()
        self._clock = clock
        self._places: dict[tuple[str, int], TokenBucket] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False if the rate is exceeded; otherwise add the number of records left out."""
        place = (record.pathname, record.lineno)
        allowance = self._places.get(place)
        if allowance is None:
            allowance = self._places[place] = TokenBucket(self._clock, LINES)
        if not allowance.take():
            return False
        if allowance.refused:
            record.msg = f"{record.getMessage()}\n({allowance.refused} similar lines omitted)"
            record.args = None
            allowance.refused = 0
        return True


class TextLines(logging.Formatter):
    """Lines for people: time, level and message; a trace follows on separate lines."""

    def __init__(self) -> None:
        super().__init__("%(asctime)sZ %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S")
        self.converter = time.gmtime


class JsonLines(TextLines):
    """Lines for programs: one object per line, even if the message has several lines."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON, with its time in UTC."""
        line = {
            "time": f"{self.formatTime(record, self.datefmt)}Z",
            "level": record.levelname,
            "from": record.name,
            "message": record.getMessage(),
        }
        return json.encode(line).decode()


FORMS: dict[LogForm, type[TextLines]] = {"text": TextLines, "json": JsonLines}


@contextmanager
def rationed_log(form: LogForm = "text") -> Iterator[None]:
    """Write warnings and errors to standard error, at a limited rate for each kind."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.addFilter(Rationed(LoopClock()))
    handler.setFormatter(FORMS[form]())
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
