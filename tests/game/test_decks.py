"""K4 to K8: jokers, cards removed, two packs, low aces and high trumps."""

import pytest

from spadille.game import Card, Deal, Play, RulesError, Suit, ranking_of
from support.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    legal,
    play,
    refused,
    rules,
    waiting_for_deal,
)
from support.tables import FIFTH, SIXTH, at_play, filled, last_winner, seated, winner_of

JOKERS = rules(deck__jokers=2, deck__removed=("C2", "H2"), play__lead_spades="any")
TWO_PACKS = rules("six-player")
DECLARED = rules(deck__aces="declared", play__lead_spades="any")
HEARTS = {
    NORTH: "HA",
    EAST: "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK CA",
    SOUTH: "SA",
    WEST: "D2 D3 S2",
}
"""North leads the ace of hearts; East must follow, and South and West cannot."""


def test_K4_jokers_rank_above_ace_of_spades() -> None:
    """K4: one or two jokers may be added, with the Big one above the Little one."""
    hands = {NORTH: "SA", EAST: "JL", SOUTH: "JB", WEST: "S3"}
    assert winner_of(JOKERS, hands, "SA JL JB S3") == SOUTH
    assert winner_of(JOKERS, {**hands, SOUTH: "JL", EAST: "JB"}, "SA JB JL S3") == EAST


def test_K4_joker_follows_spades() -> None:
    """K4: a player with a joker and no other spade must play it when a spade is led."""
    game = at_play(JOKERS, {NORTH: "SA", EAST: "JL", SOUTH: "JB", WEST: "S3"})
    assert legal(play(game, "SA")) == {"JL"}


def test_K4_joker_lead_needs_broken_spades() -> None:
    """K4, P6: a joker is not led before spades are broken, and playing one breaks them."""
    game = at_play(rules("jokers"), {NORTH: "JB C3", EAST: "JL D3", SOUTH: "C4", WEST: "C5"})
    assert "JB" not in legal(game)
    game = play(game, "C3 JL C4 C5")
    assert game.view(None).broken


def test_K4_deck_can_have_one_joker() -> None:
    """K4: with one joker and four players, one card must be removed."""
    one = rules(deck__jokers=1, deck__removed=("C2",))
    assert Card.JB in one.deck_cards
    assert Card.JL not in one.deck_cards
    assert one.hand_size == 13


def test_K5_removed_cards_are_not_dealt() -> None:
    """K5: a card that the table removes is in no hand, and a deal that contains it is refused."""
    removing = rules(deck__removed=("C2", "C3", "D2", "D3"))
    assert removing.hand_size == 12
    assert set(removing.deck_cards).isdisjoint({Card.C2, Card.C3, Card.D2, Card.D3})
    game = seated(removing, {NORTH: "C4"})
    assert game.round is not None
    assert [len(hand) for hand in game.round.hands] == [12] * 4
    with_the_deuce = Deal(tuple(hand[:12] for hand in filled(rules(), {}).hands))
    assert refused(waiting_for_deal(removing), with_the_deuce).code == "chance/impossible"


@pytest.mark.parametrize(("which", "winner"), [("first_wins", EAST), ("last_wins", SOUTH)])
def test_K6_identical_cards_first_or_last_wins(which: str, winner: int) -> None:
    """K6: with two packs, either the first or the last played of two equal cards wins."""
    hands = {NORTH: "H9", EAST: "HA", SOUTH: "HA", WEST: "H3", FIFTH: "H4", SIXTH: "H5"}
    two = TWO_PACKS.with_options({"deck.identical": which})
    assert winner_of(two, hands, "H9 HA HA H3 H4 H5") == winner


def test_K6_two_packs_hold_every_card_twice() -> None:
    """K6: one seat may hold both copies, and plays them one at a time."""
    game = at_play(TWO_PACKS, {NORTH: "SA SA C3 C3"})
    assert game.round is not None
    assert game.round.hands[NORTH].count(Card.C3) == 2
    game = play(game, "C3")
    assert game.round is not None
    assert game.round.hands[NORTH].count(Card.C3) == 1


def test_K7_declared_low_ace_loses_to_two() -> None:
    """K7: if a player declares an ace low when playing it, it ranks below the two."""
    game = at_play(DECLARED, HEARTS).apply(Play(Card.HA, low=True))
    assert last_winner(play(game, "H2 D4 D2")) == EAST


def test_K7_undeclared_ace_is_high() -> None:
    """K7: an undeclared ace is high."""
    assert winner_of(DECLARED, HEARTS, "HA H2 D4 D2") == NORTH


@pytest.mark.parametrize(("west", "winner"), [("D2", SOUTH), ("S2", WEST)])
def test_K7_low_ace_of_spades_is_lowest_trump(west: str, winner: int) -> None:
    """K7: it still beats every other suit, and loses to any other spade."""
    game = play(at_play(DECLARED, HEARTS), "HA H2").apply(Play(Card.SA, low=True))
    assert last_winner(play(game, west)) == winner


def test_K7_only_aces_can_be_declared_low() -> None:
    """K7: neither another card nor an ace at a table without the option."""
    game = play(at_play(DECLARED, HEARTS), "HA")
    assert refused(game, Play(Card.H2, low=True)).code == "play/not-low"
    assert refused(at_play(rules(), HEARTS), Play(Card.HA, low=True)).code == "play/not-low"


def test_K7_ace_with_two_plays_is_listed_once() -> None:
    """K7: the list of playable cards names it once."""
    game = play(at_play(DECLARED, {NORTH: "D2", EAST: "DA D3"}), "D2")
    options = game.options(EAST)
    assert options.allow(Play(Card.DA))
    assert options.allow(Play(Card.DA, low=True))
    assert options.cards_to_play.count(Card.DA) == 1
    assert {str(card) for card in options.cards_to_play} == legal(game)


def test_K7_low_aces_need_no_declaration() -> None:
    """K7: where all aces are low, no one has to say so."""
    assert winner_of(rules(deck__aces="low"), HEARTS, "HA H2 D4 D2") == EAST


def test_K8_high_trumps_are_spades_in_listed_order() -> None:
    """K8: a card on the list leaves its own suit."""
    listed = rules(deck__high_trumps=("D2", "H2"), play__lead_spades="any")
    ranking = ranking_of(listed)
    assert ranking.suit_of[Card.D2] is Suit.SPADES
    assert ranking.beats(Card.D2, Card.H2)
    assert ranking.beats(Card.H2, Card.SA)
    game = at_play(listed, {NORTH: "S5 D3", EAST: "D2 D4 D5", SOUTH: "SA", WEST: "S3"})
    assert legal(play(game, "S5")) == {"D2"}
    assert "D2" not in legal(play(game, "D3"))


def test_K8_high_trumps_outside_deck_are_rejected() -> None:
    """K8: a joker on the list must be in the deck."""
    with pytest.raises(RulesError, match=r"deck\.high_trumps"):
        rules(deck__high_trumps=("JB",))
