"""D1 to D6: the first dealer, the deal, the hands."""

from itertools import pairwise

import pytest

from spadille.game import PACK, Card, Deal, DrawForDeal, Game, NameDealer, Seat, shuffler
from spadille.notation import parse_deal
from support.positions import (
    FOUR,
    MIXED,
    NORTH,
    WEST,
    cards_of,
    dealt,
    drawn_for_deal,
    refused,
    rules,
    waiting_for_deal,
)
from support.strategies import PRESETS

REVERSED = tuple(reversed(PACK))


@pytest.mark.parametrize("preset", ["puzzle-pirates", "gold-blue", "two-player"])
def test_D1_first_dealer_is_drawn_at_random(preset: str) -> None:
    """D1: every seat deals first about equally often."""
    seats = PRESETS[preset].seats
    firsts = [Game.new(PRESETS[preset], seed=seed).dealer for seed in range(400)]
    for seat in seats:
        assert 0.8 < firsts.count(seat) * len(seats) / 400 < 1.2


@pytest.mark.parametrize("seat", FOUR)
def test_D1_named_dealer_deals_first(seat: Seat) -> None:
    """D1: the named player deals, and the seat to the left bids first."""
    game = dealt(rules("gold-blue"), MIXED, seat)
    assert game.dealer == seat
    assert game.to_act == (seat + 1) % 4


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("C2 D5 HK S9", 2), ("SA CK DK HK", 0), ("CA DA HA SA", 3), ("D9 C9 HT H2", 2),
     ("H9 D9 C9 S2", 0), ("C9 H9 D9 S2", 1)],
)  # fmt: skip
def test_D2_highest_drawn_card_deals(cards: str, dealer: int) -> None:
    """D2: the highest rank wins; equal ranks go by suit: clubs, diamonds, hearts, spades."""
    game = drawn_for_deal(rules("standard"), cards)
    assert game.dealer == dealer
    assert game.view(None).drawn_for_deal == cards_of(cards)


@pytest.mark.parametrize(
    ("cards", "dealer"), [("S2", 0), ("CA SK", 1), ("CA DA HA S2", 3), ("CA DA HA CK S2", 0)]
)
def test_D2_first_spade_deals(cards: str, dealer: int) -> None:
    """D2: cards are turned up clockwise until the first spade."""
    game = drawn_for_deal(rules("standard", deal__first_dealer="first_spade"), cards)
    assert game.dealer == dealer


@pytest.mark.parametrize(
    ("suit", "cards", "dealer"),
    [
        ("heart", "CA SK H2", 2),
        ("diamond", "D5", 0),
        ("diamond", "CA SK HA H3 D2", 0),
        ("club", "DA C7", 1),
    ],
)
def test_D13_first_card_of_agreed_suit_finds_dealer(suit: str, cards: str, dealer: int) -> None:
    """D13: as with the first spade, but with any suit."""
    game = drawn_for_deal(rules("standard", deal__first_dealer=f"first_{suit}"), cards)
    assert game.dealer == dealer


@pytest.mark.parametrize("how", ["high_card", "first_spade", "first_diamond", "random"])
def test_D2_random_draw_finds_dealer_fairly(how: str) -> None:
    """D1, D2: the shuffle always finds a dealer; an honest draw favors no player."""
    draws = rules("standard", deal__first_dealer=how)
    dealers = [Game.new(draws).happen(shuffler(f"draw {number}")).dealer for number in range(400)]
    assert all(dealers.count(seat) > 50 for seat in FOUR)


@pytest.mark.parametrize(
    ("how", "cards"),
    [
        ("high_card", "C2 D5 HK"),
        ("high_card", "C2 D5 HK S9 S8"),
        ("high_card", "C2 C2 HK S9"),
        ("first_spade", "CA"),
        ("first_spade", ""),
        ("first_spade", "S2 CA"),
        ("first_spade", "S2 CA S3"),
        ("first_spade", "CA CA S3"),
        ("first_club", "S2"),
        ("first_heart", "H2 H3"),
        ("random", "C2 D5 HK S9"),
    ],
)
def test_D2_impossible_draw_is_rejected(how: str, cards: str) -> None:
    """D2: the draw takes an exact number of cards, none twice, and none after the first spade."""
    game = Game.new(rules("standard", deal__first_dealer=how))
    assert refused(game, DrawForDeal(cards_of(cards))).code == "chance/impossible"


