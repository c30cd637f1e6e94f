"""If a rule changes which bids are good, the bots bid differently."""

from collections.abc import Mapping
from typing import Literal

import pytest

from spadille.bots import load
from spadille.bots.intermediate.estimate import estimate
from spadille.game import (
    BLIND_NIL,
    NIL,
    Adjust,
    Bid,
    Card,
    Discard,
    Game,
    Keep,
    Look,
    NameDealer,
    NoTrump,
    Rules,
    Say,
    Seat,
    Stack,
    ThrowIn,
)
from support.any_position import acts, decides, table

NORTH, EAST, SOUTH, WEST = tuple(Seat)[:4]

STRONG = "AKQ4.AK2.KQ4.A32"
FAIR = "KQ2.K652.AQ3.J32"
HARMLESS = "2.65432.5432.432"
MIDDLING = "43.T952.Q843.764"


def tricks_bid(game: Game) -> int:
    action = acts(game)
    assert isinstance(action, Bid)
    assert not action.nil
    return action.tricks


# Bids prescribed by the rules


def test_V1_mirror_bid_is_the_number_of_spades_with_a_reason() -> None:
    decision = decides(table({"bidding.bids": "spades"}, {NORTH: STRONG}))
    assert decision.action == Bid(4)
    assert "no choice" in str(decision.reason)


def test_V2_whiz_bid_is_nil_instead_of_spades_if_that_pays() -> None:
    whiz = {"bidding.bids": "spades or nil"}
    assert acts(table(whiz, {NORTH: HARMLESS})) == NIL
    assert acts(table(whiz, {NORTH: STRONG})) == Bid(4)


SUICIDE = {"bidding.bids": "if partner nil: 4+; if partner bid: nil; any", "nil.blind": False}


def test_V3_suicide_first_partner_leaves_nil_to_the_other() -> None:
    assert acts(table(SUICIDE, {NORTH: HARMLESS})) == NIL
    assert tricks_bid(table(SUICIDE, {NORTH: STRONG})) >= 6


def test_V3_suicide_bid_is_higher_than_in_the_ordinary_game() -> None:
    assert tricks_bid(table(SUICIDE, {NORTH: FAIR})) > tricks_bid(table({}, {NORTH: FAIR}))


def test_V21_bid_is_the_nearest_allowed_one() -> None:
    assert tricks_bid(table({"bidding.bids": "1 or 5 or 9"}, {NORTH: FAIR})) in {1, 5}
    assert tricks_bid(table({"bidding.bids": "9 or 12"}, {NORTH: FAIR})) == 9


def test_V12_round_with_tricks_as_bids_asks_for_no_bid() -> None:
    game = table({"bidding.first_round_bids_itself": True}, {NORTH: STRONG})
    assert game.phase == "play"


# Nil


def test_E1_nil_bids_rise_with_their_value() -> None:
    hand = {NORTH: MIDDLING}
    assert acts(table({"scoring.nil_value": 100}, hand)) == NIL
    assert acts(table({"scoring.nil_value": 0}, hand)) != NIL


def test_E13_second_nil_is_bid_only_if_a_team_nil_is_valuable() -> None:
    team = {"nil.team": True, "scoring.team_nil_value": 500, "scoring.team_nil_penalty": 0}
    dear = {"nil.team": True, "scoring.team_nil_value": 0, "scoring.team_nil_penalty": 400}
    hands = {SOUTH: "32.65432.5432.32", NORTH: "54.987.9876.8765"}
    long = {"end.target": 2000, "end.floor": "none"}
    assert acts(table(team | long, hands, "nil", 4)) == NIL
    assert acts(table(dear | long, hands, "nil", 4)) != NIL
    fair = team | {"scoring.team_nil_value": 200}
    assert acts(table(fair | long, hands, "nil", 4)) != NIL  # both have to make it


def test_K4_nil_is_not_bid_with_the_highest_trump() -> None:
    jokers = {"deck.jokers": 2, "deck.removed": ["H2", "C2"]}
    assert acts(table(jokers, {NORTH: "2.6543.6543.643 D2"})) == NIL
    assert acts(table(jokers, {NORTH: "2.6543.6543.643 JB"})) != NIL


def test_K8_nil_is_not_bid_with_a_deuce_as_high_trump() -> None:
    high = {"deck.high_trumps": ["D2"]}
    assert acts(table({}, {NORTH: "3.6543.5432.5432"})) == NIL
    assert acts(table(high, {NORTH: "3.6543.5432.5432"})) != NIL


def test_K7_nil_is_bid_with_an_ace_that_may_be_low() -> None:
    hand = {NORTH: "A2.A543.5432.432"}
    assert acts(table({}, hand)) != NIL
    assert acts(table({"deck.aces": "declared"}, hand)) == NIL


