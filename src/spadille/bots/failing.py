"""Bots that anybody may have written: what they do is checked, and said plainly where it fails."""

import traceback
from itertools import islice
from reprlib import Repr
from typing import Any, Protocol, cast

from ..game import Game, Message, PlayerAction, Seat, SeatView, SpadesError
from ..notation import format_action

_MOST_TOLD = 13
"""Of the legal actions, a hand of cards at most."""

_repr = Repr()
_repr.maxstring = _repr.maxother = 80


class Acting(Protocol):
    """A bot that need not say why."""

    def act(self, view: SeatView) -> PlayerAction:
        """The action the bot takes."""


class BotError(SpadesError):
    """A bot has raised an error or answered with what it may not do.

    `bot` is its name; in a match `deal` counts from 1. Where the bot raised, the note holds its
    traceback, also when it played in another process.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that a bot's author asks for
        self,
        code: str,
        message: Message,
        bot: str,
        seat: Seat,
        deal: int | None = None,
        trace: str = "",
    ) -> None:
        super().__init__(code, message)
        self.bot = bot
        self.seat = seat
        self.deal = deal
        self.trace = trace
        if trace:
            self.add_note(trace)

    def __reduce__(self) -> tuple[Any, ...]:
        return BotError, (self.code, self.message, self.bot, self.seat, self.deal, self.trace)


def answer_of(name: str, bot: Acting, game: Game, seat: Seat) -> PlayerAction:
    """What a bot answers at its turn, which may be anything; see `after`.

    Raises:
        BotError: when it raises an error, or wants to exit.
    """
    try:
        return bot.act(game.view(seat))
    except (Exception, SystemExit) as error:
        problem = Message("it raised {error}", error=told(error))
        trace = "".join(traceback.format_exception(error))
        raise failure("bots/raised", problem, name, game, seat, trace) from error


def after(name: str, answer: object, game: Game, seat: Seat) -> Game:
    """The game after the answer of a bot.

    Raises:
        BotError: when it may not answer so; says what it may.
    """
    try:
        return game.apply(cast("PlayerAction", answer), seat)
    except SpadesError as error:
        reason: object = error.message
    except Exception as error:  # noqa: BLE001 - the answer may be anything
        reason = told(error)
    problem = Message(
        "it may not answer {action}: {reason}; legal are {legal}",
        action=_written(answer),
        reason=reason if isinstance(answer, PlayerAction) else Message("that is not an action"),
        legal=_legal(game, seat),
    )
    raise failure("bots/illegal-action", problem, name, game, seat)


def failure(  # noqa: PLR0913, PLR0917 - as above
    code: str, problem: Message, bot: str, game: Game, seat: Seat, trace: str = ""
) -> BotError:
    """The error that says where a bot has failed, and in what."""
    message = Message(
        "{bot} fails in round {round}, as {seat}: {problem}",
        bot=bot,
        round=len(game.results) + 1,
        seat=seat,
        problem=problem,
    )
    return BotError(code, message, bot, seat, trace=trace)


def told(error: BaseException) -> str:
    """An error in one line.

    >>> told(ValueError("no such card")), told(TimeoutError())
    ('ValueError: no such card', 'TimeoutError')
    """
    return ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split()))))


def _written(answer: object) -> str:
    """An action in notation, and whatever else a bot answers as Python shows it."""
    try:
        return format_action(cast("PlayerAction", answer))
    except Exception:  # noqa: BLE001 - as above
        return _repr.repr(answer)


def _legal(game: Game, seat: Seat) -> Message | str:
    options = game.options(seat)
    listed = ", ".join(format_action(action) for action in islice(options, _MOST_TOLD))
    more = len(options) - _MOST_TOLD
    return Message("{some} and {more} more", some=listed, more=more) if more > 0 else listed
