"""Totals of the rounds and decisions of one bot."""

from collections import Counter
from math import floor, log

from msgspec import Struct, field

from ..game import RoundResult, Rules

_STEP = 1.01
"""The ratio of neighboring bins, which makes percentiles exact to one percent."""

_SHORTEST = 1e-9


class Times(Struct):
    """A histogram of seconds with bins of equal ratio, and the exact longest time."""

    classes: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Count a decision that took this many seconds."""
        self.classes[floor(log(max(seconds, _SHORTEST)) / log(_STEP))] += 1
        self.longest = max(self.longest, seconds)

    def merge(self, other: "Times") -> None:
        """Add all decisions of another histogram."""
        self.classes.update(other.classes)
        self.longest = max(self.longest, other.longest)

    def quantile(self, share: float) -> float:
        """Return the most seconds that this share of all decisions took; 0 without decisions."""
        wanted = share * self.classes.total()
        for class_ in sorted(self.classes):
            wanted -= self.classes[class_]
            if wanted <= 0:
                middle: float = _STEP ** (class_ + 0.5)
                return min(middle, self.longest)
        return self.longest


class Tally(Struct, omit_defaults=True):
    """Counts for all rounds and all sides that the bot has played.

    `rounds` counts each round once per side, and `bids` once per seat. `illegal` answers and
    `errors` are only counted if they do not end the match.
    """

    rounds: int = 0
    contracts_made: int = 0
    contracts_set: int = 0
    bids: int = 0
    nils: int = 0
    nils_made: int = 0
    bags: int = 0
    times: Times = field(default_factory=Times)
    illegal: int = 0
    errors: int = 0
    first_failure: str = ""

    def fail(self, where: str, *, illegal: bool = True) -> None:
        """Count an illegal answer, or another failure, and remember the first."""
        self.illegal += illegal
        self.errors += not illegal
        self.first_failure = self.first_failure or where

    def add(self, rules: Rules, result: RoundResult, side: int) -> None:
        """Count a finished round for one side, given by its index."""
        score = result.sides[side]
        seats = rules.sides[side]
        reasons = [line.reason for line in score.lines]
        self.rounds += 1
        self.contracts_made += reasons.count("contract-made")
        self.contracts_set += reasons.count("contract-set")
        self.bids += len(seats)
        self.nils += sum(result.bids[seat].nil for seat in seats)
        self.nils_made += reasons.count("nil-made") + reasons.count("blind-nil-made")
        self.nils_made += reasons.count("team-nil-made") * len(seats)
        self.bags += score.overtricks

    def merge(self, other: "Tally") -> None:
        """Add all counts and times of another tally."""
        self.rounds += other.rounds
        self.contracts_made += other.contracts_made
        self.contracts_set += other.contracts_set
        self.bids += other.bids
        self.nils += other.nils
        self.nils_made += other.nils_made
        self.bags += other.bags
        self.times.merge(other.times)
        self.illegal += other.illegal
        self.errors += other.errors
        self.first_failure = self.first_failure or other.first_failure
