"""No level knows more than its view: hidden cards do not change its decisions."""

from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from

from spadille.bots import LEVELS, load
from spadille.game import Game, Rules, preset
from support.dealt_otherwise import dealt_otherwise

FEW = {"expert": {"nodes": 20}, "master": {"nodes": 20}}
TABLES = [
    preset(name).rules.with_options({"nil.blind": False})
    for name in ("standard", "solo", "open-hands", "jokers")
]
POSITIONS = 3


@pytest.mark.parametrize("level", LEVELS)
@given(rules=sampled_from(TABLES), seed=integers(0, 10**6))
def test_hidden_cards_change_no_decision_of_any_level(level: str, rules: Rules, seed: int) -> None:
    game = Game.new(rules, seed=seed)
    player = load("beginner", seed)
    positions = []
    while not game.results:
        if game.phase in {"bidding", "play"} and game.view_to_act.hand is not None:
            positions.append(game)
        game = game.apply(player.act(game.view_to_act))
    changed = 0
    for position in (positions[0], *Random(seed).sample(positions, POSITIONS - 1)):
        other = dealt_otherwise(position, seed)
        assert position.round is not None
        assert other.round is not None
        changed += position.round.hands != other.round.hands
        decisions = [
            load(level, seed, **FEW.get(level, {})).decide(each.view_to_act)
            for each in (position, other)
        ]
        assert decisions[0] == decisions[1]
    assert changed
