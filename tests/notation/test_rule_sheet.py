"""The rule sheet: every sentence follows from an option, and every option changes a sentence."""

from typing import Any

import pytest
from hypothesis import given
from msgspec import inspect

from spadille.game import Message, Rules, option_types, presets, rule_sheet
from spadille.locale import LANGUAGES, translate
from support.strategies import any_rules


def sentences(rules: Rules, lang: str = "en") -> list[str]:
    return [translate(text, lang) for section in rule_sheet(rules) for text in section.sentences]


PAIRS = Rules.preset("puzzle-pirates")
TWO = Rules.preset("two-player")
FIVE = Rules.preset("standard").with_options(
    {"table.players": 5, "table.teams": "solo", "deck.removed": ["C2", "D2"]}
)
SIX = Rules.preset("standard").with_options({"table.players": 6, "deal.leftover": "kitty"})
TWO_PACKS = SIX.with_options(
    {"deck.packs": 2, "deck.removed": ["C2", "C2"], "deal.leftover": "none"}
)
JOKERS = PAIRS.with_options({"deck.jokers": 2, "deck.removed": ["H2", "C2"]})
SPECIAL = PAIRS.with_options(
    {"bidding.opening_tricks": True, "blind.bids": "player", "nil.team": True}
)
HONOUR = PAIRS.with_options({"enforcement.mode": "honour"})