def test_D1_named_dealer_is_rejected_if_invalid() -> None:
    """D1, D2: the draw names one of the seats, and only where the rules draw for the deal."""
    assert refused(Game.new(rules("standard")), NameDealer(WEST)).code == "chance/impossible"
    two = Game.new(rules("two-player"))
    assert refused(two, NameDealer(WEST)).code == "chance/impossible"


def test_D3_deal_passes_to_the_left() -> None:
    """D3: after each round the next player clockwise deals."""
    game = Game.new(rules("standard", end__max_rounds=6, end__floor="none"), seed=11)
    while not game.over:
        game = game.apply(next(iter(game.legal_actions())))
    dealers = [result.dealer for result in game.results]
    assert len(dealers) > 4
    assert all((this + 1) % 4 == then for this, then in pairwise(dealers))


def test_D4_shuffle_depends_on_seed_and_keeps_all_cards() -> None:
    """D4: the same seed gives the same order, and another seed gives another."""
    one, same, other = (shuffler(seed)(PACK) for seed in ("a", "a", "b"))
    assert one == same != other
    assert sorted(one) == sorted(other) == list(PACK)


def test_D4_shuffle_puts_every_card_in_every_place_equally_often() -> None:
    """D4: over 5,200 shuffles, each card is on top about 100 times, and last about 100 times."""
    shuffles = [shuffler(f"fair {number}")(PACK) for number in range(5200)]
    for place in (0, 25, 51):
        counts = [0] * 52
        for order in shuffles:
            counts[order[place].id] += 1
        # Sum over cards of (seen - expected)^2 / expected: the mean is 51, and 99.9 % are below 88.
        assert sum((count - 100) ** 2 / 100 for count in counts) < 88


@pytest.mark.parametrize("dealer", FOUR)
def test_D5_cards_are_dealt_singly_from_left_of_dealer(dealer: Seat) -> None:
    """D5: the first card goes to the dealer's left, as does the fifth; everyone gets 13."""
    hands = Deal.from_pack(REVERSED, dealer, 4).hands
    for place, card in enumerate(REVERSED):
        assert card in hands[(dealer + 1 + place) % 4]
    assert [len(hand) for hand in hands] == [13] * 4


@pytest.mark.parametrize(
    "hands",
    [
        "N:AKQJT9876543.2.. .AKQJT9876543.. ..AKQJT98765432. ...AKQJT98765432",
        "N:AKQJT9876543... .AKQJT98765432.. ..AKQJT98765432.2 ...AKQJT9876543",
        "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432.",
        "N:AKQ... .AKQ.. ..AKQ. ...AKQ",
    ],
)
def test_D5_D7_unequal_hands_are_rejected(hands: str) -> None:
    """D5, D7: a deal needs 13 cards per hand and the whole pack."""
    assert refused(waiting_for_deal(rules()), parse_deal(hands)).code == "chance/impossible"


def test_D7_card_dealt_twice_is_rejected() -> None:
    """D7: no card is in two hands."""
    hands = list(parse_deal(MIXED).hands)
    hands[0] = (*hands[0][:12], hands[1][0])
    assert refused(waiting_for_deal(rules()), Deal(tuple(hands))).code == "chance/impossible"


def test_D6_hands_are_sorted_by_suit_and_rank() -> None:
    """D6: this holds whatever order the cards were dealt in."""
    deal = parse_deal(MIXED)
    game = waiting_for_deal(rules(nil__blind=False)).apply(
        Deal(tuple(tuple(reversed(hand)) for hand in deal.hands))
    )
    hand = game.view(NORTH).hand
    assert hand is not None
    assert [card.id for card in hand] == sorted(card.id for card in hand)
    assert set(hand) == set(deal.hands[NORTH])
    assert Card.S9 in hand
