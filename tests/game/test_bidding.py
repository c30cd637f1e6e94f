"""B1 to B9: the bidding."""

import pytest

from spadille.game import NIL, Bid, Look, Seat
from support.positions import (
    EAST,
    FOUR,
    MIXED,
    NORTH,
    SOUTH,
    WEST,
    bid,
    dealt,
    north_south,
    played,
    refused,
    rules,
)

IN_VIEW = rules(nil__blind=False)
"""Without blind bids, everyone sees their cards at once."""


@pytest.mark.parametrize("dealer", FOUR)
def test_B1_bidding_goes_clockwise_from_left_of_dealer(dealer: Seat) -> None:
    """B1: there is one round of bidding, clockwise, starting at the dealer's left."""
    game = dealt(rules(), MIXED, dealer)
    order = []
    while game.phase == "bidding":
        assert game.to_act is not None
        order.append(game.to_act)
        game = bid(game, 3)
    assert order == [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def test_B1_bid_out_of_turn_is_rejected() -> None:
    """B1: everyone else waits for the seat whose turn it is."""
    game = dealt(IN_VIEW)
    for seat in (EAST, SOUTH, WEST):
        assert refused(game, Bid(3), seat).code == "turn/not-yours"


def test_B2_each_seat_bids_exactly_once() -> None:
    """B2: there is only one round, and no second bid."""
    game = bid(dealt(IN_VIEW), 3)
    assert refused(game, Bid(4), NORTH).code == "bid/already-bid"
    assert bid(game, 3, 3, 3).phase == "play"


def test_B2_bidding_has_no_pass() -> None:
    """B2: a player who has looked has 14 possible bids, and none of them is a pass."""
    options = dealt(IN_VIEW).legal_actions()
    assert set(options) == {NIL, *map(Bid, range(1, 14))}


def test_B2_bids_can_fall() -> None:
    """B2: 13 may be followed by 1."""
    game = bid(dealt(rules()), 13, 1, "nil", 13)
    assert game.phase == "play"


@pytest.mark.parametrize(("one", "other"), [(3, 4), (4, 3), (1, 13), (13, 13)])
def test_B3_contract_is_sum_of_bids(one: int, other: int) -> None:
    """B3: the partners' bids are added; the contract is not just the higher of the two."""
    game = bid(dealt(rules()), one, 5, other, 6)
    assert game.view(NORTH).contracts == (one + other, 11)


def test_B3_contract_counts_tricks_of_either_partner() -> None:
    """B3: contract 6 = 2 + 4 is made by 5 + 1 as well as by 2 + 4."""
    assert north_south((2, 4), (5, 1)).points == north_south((2, 4), (2, 4)).points == 60


def test_B4_bids_range_from_nil_to_13() -> None:
    """B4: the hand size is the maximum; zero is nil, not a number."""
    game = dealt(IN_VIEW)
    for tricks in (-1, 0, 14, 130):
        assert refused(game, Bid(tricks)).code == "bid/out-of-range"
    for tricks in range(1, 14):
        assert bid(game, tricks).view(WEST).bids[NORTH] == Bid(tricks)


def test_B4_zero_bid_forbidden_by_other_rule_is_within_range() -> None:
    """B4: a zero that another rule forbids is not reported as out of range."""
    zero = rules(bidding__zero=True, bidding__side_minimum=4, nil__blind=False)
    game = dealt(zero)
    assert str(refused(game, Bid(14)).message).startswith("a bid must be a number from 0 to 13")
    last = refused(bid(game, 1, 3), Bid(0))
    assert last.code == "bid/not-here"
    assert str(last.message).startswith("the rules of this table only let you bid 3, 4, 5")


def test_B4_zero_bid_is_listed_next_to_nil() -> None:
    """B4: it is listed next to nil, which is a separate bid."""
    numbers = list(map(str, range(14)))
    for nil in (True, False):
        table = rules(bidding__zero=True, nil__allowed=nil, nil__blind=False)
        found = [str(action) for action in dealt(table).legal_actions()]
        assert found == ["nil"] * nil + numbers


def test_B4_nil_with_number_is_rejected() -> None:
    """B4: nil is a bid of zero tricks."""
    refusal = refused(dealt(IN_VIEW), Bid(5, nil=True))
    assert refusal.code == "bid/out-of-range"


def test_B5_bids_name_no_suit() -> None:
    """B5: the options are the same for every hand."""
    game = dealt(IN_VIEW)
    seen = set()
    for _ in range(4):
        seen.add(game.legal_actions().actions)
        game = bid(game, 2)
    assert len(seen) == 1


def test_B6_bids_are_public_at_once() -> None:
    """B6: the second partner knows the bid of the first, who bid without knowing the second's."""
    game = dealt(rules())
    assert game.view(NORTH).bids == (None,) * 4
    game = bid(game, 5, 4)
    for seat in (*FOUR, None):
        assert game.view(seat).bids == (Bid(5), Bid(4), None, None)
        assert game.view(seat).contracts == (5, 4)


def test_B9_bids_stay_visible_during_play() -> None:
    """B9: everyone sees all bids and contracts from the bidding to the end of the round."""
    game = played("H9 H3 HQ HA", rules(), (3, "nil", 4, 2))
    for seat in (*FOUR, None):
        assert game.view(seat).bids == (Bid(3), NIL, Bid(4), Bid(2))
        assert game.view(seat).contracts == (7, 2)


def test_B1_play_starts_after_last_bid() -> None:
    """B1: play begins after the last bid."""
    game = bid(dealt(rules()), 3, 3, 3)
    assert game.phase == "bidding"
    assert Look() in game.legal_actions(WEST)
    assert bid(game, 3).phase == "play"
    assert bid(game, 3).to_act == NORTH
