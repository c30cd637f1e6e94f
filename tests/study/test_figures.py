"""What a seat bid and won, against a count by hand."""

from random import Random

from spadille.game import Game, Rules, Seat
from spadille.study import Figures, figures_of
from support.strategies import random_action


def played(seed: int, **options: object) -> Game:
    game = Game.new(Rules().with_options({"end.target": 150, **options}), seed=seed)
    random = Random(seed)
    while not game.over:
        assert game.to_act is not None
        game = game.apply(random_action(game.options(game.to_act), random))
    return game


def test_figures_are_those_of_the_score_sheet() -> None:
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
            assert found.nils_made <= found.nils
            assert found.blind_nils_made <= found.blind_nils <= found.nils
            assert found.sets <= found.contracts <= found.rounds
            nils, sets = nils + found.nils, sets + found.sets
    assert nils
    assert sets


def test_nothing_is_counted_before_a_round_is_scored() -> None:
    assert figures_of(Game.new(Rules(), seed=1), Seat.SOUTH) == Figures()
