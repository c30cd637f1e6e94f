"""What ends a match before its last deal."""

from typing import Any

from ..game import Message, Seat, SpadesError


class ArenaError(SpadesError):
    """A match that cannot be played as asked, or workers that fail."""


class BotError(SpadesError):
    """A bot has raised an error or answered with what it may not do.

    `bot` is its name, `deal` counts from 1. Where the bot raised, the note holds its traceback,
    also when it played in another process.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that a bot's author asks for
        self, code: str, message: Message, bot: str, deal: int, seat: Seat, trace: str = ""
    ) -> None:
        super().__init__(code, message)
        self.bot = bot
        self.deal = deal
        self.seat = seat
        self.trace = trace
        if trace:
            self.add_note(trace)

    def __reduce__(self) -> tuple[Any, ...]:
        told = (self.code, self.message, self.bot, self.deal, self.seat, self.trace)
        return BotError, told


def told(error: BaseException) -> str:
    """An error in one line.

    >>> told(ValueError("no such card")), told(TimeoutError())
    ('ValueError: no such card', 'TimeoutError')
    """
    return ": ".join(filter(None, (type(error).__name__, str(error))))
