"""Errors for input that breaks a rule, and checks of values as callers pass them.

Each error has a code for programs and a sentence for people.
"""

import re
from operator import index
from typing import Any, NamedTuple, Self

from msgspec import DecodeError

from .seats import SEATS, Seat
from .text import Message


class SpadesError(ValueError):
    """Base class of all errors. `code` is stable and for programs; `message` is for people.

    A message may be given as its template and the values that fill it.
    """

    def __init__(self, code: str, message: Message | str, **params: Any) -> None:
        self.message = Message(message, **params) if isinstance(message, str) else message
        super().__init__(self.message)  # `str` renders the sentence when someone reads it
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process gets the same error, made from its fields and not by `__init__`.
        return type(self).__new__, (type(self), *self.args), self.__dict__


class IllegalActionError(SpadesError):
    """An action the rules do not allow now; the game is unchanged.

    `game`, `seat` and `action` describe the refused action, if there is a game; the seat is None
    for an outcome of chance. `str` shows them in notation before the sentence.
    """

    game: Any = None  # a Game, which this file cannot import
    seat: Seat | None = None
    action: object = None

    def of(self, game: Any, seat: Seat | None, action: object) -> Self:
        """Return the error with the refused action and its context."""
        number = in_range(seat, 0, len(SEATS) - 1)
        self.game, self.action = game, action
        self.seat = seat if number is None else SEATS[number]
        return self

    def __str__(self) -> str:
        if self.game is None:
            return str(self.message)
        seat = getattr(self.seat, "letter", self.seat)  # it may not be a seat at all
        who = "chance" if seat is None else f"{seat} {self.action}"
        return f"{who[:_LONGEST]}: {self.message}"


_LONGEST = 60
"""The most characters of a refused action that are shown, as it may be anything."""


MOST_PROBLEMS = 20
"""The most problems of a rule set that are listed; players can fix these and try again."""


class Problem(NamedTuple):
    """What keeps a rule set from being built, and the options concerned, by their dotted paths."""

    code: str
    message: Message
    options: tuple[str, ...] = ()


class RulesError(SpadesError):
    """A rule set that cannot be built: unknown options, bad values, contradictions.

    `problems` lists all of them, `code` is the code of the first, and `message` gives one after the
    other. Problems beyond `MOST_PROBLEMS` are only counted.
    """

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems[:MOST_PROBLEMS]
        if (untold := len(problems) - MOST_PROBLEMS) > 0:
            more = Message("{count} more problems", count=untold)
            self.problems += (Problem("rules/more-problems", more),)
        *others, told = (problem.message for problem in self.problems)
        for message in reversed(others):
            told = Message("{one}; also: {other}", one=message, other=told)
        super().__init__(self.problems[0].code, told)


class ParseError(SpadesError):
    """Text that cannot be read. `place` says where (a line, a column or a field)."""

    def __init__(self, code: str, message: Message | str, place: str = "", **params: Any) -> None:
        super().__init__(code, message, **params)
        self.place = place


def whole(value: Any) -> Any:
    """Return a whole number as Python's `int`, and any other value, such as a bool, unchanged.

    >>> whole(3), whole(True), whole("3"), whole(3.0)
    (3, True, '3', 3.0)
    """
    if isinstance(value, bool):
        return value
    try:
        return index(value)
    except TypeError:
        return value


def in_range(value: Any, least: int, most: int | None = None) -> int | None:
    """Return a whole number in this range as Python's `int`, or None for anything else.

    >>> in_range(3, 0, 3), in_range(4, 0, 3), in_range(True, 0, 3)
    (3, None, None)
    """
    number = value if type(value) is int else whole(value)  # usually
    if not isinstance(number, int) or isinstance(number, bool) or number < least:
        return None
    return number if most is None or number <= most else None


_KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}

_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")


def wrong_field(error: DecodeError) -> str:
    r"""Return the name of the malformed field, and the expected value.

    >>> wrong_field(DecodeError("Expected `str` of length >= 1 - at `$.name`"))
    'name: expected text of length >= 1'
    >>> wrong_field(DecodeError("Object contains unknown field `naem`"))
    'unknown field naem'
    >>> wrong_field(DecodeError(r"Expected `str` matching regex '\\S' - at `$.name`"))
    'name: expected text that is not blank'
    """
    text = str(error)
    place = _PLACE.search(text)
    problem = text[: place.start()] if place else text
    problem = re.sub(r"^Object contains unknown field", "unknown field", problem)
    problem = re.sub(r"^Object missing required field (.*)", r"the field \1 is missing", problem)
    problem = re.sub(r"^Invalid (?:enum )?value (.*)", r"\1 is not possible", problem)
    problem = problem.replace(r"matching regex '\\S'", "that is not blank")
    problem = re.sub(r"`([^`]*)`", lambda found: _kind(found[1]), problem)
    problem = problem[:1].lower() + problem[1:]
    return f"{place[1]}: {problem}" if place and place[1] else problem


def _kind(name: str) -> str:
    """Return a type in words, or the name of a field as it is."""
    return " or ".join(_KINDS.get(one, one) for one in name.split(" | "))
