"""Check the answers of bots written by others, and report clearly what failed."""

import traceback
from contextlib import suppress
from itertools import islice
from pathlib import Path
from reprlib import Repr
from typing import Protocol, cast

from ..game import Game, Message, Options, ParseError, PlayerAction, Seat, SeatView, SpadesError
from ..notation import format_action, parse_action

_MOST_TOLD = 13
"""The most legal actions listed: as many as a hand has cards."""

_repr = Repr()
_repr.maxstring = _repr.maxother = 80


class Acting(Protocol):
    """A bot that need not give reasons."""

    def act(self, view: SeatView) -> PlayerAction:
        """Return the action the bot takes."""


class BotError(SpadesError):
    """A bot has raised an error or answered with an illegal action.

    `bot` is its name; in a match, `deal` counts from 1. If the bot raised an error, the note has
    its traceback, even if it played in another process.
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


class ProgramError(SpadesError):
    """A bot in another process has not answered as it should.

    The message continues a sentence about the bot. `errors` are the last lines of the program's
    standard error.
    """

    def __init__(self, code: str, message: Message, errors: str) -> None:
        last = errors.splitlines()[-1:]
        if last:
            message = Message("{problem}: {line}", problem=message, line=repr(last[0]))
        super().__init__(code, message)
        self.errors = errors


def answer_of(name: str, bot: Acting, game: Game, seat: Seat) -> PlayerAction:
    """Return a bot's answer on its turn, which may be anything; see `after`.

    Raises:
        BotError: if it raises an error or tries to exit.
    """
    try:
        return bot.act(game.view(seat))
    except ProgramError as error:
        raise failure(error.code, error.message, name, game, seat, error.errors) from error
    except (Exception, SystemExit) as error:
        problem = Message("it raised {error}", error=told_with_place(error))
        trace = "".join(traceback.format_exception(error))
        raise failure("bots/raised", problem, name, game, seat, trace) from error


def after(name: str, answer: object, game: Game, seat: Seat) -> Game:
    """Return the game after the answer of a bot, which may be the text of an action.

    Raises:
        BotError: if the answer is not legal; lists the legal ones.
    """
    if isinstance(answer, str):
        with suppress(ParseError):
            answer = parse_action(answer, packs=game.rules.deck.packs)
    try:
        return game.apply(cast("PlayerAction", answer), seat)
    except SpadesError as error:
        reason: object = error.message
    except Exception as error:  # noqa: BLE001 - the answer may be anything
        reason = told(error)
    problem = Message(
        "its answer {action} is illegal: {reason}; legal actions: {legal}",
        action=answer_in_words(answer),
        reason=reason if isinstance(answer, PlayerAction) else _no_action(answer),
        legal=legal_in_words(game.legal_actions(seat)),
    )
    raise failure("bots/illegal-action", problem, name, game, seat)


def failure(  # noqa: PLR0913, PLR0917 - as above
    code: str, problem: Message, bot: str, game: Game, seat: Seat, trace: str = ""
) -> BotError:
    """Return the error that says where and how a bot has failed."""
    message = Message(
        "{bot} failed in round {round}, as {seat}: {problem}",
        bot=bot,
        round=len(game.results) + 1,
        seat=seat,
        problem=problem,
    )
    return BotError(code, message, bot, seat, trace=trace)


def told(error: BaseException) -> str:
    """Return an error in one line.

    >>> told(ValueError("no such card")), told(TimeoutError())
    ('ValueError: no such card', 'TimeoutError')
    """
    return ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split()))))


def refused_because(error: BaseException) -> str:
    """Return why the system refuses something, in the system's words if it has any.

    >>> refused_because(FileNotFoundError(2, "No such file")), refused_because(TimeoutError())
    ('No such file', 'TimeoutError')
    """
    return str(getattr(error, "strerror", None) or error) or type(error).__name__


def told_with_place(error: BaseException) -> str:
    """Return an error of a bot in one line, with the last place in the bot's own file."""
    places = traceback.extract_tb(error.__traceback__)
    own = next((one.filename for one in places if not _is_ours(one.filename)), places[-1].filename)
    place = next(one for one in reversed(places) if one.filename == own)
    return f"{told(error)} ({Path(own).name}, line {place.lineno}, in {place.name})"


def _is_ours(file: str) -> bool:
    return Path(file).is_relative_to(Path(__file__).parents[1])


def answer_in_words(answer: object) -> str:
    """Return an action in notation, or any other answer as Python shows it."""
    try:
        if isinstance(answer, PlayerAction):
            return format_action(answer)
    except Exception:  # noqa: BLE001, S110 - what is in it may be anything
        pass
    return _repr.repr(answer)


def legal_in_words(options: Options) -> Message | str:
    """Return the legal actions, or the first of them, in notation."""
    listed = ", ".join(format_action(action) for action in islice(options, _MOST_TOLD))
    more = len(options) - _MOST_TOLD
    return Message("{some} and {more} more", some=listed, more=more) if more > 0 else listed


def _no_action(answer: object) -> Message:
    return Message(
        "that is {type}, not an action such as Play(card) or Bid(tricks)",
        type=type(answer).__name__,
    )
