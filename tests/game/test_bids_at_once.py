"""V34: simultaneous bids: everyone decides without seeing the others', and all appear together."""

from itertools import permutations

import pytest

from spadille.bots import LEVELS, load
from spadille.game import BLIND_NIL, NIL, Bid, Game, Look, Rules, RulesError, Seat
from spadille.notation import format_record, load_game
from support.positions import EAST, FOUR, MIXED, NORTH, SOUTH, WEST, dealt, refused, rules

AT_ONCE = rules(bidding__order="at_once", nil__blind=False)
BLIND = rules(bidding__order="at_once", nil__blind_per_side=1, nil__blind_deficit=100)
FIVE = rules(
    table__players=5,
    table__teams="solo",
    deck__jokers=3,
    nil__blind=False,
    bidding__order="at_once",
)


@pytest.mark.parametrize("order", list(permutations(FOUR))[::5])
def test_V34_simultaneous_bids_stay_hidden_until_last_bid(order: tuple[Seat, ...]) -> None:
    """The others see the same, and have the same options, for every possible bid."""
    one = other = dealt(AT_ONCE, MIXED, WEST)
    for seat in order[:-1]:
        one, other = one.apply(Bid(3), seat), other.apply(NIL, seat)
        for viewer in {None, *FOUR} - set(order[: order.index(seat) + 1]):
            assert one.view(viewer) == other.view(viewer)
            assert set(one.view(viewer).bids) == {None}
        assert one.view(seat).bids[seat] == Bid(3)
    done = one.apply(Bid(3), order[-1])
    assert done.phase == "play"
    assert done.view(None).bids == (Bid(3),) * 4


def test_V34_every_player_without_bid_is_to_act() -> None:
    game = dealt(AT_ONCE, MIXED, WEST).apply(Bid(4), SOUTH)
    assert [game.view(seat).to_act for seat in FOUR] == [NORTH, EAST, NORTH, WEST]
    assert game.view(None).to_act == NORTH
    assert refused(game, Bid(5), SOUTH).code == "bid/already-bid"
    assert not game.options(SOUTH)


def test_V34_blind_bids_come_first_and_are_public() -> None:
    """They start at the dealer's left; a player who looks gives one up and bids with the rest."""
    game = dealt(BLIND, MIXED, WEST, 0, 100)
    assert (game.phase, game.to_act) == ("look", NORTH)
    assert refused(game, BLIND_NIL, SOUTH).code == "turn/not-yours"
    game = game.apply(BLIND_NIL)
    assert game.view(EAST).bids[NORTH] == BLIND_NIL
    assert game.phase == "bidding"  # one player per side is enough, and the others are not behind
    game = game.apply(Bid(5), WEST).apply(Bid(3), EAST)
    assert game.view(SOUTH).bids == (BLIND_NIL, None, None, None)


@pytest.mark.parametrize(
    "option",
    [
        {"bidding.side_minimum": 4},
        {"bidding.side_maximum": 10},
        {"bidding.total": "not_all"},
        {"bidding.total_minimum": 11},
        {"bidding.bids": "if partner nil: 4+; any"},
        {"bidding.bids": "if last: rest; any"},
        {"bidding.bids": "rest"},
    ],
    ids=str,
)
def test_V34_options_that_need_other_bids_are_rejected(option: dict[str, object]) -> None:
    with pytest.raises(RulesError) as refusal:
        Rules().with_options({"bidding.order": "at_once", **option})
    assert [problem.code for problem in refusal.value.problems] == ["rules/bids-at-once"]
    assert next(iter(option)) in str(refusal.value)
    Rules().with_options({"bidding.order": "at_once", "bidding.bids": "spades or nil"})


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("table", [AT_ONCE, FIVE], ids=["four", "five"])
def test_V34_bots_bid_without_seeing_other_bids(level: str, table: Rules) -> None:
    """They make the same bid whatever the order of the others' bids."""
    game = Game.new(table, seed=11)
    bot = load(level)
    seats = table.seats
    alone = [bot.act(game.view(seat)) for seat in seats]
    for seat in reversed(seats):
        bid = load(level).act(game.view(seat))
        assert level == "random" or bid == alone[seat]
        game = game.apply(bid, seat)
    assert game.phase != "bidding"
    assert load_game(format_record(game.record())).round == game.round
    while not game.results:
        game = game.apply(load("beginner").act(game.view_to_act))


def test_V34_round_starts_with_bidding_if_blind_bids_impossible() -> None:
    assert dealt(AT_ONCE, MIXED, WEST).phase == "bidding"
    assert dealt(BLIND, MIXED, WEST, 0, 100).apply(Look()).apply(Look()).phase == "bidding"
