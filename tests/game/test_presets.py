"""The rule sets that come with the program."""

from pathlib import Path

import pytest

import spadille.game
from spadille.game import (
    Bid,
    Game,
    Look,
    Pass,
    Preset,
    Rules,
    RulesError,
    Say,
    in_lang,
    preset,
    presets,
)
from support.positions import EAST, NORTH, SOUTH, bid, cards_of, dealt
from support.tables import seated

FOLDER = Path(spadille.game.__file__).parent / "presets"
# fmt: off
NAMED = {
    "puzzle-pirates", "standard", "gold-blue", "two-player", "short", "solo", "three-player",
    "five-player", "six-player", "mirror", "whiz", "suicide", "jokers", "open-hands",
    "open-hands-bags",
}
# fmt: on


def test_presets_include_named_ones_with_standard_first() -> None:
    assert set(presets()) >= NAMED
    assert next(iter(presets())) == "standard"
    assert presets()["standard"].rules == Rules()


def test_presets_include_every_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(presets())


@pytest.mark.parametrize("shown", presets().values(), ids=presets())
def test_preset_has_description_and_source(shown: Preset) -> None:
    """This holds in every language that has its own description."""
    assert set(shown.title) == set(shown.about)
    assert len(set(shown.about.values())) == len(shown.about)
    assert all(shown.about.values())
    assert "docs/rules.md" in shown.source


def test_text_without_language_falls_back_to_english() -> None:
    """Titles of games and reasons in reviews are stored in the languages of their time."""
    assert in_lang({"de": "Kurzes Spiel", "en": "Short game"}, "es") == "Short game"
    assert in_lang({"de": "Dorf"}, "es") == "Dorf"


def test_presets_have_different_rules() -> None:
    assert len({each.rules for each in presets().values()}) == len(presets())


def test_game_accepts_rules_by_name() -> None:
    mirror = Rules.preset("mirror")
    assert Game.new("mirror", seed=7) == Game.new(mirror, seed=7)
    assert Rules.of(mirror) is Rules.of("mirror") is mirror


def test_unknown_preset_is_rejected() -> None:
    with pytest.raises(RulesError, match="poker"):
        preset("poker")


def test_E10_hoyle_exchanges_three_cards_unseen() -> None:
    """E10: if both partners bid nil, nothing is exchanged."""
    game = bid(dealt(Rules.preset("hoyle")), "nil", 3, 3, 3)
    game = game.apply(Pass(cards_of("S9 S6 CK")))
    assert game.to_act == SOUTH
    assert game.view(SOUTH).received == ()
    game = game.apply(Pass(cards_of("H2 H6 C2")))
    assert game.view(NORTH).received == cards_of("C2 H2 H6")
    assert game.view(SOUTH).received == cards_of("CK S6 S9")
    assert bid(dealt(Rules.preset("hoyle")), "nil", 3, "nil", 3).phase == "play"


def test_B7_pirates_partners_tell_estimates() -> None:
    """B7: everyone hears "surely 4, maybe even 6" before the player's bid."""
    game = dealt(Rules.preset("puzzle-pirates")).apply(Say(4, 6), NORTH)
    assert game.view(SOUTH).said[NORTH] == Say(4, 6)
    assert bid(game, 5).to_act == EAST


def test_V10_V13_street_has_board_and_blind_six_but_no_nil() -> None:
    """V10, V13: sides bid four or more, or six or more unseen when 100 behind."""
    street = Rules.preset("street")
    game = seated(street, {}, 0, 100)
    assert set(game.legal_actions()) == {Look(), *(Bid(n, blind=True) for n in range(6, 14))}
    game = bid(game, 1, 3)
    assert set(game.legal_actions()) == set(map(Bid, range(3, 14)))


def test_V12_street_first_round_has_no_bidding() -> None:
    """V12: cards are played as soon as they are dealt."""
    assert seated(Rules.preset("street"), {}).phase == "play"
