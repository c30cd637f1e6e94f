"""The rule sheet: every sentence follows from an option, and every option changes a sentence."""

from typing import Any

import pytest

from spadille.game import Message, Rules, presets
from spadille.locale import LANGUAGES, translate
from spadille.notation import rule_sheet


def sentences(rules: Rules, lang: str = "en") -> list[str]:
    return [translate(text, lang) for section in rule_sheet(rules) for text in section.sentences]


PAIRS = Rules.preset("puzzle-pirates")
TWO = Rules.preset("two-player")


@pytest.mark.parametrize(
    ("base", "options"),
    [
        (PAIRS, {"table.side_names": ["Gold", "Blue"]}),
        (PAIRS, {"table.teams": "solo", "exchange.blind_nil_cards": 0}),
        (PAIRS, {"deal.first_dealer": "high_card"}),
        (PAIRS, {"deal.first_dealer": "first_spade"}),
        (PAIRS, {"nil.allowed": False, "nil.blind": False, "exchange.blind_nil_cards": 0}),
        (PAIRS, {"nil.blind": False, "exchange.blind_nil_cards": 0}),
        (PAIRS, {"nil.blind_deficit": 200}),
        (PAIRS, {"nil.blind_per_side": 2}),
        (PAIRS, {"exchange.nil_cards": 1}),
        (PAIRS, {"exchange.blind_nil_cards": 3}),
        (TWO, {"exchange.swap_cards": 1}),
        (PAIRS, {"play.lead_spades": "any"}),
        (PAIRS, {"play.lead_spades": "never"}),
        (PAIRS, {"scoring.trick_value": 11}),
        (PAIRS, {"scoring.bag_points": 0}),
        (PAIRS, {"scoring.bag_limit": 5}),
        (PAIRS, {"scoring.bag_limit": 0}),
        (PAIRS, {"scoring.bag_penalty": 110}),
        (PAIRS, {"scoring.nil_value": 60}),
        (PAIRS, {"scoring.blind_nil_value": 150}),
        (PAIRS, {"scoring.failed_nil_tricks": "help_partner"}),
        (PAIRS, {"scoring.failed_nil_tricks": "ignored"}),
        (PAIRS, {"end.target": 250}),
        (PAIRS, {"end.floor": "none"}),
        (PAIRS, {"end.max_rounds": 8}),
        (PAIRS, {"clock.turn_seconds": 0}),
        (PAIRS, {"clock.on_timeout": "bot"}),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_an_option_changes_the_sheet(base: Rules, options: dict[str, Any]) -> None:
    assert sentences(base.with_options(options)) != sentences(base)


def test_every_option_is_in_that_test() -> None:
    marks = test_an_option_changes_the_sheet.pytestmark
    named = {name for _, options in marks[0].args[1] for name in options}
    implied = {"table.players", "deal.method"}  # change together, see the preset for two
    assert named | implied == set(PAIRS.options())
    assert sentences(TWO) != sentences(PAIRS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", presets())
def test_sentences_are_whole(name: str, lang: str) -> None:
    for sentence in sentences(Rules.preset(name), lang):
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_headings_are_messages() -> None:
    assert all(isinstance(section.heading, Message) for section in rule_sheet(PAIRS))
