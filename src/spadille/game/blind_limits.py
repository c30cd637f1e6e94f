"""Find out who may bid blind at the current scores, and how many of a side (E7, E8, E11)."""

from collections.abc import Sequence

from .actions import Bid
from .rules import Rules
from .scoring import Standing
from .text import Message


def points_behind(standings: Sequence[Standing], side: int) -> int:
    """Return how many points another side leads by, or 0 if none does."""
    best = max(one.score for other, one in enumerate(standings) if other != side)
    return max(0, best - standings[side].score)


def far_enough_behind(standings: Sequence[Standing], side: int, deficit: int) -> bool:
    """Return True if a side trails the best other side by that many points; 0 is always met."""
    return not deficit or points_behind(standings, side) >= deficit


def blind_nils_of(rules: Rules, standings: Sequence[Standing], side: int) -> int:
    """Return how many players on a side may bid blind nil at these standings."""
    nil = rules.nil
    if not (nil.allowed and nil.blind):
        return 0
    if not far_enough_behind(standings, side, nil.blind_deficit):
        return 0
    return min(nil.blind_per_side, len(rules.sides[side]))


def blind_conflict(
    rules: Rules, bids: Sequence[Bid], standings: Sequence[Standing] | None
) -> Message | None:
    """Return what is wrong with the blind bids of a round, in words.

    Without the `standings` before the round, conditions that depend on them are not checked.
    """
    for side, seats in enumerate(rules.sides):
        own = [bids[seat] for seat in seats if bids[seat].blind]
        blind_nils = sum(bid.nil for bid in own)
        if blind_nils and not (rules.nil.allowed and rules.nil.blind):
            return Message("this table does not allow blind nil")
        if blind_nils > rules.nil.blind_per_side:
            return Message.counted(
                "only one player on a side may bid blind nil",
                "at most {n} players on a side may bid blind nil",
                rules.nil.blind_per_side,
            )
        if standings is None:
            continue
        if blind_nils > blind_nils_of(rules, standings, side):
            return only_behind(rules, nil=True)
        tricks = any(bid.tricks for bid in own)
        if tricks and not far_enough_behind(standings, side, rules.blind.deficit):
            return only_behind(rules, nil=False)
    return None


def only_behind(rules: Rules, *, nil: bool) -> Message:
    """Return a message saying how far behind a side must be to bid blind."""
    if nil:
        deficit = rules.nil.blind_deficit
        return Message("blind nil is only for a side {deficit} points behind", deficit=deficit)
    deficit = rules.blind.deficit
    return Message("a blind bid is only for a side {deficit} points behind", deficit=deficit)
