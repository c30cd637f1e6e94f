"""What a result of the round is worth: the chance to win the game from there."""

from collections.abc import Sequence
from math import erf, sqrt

from ..game import Bid, BySeat, Rules, Standing, View, outcome, score_round

_ROUND_TRICKS = 5.0
"""Tricks' worth of points by which a side comes nearer to the target in a round."""

_ROUND_SWING = 7.5
"""Tricks' worth of points by which the lead changes in a round, as a standard deviation."""


def round_equity(view: View, bids: BySeat[Bid], won: BySeat[int]) -> float:
    """The chance of the view's seat to win the game when the round ends with these tricks."""
    assert view.seat is not None
    scores = score_round(view.rules, view.standings, bids, won)
    standings = [side.standing for side in scores]
    return win_chance(view.rules, standings, view.round, view.rules.side_of(view.seat))


def win_chance(rules: Rules, standings: Sequence[Standing], rounds: int, side: int) -> float:
    """The chance of `side` to win a game that stands so after `rounds` rounds.

    Lead and rounds still to play are measured against what a round usually brings. Bags count as
    the part of the penalty that they have run up.
    """
    end = outcome(rules, standings, rounds)
    if end is not None:
        return 0.5 if end.winner is None else float(end.winner == side)
    worth = [_worth(rules, standing) for standing in standings]
    rival = max(value for other, value in enumerate(worth) if other != side)
    best = max(standing.score for standing in standings)
    trick = max(rules.scoring.trick_value, 1)
    left = max((rules.end.target - best) / (_ROUND_TRICKS * trick), 0.5)
    if rules.end.max_rounds:
        left = max(min(left, rules.end.max_rounds - rounds), 0.5)
    spread = _ROUND_SWING * trick * sqrt(left)
    return (1 + erf((worth[side] - rival) / spread / sqrt(2))) / 2


def _worth(rules: Rules, standing: Standing) -> float:
    scoring = rules.scoring
    if not scoring.bag_limit:
        return standing.score
    return standing.score - standing.bags * scoring.bag_penalty / scoring.bag_limit
