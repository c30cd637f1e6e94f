"""Baselines from the literature are legal in whole rounds, and true to their papers."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from baselines.honours import honour_chance, is_nil, worth, worths
from baselines.ismcts import credit_of, visits_of, worth_of
from baselines.ordinary import Words, bits, is_known, is_ordinary, played, worlds_of
from baselines.worlds32 import card_values, likely_worlds
from spadille.arena import match
from spadille.bots import load
from spadille.fast.solver import Utility, solve_batch
from spadille.game import Bid, Card, Game, Play, Rules, SeatView, preset

BOTS = (
    "baselines.ismcts:Ismcts:iterations=40",
    "baselines.honours:Honours",
    "baselines.worlds32:Worlds32:proposals=40,kept=2,tricks=5",
    "baselines.lightweight:Lightweight:proposals=40,kept=2,tricks=5",
)


def positions(seed: int, cards: int) -> Iterator[tuple[Game, SeatView]]:
    """Yield positions of `intermediate` rounds with at most this many cards in each hand."""
    game = Game.new(Rules().without_cut, seed=seed)
    bot = load("intermediate")
    while not game.results:
        view = game.view_to_act
        if view.phase == "play" and len(view.hand or ()) <= cards:
            yield game, view
        game = game.apply(bot.act(view), view.seat)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", ["standard", "open-hands", "solo", "jokers"])
def test_baselines_play_whole_rounds(bot: str, name: str) -> None:
    """In situations that their papers do not cover, they play like `intermediate`."""
    result = match(bot, "intermediate", preset(name).rules, deals=2)
    assert result.rounds == 2 * result.seatings
    if not is_ordinary(preset(name).rules):
        assert result.points_per_deal is not None
        assert result.points_per_deal.mean == 0


@pytest.mark.parametrize("bot", BOTS)
def test_baselines_with_equal_seeds_decide_the_same(bot: str) -> None:
    for _, view in positions(seed=1, cards=4):
        assert load(bot, 3).act(view) == load(bot, 3).act(view)


def test_honor_table_matches_published_values() -> None:
    published = {3: (0.983, 0.856, 0.495), 5: (0.949, 0.677, 0.210)}
    for length, chances in published.items():
        found = tuple(honour_chance(length, need) for need in (1, 2, 3))
        assert found == pytest.approx(chances, abs=5e-4)


def test_hand_worth_matches_the_honor_table() -> None:
    hand = bits((Card.SA, Card.SK, Card.S5, Card.S4, Card.HA, Card.H7, Card.H2, Card.CK))
    assert worth(hand) == pytest.approx(2 + 1 + honour_chance(3, 1))  # a bare king takes nothing
    assert worths(np.array([hand, 0], np.uint64)).tolist() == pytest.approx([worth(hand), 0])


def test_nil_is_bid_on_low_cards_only() -> None:
    low = (Card.S2, Card.S5, Card.H2, Card.H6, Card.H9, Card.D3, Card.D4, Card.C2)
    assert is_nil(bits(low))
    assert not is_nil(bits((*low, Card.SA)))
    assert not is_nil(bits((Card.S2, Card.HK, Card.HT, Card.H9)))


def test_sampled_deals_fit_the_view() -> None:
    for game, view in positions(seed=5, cards=6):
        assert game.round is not None
        worlds = worlds_of(view, 20, seed=1)
        assert set(worlds[:, view.seat].tolist()) == {bits(view.hand or ())}
        held = np.bitwise_or.reduce(worlds, axis=1)
        assert set(held.tolist()) == {sum(bits(hand) for hand in game.round.hands)}
        assert [int(hand).bit_count() for hand in worlds[0]] == [
            len(hand) for hand in game.round.hands
        ]


def test_sampled_deals_kept_are_closest_to_the_bids() -> None:
    """When fewer of the sampled deals are kept, their hands are closer to the bids."""
    view = next(view for _, view in positions(seed=2, cards=9))
    before = np.array(played(view), np.uint64)
    distances = []
    for kept in (20, 300):
        dealt = likely_worlds(view, 300, kept, seed=1) | before
        assert len(dealt) <= kept
        bids = np.array([bid.tricks for bid in view.bids if bid is not None])
        values = np.stack([worths(dealt[:, seat]) for seat in range(4)], axis=1)
        distances.append(((values - bids) ** 2).sum(axis=1).mean())
    assert distances[0] < distances[1] / 2


def exact(view: SeatView, world: Words) -> NDArray[np.int64]:
    """Return each card's worth in one sampled deal by the exact solver, valued as in the search."""
    bids = tuple(bid or Bid(0) for bid in view.bids)
    credit, worth = credit_of(bids), worth_of(view.rules, bids)
    table = np.zeros((14,) * 3, np.int64)
    for won in product(range(14), repeat=3):
        if sum(won) <= 13:
            credited = np.bincount(credit, (*won, 13 - sum(won)), 4).astype(int)
            table[won] = round(200 * worth[tuple(credited[:3])])
    trick = [card.id for card in view.trick.cards] if view.trick else []
    answers = solve_batch(
        world,
        int(view.trick.leader if view.trick else view.seat),
        trick=[trick] if trick else None,
        won=[view.won],
        broken=view.broken,
        utility=Utility((0, 1, 2, 3), (0, 1, 0, 1), table),
    )
    assert answers.card_lower is not None
    return np.asarray(answers.card_lower[0] * (1 if view.seat % 2 == 0 else -1), np.int64)


def test_search_with_open_cards_matches_the_exact_solver() -> None:
    weighed = 0
    for seed in range(12):
        for game, view in positions(seed, cards=3):
            assert game.round is not None
            assert is_known(view)
            legal = [card.id for card in view.options.cards_to_play]
            world = np.array([[bits(hand) for hand in game.round.hands]], np.uint64)
            values = exact(view, world)[legal]
            if len(set(values.tolist())) == 1:
                continue
            visits = visits_of(view, np.repeat(world, 3000, axis=0), seed=1)
            assert visits.sum() == 3000
            assert values[visits[legal].argmax()] == values.max()
            weighed += 1
    assert weighed > 5


def test_exact_ending_maximizes_the_round_score() -> None:
    """With only the true deal, no card is valued higher than the best possible round score."""
    weighed = 0
    for game, view in positions(seed=4, cards=2):
        assert game.round is not None
        world = np.array([[bits(hand) for hand in game.round.hands]], np.uint64)
        legal = [card.id for card in view.options.cards_to_play]
        best = card_values(view, world)[legal].max()
        side = view.rules.side_of(view.seat)
        assert best == best_by_trying(game, side)
        weighed += 1
    assert weighed


def best_by_trying(game: Game, side: int) -> float:
    """Return a side's margin in the round when everyone sees all cards and plays their best."""
    if game.results:
        points = [score.points for score in game.results[0].sides]
        return float(points[side] - points[1 - side])
    view = game.view_to_act
    plays = [action for action in view.options.actions if isinstance(action, Play)]
    values = [best_by_trying(game.apply(play, view.seat), side) for play in plays]
    return max(values) if view.rules.side_of(view.seat) == side else min(values)
