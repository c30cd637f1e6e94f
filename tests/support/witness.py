"""A judge of revokes who sees all hands, and relies only on the engine's events."""

from copy import copy

from spadille.game import Call, Card, Deal, Flip, Rules, Seat
from support.naive_rules import Pair, allowed, pair


def taker(trick: list[Pair]) -> int:
    """Return the position of the card that wins a trick."""
    led = trick[0][0]
    return max(range(4), key=lambda at: (trick[at][0] == "S", trick[at][0] == led, trick[at][1]))


class Witness:
    """Knows all hands, and whether each card was a revoke, from the events alone."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        self.rules = rules
        self.hands = [[pair(card) for card in hand] for hand in deal.hands]
        self.leader = 1
        self.trick: list[Pair] = []
        self.done = 0
        self.won = [0, 0, 0, 0]
        self.spade_seen = False
        self.guilty: set[tuple[int, int]] = set()
        self.before: Witness | None = None

    def saw(self, card: Card) -> None:
        self.before = None
        self.before = copy(self)
        self.before.hands = [list(hand) for hand in self.hands]
        self.before.trick, self.before.won = list(self.trick), list(self.won)
        self.before.guilty = set(self.guilty)
        seat = (self.leader + len(self.trick)) % 4
        led = self.trick[0][0] if self.trick else None
        lead = self.rules.play.lead_spades
        played = pair(card)
        if played not in allowed(self.hands[seat], led, lead, spade_seen=self.spade_seen):
            self.guilty.add((self.done + 1, seat))
        self.hands[seat].remove(played)
        self.spade_seen |= played[0] == "S"
        self.trick.append(played)
        if len(self.trick) == 4:
            self.leader = (self.leader + taker(self.trick)) % 4
            self.won[self.leader] += 1
            self.done += 1
            self.trick = []

    def proves(self, seat: Seat, action: Call | Flip) -> bool:
        """Return True if the other side revoked at the stated place."""
        accused = [action.seat] if isinstance(action, Call) else [(seat + 1) % 4, (seat + 3) % 4]
        return any((action.trick, other) in self.guilty for other in accused)
