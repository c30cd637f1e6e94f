"""What is written to the log: never a card that somebody may not see."""

import logging
from traceback import format_tb


def log_failure(log: logging.Logger, what: str, error: BaseException) -> None:
    """Logs where an error came from, but not its text or values, which may name cards."""
    place = "".join(format_tb(error.__traceback__))
    log.error("%s: %s\n%s", what, type(error).__name__, place)
