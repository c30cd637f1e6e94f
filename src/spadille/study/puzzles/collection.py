"""The puzzles that come with the program: by number, by theme, and one for each day."""

from datetime import date
from functools import cache
from importlib.resources import files
from math import gcd

from msgspec import json

from ...game import Message, SpadesError
from .puzzle import DIFFICULTIES, Puzzle

FILE = "puzzles.jsonl"

_LARGE = 7919
"""The step from one day's puzzle to the next, so that neighbors in the file are months apart."""


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles; the first has number 1."""
    data = files(__package__).joinpath(FILE).read_bytes()
    return tuple(json.decode(line, type=Puzzle) for line in data.splitlines())


def puzzle(number: int) -> Puzzle:
    """Return the puzzle with that number.

    Raises:
        SpadesError: if there is no such puzzle.
    """
    found = puzzles()
    if not 1 <= number <= len(found):
        raise SpadesError(
            "puzzle/unknown",
            Message("puzzles are numbered from 1 to {count}", count=len(found)),
        )
    return found[number - 1]


def number_of_day(day: date) -> int:
    """Return the puzzle for a day, the same for everyone; none repeats before all have come up."""
    count = len(puzzles())
    step = next(step for step in range(_LARGE, 2 * _LARGE) if gcd(step, count) == 1)
    return day.toordinal() * step % count + 1


def with_theme(theme: str) -> tuple[int, ...]:
    """Return the numbers of the puzzles that have a theme, the easiest first."""
    found = [number for number, one in enumerate(puzzles(), start=1) if theme in one.themes]
    return tuple(sorted(found, key=lambda number: DIFFICULTIES.index(puzzle(number).difficulty)))
