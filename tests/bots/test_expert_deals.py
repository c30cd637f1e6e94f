"""The deals that `expert` considers occur as often as the bids make them likely."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from spadille.bots import load
from spadille.bots.expert.compare import choose_best, standard_errors
from spadille.bots.expert.position import EXPERT, Position
from spadille.bots.expert.sampling import (
    Allotment,
    Deals,
    Placing,
    belief_of,
    effective,
    sample_deals,
)
from spadille.bots.heuristics.kernels import setting_record
from spadille.game import NIL, Bid, Game, Rules, SeatView, knowledge_of, next_seat, preset, put

CARDS = 3
"""Cards in each hand in the endings whose deals are all enumerated."""

RUNS, WANTED, PROPOSED = 60, 100, 30


def ending(seed: int) -> SeatView:
    """Return a position with few cards left before a lead, in which one of the bids was nil."""
    game = Game.new(Rules().with_options({"nil.blind": False}), seed=f"ending/{seed}")
    bot = load("random", seed)
    bids = [NIL, Bid(3), Bid(4), Bid(5)]
    while True:
        view = game.view_to_act
        if view.phase == "play" and len(view.hand or ()) == CARDS and view.trick is None:
            return view
        game = game.apply(bids.pop(0) if view.phase == "bidding" else bot.act(view))


def all_deals(places: Sequence[int], room: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every way to distribute the cards, place by place."""
    deals: list[tuple[int, ...]] = [(-1,) * len(places)]
    for place, count in enumerate(room):
        longer = []
        for deal in deals:
            free = [at for at, where in enumerate(deal) if where < 0 and places[at] >> place & 1]
            longer += [
                tuple(place if at in chosen else where for at, where in enumerate(deal))
                for chosen in combinations(free, count)
            ]
        deals = longer
    return deals


def sampled(view: SeatView, count: int, proposals: int, seed: int) -> Deals | None:
    position = Position(view, EXPERT.limited(proposals, None), seed)
    return sample_deals(position, setting_record(view), count)


def test_sampled_deals_of_a_view_with_a_missing_card_exist() -> None:
    view = ending(4)
    other = next_seat(view.seat, 4)
    short = structs.replace(view, hand_sizes=put(view.hand_sizes, other, CARDS - 1))
    found = sampled(short, WANTED, PROPOSED, 0)
    assert found is not None
    assert len(found) == WANTED


@pytest.mark.parametrize("seed", [4, 7, 10, 12])
def test_sampled_deals_follow_likelihood_of_bids_and_plays(seed: int) -> None:
    """This also holds if few proposals fit, so that most deals come from a few of them."""
    view = ending(seed)
    known = knowledge_of(view)
    placing = Placing(Position(view), known)
    belief = belief_of(Position(view), setting_record(view), placing)
    assert belief is not None
    deals: Any = np.array(all_deals([where for _, where in known.places], known.room))
    assert belief.odds is not None
    likely = belief.likelihoods(deals) * belief.odds[range(deals.shape[1]), deals].prod(axis=1)
    exact = likely @ (deals[:, :, None] == np.arange(4)).reshape(len(deals), -1) / likely.sum()
    found = np.zeros_like(exact)
    for run in range(RUNS):
        some = sampled(view, WANTED, PROPOSED, run)
        assert some is not None
        _, suits, bits = placing.unseen.T
        held = some.hands[:, :, suits] >> bits & 1
        found += held.mean(axis=0).T.ravel() / RUNS
    assert np.abs(found - exact).max() < 0.04
    assert effective(likely) < 0.7 * len(likely)


def test_standard_error_counts_repeated_deals_once() -> None:
    values = np.random.default_rng(1).normal(size=(50, 3))
    once = standard_errors(values, np.arange(50))
    assert once == pytest.approx(values.std(axis=0, ddof=1) / np.sqrt(50))
    origin = np.repeat(np.arange(50), 4)
    assert standard_errors(values[origin], origin) == pytest.approx(once)
    assert (standard_errors(values[origin], np.arange(200)) < 0.6 * once).all()


def test_choice_ignores_evidence_from_a_single_deal() -> None:
    actions = (Bid(3), Bid(4))
    values = np.array([[0.0, 30.0]] * 20)
    for origin, best in ((np.zeros(20, int), Bid(3)), (np.arange(20), Bid(4))):
        choice = choose_best(actions, values, origin, 0, [0.5, 0.5], "points", [None, None])
        assert choice.best.action == best


def test_choice_among_equal_values_keeps_the_advised_action() -> None:
    actions = (Bid(3), Bid(4))
    values = np.random.default_rng(2).normal(size=(20, 1)).repeat(2, axis=1)
    choice = choose_best(actions, values, np.arange(20), 1, [0.0, 0.0], "points", [None, None])
    assert choice.best.action == Bid(4)


@pytest.mark.parametrize("room", [(2, 3, 1), (0, 4, 0, 2), (3, 3)])
def test_allotment_follows_the_odds_of_cards(room: tuple[int, ...]) -> None:
    """This also holds if a card can be in only one of the places."""
    rng = np.random.default_rng(1)
    odds = rng.exponential(size=(6, len(room)))
    odds[0, : np.argmax(room)] = 0
    places = [sum(1 << at for at, chance in enumerate(row) if chance) for row in odds.tolist()]
    deals: Any = np.array(all_deals(places, room))
    weights = odds[np.arange(6), deals].prod(axis=1)
    allotment = Allotment(odds, room)
    assert allotment.total == pytest.approx(weights.sum())
    exact = {
        tuple(deal): weight / weights.sum()
        for deal, weight in zip(deals.tolist(), weights, strict=True)
    }
    drawn = Counter(map(tuple, allotment.draw(20_000, 1).tolist()))
    assert set(drawn) <= set(exact)
    assert max(abs(drawn[deal] / 20_000 - chance) for deal, chance in exact.items()) < 0.015
    shares = weights @ (deals[:, :, None] == np.arange(len(room))).reshape(len(deals), -1)
    assert allotment.shares().ravel() == pytest.approx(shares / weights.sum())


@pytest.mark.parametrize("seed", range(3))
def test_sampled_deals_after_a_draft_favor_kept_high_cards(seed: int) -> None:
    rules = preset("two-player").rules.with_options({"nil.blind": False, "exchange.swap_cards": 0})
    game = Game.new(rules, seed=f"draft/{seed}")
    bot = load("intermediate", seed)
    while game.phase != "play":
        game = game.apply(bot.act(game.view_to_act))
    view = game.view_to_act
    known = knowledge_of(view)
    deals = sampled(view, 200, 400, seed)
    assert deals is not None
    placing = Placing(Position(view), known)
    assert game.round is not None
    (other,) = known.others
    hand = game.round.hands[other]
    places = dict(known.places)
    believed = {
        card: (deals.hands[:, other, suit] >> bit & 1).mean()
        for card, (_, suit, bit) in zip(places, placing.unseen.tolist(), strict=True)
    }
    right = np.mean([believed[card] for card in hand])
    dropped = set(places) - set(hand) - set(view.refused)
    wrong = np.mean([believed[card] for card in dropped])
    assert right > wrong + 0.05
    assert all(believed[card] == 0 for card in view.refused)
