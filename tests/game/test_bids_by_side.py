"""V36: the sides bid one after the other, starting with the side to the left of the dealer."""

import pytest

from spadille.bots import LEVELS, load
from spadille.game import Bid, Game, Look, Rules, RulesError, Seat
from spadille.notation import format_record, load_game
from support.positions import EAST, FOUR, MIXED, NORTH, SOUTH, WEST, bid, dealt, refused, rules

BY_SIDE = rules(bidding__order="by_side", nil__blind=False)


def order_of(table: Rules, dealer: Seat) -> list[Seat]:
    """Return the seats in the order in which they bid one trick each."""
    game = dealt(table, MIXED, dealer)
    found: list[Seat] = []
    while game.phase == "bidding":
        assert game.to_act is not None
        found.append(game.to_act)
        game = game.apply(Bid(1))
    return found


def test_V36_partners_bid_in_succession() -> None:
    """V36: one opens and the other completes the bid; the dealer's side is last."""
    assert order_of(BY_SIDE, WEST) == [NORTH, SOUTH, EAST, WEST]
    assert order_of(BY_SIDE, NORTH) == [EAST, WEST, SOUTH, NORTH]
    assert order_of(rules(nil__blind=False), WEST) == [NORTH, EAST, SOUTH, WEST]


@pytest.mark.parametrize(
    ("teams", "order"), [("pairs", [0, 3, 1, 4, 2, 5]), ("threes", [0, 2, 4, 1, 3, 5])]
)
def test_V36_six_players_bid_side_by_side(teams: str, order: list[int]) -> None:
    table = rules(table__players=6, table__teams=teams, deck__jokers=2, nil__blind=False)
    by_side = table.with_options({"bidding.order": "by_side"})
    assert by_side.bidders(5) == tuple(map(Seat, order))


def test_V36_opponent_cannot_bid_between_partners() -> None:
    game = bid(dealt(BY_SIDE, MIXED, WEST), 3)
    assert refused(game, Bid(3), EAST).code == "turn/not-yours"
    assert game.apply(Bid(4), SOUTH).to_act == EAST


def test_V36_second_partner_completes_bid_of_side() -> None:
    """V36: the bids add up; if zero may be bid, the first partner's number may stay."""
    table = rules(
        bidding__order="by_side", bidding__zero=True, bidding__side_minimum=4, nil__allowed=False,
        nil__blind=False,
    )  # fmt: skip
    opened = bid(dealt(table, MIXED, WEST), 3)
    assert [str(action) for action in opened.legal_actions()][:2] == ["1", "2"]
    closed = bid(dealt(table, MIXED, WEST), 5, 0)
    assert closed.view(None).contracts == (5, None)


def test_V36_first_of_equal_highest_bidders_leads() -> None:
    """V36, V16: South bids before East here."""
    table = rules(bidding__order="by_side", play__first_lead="highest_bidder", nil__blind=False)
    assert bid(dealt(table, MIXED, WEST), 2, 4, 4, 1).to_act == SOUTH


def test_V36_last_bid_belongs_to_second_side() -> None:
    table = rules(bidding__order="by_side", bidding__total="not_all", nil__blind=False)
    game = bid(dealt(table, MIXED, WEST), 3, 3, 3)
    assert game.to_act == WEST
    assert Bid(4) not in game.legal_actions()


def test_V36_blind_bids_keep_order_by_side() -> None:
    """V36, E5: South looks or bids blind before East does."""
    game = dealt(rules(bidding__order="by_side"), MIXED, WEST).apply(Look())
    assert game.apply(Bid(3)).to_act == SOUTH


def test_V36_solo_game_is_rejected() -> None:
    with pytest.raises(RulesError, match="by_side"):
        rules(table__teams="solo", bidding__order="by_side")


@pytest.mark.parametrize("level", LEVELS)
def test_V36_bots_of_every_level_bid_by_side(level: str) -> None:
    game = Game.new(BY_SIDE.with_options({"end.max_rounds": 1}), seed=7)
    bots = [load(level) for _ in FOUR]
    while game.phase == "bidding":
        assert game.to_act is not None
        game = game.apply(bots[game.to_act].act(game.view_to_act))
    assert load_game(format_record(game.record())).rules == game.rules
