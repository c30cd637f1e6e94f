"""V37: when all bids add up to too little, the round is dealt again."""

from spadille.game import Bid, ThrowIn
from spadille.notation import format_record, load_game
from support.positions import EAST, MIXED, NORTH, SOUTH, WEST, bid, dealt, rules
from support.tables import filled

LODGE = rules(bidding__total_minimum=11, bidding__low_total="redeal", nil__blind=False)


def test_V37_round_with_low_total_is_dealt_again() -> None:
    """V37: nothing is scored, the same dealer deals, and everyone sees why."""
    low = bid(dealt(LODGE, MIXED, WEST), 3, 2, 3, 2)
    assert (low.phase, low.dealer, low.results) == ("deal", WEST, ())
    (shown,) = low.view(None).thrown_in
    assert (shown.seat, shown.hand) == (WEST, ())
    again = bid(low.apply(filled(LODGE, {})), 3, 3, 3, 2)
    assert again.phase == "play"
    assert load_game(format_record(again.record())) == again


def test_V37_next_player_deals_again_if_agreed() -> None:
    table = LODGE.with_options({"deal.redealt_by": "next_player"})
    low = bid(dealt(table, MIXED, WEST), 2, 2, 2, 2)
    assert low.dealer == NORTH
    assert low.apply(filled(table, {})).to_act == EAST


def test_V37_last_bidder_may_bid_too_little() -> None:
    game = bid(dealt(LODGE, MIXED, WEST), 1, 1, 1)
    assert Bid(1) in game.legal_actions()
    raised = rules(bidding__total_minimum=11, nil__blind=False)
    assert Bid(1) not in bid(dealt(raised, MIXED, WEST), 1, 1, 1).legal_actions()


def test_V37_bids_stand_after_five_new_deals() -> None:
    game = dealt(LODGE, MIXED, WEST)
    for _ in range(5):
        game = bid(game, 1, 1, 1, 1)
        assert game.phase == "deal"
        game = game.apply(filled(LODGE, {}))
    assert bid(game, 1, 1, 1, 1).phase == "play"


def test_V37_new_deal_for_low_total_keeps_right_to_throw_in() -> None:
    """V37, D10: the player who bid last may still throw in a deficient hand."""
    table = LODGE.with_options({"deal.deficient": ["no_spades"]})
    hearts = {WEST: "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA"}
    low = bid(dealt(table, MIXED, WEST), 1, 1, 1, 1).apply(filled(table, hearts))
    assert ThrowIn() in low.options(WEST).aside


def test_V37_simultaneous_bids_can_have_low_total() -> None:
    """V37, V34: this requires no one to know the other bids."""
    table = LODGE.with_options({"bidding.order": "at_once"})
    game = dealt(table, MIXED, WEST)
    for seat in (SOUTH, NORTH, WEST, EAST):
        game = game.apply(Bid(2), seat)
    assert game.phase == "deal"