@pytest.mark.parametrize(
    ("base", "options"),
    [
        (PAIRS, {"table.side_names": ["Gold", "Blue"]}),
        (PAIRS, {"table.teams": "solo", "exchange.blind_nil_cards": 0, "bidding.talk": "none"}),
        (SIX, {"table.teams": "threes"}),
        (FIVE, {"table.teams": "spoiler"}),
        (TWO_PACKS, {"table.players": 4, "deck.removed": []}),
        (PAIRS, {"table.seating": "random"}),
        (PAIRS, {"deck.packs": 2}),
        (JOKERS, {"deck.jokers": 1, "deck.removed": ["C2"]}),
        (JOKERS, {"deck.joker_role": "junk"}),
        (JOKERS, {"deck.removed": ["D2", "C2"]}),
        (JOKERS, {"deck.high_trumps": ["D2", "S2"]}),
        (JOKERS, {"deck.high_trumps": ["JB", "JL", "S2"]}),
        (PAIRS, {"deck.aces": "low"}),
        (PAIRS, {"deck.aces": "declared"}),
        (TWO_PACKS, {"deck.identical": "last_wins"}),
        (TWO, {"deal.method": "pick_of_two"}),
        (TWO, {"deal.method": "keep_or_next"}),
        (PAIRS, {"deal.first_dealer": "high_card"}),
        (PAIRS, {"deal.first_dealer": "first_spade"}),
        (SIX, {"deal.leftover": "aside"}),
        (SIX, {"deal.leftover": "kitty_and_round"}),
        (SIX, {"deal.kitty_taker": "dealer"}),
        (SIX, {"deal.kitty_taker": "highest_bidder"}),
        (PAIRS, {"deal.face_up": 2}),
        (PAIRS, {"deal.cut": "offered"}),
        (PAIRS, {"deal.deficient": ["one_spade"]}),
        (PAIRS, {"deal.deficient_when": "points < 5 and spades = 0 or highest > 12"}),
        (PAIRS.with_options({"deal.deficient": ["one_spade"]}), {"deal.throw_ins": 2}),
        (PAIRS, {"deal.deficient": ["no_spades", "no_faces", "seven_of_suit"]}),
        (PAIRS, {"bidding.bids": "spades"}),
        (PAIRS, {"bidding.zero": True}),
        (PAIRS, {"bidding.side_minimum": 4}),
        (PAIRS, {"bidding.side_maximum": 10}),
        (PAIRS, {"bidding.total": "not_all"}),
        (PAIRS, {"bidding.total_minimum": 11}),
        (PAIRS, {"bidding.talk": "none"}),
        (PAIRS, {"bidding.second_thoughts": "match"}),
        (PAIRS, {"bidding.second_thoughts": "raise_side"}),
        (PAIRS, {"bidding.second_thoughts": "raise_each"}),
        (PAIRS, {"bidding.first_round_bids_itself": True}),
        (PAIRS, {"bidding.no_trump": True}),
        (PAIRS, {"bidding.opening_tricks": True}),
        (PAIRS, {"nil.allowed": False, "nil.blind": False, "exchange.blind_nil_cards": 0}),
        (PAIRS, {"nil.blind": False, "exchange.blind_nil_cards": 0}),
        (PAIRS, {"nil.blind_deficit": 200}),
        (PAIRS, {"nil.blind_per_side": 2}),
        (PAIRS, {"nil.team": True}),
        (PAIRS, {"blind.bids": "player"}),
        (SPECIAL, {"blind.bids": "side"}),
        (SPECIAL, {"blind.minimum": 7}),
        (SPECIAL, {"blind.deficit": 0}),
        (SPECIAL, {"blind.made_multiple": 3}),
        (SPECIAL, {"blind.failed_multiple": 2}),
        (SPECIAL, {"blind.exact": True}),
        (PAIRS, {"exchange.nil_cards": 1}),
        (PAIRS, {"exchange.between_nils": False}),
        (PAIRS, {"exchange.blind_nil_cards": 3}),
        (PAIRS, {"exchange.order": "together"}),
        (TWO, {"exchange.swap_cards": 1}),
        (PAIRS, {"play.first_lead": "highest_bidder"}),
        (PAIRS, {"play.first_lead": "lowest_club"}),
        (PAIRS, {"play.first_trick": "no_spade_lead"}),
        (PAIRS, {"play.first_trick": "no_spades"}),
        (PAIRS, {"play.first_trick": "lowest_clubs", "play.first_lead": "lowest_club"}),
        (PAIRS, {"play.lead_spades": "any"}),
        (PAIRS, {"play.lead_spades": "never"}),
        (PAIRS, {"play.void": "spade"}),
        (PAIRS, {"play.void": "higher_spade"}),
        (PAIRS, {"play.duty": "screamer"}),
        (PAIRS, {"play.duty": "assassin"}),
        (PAIRS, {"play.duty": "secret_assassin"}),
        (PAIRS, {"play.choice_in_suit": "lowest"}),
        (PAIRS, {"play.choice_in_suit": "highest"}),
        (JOKERS, {"play.big_joker_draws": True}),
        (PAIRS, {"play.take_back": "until_next_card"}),
        (PAIRS, {"play.review": "none"}),
        (PAIRS, {"play.claim_proof": "cards", "play.false_claim": "set"}),
        (PAIRS, {"play.claim_by": "in_turn"}),
        (PAIRS, {"play.review": "all"}),
        (PAIRS, {"play.claims": False}),
        (PAIRS, {"play.false_claim": "exposed"}),
        (PAIRS, {"play.false_claim": "forfeit_tricks"}),
        (PAIRS, {"play.false_claim": "set"}),
        (PAIRS, {"scoring.trick_value": 11}),
        (PAIRS, {"scoring.set_penalty": "missing"}),
        (PAIRS, {"scoring.set_penalty": "none"}),
        (PAIRS, {"scoring.bag_points": 0}),
        (PAIRS, {"scoring.bag_points": -10}),
        (PAIRS, {"scoring.bag_limit": 5}),
        (PAIRS, {"scoring.bag_limit": 0}),
        (PAIRS, {"scoring.bag_penalty": 110}),
        (PAIRS, {"scoring.bag_penalty_to": "others"}),
        (PAIRS, {"scoring.nil_value": 60}),
        (PAIRS, {"scoring.blind_nil_value": 150}),
        (PAIRS, {"scoring.failed_nil_tricks": "help_partner"}),
        (PAIRS, {"scoring.failed_nil_tricks": "bags"}),
        (FIVE, {"scoring.failed_nil_tricks": "bags"}),
        (SPECIAL, {"scoring.team_nil_value": 200}),
        (SPECIAL, {"scoring.team_nil_penalty": 0}),
        (PAIRS, {"scoring.ten_value": 200}),
        (PAIRS, {"scoring.ten_bonus": 50}),
        (PAIRS, {"scoring.boston_value": 200}),
        (PAIRS, {"scoring.boston_wins": True}),
        (SPECIAL, {"scoring.little_mo_value": 50}),
        (SPECIAL, {"scoring.big_mo_value": 100}),
        (PAIRS, {"scoring.last_spade_bonus": 10}),
        (PAIRS, {"end.target": 250}),
        (PAIRS, {"end.floor": "none"}),
        (PAIRS, {"end.after_tie": "play_on"}),
        (PAIRS, {"end.max_rounds": 8}),
        (PAIRS, {"end.minutes": 60}),
        (PAIRS, {"end.sets_to_lose": 2}),
        (PAIRS, {"end.start_scores": [50, 0]}),
        (PAIRS, {"enforcement.mode": "honour"}),
        (HONOUR, {"enforcement.revoke_penalty": "three_tricks"}),
        (HONOUR, {"enforcement.revoke_penalty": "redeal"}),
        (HONOUR, {"enforcement.false_call": "none"}),
        (HONOUR, {"enforcement.illegal_flip": "three_tricks"}),
        (HONOUR, {"enforcement.illegal_flip": "confiscate"}),
        (HONOUR, {"enforcement.call_until": "next_trick"}),
        (PAIRS, {"clock.turn_seconds": 0}),
        (PAIRS, {"clock.on_timeout": "bot"}),
    ],
    ids=lambda value: "-".join(map(str, value.items())) if isinstance(value, dict) else "",
)
def test_an_option_changes_the_sheet(base: Rules, options: dict[str, Any]) -> None:
    assert sentences(base.with_options(options)) != sentences(base)


