"""A seat's bids and tricks, compared with a manual count."""

from random import Random

from spadille.game import Game, RoundResult, Rules, Seat
from spadille.study import Figures, figures_of
from support.strategies import random_action


def played(seed: int, **options: object) -> Game:
    game = Game.new(Rules().with_options({"end.target": 150, **options}), seed=seed)
    random = Random(seed)
    while not game.over:
        assert game.to_act is not None
        game = game.apply(random_action(game.options(game.to_act), random))
    return game


def is_kept(result: RoundResult, seat: Seat) -> bool:
    """Return True if a seat has bid nil and won nothing."""
    return result.bids[seat].nil and not result.won[seat]


def test_figures_match_score_sheet() -> None:
    nils = sets = 0
    for seed in range(6):
        game = played(seed)
        for seat in game.rules.seats:
            found = figures_of(game, seat)
            side = game.rules.side_of(seat)
            assert found.rounds == len(game.results)
            assert found.points == game.standings[side].score
            assert found.theirs == game.standings[1 - side].score
            bids = [result.bids[seat] for result in game.results]
            assert found.bid == sum(bid.tricks for bid in bids)
            assert found.nils + found.tricky == found.rounds
            assert found.nils == sum(bid.nil for bid in bids)
            assert found.won == sum(one.won[seat] for one in game.results if not one.bids[seat].nil)
            kept = [one.bids[seat].blind for one in game.results if is_kept(one, seat)]
            assert (found.nils_made, found.blind_nils_made) == (len(kept), sum(kept))
            assert found.blind_nils == sum(bid.nil and bid.blind for bid in bids)
            own = [result.sides[side] for result in game.results]
            made = sum(line.reason == "contract-made" for one in own for line in one.lines)
            assert found.contracts == sum(bool(one.contract) for one in own)
            assert found.sets == found.contracts - made
            assert found.bags == sum(one.overtricks for one in own)
            nils, sets = nils + found.nils, sets + found.sets
    assert nils
    assert sets


def test_figures_average_points_of_several_opponents() -> None:
    game = Game.new(Rules.preset("three-player").with_options({"end.target": 150}), seed=4)
    random = Random(4)
    while not game.over:
        game = game.apply(random_action(game.view_to_act.options, random))
    scores = [standing.score for standing in game.standings]
    for seat in game.rules.seats:
        others = sum(scores) - scores[seat]
        assert figures_of(game, seat).theirs == round(others / 2, 1)


def test_figures_before_first_scored_round_are_empty() -> None:
    assert figures_of(Game.new(Rules(), seed=1), Seat.SOUTH) == Figures()
