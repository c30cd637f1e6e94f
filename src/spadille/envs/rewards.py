"""What an episode pays each seat."""

from typing import Literal

from ..game import RoundResult, Rules
from .episode import Episode

Reward = Literal["points", "outcome"]
"""points: after every round; outcome: at the end of the episode alone."""


def rewards_since(episode: Episode, reward: Reward, results: int) -> tuple[float, ...]:
    """By seat, what has been earned since there were so many results."""
    game = episode.game
    if reward == "outcome":
        return reward_of_outcome(episode) if episode.over else (0.0,) * game.rules.players
    earned = [reward_of_round(game.rules, result) for result in game.results[results:]]
    return earned[0] if earned else (0.0,) * game.rules.players


def reward_of_round(rules: Rules, result: RoundResult) -> tuple[float, ...]:
    """By seat: the points of its side less the mean of the other sides' points.

    The sum over the sides is zero.
    """
    return _ahead(rules, [side.points for side in result.sides])


def reward_of_outcome(episode: Episode) -> tuple[float, ...]:
    """By seat at the end: 1 for the winning side, -1 for the others, 0 for all after a draw.

    An episode of one round is won by the most points, if one side alone has them.
    """
    game, rules = episode.game, episode.rules
    if episode.length == "game":
        assert game.outcome is not None
        winner = game.outcome.winner
    else:
        points = [side.points for side in game.results[-1].sides]
        best = max(points)
        winner = points.index(best) if points.count(best) == 1 else None
    if winner is None:
        return (0.0,) * rules.players
    return tuple(1.0 if rules.side_of(seat) == winner else -1.0 for seat in rules.seats)


def _ahead(rules: Rules, points: list[int]) -> tuple[float, ...]:
    total, others = sum(points), len(points) - 1
    by_side = [own - (total - own) / others for own in points]
    return tuple(by_side[rules.side_of(seat)] for seat in rules.seats)