def test_every_option_and_every_choice_is_in_that_test() -> None:
    marks = test_an_option_changes_the_sheet.pytestmark
    cases = [(base.options(), changes) for base, changes in marks[0].args[1]]
    named = {name for _, changes in cases for name in changes}
    assert named == set(option_types())
    for name, type_ in option_types().items():
        choices = getattr(inspect.type_info(type_), "type", None)
        if isinstance(choices, inspect.LiteralType) and name != "table.players":
            tried = {values[name] for base, changes in cases for values in (base, base | changes)}
            assert set(choices.values) <= tried, name


BIDS = {
    "any": ["A bid is a number of tricks from 1 to 13."],
    "spades": [
        "A player bids the number of his spades.",
        "Where that is none, he bids nil.",
    ],
    "spades or nil": [
        "A player bids the number of his spades or nil.",
        "Where that is none, he bids nil.",
    ],
    "4+ or nil": ["A player bids 4 or more or nil."],
    "3 or 4 or nil": ["A player bids 3, 4 or nil."],
    "if partner nil: 1+; if partner bid: nil; any": [
        "If a partner has bid nil, a player bids any number of tricks.",
        "Otherwise, if a partner has bid, a player bids nil.",
        "Otherwise a player bids any number of tricks or nil.",
    ],
    "if holds SJ and first: nil; 3 * aces + 1": [
        "If he holds the jack of spades and he is the first to bid, a player bids nil.",
        "Otherwise a player bids 1 more than 3 times the number of his aces.",
    ],
    "spades - 1 to spades": [
        "A player bids 1 less than the number of his spades to the number of his spades.",
        "Where that is none, he bids nil.",
    ],
}


@pytest.mark.parametrize("bids", BIDS)
def test_V1_V2_V3_V21_the_language_of_bids_in_words(bids: str) -> None:
    told = sentences(PAIRS.with_options({"bidding.bids": bids, "bidding.talk": "none"}))
    first = told.index("Each player bids once, beginning to the left of the dealer.") + 1
    end = told.index("The bids of partners are added; the sum is the contract of the side.")
    assert told[first:end] == BIDS[bids]


def test_B4_what_a_bid_of_none_is() -> None:
    mirror = PAIRS.with_options({"bidding.bids": "spades", "exchange.blind_nil_cards": 0})
    assert "Where that is none, he bids nil." in sentences(mirror)
    zero = mirror.with_options({"bidding.zero": True})
    assert "Where that is none, he bids zero." in sentences(zero)
    without = mirror.with_options({"nil.allowed": False, "nil.blind": False})
    assert "Where that is none, he bids one." in sentences(without)


def test_V5_high_trumps_are_told_in_their_order() -> None:
    rules = JOKERS.with_options({"deck.high_trumps": ["D2", "S2"]})
    assert any(
        told.endswith("Big Joker, Little Joker, 2 of diamonds, 2 of spades.")
        for told in sentences(rules)
    )


@given(any_rules())
def test_the_sentences_of_any_rules_are_whole(rules: Rules) -> None:
    for lang in LANGUAGES:
        for sentence in sentences(rules, lang):
            assert_whole(sentence)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", presets())
def test_sentences_are_whole(name: str, lang: str) -> None:
    for sentence in sentences(Rules.preset(name), lang):
        assert_whole(sentence)


def assert_whole(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "  " not in sentence


def test_headings_are_messages() -> None:
    assert all(isinstance(section.heading, Message) for section in rule_sheet(PAIRS))
