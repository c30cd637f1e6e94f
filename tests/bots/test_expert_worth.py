"""The worth that `expert` gives the result of a round is its score under the rules."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import integers, one_of, sampled_from
from msgspec import structs

from spadille.bots.equity import Equity, Prospects, may_end
from spadille.bots.expert.compare import worth_of
from spadille.bots.expert.endings import endings_of, is_solvable, solve_deals
from spadille.bots.expert.position import Position, is_covered
from spadille.bots.expert.rollout import play_out
from spadille.bots.heuristics.demand import chance_to_win
from spadille.bots.heuristics.kernels import gain, setting_record
from spadille.bots.heuristics.position import BITS
from spadille.bots.heuristics.reading import setting_of
from spadille.bots.order import order_of
from spadille.game import NIL, Bid, Game, Rules, Standing, preset, score_round
from support.bot_positions import NORTH, SOUTH, position
from support.rollouts import cards_by_code
from support.strategies import any_rules, every_rule_set


def scored(rules: Rules, bids: tuple[Bid | None, ...], won: tuple[int, ...]) -> list[float]:
    """Return each side's points under the rules, with each bag's share of the penalty."""
    scores = score_round(rules, (Standing(),) * len(rules.sides), bids, won)
    return [score.points_of_round - score.overtricks * rules.scoring.bag_price for score in scores]


@given(rules=one_of(any_rules(), every_rule_set()), seed=integers(0, 10**6))
def test_gains_match_the_score(rules: Rules, seed: int) -> None:
    if not is_covered(rules):
        return
    random = Random(seed)
    bids = tuple(
        Bid(0, nil=True, blind=random.random() < 0.5)
        if random.random() < 0.4
        else Bid(random.randint(0, rules.hand_size))
        for _ in rules.seats
    )
    won = [0] * rules.players
    for _ in range(rules.tricks):
        won[random.randrange(rules.players)] += 1
    points = scored(rules, bids, tuple(won))
    setting = setting_record(Game.new(rules, seed=seed).view(NORTH), bids)
    for side, own in enumerate(points):
        others = [value for other, value in enumerate(points) if other != side]
        assert gain(setting, np.array(won), side) == pytest.approx(own - np.mean(others))


ITSELF = {"bidding.first_round_bids_itself": True}


@given(
    rules=sampled_from(
        [
            preset("street").rules,
            Rules().with_options(ITSELF),
            preset("solo").rules.with_options(ITSELF),
        ]
    ),
    seed=integers(0, 10**6),
)
def test_V12_gains_of_round_with_tricks_as_bids_match_the_score(rules: Rules, seed: int) -> None:
    won = [0] * rules.players
    random = Random(seed)
    for _ in range(rules.tricks):
        won[random.randrange(rules.players)] += 1
    points = scored(rules, (None,) * rules.players, tuple(won))
    setting = setting_record(Game.new(rules, seed=seed).view(NORTH))
    for side, own in enumerate(points):
        others = [value for other, value in enumerate(points) if other != side]
        assert gain(setting, np.array(won), side) == pytest.approx(own - np.mean(others))


@given(
    rules=sampled_from([Rules(), preset("solo").rules, preset("three-player").rules]),
    seed=integers(0, 10**6),
)
def test_heuristics_near_the_game_end_use_chances_to_win(rules: Rules, seed: int) -> None:
    random = Random(seed)
    view = Game.new(rules, seed=seed).view(NORTH)
    standings = tuple(
        Standing(random.randint(-200, 500), random.randint(0, 9)) for _ in rules.sides
    )
    view = structs.replace(view, standings=standings, bids=(Bid(3),) * rules.players)
    bids = tuple(NIL if random.random() < 0.2 else Bid(random.randint(1, 6)) for _ in rules.seats)
    won = [0] * rules.players
    for _ in range(rules.tricks):
        won[random.randrange(rules.players)] += 1
    setting = setting_of(view, bids)
    assert setting.decisive == may_end(view)
    if setting.decisive:
        chance = chance_to_win(setting, won, rules.side_of(NORTH))
        assert chance == pytest.approx(Equity(view, bids).after(tuple(won)))


@pytest.mark.parametrize("name", ["standard", "solo", "three-player", "five-player", "six-player"])
def test_win_chances_of_all_sides_add_up_to_one(name: str) -> None:
    rules = preset(name).rules
    prospects, sides = Prospects(rules, 3), range(len(rules.sides))
    level = (Standing(200, 3),) * len(sides)
    assert [prospects.win_chance(level, side) for side in sides] == pytest.approx(
        [1 / len(sides)] * len(sides)
    )
    random = Random(name)
    for _ in range(50):
        standings = [Standing(random.randint(-200, 480), random.randint(0, 9)) for _ in sides]
        chances = [prospects.win_chance(standings, side) for side in sides]
        assert sum(chances) == pytest.approx(1)
        worths = [one.score - one.bags * rules.scoring.bag_price for one in standings]
        assert chances.index(max(chances)) == worths.index(max(worths))


def test_worth_is_chance_to_win_if_the_game_may_end() -> None:
    early = position({NORTH: "AK2.QJ3.T98.7654"}, 3, 3, 3, 3)
    late = position({NORTH: "AK2.QJ3.T98.7654"}, 3, 3, 3, 3, before=((450, 0), (400, 0)))
    assert not may_end(early)
    assert may_end(late)
    bids = (Bid(3),) * 4
    results = np.array([[[10.0, 4, 3, 3, 3], [-20.0, 2, 4, 3, 4]]])
    assert worth_of(Position(early), bids, results).tolist() == [[10.0, -20.0]]
    chances = [100 * Equity(late, bids).after(won) for won in ((7, 3, 0, 3), (5, 4, 0, 4))]
    assert worth_of(Position(late), bids, results).tolist() == [chances]
    assert chances[0] > chances[1]


@pytest.mark.parametrize("nil", [NORTH, SOUTH, None])
def test_last_trick_is_worth_the_same_solved_and_played(nil: int | None) -> None:
    bids = tuple(NIL if seat == nil else Bid(3) for seat in range(4))
    view = position({}, *("nil" if bid.nil else bid.tricks for bid in bids))
    won = (3, 3, 3, 3) if nil is None else tuple(0 if seat == nil else 4 for seat in range(4))
    view = structs.replace(view, won=won)
    view = structs.replace(view, broken=True)
    position_at_end = Position(view)
    root = position_at_end.root
    state = root.states.view(np.recarray)[0]
    state.in_play.done = 12
    state.position.sizes[:4] = 1
    deck = list(cards_by_code(order_of(view.rules)))
    for world in range(12):
        codes = np.random.default_rng(world).permutation(deck)[:4]
        hands = np.zeros((1, 4, 5), np.int64)
        for seat, code in enumerate(codes):
            hands[0, seat, code // BITS] = 1 << code % BITS
        played = play_out(position_at_end, hands, codes[:1])[:, :, 0]
        utility = endings_of(position_at_end).utility
        assert solve_deals(Position(view), utility, hands, codes[:1]) == pytest.approx(played)


def test_solver_is_used_only_for_the_last_tricks() -> None:
    view = position({NORTH: "AK2.QJ3.T98.7654"}, 3, 3, 3, 3)
    assert not is_solvable(Position(view), 6)


def test_single_round_is_played_for_points() -> None:
    """A lead of a few points wins a one-round game; it is worth no more than its points."""
    rules = preset("open-hands").rules
    view = position({NORTH: "AK2.QJ3.T98.7654"}, 3, 3, 3, 3, rules=rules)
    assert not may_end(view)
    bids = (Bid(3),) * 4
    results = np.array([[[9.0, 3, 3, 3, 4], [-9.0, 4, 3, 3, 3], [-102.0, 2, 4, 3, 4]]])
    assert worth_of(Position(view), bids, results).tolist() == [[9.0, -9.0, -102.0]]
    ahead, behind, set_ = (
        Equity(view, bids).after(won) for won in ((3, 3, 3, 4), (4, 3, 3, 3), (2, 4, 3, 4))
    )
    assert (ahead - set_) / (ahead - behind) == pytest.approx(111 / 18, rel=0.05)


def test_last_round_with_a_lead_is_played_to_win() -> None:
    rules = preset("open-hands").rules.with_options({"end.start_scores": [50, 0]})
    game = Game.new(rules, seed=1)
    assert may_end(game.view(NORTH))
