"""Each level is clearly better than the one below it.

The margins are far below those that many deals show (see docs/bots.md); the deals are the same each
time.
"""

import pytest

from spadille.bots import load
from spadille.fast.kernel import config
from spadille.game import Game, Rules

DEALS = 80


THINKING = {"expert": {"nodes": 80}}
"""Options that let a thinking level think only briefly."""


@pytest.mark.parametrize(
    ("better", "worse", "margin"),
    [
        pytest.param(
            *("expert", "intermediate", 5),
            marks=pytest.mark.skipif(
                bool(config.DISABLE_JIT), reason="takes minutes where kernels are not compiled"
            ),
        ),
        ("intermediate", "beginner", 10),
        ("beginner", "random", 100),
    ],
)
def test_level_beats_the_one_below(better: str, worse: str, margin: float) -> None:
    gain = sum(points(better, worse, deal) - points(worse, better, deal) for deal in range(DEALS))
    assert gain / (2 * DEALS) > margin


def points(north_south: str, east_west: str, deal: int) -> float:
    """Return the margin of North and South in a round, with bags counted at their cost."""
    rules = Rules()
    bots = [load(level, **THINKING.get(level, {})) for level in (north_south, east_west)] * 2
    game = Game.new(rules, seed=f"strength/{deal}")
    while not game.results:
        assert game.to_act is not None
        game = game.apply(bots[game.to_act].act(game.view_to_act))
    ours, theirs = (side.points - 10 * side.overtricks for side in game.results[0].sides)
    return ours - theirs
