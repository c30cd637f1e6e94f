"""The rule sheet: every sentence follows from an option, and every option changes a sentence."""

from typing import Any

import pytest
from hypothesis import given
from msgspec import inspect

from spadille.game import (
    Message,
    Rules,
    RulesError,
    literal_values,
    option_types,
    presets,
    rule_sheet,
)
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


CLUBS = PAIRS.with_options({"play.first_lead": "lowest_club"})
PRICED = PAIRS.with_options({"play.false_claim": "set", "deal.deficient": ["one_spade"]})
BANK = PAIRS.with_options({"clock.bank_seconds": 300})
CLUB = PAIRS.with_options(
    {"bidding.total_minimum": 11, "scoring.boston_value": 200, "end.sets_to_lose": 2}
)
BASES = [
    *(preset.rules for preset in presets().values()),
    FIVE, SIX, TWO_PACKS, JOKERS, SPECIAL, HONOUR, CLUBS, PRICED, BANK, CLUB,
]  # fmt: skip

TOGETHER: list[tuple[Rules, dict[str, Any]]] = [
    (PAIRS, {"table.side_names": ["Gold", "Blue"]}),
    (PAIRS, {"table.teams": "solo", "exchange.blind_nil_cards": 0, "bidding.talk": "none"}),
    (SIX, {"table.teams": "threes"}),
    (FIVE, {"table.teams": "spoiler"}),
    (TWO_PACKS, {"table.players": 4, "deck.removed": []}),
    (JOKERS, {"deck.jokers": 1, "deck.removed": ["C2"]}),
    (JOKERS, {"deck.removed": ["D2", "C2"]}),
    (JOKERS, {"deck.high_trumps": ["D2", "S2"]}),
    (JOKERS, {"deck.high_trumps": ["JB", "JL", "S2"]}),
    (TWO, {"deal.method": "pick_of_two"}),
    (TWO, {"deal.method": "keep_or_next"}),
    (PAIRS, {"deal.deficient": ["one_spade"]}),
    (PAIRS, {"deal.deficient": ["no_spades", "no_faces", "seven_of_suit"]}),
    (PAIRS, {"deal.deficient_when": "points < 5 and spades = 0 or highest > 12"}),
    (PAIRS, {"bidding.bids": "spades"}),
    (PAIRS, {"nil.allowed": False, "nil.blind": False, "exchange.blind_nil_cards": 0}),
    (PAIRS, {"end.start_scores": [50, 0]}),
    (PAIRS, {"scoring.exact_values": [50, 40]}),
]
"""Options that hold texts or lists, or that work only together with others."""


@pytest.mark.parametrize(
    ("base", "options"),
    TOGETHER,
    ids=lambda value: "-".join(map(str, value.items())) if isinstance(value, dict) else "",
)
def test_option_changes_rule_sheet(base: Rules, options: dict[str, Any]) -> None:
    assert sentences(base.with_options(options)) != sentences(base)


