"""The published player of 2026 bids by a table, starts by rules and ends by exact solving."""

from collections.abc import Iterator

import numpy as np

from baselines import honours
from baselines.lightweight import EqualBids, Lightweight, priced
from baselines.ordinary import bits
from baselines.rules import choose
from baselines.worlds32 import card_values
from spadille.arena import match
from spadille.bots import load
from spadille.game import NIL, Bid, Game, Look, Play, Rules, SeatView

ONE_ROUND = Rules().without_cut.with_options({"end.max_rounds": 1})


def views(seed: int, bot: str = "intermediate") -> Iterator[tuple[Game, SeatView]]:
    """Yield every position of a round."""
    game = Game.new(ONE_ROUND, seed=seed)
    player = load(bot)
    while not game.results:
        view = game.view_to_act
        yield game, view
        game = game.apply(player.act(view), view.seat)


def test_equal_bids_are_those_of_the_table_with_the_cards_of_the_bot() -> None:
    bot, adviser = EqualBids(1, bot="intermediate"), load("intermediate", 1)
    seen = set()
    for _, view in views(3):
        action, usual = bot.act(view), adviser.act(view)
        seen.add(view.phase)
        if view.hand is None:
            assert action == Look()
        elif view.phase == "bidding":
            assert isinstance(usual, Bid)
            assert action == honours.bid(view, usual)
        else:
            assert action == usual
    assert seen >= {"bidding", "play"}


def test_first_four_tricks_go_by_rules_and_the_rest_by_solving() -> None:
    bot = Lightweight(1, proposals=60, kept=4, tricks=3)
    by_rules = Lightweight(1, tricks=0)
    others = 0
    for _, view in views(5):
        if view.phase == "play":
            rules = Play(choose(view))
            assert by_rules.act(view) == rules
            if len(view.hand or ()) > 3:
                assert bot.act(view) == rules
            others += bot.act(view) != rules
    assert others <= 12


def test_ending_counts_each_bag_at_its_share_of_the_penalty() -> None:
    weighed = 0
    for game, view in (one for seed in range(6) for one in views(seed)):
        if view.phase != "play" or len(view.hand or ()) != 1:
            continue
        assert game.round is not None
        world = np.array([[bits(hand) for hand in game.round.hands]], np.uint64)
        (card,) = view.options.cards_to_play
        usual = card_values(view, world)[card.id]
        with_price = card_values(view, world, priced(view.rules))[card.id]
        bags = [score.overtricks for score in played_out(game).results[0].sides]
        side = view.rules.side_of(view.seat)
        assert usual - with_price == 10 * (bags[side] - bags[1 - side])
        weighed += any(bags)
    assert weighed


def played_out(game: Game) -> Game:
    """Return the end of a round in which every seat has one card left."""
    while not game.results:
        view = game.view_to_act
        game = game.apply(
            next(one for one in view.options.actions if isinstance(one, Play)), view.seat
        )
    return game


def test_rules_lose_a_trick_to_keep_a_nil() -> None:
    for seed in range(40):
        for _, view in views(seed):
            bid = view.bids[view.seat]
            if view.phase != "play" or bid != NIL or view.won[view.seat] or view.trick is None:
                continue
            card = choose(view)
            losers = [
                other
                for other in view.options.cards_to_play
                if not wins(view, other.id, [one.id for one in view.trick.cards])
            ]
            assert card in losers or not losers


def wins(view: SeatView, card: int, trick: list[int]) -> bool:
    best = max((one for one in trick if one // 13 in (trick[0] // 13, 3)), default=-1)
    spade = card // 13 == 3
    return card > best and (spade or card // 13 == trick[0] // 13)


def test_rule_player_beats_random_cards() -> None:
    result = match("baselines.lightweight:Lightweight:tricks=0", "random", deals=8)
    assert result.points_per_deal is not None
    assert result.points_per_deal.mean > 50
