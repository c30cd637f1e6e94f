"""The values of a round's outcomes to a side: any table, or the score by the rules."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...game import Bid, BySeat, Rules, Standing, in_short, score_round
from .goals import MOST_OUTCOMES, MOST_VALUES
from .positions import refused

MOST_GROUPS = 4


class Utility(NamedTuple):
    """A value for each outcome, which is how many tricks of the round each group of seats has won.

    `group_of` is the group of each seat, numbered from 0. `side_of` is the side of each seat; side
    0 maximizes the value and side 1 minimizes it. All seats of a group are on one side. `table[a,
    b, ...]` is the value if group 0 has won `a` tricks in all, group 1 `b`, and so on; the last
    group has won the rest and has no axis. So the length of each axis is one more than the number
    of tricks in the round; entries for impossible outcomes are ignored.

    The value of a nil depends on the tricks of its bidder, who forms a separate group.
    """

    group_of: tuple[int, ...]
    side_of: tuple[int, ...]
    table: NDArray[np.int64]

    @property
    def tricks(self) -> int:
        """The tricks of the round."""
        return int(self.table.shape[0]) - 1


def tricks_utility(tricks: int, side_of: Sequence[int] = (0, 1, 0, 1)) -> Utility:
    """Return a utility in which each trick of side 0 counts one."""
    return Utility(tuple(side_of), tuple(side_of), np.arange(tricks + 1))


def score_utility(
    rules: Rules | str,
    bids: BySeat[Bid],
    before: Sequence[Standing] | None = None,
    *,
    side: int = 0,
) -> Utility:
    """Return the utility of a round's points: those of one side less those of the other.

    `rules` may be the name of a preset.

    Raises:
        RulesError: for a preset that does not exist.
        SolverError: if there are not exactly two sides, if a score depends on more than each seat's
            tricks, or if the number of bids or standings does not fit the rules.
    """
    rules = Rules.of(rules)
    standings = tuple(before) if before is not None else (Standing(),) * 2
    _check_score(rules, bids, standings, side)
    side_of = tuple(int(rules.side_of(seat) != side) for seat in rules.seats)
    group_of, seats = groups_of(bids, side_of)
    tricks = rules.tricks
    table = np.zeros((tricks + 1,) * (len(seats) - 1), np.int64)
    for won in product(range(tricks + 1), repeat=len(seats) - 1):
        rest = tricks - sum(won)
        if rest < 0:
            continue
        by_seat = [0] * rules.players
        for seat, count in zip(seats, (*won, rest), strict=True):
            by_seat[seat] = count
        points = [score.points for score in score_round(rules, standings, bids, tuple(by_seat))]
        table[won] = points[side] - points[1 - side]
    return Utility(group_of, side_of, table)


def _check_score(rules: Rules, bids: BySeat[Bid], standings: Sequence[Standing], side: int) -> None:
    """Refuse scores that do not fit the seats and sides of the rules, or have no single value."""
    if len(rules.sides) != 2:
        raise refused(
            "sides",
            "{count} sides; a position has a single value only with two",
            count=len(rules.sides),
        )
    for name, found, expected in (("bids", bids, rules.players), ("standings", standings, 2)):
        if len(found) != expected:
            raise refused(
                name,
                "{count} {name}, expected {expected}",
                count=len(found),
                name=name,
                expected=expected,
            )
    for bid in bids:
        given: object = bid
        if not isinstance(given, Bid):
            raise refused("bids", "{told} is not a `Bid`", told=in_short(given))
    if side not in {0, 1}:
        raise refused("side", "side {side}, expected 0 or 1", side=side)
    if any(bid.mo for bid in bids):
        raise refused("course", "Little and Big Mo depend on the order of tricks, expected none")
    if rules.scoring.last_spade_bonus:
        raise refused("course", "scoring.last_spade_bonus depends on the last trick, expected 0")


def groups_of(bids: BySeat[Bid], side_of: Sequence[int]) -> tuple[tuple[int, ...], list[int]]:
    """Return each seat's group, with nils separate from their side, and one seat of each group."""
    names = [
        (side, seat if bid.nil else -1)
        for seat, (side, bid) in enumerate(zip(side_of, bids, strict=True))
    ]
    known = list(dict.fromkeys(names))
    return tuple(known.index(name) for name in names), [names.index(name) for name in known]


def check_utility(utility: Utility, players: int) -> None:
    """Raise an error if this is not a utility for that many seats."""
    given: object = utility
    if not isinstance(given, Utility):
        told = in_short(given)
        raise refused("utility", "{told} is not a `Utility`", told=told)
    group_of, side_of, table = utility
    worths: object = table
    if not isinstance(worths, np.ndarray):
        told = type(worths).__name__
        raise refused("utility", "the table of a utility is {told}, expected an array", told=told)
    if len(group_of) != players or len(side_of) != players:
        raise refused(
            "utility",
            "a utility for {count} seats, expected one for {players}",
            count=len(group_of),
            players=players,
        )
    groups = max(group_of) + 1
    if sorted(set(side_of)) != [0, 1]:
        raise refused("sides", "sides {sides}, expected seats on 0 and on 1", sides=list(side_of))
    if set(group_of) != set(range(groups)) or groups > MOST_GROUPS:
        raise refused("utility", "groups {groups}, expected 0, 1, ...", groups=list(group_of))
    if len(set(zip(group_of, side_of, strict=True))) != groups:
        raise refused("utility", "a group has seats of both sides, expected seats of one")
    if table.ndim != groups - 1 or len(set(table.shape)) != 1 or table.dtype.kind not in "iu":
        raise refused(
            "utility",
            "a table of shape {shape} and type {type}, expected integers with {axes} equal axes",
            shape=table.shape,
            type=table.dtype,
            axes=groups - 1,
        )
    if table.size and table.max() > np.iinfo(np.int64).max:
        raise refused("utility", "a worth of {worth}, expected less", worth=table.max())
    if table.size > MOST_OUTCOMES or len(np.unique(table)) > MOST_VALUES:
        raise refused("utility", "{size} outcomes, expected fewer", size=table.size)