def values_of(type_: Any) -> list[Any]:
    """Return every value of a choice, or a number's limits and some values between them."""
    match inspect.type_info(type_):
        case inspect.Metadata(type=inspect.UnionType()):
            return list(literal_values(type_))
        case inspect.Metadata(type=inspect.BoolType()):
            return [False, True]
        case inspect.Metadata(type=inspect.IntType(ge=int(low), le=int(high))):
            return [low, (low + high) // 2, high]
        case inspect.Metadata(type=inspect.LiteralType(values=values)):
            return list(values)
    return []


ALONE = [path for path, type_ in option_types().items() if values_of(type_)]
"""Options that can be changed alone in at least one rule set."""
NEED_OTHERS = {"table.players", "deck.jokers", "deal.method"}


def told(base: Rules, path: str, value: Any) -> list[str] | None:
    """Return the sheet with another value for an option; None if it conflicts with the rest."""
    try:
        return sentences(base.with_options({path: value}))
    except RulesError:
        return None


@pytest.mark.parametrize("path", [path for path in ALONE if path not in NEED_OTHERS])
def test_option_values_give_different_rule_sheets(path: str) -> None:
    values = values_of(option_types()[path])
    left = set(values)
    for base in BASES:
        sheets = [(value, told(base, path, value)) for value in values]
        own = base.options()[path]
        sheets += [] if own in values else [(own, sentences(base))]
        left -= {
            value
            for value, sheet in sheets
            if sheet and any(other and other != sheet for _, other in sheets)
        }
        if not left:
            return
    assert left == set()


def test_every_option_is_covered_by_these_tests() -> None:
    together = {name for _, changes in TOGETHER for name in changes}
    assert together | set(ALONE) == set(option_types())
    assert together >= NEED_OTHERS


BIDS = {
    "any": ["A bid is a number of tricks from 1 to 13."],
    "spades": [
        "A player bids the number of spades they hold.",
        "If that is nothing, the bid is nil.",
    ],
    "spades or nil": [
        "A player bids the number of spades they hold or nil.",
        "If that is nothing, the bid is nil.",
    ],
    "4+ or nil": ["A player bids 4 or more or nil."],
    "3 or 4 or nil": ["A player bids 3, 4 or nil."],
    "if partner nil: 1+; if partner bid: nil; any": [
        "If a partner has bid nil, a player bids any number of tricks.",
        "Otherwise, if a partner has bid, a player bids nil.",
        "Otherwise a player bids any number of tricks or nil.",
    ],
    "if holds SJ and first: nil; 3 * aces + 1": [
        "If the hand holds the jack of spades and no one has bid yet, a player bids nil.",
        "Otherwise a player bids 1 more than 3 times the number of aces they hold.",
    ],
    "spades - 1 to spades": [
        (
            "A player bids 1 less than the number of spades they hold "
            "to the number of spades they hold."
        ),
        "If that is nothing, the bid is nil.",
    ],
}


@pytest.mark.parametrize("bids", BIDS)
def test_V1_V2_V3_V21_bid_language_is_told_in_words(bids: str) -> None:
    told = sentences(PAIRS.with_options({"bidding.bids": bids, "bidding.talk": "none"}))
    first = told.index("Each player bids once, starting to the left of the dealer.") + 1
    end = told.index("The bids of partners are added; the sum is the side’s contract.")
    assert told[first:end] == BIDS[bids]


def test_B4_bid_of_nothing_is_nil_zero_or_one() -> None:
    mirror = PAIRS.with_options({"bidding.bids": "spades", "exchange.blind_nil_cards": 0})
    assert "If that is nothing, the bid is nil." in sentences(mirror)
    zero = mirror.with_options({"bidding.zero": True})
    assert "If that is nothing, the bid is zero." in sentences(zero)
    without = mirror.with_options({"nil.allowed": False, "nil.blind": False})
    assert "If that is nothing, the bid is one." in sentences(without)


def test_V5_high_trumps_are_listed_in_order() -> None:
    rules = JOKERS.with_options({"deck.high_trumps": ["D2", "S2"]})
    assert any(
        told.endswith("Big Joker, Little Joker, 2 of diamonds, 2 of spades.")
        for told in sentences(rules)
    )


def test_D12_V11_full_round_in_kitty_counts_among_all_tricks() -> None:
    rules = SIX.with_options({"deal.leftover": "kitty_and_round", "bidding.total": "not_all"})
    assert (rules.hand_size, rules.tricks) == (7, 8)
    assert "The last bid must not bring the sum of all bids to 8." in sentences(rules)


@given(any_rules())
def test_sentences_of_any_rules_are_complete(rules: Rules) -> None:
    for lang in LANGUAGES:
        for sentence in sentences(rules, lang):
            assert_whole(sentence)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", presets())
def test_sentences_of_presets_are_complete(name: str, lang: str) -> None:
    for sentence in sentences(Rules.preset(name), lang):
        assert_whole(sentence)


def assert_whole(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "  " not in sentence


def test_headings_are_messages() -> None:
    assert all(isinstance(section.heading, Message) for section in rule_sheet(PAIRS))
