"""How to divide more people than one table holds into tables (N19)."""

from collections.abc import Iterator

MOST_AT_A_TABLE = 6
FEWEST_AT_A_TABLE = 3
"""The fewest people at a table; dividing the players never produces a smaller game."""

MOST_PEOPLE = 100
"""The most people that can be divided into tables."""

USUAL = 4

USUAL_PRESETS = {3: "three-player", 4: "standard", 5: "five-player", 6: "six-player"}
"""The rules for a table of each size, unless others are requested."""


def splits(people: int) -> tuple[tuple[int, ...], ...]:
    """Return the even ways to divide `people` into tables of three to six, best first.

    Tables differ by one seat at most. The best way puts the most people at tables of four. More
    people than `MOST_PEOPLE` cannot be divided.

    >>> splits(7), splits(8), splits(9)
    (((4, 3),), ((4, 4),), ((5, 4), (3, 3, 3)))
    """
    return tuple(sorted(_even(people), key=lambda sizes: (-sizes.count(USUAL), len(sizes))))


def _even(people: int) -> Iterator[tuple[int, ...]]:
    if people > MOST_PEOPLE:
        return
    for tables in range(1, people // FEWEST_AT_A_TABLE + 1):
        size, larger = divmod(people, tables)
        if size + (larger > 0) <= MOST_AT_A_TABLE:
            yield (size + 1,) * larger + (size,) * (tables - larger)
