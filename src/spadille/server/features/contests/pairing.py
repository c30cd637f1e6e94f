"""Pairings as pure functions of numbers: round robin, knock-out and Swiss.

Competitors are numbered from 0 in the order they entered. A round is a list of meetings, in which
`None` means no opponent. A competitor without an opponent has a bye.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

Meeting = tuple[int, int | None]
Met = Collection[frozenset[int | None]]
"""The pairs that have already met, including byes: `{competitor, None}`."""


def each_against_each(count: int, round: int) -> tuple[Meeting, ...]:
    """Return round `round`, counted from 0, of a round robin by the circle method.

    One competitor stays in place, and the others move on by one. If the number is odd, each has one
    bye. There are enough rounds for everyone to meet everyone else.
    """
    circle: list[int | None] = [*range(count), *([None] if count % 2 else [])]
    others = circle[1:]
    turned = [circle[0], *others[round:], *others[:round]]
    half = len(turned) // 2
    meetings = zip(turned[:half], reversed(turned[half:]), strict=True)
    return tuple(_meeting(*pair) for pair in meetings)


def knock_out(count: int) -> tuple[Meeting, ...]:
    """Return the first round of a knock-out that keeps early entrants apart as long as possible.

    The meetings are in tree order: the winners of neighboring meetings meet next.
    """
    seeds = [0]
    while len(seeds) < count:
        seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) - 1 - seed)]
    there = [seed if seed < count else None for seed in seeds]
    return tuple(_meeting(*pair) for pair in zip(there[::2], there[1::2], strict=True))


def next_of_tree(winners: Sequence[int]) -> tuple[Meeting, ...]:
    """Return the next round of a knock-out, given the winners of the last round in order."""
    return tuple(zip(winners[::2], winners[1::2], strict=True))


def most_swiss_rounds(count: int) -> int:
    """Return the number of rounds in which no one needs to meet anyone twice.

    This is true for every outcome of the games. A round is always possible while everyone has yet
    to meet at least half of all others (and the bye); see `swiss`.
    """
    return (count + 1) // 2


def swiss(standing: Sequence[int], met: Met) -> tuple[Meeting, ...]:
    """Return the next round: neighbors in the standings meet, unless they have already met.

    No one meets anyone twice or has a second bye in the first `most_swiss_rounds` rounds.
    """
    rest: list[int | None] = [*standing, *([None] if len(standing) % 2 else [])]
    place = {one: at for at, one in enumerate(rest)}
    pairs: list[tuple[int | None, int | None]] = []
    left: list[int | None] = []
    while rest:
        one = rest.pop(0)
        other = next((other for other in rest if frozenset((one, other)) not in met), one)
        if other == one:
            left.append(one)
        else:
            rest.remove(other)
            pairs.append((one, other))
    while left:
        one, other = left.pop(), left.pop()
        _take_in(one, other, pairs, met, lambda pair: (place[pair[0]] - place[pair[1]]) ** 2)
    ordered = [sorted(pair, key=place.__getitem__) for pair in pairs]
    ordered.sort(key=lambda pair: place[pair[0]])
    return tuple(_meeting(*pair) for pair in ordered)


def first_of_two(meeting: Meeting, times_first: Mapping[int, int]) -> Meeting:
    """Return the same meeting; the one who has come first less often comes first."""
    one, other = meeting
    if other is None or times_first.get(one, 0) <= times_first.get(other, 0):
        return meeting
    return other, one


def _take_in(
    one: int | None,
    other: int | None,
    pairs: list[tuple[int | None, int | None]],
    met: Met,
    distance: Callable[[tuple[int | None, int | None]], int],
) -> None:
    """Split up a paired meeting so that two who have met before get new partners.

    Such a meeting exists while each of the two has yet to meet half of all others. There are fewer
    pairs than that, so at least one pair accounts for three of the meetings still open to the two.
    """
    ways = [
        (pair, new)
        for pair in pairs
        for new in (((one, pair[0]), (other, pair[1])), ((one, pair[1]), (other, pair[0])))
        if not any(frozenset(both) in met for both in new)
    ]
    if ways:
        pair, new = min(ways, key=lambda way: sum(map(distance, way[1])))
        pairs.remove(pair)
        pairs.extend(new)
    else:
        pairs.append((one, other))  # there are more rounds than opponents to meet


def _meeting(one: int | None, other: int | None) -> Meeting:
    """Return a meeting; the competitor with a bye comes first."""
    if one is None:
        assert other is not None
        return other, None
    return one, other
