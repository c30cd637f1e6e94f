"""Compute what a round is worth to each side after the bids, as numbers of a setting."""

from functools import lru_cache
from math import inf
from typing import NamedTuple

from ...game import Bid, BySeat, Rules, SeatView, Standing, bids_to_score, score_round
from ..equity import may_end, points_of_a_trick, rounds_at_most
from .position import Setting


def set_scores(setting: Setting, view: SeatView, bids: BySeat[Bid | None]) -> None:
    """Set the scores of the sides after these bids (see `score_of`), and the stage of the game."""
    rules = view.rules
    setting.decisive = may_end(view)
    for side, seats in enumerate(rules.sides):
        before = view.standings[side] if setting.decisive else Standing()
        score = score_of(rules, side, tuple(bids[seat] for seat in seats), before)
        for tricks, (worth, after) in enumerate(zip(score.worth, score.after, strict=True)):
            setting.worth[side, tricks] = worth
            setting.after[side, tricks] = after
        setting.before[side] = before.score - before.bags * rules.scoring.bag_price
        setting.whole[side] = score.whole
        setting.stray[side] = score.stray
        for seat, loss in zip(seats, score.losses, strict=True):
            setting.loss[seat] = loss
    setting.target = inf if rules.target is None else rules.target
    setting.floor = -inf if rules.floor is None else rules.floor
    setting.rounds = rounds_at_most(rules, view.round_number)
    setting.trick_points = points_of_a_trick(rules)


class SideWorth(NamedTuple):
    """The scores of a side by its tricks (see `Setting`); `losses` are by its seats."""

    worth: tuple[float, ...]
    after: tuple[float, ...]
    losses: tuple[float, ...]
    whole: float
    stray: float


@lru_cache(maxsize=4096)
def score_of(rules: Rules, side: int, own: tuple[Bid | None, ...], before: Standing) -> SideWorth:
    """Return the scores of a side with these bids; `worth` prices each bag at its penalty share.

    For a player without a bid, the tricks won are the bid.
    """
    seats, scoring = rules.sides[side], rules.scoring
    nils = [bid if bid is not None and bid.nil else None for bid in own]
    team_nil = rules.nil.team and len(seats) > 1 and all(nils)
    double = 2 if rules.table.teams == "spoiler" and len(seats) == 1 else 1
    whole = float(scoring.team_nil_value + scoring.team_nil_penalty) if team_nil else 0.0
    losses = [
        2.0 * (scoring.blind_nil_value if nil.blind else scoring.nil_value) * double if nil else 0.0
        for nil in nils
    ]
    bag = scoring.bag_points * double - rules.scoring.bag_price
    bids: list[Bid | None] = [Bid(1)] * rules.players
    for seat, bid in zip(seats, own, strict=True):
        bids[seat] = bid
    nobody = all(bid is None for bid in own)
    made = (None,) * rules.players if nobody else tuple(bids)
    taker = next((seat for seat, nil in zip(seats, nils, strict=True) if nil is None), None)
    standings = tuple(before if other == side else Standing() for other in range(len(rules.sides)))
    worth, after = [], []
    for tricks in range(rules.tricks + 1):
        won = [0] * rules.players
        if taker is not None:
            won[taker] = tricks
        score = score_round(rules, standings, bids_to_score(made, won), tuple(won))[side]
        strays = 0.0 if taker is not None else tricks * bag
        worth.append(score.points_of_round - score.overtricks * rules.scoring.bag_price + strays)
        after.append(float(score.score))
    return SideWorth(
        worth=tuple(worth),
        after=tuple(after),
        losses=tuple(whole or loss for loss in losses),
        whole=whole,
        stray=bag if scoring.failed_nils_are_bags and not team_nil else 0.0,
    )
