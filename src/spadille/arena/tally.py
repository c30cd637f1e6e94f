"""What the rounds and decisions of one bot add up to."""

from msgspec import Struct, field

from ..game import RoundResult, Rules
from .timing import Times


class Tally(Struct):
    """Counts over all rounds and all sides that the bot has played.

    `rounds` counts a round once for each side, `bids` once for each seat.
    """

    rounds: int = 0
    contracts_made: int = 0
    contracts_set: int = 0
    bids: int = 0
    nils: int = 0
    nils_made: int = 0
    bags: int = 0
    times: Times = field(default_factory=Times)

    def add(self, rules: Rules, result: RoundResult, side: int) -> None:
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
        self.rounds += other.rounds
        self.contracts_made += other.contracts_made
        self.contracts_set += other.contracts_set
        self.bids += other.bids
        self.nils += other.nils
        self.nils_made += other.nils_made
        self.bags += other.bags
        self.times.merge(other.times)
