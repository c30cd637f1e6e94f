"""K1 to K3: the pack, the ranks, and trump."""

from itertools import combinations, permutations

import pytest

from spadille.game import PACK, RANKS, SUITS, TRUMP, Card, Rules, Suit, ranking_of
from support.positions import cards_of

USUAL = ranking_of(Rules())


def test_K1_pack_has_52_cards_and_no_joker() -> None:
    """K1: 52 cards, 13 of each suit."""
    assert len(set(PACK)) == 52
    assert {(card.suit, card.rank) for card in PACK} == {
        (suit, rank) for suit in SUITS for rank in range(13)
    }


def test_K1_card_ids_follow_suit_and_rank() -> None:
    """K1: id 13 * suit + rank with clubs, diamonds, hearts, spades from low to high."""
    assert [card.id for card in PACK] == list(range(52))
    assert (Card.C2.id, Card.CA.id, Card.D2.id, Card.H2.id, Card.S2.id, Card.SA.id) == (
        0, 12, 13, 26, 39, 51,
    )  # fmt: skip


@pytest.mark.parametrize("suit", "CDHS")
def test_K2_ranks_go_from_two_to_ace(suit: str) -> None:
    """K2: A K Q J 10 9 8 7 6 5 4 3 2."""
    descending = [Card(suit + rank) for rank in "AKQJT98765432"]
    for higher, lower in combinations(descending, 2):
        assert USUAL.beats(higher, lower)
        assert not USUAL.beats(lower, higher)
    assert RANKS == "23456789TJQKA"


def test_K3_any_spade_beats_any_other_suit() -> None:
    """K3: the two of spades is higher than the ace of diamonds."""
    assert TRUMP is Suit.SPADES
    for spade in PACK[39:]:
        for other in PACK[:39]:
            assert USUAL.beats(spade, other)
            assert not USUAL.beats(other, spade)


def test_K3_side_suit_does_not_beat_led_suit() -> None:
    """K3: suits other than spades are equal; a card of the led suit stays ahead."""
    for one, other in permutations(PACK[:39], 2):
        if one.suit != other.suit:
            assert not USUAL.beats(one, other)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("C2 DA HA CA", 3),
        ("C2 DA HA HK", 0),
        ("C2 S2 HA CA", 1),
        ("C2 S2 S3 CA", 2),
        ("SA S2 S3 HA", 0),
        ("S2 HA DA S3", 3),
        ("HQ HK HA H2", 2),
        ("DA S2", 1),
        ("DA HK", 0),
    ],
)
def test_K3_P4_winner_of_trick(cards: str, winner: int) -> None:
    """K3, P4: the highest spade, or else the highest card of the led suit."""
    assert USUAL.winning_index(cards_of(cards)) == winner
