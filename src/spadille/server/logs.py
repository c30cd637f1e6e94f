"""What is written to the log: never a card that somebody may not see."""

import logging
from traceback import format_tb

MOST_FRAMES = 12
"""Of a long trace the innermost are logged, so that no request fills the log."""


def log_failure(log: logging.Logger, what: str, error: BaseException) -> None:
    """Logs where an error came from, but not its text or values, which may name cards."""
    place = "".join(format_tb(error.__traceback__, -MOST_FRAMES))
    log.error("%s: %s\n%s", what, type(error).__name__, place)
