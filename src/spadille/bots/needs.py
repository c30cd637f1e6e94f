"""What my side needs in this round: more tricks, or no more of them."""

from enum import Enum
from functools import cached_property
from math import sqrt

from ..game import SeatView
from .equity import round_equity
from .estimate import NIL_TRICKS, SURPLUS, chances
from .standing_nil import bid_nil, nil_stands

_EFFORT = 0.12
"""How much of a trick to come is decided by trying for it or not."""

_SPREAD = 0.45
"""The standard deviation of the tricks to come, per square root of their number."""


class Goal(Enum):
    """Whether more tricks are wanted."""

    TAKE = "take"
    AVOID = "avoid"


class Needs:
    """Contracts against tricks won, and what each further trick is worth.

    `left` are the tricks still to be won, `ours` is how many of them my side's contract lacks. In
    a round that bids itself there is no contract, and every trick is wanted.
    """

    def __init__(self, view: SeatView) -> None:
        assert view.hand is not None
        self._view = view
        self._seat = view.seat
        self._mates = view.rules.sides[view.rules.side_of(view.seat)]
        self.left = len(view.hand)
        self.ours = self._lacking(view.rules.side_of(view.seat))
        self.bids = tuple(bid for bid in view.bids if bid is not None)

    def _lacking(self, side: int) -> int:
        """How many tricks the contract of a side lacks."""
        view = self._view
        won = sum(
            view.won[seat]
            for seat in view.rules.sides[side]
            if view.rules.scoring.failed_nil_tricks == "help_partner" or not bid_nil(view, seat)
        )
        return max(0, (view.contracts[side] or 0) - won)

    @property
    def lost(self) -> bool:
        """Whether my contract can no longer be made."""
        return self.ours > self.left

    @cached_property
    def goal(self) -> Goal:
        """Whether my side should try for tricks now.

        First the contract. Then what is better by the chance to win the game: the bags that
        trying for more may bring, or the contracts of others that it may break.
        """
        if not self.bids or 0 < self.ours <= self.left:
            return Goal.TAKE
        effort = _EFFORT * self.left
        take = self._value(self.expected_tricks + effort)
        avoid = self._value(self.expected_tricks - effort)
        return Goal.TAKE if take > avoid else Goal.AVOID

    @cached_property
    def expected_tricks(self) -> float:
        """How many of the tricks left my side will win, going by bids and tricks won."""
        view = self._view
        expected = []
        for seat in view.rules.seats:
            usual = NIL_TRICKS
            if not self.bids:
                usual = view.rules.tricks / view.rules.players
            elif not nil_stands(view, seat):
                usual = self.bids[seat].tricks + SURPLUS
            expected.append(max(0.2, usual - view.won[seat]))
        ours = sum(expected[seat] for seat in self._mates)
        return self.left * ours / sum(expected)

    def _value(self, expected: float) -> float:
        """The chance to win the game when so many of the tricks left are expected for my side."""
        spread = max(_SPREAD * sqrt(self.left), 0.3)
        likely = chances(expected, spread, self.left)
        return sum(
            chance * equity
            for tricks, chance in enumerate(likely)
            if chance > 0.001
            for equity in [self._equity(tricks)]
        )

    def _equity(self, tricks: int) -> float:
        """The chance to win the game when my side wins so many of the tricks left."""
        view = self._view
        won = list(view.won)
        mates = [seat for seat in self._mates if not nil_stands(view, seat)] or [self._seat]
        others = [seat for seat in view.rules.seats if seat not in self._mates]
        others = [seat for seat in others if not nil_stands(view, seat)] or others
        won[mates[0]] += tricks
        for _ in range(self.left - tricks):
            won[min(others, key=lambda seat: won[seat] - self.bids[seat].tricks)] += 1
        return round_equity(view, self.bids, tuple(won))
