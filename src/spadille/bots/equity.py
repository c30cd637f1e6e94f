"""What a result of the round is worth: the chance to win the game from there."""

from collections.abc import Sequence
from math import erf, sqrt

from ..game import LAST_ROUND, Bid, BySeat, Course, Rules, SeatView, Standing, outcome, score_round

_ROUND_TRICKS = 5.0
"""Tricks' worth of points by which a side comes nearer to the target in a round."""

_ROUND_SWING = 7.5
"""Tricks' worth of points by which the lead changes in a round, as a standard deviation."""

_USUAL_HAND = 13
"""The size of the hands for which these figures hold; others count in proportion."""


def round_equity(view: SeatView, bids: BySeat[Bid], won: BySeat[int]) -> float:
    """The chance of the view's seat to win the game when the round ends with these tricks."""
    rules = view.rules
    course = Course(judgements=view.judgements)
    scores = score_round(rules, view.standings, bids, won, course)
    played = (*(result.sides for result in view.results), scores)
    standings = [side.standing for side in scores]
    end = outcome(rules, standings, view.round, played=played, time_up=view.time_up)
    side = rules.side_of(view.seat)
    if end is not None:
        return 0.5 if end.winner is None else float(end.winner == side)
    return win_chance(rules, standings, view.round, side)


def win_chance(rules: Rules, standings: Sequence[Standing], rounds: int, side: int) -> float:
    """The chance of `side` to win a game that goes on from these standings after `rounds` rounds.

    Lead and rounds still to play are measured against what a round usually brings. Bags count as
    the part of the penalty that they have run up.
    """
    worth = [_worth(rules, standing) for standing in standings]
    rival = max(value for other, value in enumerate(worth) if other != side)
    best = max(standing.score for standing in standings)
    trick = max(rules.scoring.trick_value, 1) * rules.hand_size / _USUAL_HAND
    left = float(LAST_ROUND - rounds)
    if rules.target is not None:
        left = max((rules.target - best) / (_ROUND_TRICKS * trick), 0.5)
    if rules.end.max_rounds:
        left = max(min(left, rules.end.max_rounds - rounds), 0.5)
    spread = _ROUND_SWING * trick * sqrt(left)
    return (1 + erf((worth[side] - rival) / spread / sqrt(2))) / 2


def _worth(rules: Rules, standing: Standing) -> float:
    scoring = rules.scoring
    if not scoring.bag_limit:
        return standing.score
    return standing.score - standing.bags * scoring.bag_penalty / scoring.bag_limit
