"""K1, K4 to K6, N10 to N18: decks by their usual names, and what to do with leftover cards."""

import pytest

from spadille.game import USUAL_DECKS, Card, Rules, RulesError, parse_preset

THREE, FIVE, SIX = map(Rules.preset, ("three-player", "five-player", "six-player"))


@pytest.mark.parametrize(
    ("base", "name", "cards", "hand"),
    [
        (THREE, "52+2", 54, 18),
        (THREE, "51", 51, 17),
        (FIVE, "52+3", 55, 11),
        (FIVE, "50", 50, 10),
        (SIX, "2x54", 108, 18),
        (SIX, "2x51", 102, 17),
        (SIX, "48", 48, 8),
        (SIX, "52+2", 54, 9),
        (Rules(), "50+2", 52, 13),
        (Rules(), "2x52", 104, 26),
    ],
)
def test_N10_to_N18_usual_deck_name_sets_options(
    base: Rules, name: str, cards: int, hand: int
) -> None:
    rules = base.with_options({"deck.usual": name})
    assert (len(rules.deck_cards), rules.hand_size) == (cards, hand)
    by_hand = base.with_options(
        {f"deck.{key}": value for key, value in USUAL_DECKS[name].options.items()}
    )
    assert rules == by_hand
    assert "deck.usual" not in rules.options()


def test_usual_deck_in_rules_file_sets_deck() -> None:
    preset = parse_preset('[table]\nplayers = 6\n[deck]\nusual = "2x54"\n', "ours")
    assert len(preset.rules.deck_cards) == 108


def test_usual_deck_accepts_further_options() -> None:
    rules = Rules().with_options({"deck.usual": "52+2", "deck.removed": ["S2", "D2"]})
    assert len(rules.deck_cards) == 52
    assert Card.S2 not in rules.deck_cards


def test_usual_deck_without_jokers_drops_joker_options() -> None:
    rules = Rules.preset("jokers").with_options({"deck.usual": "52"})
    assert rules.deck.high_trumps == (Card.D2, Card.S2)
    junk = FIVE.with_options({"deck.usual": "52+3", "deck.joker_role": "junk"})
    assert junk.with_options({"deck.usual": "50"}).deck.joker_role == "trump"


@pytest.mark.parametrize("name", ["54", "", 3, ["48"]])
def test_unknown_usual_deck_is_rejected_with_known_names(name: object) -> None:
    with pytest.raises(RulesError) as error:
        Rules().with_options({"deck.usual": name, "end.target": 300})
    [problem] = error.value.problems
    assert (problem.code, problem.options) == ("rules/bad-value", ("deck.usual",))
    assert "'52+2'" in str(problem.message)


def test_N12_uneven_deck_error_counts_removed_cards_to_restore() -> None:
    with pytest.raises(RulesError) as error:
        FIVE.with_options({"deck.jokers": 3})
    assert str(error.value) == (
        "53 cards cannot be dealt evenly to 5: put back 2 of deck.removed, remove 3 more, "
        "or choose deal.leftover"
    )
    assert FIVE.with_options({"deck.jokers": 3, "deck.removed": []}).hand_size == 11


def test_uneven_deck_error_counts_cards_to_remove() -> None:
    with pytest.raises(RulesError) as error:
        Rules().with_options({"deck.jokers": 2})
    assert str(error.value) == (
        "54 cards cannot be dealt evenly to 4: remove 2 with deck.removed, or choose deal.leftover"
    )
