"""The last player to a trick makes no mistake that a partner would not forgive."""

import pytest

from spadille.bots import load
from spadille.bots.expert.position import CLEAR, PRACTICED_MARGIN, Position
from spadille.game import Card, Play, Rules, SeatView
from support.bot_positions import EAST, NORTH, SOUTH, WEST, position

HANDS = {
    NORTH: "K32.A95.KQ2.AK32",
    EAST: "AQ54.K86.A43.QJ4",
    SOUTH: "JT9.QT7.JT9.T987",
    WEST: "876.J432.8765.65",
}


def last_to_play(bid: int | str, plays: str, rules: Rules | None = None) -> SeatView:
    view = position(HANDS, 3, 3, 3, bid, plays=plays, rules=rules)
    assert view.seat == WEST
    return view


@pytest.mark.parametrize("seed", range(8))
def test_nil_bidder_in_fourth_hand_avoids_winning(seed: int) -> None:
    view = last_to_play("nil", "H5 H6 HT")
    decision = load("expert", seed, nodes=12).decide(view)
    assert decision.action in {Play(Card.H4), Play(Card.H3), Play(Card.H2)}
    assert all(candidate.action.card != Card.HJ for candidate in decision.candidates)  # type: ignore[union-attr]


def test_fourth_hand_avoids_winning_only_for_a_live_nil() -> None:
    assert Card.HJ in Position(last_to_play(2, "H5 H6 HT")).sensible_cards()
    assert Card.HJ not in Position(last_to_play("nil", "H5 H6 HT")).sensible_cards()


def test_partners_trick_is_taken_only_for_a_clear_gain() -> None:
    view = last_to_play(2, "H5 HK HT")
    assert Position(view).margin_of(Card.HJ, Card.H2) == 0.0  # it does not win
    view = last_to_play(2, "H5 H8 H7")
    assert Position(view).margin_of(Card.HJ, Card.H2) == CLEAR
    assert Position(view).margin_of(Card.H2, Card.H3) == 0.0
    assert Position(view).margin_of(Card.H2, Card.H3, solved=True) == PRACTICED_MARGIN


def test_dearer_card_than_needed_is_played_only_for_a_clear_gain() -> None:
    hands = HANDS | {SOUTH: "JT9.T74.JT9.T987", WEST: "876.QJ32.8765.65"}
    view = position(hands, 3, 3, 3, 3, plays="H5 H6 HT")
    assert Position(view).margin_of(Card.HQ, Card.HJ) == CLEAR
    assert Position(view).margin_of(Card.HJ, Card.HQ) == 0.0


def test_trick_a_nil_would_win_is_taken_without_extra_margin() -> None:
    view = position(HANDS, 3, "nil", 3, 3, plays="H5 H8 H7")
    assert Position(view).margin_of(Card.HJ, Card.H2) == 0.0