def test_K2_low_aces_are_worth_nothing() -> None:
    hand = {NORTH: "A32.A432.A43.A32"}
    assert tricks_bid(table({}, hand)) > tricks_bid(
        table({"deck.aces": "low", "nil.allowed": False, "nil.blind": False}, hand)
    )


def test_K4_high_jokers_are_worth_tricks() -> None:
    no_nil = {"nil.allowed": False, "nil.blind": False}
    jokers = no_nil | {"deck.jokers": 2, "deck.removed": ["H2", "C2"]}
    low, high = "Q43.K653.A43.J3 C4", "Q43.K653.A43.J3 JB"
    assert tricks_bid(table(jokers, {NORTH: high})) > tricks_bid(table(jokers, {NORTH: low}))


def test_V19_without_ruffs_high_cards_gain_and_small_spades_lose() -> None:
    screamer = {"play.duty": "screamer", "nil.allowed": False, "nil.blind": False}
    free = screamer | {"play.duty": "none"}
    ruffing, honours = {NORTH: "5432.65432.5432."}, {NORTH: "2.AKQ2.AKQ2.AKQ2"}
    assert tricks_bid(table(screamer, ruffing)) <= tricks_bid(table(free, ruffing))
    assert tricks_bid(table(screamer, honours)) > tricks_bid(table(free, honours))


def test_V27_nil_with_spades_is_not_bid_if_ruffs_are_forced() -> None:
    must = {"play.void": "spade"}
    assert acts(table({}, {NORTH: "652.9.87543.7643"})) == NIL
    assert acts(table(must, {NORTH: "652.9.87543.7643"})) != NIL
    assert acts(table(must, {NORTH: ".T9.875432.76432"})) == NIL


# Blind bids


BLIND = {"blind.bids": "side", "blind.deficit": 0, "blind.minimum": 6, "nil.blind": False}


def test_E11_blind_bid_is_made_only_far_behind() -> None:
    behind = acts_unseen(BLIND, (0, 0), (450, 0))
    assert isinstance(behind, Bid)
    assert behind.blind
    assert behind.tricks >= 6
    assert acts_unseen(BLIND, (200, 0), (200, 0)) == Look()
    assert acts_unseen(BLIND, (180, 0), (240, 0)) == Look()


def test_E11_blind_bid_is_low_if_extra_tricks_set_it() -> None:
    exact = BLIND | {"blind.exact": True, "blind.made_multiple": 1}
    assert acts_unseen(exact, (0, 0), (100, 0)) == Look()


def acts_unseen(options: Mapping[str, object], *before: tuple[int, int]) -> object:
    game = table(options, {}, before=before)
    return load("intermediate").act(game.view_to_act)


def test_E5_blind_nil_is_safer_in_a_short_hand() -> None:
    deuces = ["C2", "D2", "H2", "S2"]
    six = {"table.players": 6, "table.teams": "solo", "deck.removed": deuces}
    before = ((0, 0),) * 5 + ((420, 0),)
    assert acts_unseen(six, *before) == BLIND_NIL


def test_E5_blind_nil_of_an_opponent_says_nothing_about_my_cards() -> None:
    game = Game.new("hoyle", seed=1)
    bot = load("intermediate")
    for _ in range(2):  # both sides exchange three cards
        assert bot.act(game.view_to_act) == BLIND_NIL
        game = game.apply(BLIND_NIL)


@pytest.mark.parametrize("cards", [1, 2])
def test_E10_partner_of_a_nil_counts_the_exchanged_cards(cards: int) -> None:
    hands = {SOUTH: "Q32.K65.AQ32.J32", NORTH: "54.987.9876.8765"}
    without, exchanging = (
        table({"nil.blind": False, "exchange.nil_cards": count}, hands, "nil", 4).view_to_act
        for count in (0, cards)
    )
    gain = estimate(exchanging).tricks[SOUTH] - estimate(without).tricks[SOUTH]
    assert 0.2 * cards < gain < 0.6 * cards


# Talk, poor hands, second thoughts


def test_B7_estimate_is_sent_before_the_partner_bids() -> None:
    talk = {"bidding.talk": "estimate"}
    said = acts(table(talk, {NORTH: STRONG}))
    assert isinstance(said, Say)
    assert 5 <= said.sure <= said.maybe <= 9
    game = table(talk, {NORTH: STRONG}).apply(Look()).apply(said)
    assert isinstance(acts(game), Bid)
    assert isinstance(acts(table(talk, {SOUTH: STRONG}, 3, 3)), Bid)


def test_B7_bid_depends_on_the_partners_estimate() -> None:
    game = table({"bidding.talk": "estimate"}, {NORTH: FAIR})
    told = game.apply(Look(), SOUTH).apply(Say(6, 8), SOUTH).apply(Look())
    silent = game.apply(Look())
    hears, guesses = estimate(told.view(NORTH)), estimate(silent.view(NORTH))
    assert hears.tricks[SOUTH] > guesses.tricks[SOUTH] + 1


