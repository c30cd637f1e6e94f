"""Value a result of the round as the chance to win the game from there."""

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist

from ..game import (
    LAST_ROUND,
    Bid,
    BySeat,
    Course,
    Rules,
    Scoring,
    SeatView,
    SideScore,
    Standing,
    bids_to_score,
    outcome,
)
from .heuristics.demand import ROUND_SWING, chance_with_lead, rounds_left

_GAIN = 20
_LOSS = 12
"""The swing that a side may well see in a round, up or down, in points per trick."""

_MANY_ROUNDS = 100.0
"""A game so long that every point in it is worth the same."""

_TWO_SIDES = 2

_USUAL_HAND = 13
"""The hand size for which these figures hold; other sizes are scaled in proportion."""


class Equity:
    """The value of each outcome of the round to the view's seat after these bids.

    This is its chance to win the game or, if it plays for points, a number that grows with them.
    """

    def __init__(self, view: SeatView, bids: BySeat[Bid | None]) -> None:
        self._view = view
        winners = tuple(trick.winner for trick in view.tricks if trick.winner is not None)
        course = Course(winners, judgements=view.judgements) if view.judgements else Course()
        self._scoring = Scoring(view.rules, view.standings, bids, course)
        self._side = view.rules.side_of(view.seat)
        self._points = for_points(view)
        self._prospects = Prospects(view.rules, view.round_number)
        self._played = tuple([result.sides for result in view.results])

    def after(self, won: BySeat[int]) -> float:
        """Return the value of an outcome in which each seat has won this many tricks."""
        view, rules, side = self._view, self._view.rules, self._side
        scores = self._scoring.after(won)
        if self._points:
            return _worth_of_points(rules, scores, side)
        played = (*self._played, scores)
        end = outcome(rules, view.round_number, played, time_up=view.time_up)
        if end is not None:
            return 0.5 if end.winner is None else float(end.winner == side)
        return self._prospects.win_chance([score.standing for score in scores], side)


def equity_of_tricks(view: SeatView, won: BySeat[int]) -> float:
    """Return the value of a round that ends with these tricks after the bids in view; see `Equity`.

    In a round in which no one bids, the tricks won are the bids.
    """
    return Equity(view, bids_to_score(view.bids, won)).after(won)


def for_points(view: SeatView) -> bool:
    """Return True if points matter and not winning: a one-round game from a level score."""
    return view.rules.end.max_rounds == 1 and len(set(view.standings)) == 1


def _worth_of_points(rules: Rules, scores: Sequence[SideScore], side: int) -> float:
    price = rules.scoring.bag_price
    points = [score.points_of_round - score.overtricks * price for score in scores]
    others = [own for other, own in enumerate(points) if other != side]
    lead = points[side] - sum(others) / len(others)
    return chance_with_lead(lead, points_of_a_trick(rules), _MANY_ROUNDS)


def in_points(view: SeatView, equity: float) -> float:
    """Return the lead in points that has this equity, for games that are played for points."""
    spread = ROUND_SWING * points_of_a_trick(view.rules) * sqrt(_MANY_ROUNDS)
    return NormalDist(0.0, spread).inv_cdf(equity)


class Prospects:
    """The sides' chances to win a game that continues after this many rounds."""

    def __init__(self, rules: Rules, rounds: int) -> None:
        self._price = rules.scoring.bag_price
        self._trick = points_of_a_trick(rules)
        self._target = inf if rules.target is None else rules.target
        self._most = rounds_at_most(rules, rounds)

    def win_chance(self, standings: Sequence[Standing], side: int) -> float:
        """Return the chance of `side` to win from these standings.

        The lead and the rounds still to play are measured against the usual swing of a round. Bags
        count as the share of the penalty that they have run up. With more than two sides, the
        chances that follow from their leads are scaled to add up to 1, since one side wins.
        """
        worth = [standing.score - standing.bags * self._price for standing in standings]
        best = max([standing.score for standing in standings])
        left = rounds_left(best, self._target, self._most, self._trick)
        first, second = sorted(worth)[:-3:-1]

        def leading(own: float) -> float:
            lead = own - (second if own == first else first)
            return chance_with_lead(lead, self._trick, left)

        if len(worth) == _TWO_SIDES:
            return leading(worth[side])
        chances = [leading(own) for own in worth]
        return chances[side] / sum(chances)


def may_end(view: SeatView) -> bool:
    """Return True if the game may end with this round, so that points are not all that matters."""
    rules = view.rules
    end = rules.end
    if for_points(view) or (None in view.bids and view.phase == "play"):
        return False  # or no one bids in this round, so its score does not depend on bids
    if view.time_up or ends_otherwise(view) or 0 < end.max_rounds <= view.round_number:
        return True
    trick = rules.scoring.trick_value
    scores = [standing.score for standing in view.standings]
    if rules.target is not None and max(scores) + _GAIN * trick >= rules.target:
        return True
    return rules.floor is not None and min(scores) - _LOSS * trick <= rules.floor


def ends_otherwise(view: SeatView) -> bool:
    """Return True if more than scores, the round number and the time may end the game now."""
    rules = view.rules
    if rules.end.first_round_minimum and view.round_number == 1:
        return True
    if rules.end.counts_sets or (rules.enforcement.revokes_to_lose and view.judgements):
        return True
    if not rules.scoring.may_win_at_once:
        return False
    return rules.tricks in view.contracts or _takes_all(view)


def _takes_all(view: SeatView) -> bool:
    """Return True if one side has won the first half of the tricks."""
    done = sum(view.won)
    most = max(sum(view.won[seat] for seat in seats) for seats in view.rules.sides)
    return done == most and 2 * done >= view.rules.tricks


def points_of_a_trick(rules: Rules) -> float:
    """Return the value of a trick bid and made, scaled to hands of the usual size."""
    return max(rules.scoring.trick_value, 1) * rules.hand_size / _USUAL_HAND


def rounds_at_most(rules: Rules, rounds: int) -> float:
    """Return the most rounds that can follow after this many."""
    return float((rules.end.max_rounds or LAST_ROUND) - rounds)
