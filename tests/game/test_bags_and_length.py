"""S9, S11, S12 and S17: bags that cost at once, what points depend on, games of limited length."""

from random import Random

import pytest

from spadille.game import Bid, Game, IllegalActionError, Rules, TimeUp
from support.positions import north_south, reasons, rules
from support.strategies import PRESETS, random_step
from support.tables import scored

SIMPLE = ["standard", "short", "puzzle-pirates", "gold-blue", "jokers", "open-hands"]
SOLO = [name for name, table in PRESETS.items() if table.table.teams == "solo"]


def test_S9_short_preset_ends_at_250_with_five_bags_for_50() -> None:
    """S9: up to 250, five bags cost 50."""
    side = north_south((3, 3), (5, 4), (100, 3), Rules.preset("short"))
    assert Rules.preset("short").end.target == 250
    assert reasons(side)["bag-penalty"] == -50
    assert (side.score, side.bags) == (100 + 60 + 3 - 50, 1)


@pytest.mark.parametrize("value", [-1, -10])
def test_S11_overtricks_have_direct_penalty(value: int) -> None:
    """S11: a direct penalty for each trick above the contract."""
    table = rules(scoring__bag_points=value, scoring__bag_limit=0)
    assert north_south((3, 3), (5, 4), rules=table).points == 60 + 3 * value
    assert north_south((3, 3), (3, 3), rules=table).points == 60


def test_S11_open_hands_preset_overtrick_costs_nine() -> None:
    """S11: with ten per trick and fifty for nil, in single rounds."""
    table = Rules.preset("open-hands")
    assert north_south((3, 4), (5, 4), rules=table).points == 70 - 18
    assert north_south((4, "nil"), (4, 0), rules=table).points == 40 + 50
    assert north_south((4, 4), (3, 4), rules=table).points == -80


def test_S11_research_presets_differ_in_the_tricks_of_a_failed_nil() -> None:
    """S11: as in the paper they help the partner; as bags, each costs nine."""
    paper, bags = (Rules.preset(name) for name in ("open-hands", "open-hands-bags"))
    assert north_south((4, "nil"), (3, 1), rules=paper).points == 40 - 50
    assert north_south((4, "nil"), (3, 1), rules=bags).points == -40 - 50 - 9
    assert north_south((4, "nil"), (4, 1), rules=paper).points == 40 - 50 - 9
    assert north_south((4, "nil"), (4, 1), rules=bags).points == 40 - 50 - 9
    assert paper.with_options({"scoring.failed_nil_tricks": "bags"}) == bags


@pytest.mark.parametrize("preset", SIMPLE)
def test_S12_made_contract_gains_and_missed_contract_loses_points(preset: str) -> None:
    """S12: for every contract and number of tricks that a pair may have."""
    table = Rules.preset(preset)
    for contract in range(2, 14):
        for won in range(14):
            points = reasons(north_south((1, contract - 1), (won, 0), rules=table))
            if won >= contract:
                assert points["contract-made"] == 10 * contract
            else:
                assert points == {"contract-set": -10 * contract}


def test_S12_overtricks_lose_points_with_bag_penalties() -> None:
    """S12: through bags that cost points at once, or through the tenth bag."""
    costly = rules(scoring__bag_points=-10)
    assert north_south((1, 1), (9, 0), rules=costly).points == 20 - 70
    assert north_south((1, 1), (4, 0), before=(0, 9)).points == 22 - 100


def timed(minutes: int = 60) -> Game:
    return Game.new(rules(end__minutes=minutes, end__target=5000, end__floor="none"))


def test_S17_time_up_ends_game_after_current_round() -> None:
    """S17: the game ends after the round in progress, and the higher score wins."""
    rng, game = Random(17), timed()
    while game.phase != "play":
        game = random_step(game, rng)
    game = game.apply(TimeUp())
    assert not game.over
    while game.phase == "play":
        game = random_step(game, rng)
    assert game.over
    assert game.outcome is not None
    scores = [standing.score for standing in game.standings]
    assert game.outcome.winner == scores.index(max(scores))


def test_S17_time_up_between_rounds_ends_game_at_once() -> None:
    """S17: time may run out once, and only if there is a limit."""
    rng, game = Random(18), timed()
    while game.phase != "score":
        game = random_step(game, rng)
    assert game.apply(TimeUp()).over
    endless = Game.new(rules())
    with pytest.raises(IllegalActionError):
        endless.apply(TimeUp())


@pytest.mark.parametrize("preset", SOLO)
def test_S1_S3_solo_contract_is_worth_ten_per_trick(preset: str) -> None:
    """S1, S3: made or set, with two to five players."""
    table = Rules.preset(preset)
    bids = (Bid(3), *[Bid(1)] * (table.players - 1))
    rest = table.tricks - 3
    assert scored(table, bids, (3, rest, *[0] * (table.players - 2)))[0].points == 30
    assert scored(table, bids, (2, rest + 1, *[0] * (table.players - 2)))[0].points == -30