def test_D10_poor_hand_is_thrown_in_but_not_a_nil_hand() -> None:
    poor = {"deal.deficient": ["no_spades"]}
    assert acts(table(poor, {NORTH: ".QJT98.KT98.QT98"})) == ThrowIn()
    assert acts(table(poor, {NORTH: ".65432.5432.5432"})) == NIL
    assert isinstance(acts(table(poor, {NORTH: ".AKQ65.AKQ4.AKQ6"})), Bid)


def test_V18_bid_is_raised_if_tricks_are_left_over() -> None:
    raise_ = {"bidding.second_thoughts": "raise_each", "nil.allowed": False, "nil.blind": False}
    assert acts(table(raise_, {NORTH: STRONG}, 5, 1, 1, 1)) == Adjust(1)
    assert acts(table(raise_, {NORTH: FAIR}, 4, 4, 4, 4)) == Adjust(0)


MATCH = {"bidding.second_thoughts": "match", "nil.blind": False}


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_B8_partners_raise_is_completed_below_sure_tricks(level: str) -> None:
    game = table(MATCH, {SOUTH: "AKQ.432.5432.432"}, 4, 1, 3, 2).apply(Adjust(-2))
    assert game.legal_actions().actions == (Adjust(-2),)
    decision = load(level).decide(game.view(SOUTH))
    assert decision.action == Adjust(-2)
    assert "complete" in str(decision.reason)


def test_B8_bid_is_lowered_to_nil_only_with_a_nil_hand() -> None:
    long_spades = table(MATCH, {NORTH: "Q9874.J6.T5.QJT4"}, 2, 2, 4, 2)
    assert Adjust(-2) in long_spades.legal_actions().actions
    assert acts(long_spades) == Adjust(0)
    harmless = decides(table(MATCH, {NORTH: HARMLESS}, 1, 2, 4, 2))
    assert harmless.action == Adjust(-1)
    assert "nil is better" in str(harmless.reason)


def test_V26_no_trump_is_chosen_with_high_cards_not_with_spades() -> None:
    rules = {"bidding.no_trump": True}
    balanced = {NORTH: "2.AKQJ.AKQJ.AKQJ"}
    assert acts(table(rules, balanced, 9, 1, 1, 1)) == NoTrump(wanted=True)
    assert acts(table(rules, {NORTH: "AKQJT98.AK.AK.32"}, 9, 1, 1, 1)) == NoTrump(wanted=False)
    assert acts(table(rules, {NORTH: "2.5432.5432.5432"}, "nil", 1, 1, 1)) == NoTrump(wanted=False)


# Kitties and drafts


KITTY = {"deck.jokers": 2, "deal.leftover": "kitty", "deal.kitty_taker": "dealer"}


def test_D12_discards_are_cards_that_take_no_trick() -> None:
    game = table(KITTY, {WEST: "AKQ4.AK2.KQ43.2 JL"}, rest="JB D2")
    action = acts(game)
    assert isinstance(action, Discard)
    assert not {str(card) for card in action.cards} & {"JB", "JL", "SA", "SK", "SQ", "HA", "HK"}


def test_D12_nil_hand_discards_dangerous_cards() -> None:
    game = table(KITTY, {WEST: "2.65432.5432.432"}, rest="JB SK")
    action = acts(game)
    assert isinstance(action, Discard)
    assert {str(card) for card in action.cards} == {"JB", "SK"}


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [("SA", "H4", "first"), ("H4", "SA", "next"), ("C2", "DK", "next")],
)
def test_N2_better_of_two_open_cards_is_kept(
    first: str, second: str, kept: Literal["first", "next"]
) -> None:
    rules = Rules.preset("two-player").with_options(
        {"deal.method": "pick_of_two", "deal.first_dealer": "random"}
    )
    offered = (Card(first), Card(second))
    rest = [card for card in rules.deck_cards if card not in offered]
    game = Game.new(rules).apply(NameDealer(Seat.NORTH)).apply(Stack((*offered, *rest)))
    assert acts(game) == Keep(kept)


# Every table


@pytest.mark.parametrize(
    "name",
    ["standard", "solo", "three-player", "five-player", "six-player", "jokers", "puzzle-pirates"],
)
def test_bids_of_all_seats_nearly_add_up_to_the_tricks(name: str) -> None:
    rules = Rules.preset(name)
    total = tricks = 0
    for seed in range(12):
        game = Game.new(rules, seed=f"sum/{seed}")
        bids = game.view(Seat.NORTH).bids
        while None in bids:
            assert game.to_act is not None
            game = game.apply(load("intermediate").act(game.view_to_act))
            bids = game.view(Seat.NORTH).bids
        total += sum(bid.tricks for bid in bids if bid is not None)
        tricks += rules.tricks
    assert 0.68 <= total / tricks <= 0.95
