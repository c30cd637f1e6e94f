"""The certain tricks of a hand: it never takes fewer, and bots never bid fewer."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import integers

from spadille.bots import load
from spadille.bots.certain import cards_left, certain_tricks, certain_trumps
from spadille.bots.order import order_of
from spadille.fast import solve
from spadille.game import (
    PACK,
    TRUMP,
    Bid,
    Deal,
    Game,
    Look,
    Rules,
    SeatView,
    hand_of,
    preset,
    tricks_begun,
)
from support.bot_positions import ANY_LEAD, NORTH, SOUTH, held, position
from support.positions import waiting_for_deal
from support.small_tables import small_rules
from support.strategies import random_step

HANDS = 40
"""Random hands for each level and rule set; 20,000 were tried once."""


@pytest.mark.parametrize(
    ("spades", "certain"),
    [
        ("", 0),
        ("A", 1),
        ("K", 0),
        ("AK", 2),
        ("AQ", 1),
        ("KQ", 1),
        ("KQJ", 2),
        ("AKQJ", 4),
        ("AQT8", 1),
        ("8765432", 1),
        ("A765432", 1),
        ("AKQJT98", 7),
        ("KQJT98765432", 11),
        ("AKQJT98765432", 13),
    ],
)
def test_certain_trumps_are_those_outside_cards_cannot_all_beat(spades: str, certain: int) -> None:
    assert certain_trumps(held(f"{spades}..."), order_of(Rules())) == certain


@pytest.mark.parametrize(
    ("hand", "rules", "certain"),
    [
        ("AKQJT98.AK.AK.AK", ANY_LEAD, 13),
        ("AKQJT98.AK.AK.AQ", ANY_LEAD, 12),
        ("AKQJT9.AKQ.AK.AK", ANY_LEAD, 6),
        ("AKQJT98.AK.AK.AK", Rules(), 7),
        ("AKQJT98.AK2.AK.A", ANY_LEAD, 12),
        ("AKQJT98.AK2.AK.A", ANY_LEAD.with_options({"play.choice_in_suit": "lowest"}), 7),
    ],
)
def test_certain_tricks_on_lead_include_high_cards_after_trumps(
    hand: str, rules: Rules, certain: int
) -> None:
    assert certain_tricks(position({NORTH: hand}, rules=rules)) == certain


@given(seed=integers(0, 10**6))
def test_certain_trumps_are_won_in_any_play(seed: int) -> None:
    random = Random(seed)
    game = Game.new(small_rules(random))
    certain: list[int] = []
    while not game.results and not game.over:
        if game.phase == "play" and game.round is not None and not certain:
            order = order_of(game.rules, trump=game.round.trump)
            certain = [certain_trumps(hand, order) for hand in game.round.hands]
        game = random_step(game, random)
    if certain and game.results:
        assert all(won >= least for won, least in zip(game.results[-1].won, certain, strict=True))


def test_certain_tricks_on_lead_never_exceed_the_solver() -> None:
    random = Random(1)
    more = 0
    for _ in range(20):
        deck = random.sample(PACK, 52)
        high_first = sorted(deck, key=lambda card: (card.suit is TRUMP, card.rank), reverse=True)
        own = high_first[: random.randint(6, 8)]
        others = [card for card in high_first if card not in own]
        aces = sorted(others, key=lambda card: card.rank, reverse=True)
        own += [card for card in aces if card.suit is not TRUMP][: 13 - len(own)]
        rest = [card for card in deck if card not in own]
        hands = [hand_of(own), *(hand_of(rest[at : at + 13]) for at in (0, 13, 26))]
        game = waiting_for_deal(ANY_LEAD).apply(Deal(tuple(hands))).apply(Look())
        view = game.view(NORTH)
        certain = certain_tricks(view)
        more += certain > certain_trumps(own, order_of(Rules()))
        assert solve(hands, lead="any", cards=False).lower >= certain
    assert more


LEVELS: dict[str, dict[str, int]] = {
    "beginner": {},
    "intermediate": {},
    "expert": {"nodes": 20},
    "master": {"nodes": 20},
}
PRESETS = ["standard", "solo", "jokers", "open-hands", "three-player", "two-player"]


def random_hands(name: str, level: str, count: int) -> Iterator[SeatView]:
    """Yield views of seats that are about to bid after looking at their hands."""
    rules = preset(name).rules
    bot = load(level, **LEVELS[level])
    deals = 0
    while count:
        game = Game.new(rules, seed=f"certain/{deals}")
        deals += 1
        while game.phase != "play":
            view = game.view_to_act
            if view.phase == "bidding" and view.hand is not None:
                yield view
                count -= 1
                if not count:
                    return
            game = game.apply(bot.act(view))


def check_bid(level: str, view: SeatView) -> None:
    bid = load(level, **LEVELS[level]).act(view)
    assert isinstance(bid, Bid)
    allowed = [bid for bid in view.options.actions if isinstance(bid, Bid) and not bid.nil]
    least = min(certain_tricks(view), max(bid.tricks for bid in allowed))
    assert bid.tricks >= least


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_bids_are_never_below_certain_tricks(level: str, name: str) -> None:
    for view in random_hands(name, level, HANDS):
        check_bid(level, view)


@pytest.mark.parametrize(
    "hand",
    [
        "AK.5432.5432.432",
        "KQJ.432.5432.432",
        "AKQJ.432.432.432",
        "8765432.2.432.32",
        "AKQJT98765432...",
        "KQJT98765432.2..",
        "AKQJT987.5432.2.",
    ],
)
@pytest.mark.parametrize("others", [(), (3, 4), (6, 5), ("nil", 4)])
@pytest.mark.parametrize("level", LEVELS)
def test_bids_on_constructed_hands_are_never_below_certain_tricks(
    level: str, hand: str, others: tuple[int, ...]
) -> None:
    seat = SOUTH if others else NORTH
    view = position({seat: hand}, *others)
    check_bid(level, view)
    if hand.startswith("AKQJT98765432"):
        assert load(level, **LEVELS[level]).act(view) == Bid(13)


def test_certain_tricks_count_played_copies_of_identical_cards() -> None:
    rules = preset("six-player").rules
    bot = load("beginner")
    game = Game.new(rules, seed=1)
    while not game.results:
        view = game.view_to_act
        game = game.apply(bot.act(view))
        if view.phase == "play":
            mine, outside = cards_left(view, order_of(rules, trump=view.trump))
            played = sum(len(trick.cards) for trick in tricks_begun(view))
            held = len(view.hand or ())
            assert sum(map(int.bit_count, mine)) == held
            assert sum(map(int.bit_count, outside)) == len(rules.deck_cards) - held - played
