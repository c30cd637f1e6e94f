"""V16: the chance of a nil when everyone plays their lowest club to the first trick."""

from itertools import pairwise
from random import Random

import pytest

from spadille.bots import load
from spadille.bots.intermediate.bid_worth import unseen_nil_chance
from spadille.bots.intermediate.first_clubs import first_trick_chance
from spadille.bots.intermediate.nil_chance import blind_nil_chance, nil_chance
from spadille.bots.order import order_of
from spadille.game import BLIND_NIL, Bid, Card, Game, Look, Rules, Suit
from support.positions import MIXED, WEST, dealt, rules

LOWEST_CLUBS = rules(
    play__first_lead="lowest_club", play__first_trick="lowest_clubs", nil__blind=False
)


def hand_of(text: str) -> list[Card]:
    """Return a hand as spades, hearts, diamonds and clubs."""
    parts = zip("SHDC", text.split("."), strict=True)
    return [Card(suit + rank) for suit, ranks in parts for rank in ranks]


@pytest.mark.parametrize(
    ("hand", "made"),
    [("32.5432.5432.QJ9", 22 / 309), ("32.5432.5432.T86", 100 / 216)],
)
def test_V16_nil_chance_matches_rate_in_play(hand: str, made: float) -> None:
    """The rate is counted in games of `intermediate`; a standard error is one to four percent."""
    chance = nil_chance(hand_of(hand), LOWEST_CLUBS, alone=False)
    assert chance == pytest.approx(made, abs=0.05)
    assert nil_chance(hand_of(hand), Rules(), alone=False) > chance + 0.3


@pytest.mark.parametrize("clubs", ["2", "3", "8", "QJ9", "T86", "A", ""])
def test_V16_first_trick_chance_matches_sampled_deals(clubs: str) -> None:
    """Compared with 4,000 deals of the other cards, in which everyone plays the lowest club."""
    order = order_of(LOWEST_CLUBS)
    fill = "AKQJT98765432"[: 13 - len(clubs)]
    hand = hand_of(f"..{fill}.{clubs}")
    rest = [card for card in LOWEST_CLUBS.deck_cards if card not in hand]
    rng, won = Random(clubs), 0
    mine = min((card for card in hand if card.suit is Suit.CLUBS), default=None)
    for _ in range(4000):
        rng.shuffle(rest)
        others = [
            min((card for card in rest[at : at + 13] if card.suit is Suit.CLUBS), default=None)
            for at in (0, 13, 26)
        ]
        won += mine is not None and all(one is None or one < mine for one in others)
    assert first_trick_chance(tuple(hand), LOWEST_CLUBS, order) == pytest.approx(
        won / 4000, abs=0.025
    )


def test_V16_blind_nil_chance_falls_with_forced_lowest_clubs() -> None:
    """Of 12,000 sampled blind nils, 19 in a hundred were made, and 17 with forced clubs."""
    free, forced = (
        blind_nil_chance(table, alone=False) for table in (Rules(), Rules().with_options(
            {"play.first_lead": "lowest_club", "play.first_trick": "lowest_clubs"}))
    )  # fmt: skip
    assert free - 0.06 < forced < free - 0.01
    assert forced == pytest.approx(0.17, abs=0.03)


RATES = {7: 0.04, 8: 0.16, 9: 0.35, 10: 0.57, 11: 0.68}
FORCED_RATES = {7: 0.03, 8: 0.13, 9: 0.30, 10: 0.50, 11: 0.64}
"""Rates of blind nils made by the last bidder after that many tricks bid, in 40,000 sampled deals.
"""


def after(total: int, **changes: str) -> Game:
    """Return a game after three players have bid `total`, and the last has not looked."""
    game = dealt(rules(**changes), MIXED, WEST)
    for seat in range(3):
        game = game.apply(Look()).apply(Bid(total // 3 + (seat < total % 3)))
    return game


@pytest.mark.parametrize("total", RATES)
def test_E5_blind_nil_chance_of_last_bidder_matches_rate_in_play(total: int) -> None:
    view = after(total).view_to_act
    assert unseen_nil_chance(view) == pytest.approx(RATES[total], abs=0.06)
    clubs = {"play__first_lead": "lowest_club", "play__first_trick": "lowest_clubs"}
    forced = after(total, **clubs).view_to_act
    assert unseen_nil_chance(forced) == pytest.approx(FORCED_RATES[total], abs=0.06)


def test_E5_blind_nil_chance_rises_with_the_other_bids() -> None:
    """It was once cut off at 65 in a hundred, so totals of 12 and more were checked again."""
    views = [after(total).view_to_act for total in range(6, 19)]
    chances = [unseen_nil_chance(view) for view in views]
    assert all(low <= high for low, high in pairwise(chances))
    assert all(low < high for low, high in pairwise(chances[:11]))
    decided = [load("intermediate").act(view) == BLIND_NIL for view in views]
    assert decided == sorted(decided)
    assert decided[-1]
    assert not decided[0]
