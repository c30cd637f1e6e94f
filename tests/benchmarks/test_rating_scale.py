"""The levels' fixed ratings follow from the games that they won."""

from itertools import pairwise

import pytest

from rating_scale import scale
from spadille.arena import Interval
from spadille.bots import Rating, after_game

WON = [Interval(0.9, (0.85, 0.94)), Interval(0.7, (0.6, 0.8))]


def test_rating_scale_expects_the_games_that_were_won() -> None:
    """With these ratings, wins and losses in the measured proportion cancel out."""
    ratings = scale(WON, 1)
    for share, (worse, better) in zip(WON, pairwise(ratings), strict=True):
        sides = [[Rating(one.mu, 0.01)] * 2 for one in (better, worse)]
        gains = [(after_game(sides, places)[0][0].mu - better.mu) for places in ((1, 2), (2, 1))]
        assert share.mean * gains[0] + (1 - share.mean) * gains[1] == pytest.approx(0, abs=1e-9)
        assert gains[0] > 1e-7


def test_rating_scale_is_less_certain_farther_from_the_origin() -> None:
    beginner, intermediate, expert = scale(WON, 1)
    assert intermediate == Rating(25.0, 0.0)
    assert beginner.mu < 25 < expert.mu
    assert min(beginner.sigma, expert.sigma) > 0
    assert scale(WON, 0)[2].sigma > scale(WON, 0)[1].sigma > 0
