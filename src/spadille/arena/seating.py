"""Seatings that make a match fair: each deal is played in all of them."""

from ..game import BySeat, Rules


def seatings(rules: Rules) -> tuple[BySeat[int], ...]:
    """Return which of the two bots, 0 or 1, sits at each seat, for each game played with a deal.

    The bots take alternate sides. This pattern is rotated through the sides, and each seating comes
    with its mirror image. So both bots play every side equally often, against equally many sides of
    the other bot. Two sides make 2 games, four sides 2, three sides 6, five sides 10.

    >>> seatings(Rules())
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> seatings(Rules.preset("three-player"))
    ((0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 0, 1), (1, 1, 0))
    """
    sides = len(rules.sides)
    by_side = dict.fromkeys(
        tuple(((side + turn) % sides + mirrored) % 2 for side in range(sides))
        for turn in range(sides)
        for mirrored in (0, 1)
    )
    return tuple(tuple(bots[rules.side_of(seat)] for seat in rules.seats) for bots in by_side)
