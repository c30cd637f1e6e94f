"""T1 to T5: partners, seats and direction."""

import msgspec
import pytest

from spadille.game import Game, Rules, Standing, rule_sheet
from spadille.locale import translate
from support.positions import FOUR, NORTH, SOUTH, WEST, bid, dealt, play, rules
from support.strategies import PRESETS


@pytest.mark.parametrize("preset", ["standard", "puzzle-pirates", "gold-blue"])
def test_T1_partners_sit_opposite(preset: str) -> None:
    """T1: four players, two fixed sides of two, partners opposite each other."""
    sides = rules(preset).sides
    assert sides == ((0, 2), (1, 3))
    assert [rules(preset).side_of(seat) for seat in FOUR] == [0, 1, 0, 1]
    assert [rules(preset).partner(seat) for seat in FOUR] == [2, 3, 0, 1]


def test_T2_sides_have_names_of_preset() -> None:
    """T2: Gold is the side of players 1 and 3, Blue that of the others."""
    gold_blue = rules("gold-blue")
    assert gold_blue.table.side_names == ("Gold", "Blue")
    assert gold_blue.sides[0] == (NORTH, SOUTH)
    assert rules("standard").table.side_names == ()


def test_T2_preset_side_names_are_translated() -> None:
    """T2: custom names of the sides stay as they were written."""
    told = [str(name) for name in rules("gold-blue").table.spoken_side_names]
    assert told == ["Gold", "Blue"]
    for lang, names in (("de", ["Gold", "Blau"]), ("es", ["Oro", "Azul"])):
        spoken = rules("gold-blue").table.spoken_side_names
        assert [translate(name, lang) for name in spoken] == names
        table, *_ = rule_sheet(rules("gold-blue"))
        assert translate(table.sentences[1], lang).endswith(f" {', '.join(names)}.")
    ours = rules("standard", table__side_names=["Nil {seat}", "Los Azules"])
    assert [translate(name, "es") for name in ours.table.spoken_side_names] == [
        "Nil {seat}",
        "Los Azules",
    ]


def test_T2_side_names_do_not_change_play() -> None:
    """T2: the names of the sides have no effect on play."""
    named = rules("gold-blue")
    nameless = named.with_options({"table.side_names": ()})
    one, other = dealt(named), dealt(nameless)
    assert msgspec.structs.replace(one, rules=nameless, round=other.round) == other


def test_T3_two_players_are_two_sides() -> None:
    """T3: the game for two has two sides with one player each."""
    two = rules("two-player")
    assert two.players == 2
    assert two.sides == ((0,), (1,))
    assert two.partner(NORTH) is None


def test_T3_four_players_can_be_four_sides() -> None:
    """T3, N1: partnership is optional even with four players."""
    solo = rules("standard", table__teams="solo")
    assert solo.sides == ((0,), (1,), (2,), (3,))
    game = bid(dealt(solo), 3, 4, 5, 1)
    assert game.round is not None
    assert game.round.contracts == (3, 4, 5, 1)
    assert game.standings == (Standing(),) * 4


@pytest.mark.parametrize("preset", PRESETS)
def test_T4_rules_are_frozen_and_visible_before_first_deal(preset: str) -> None:
    """T4: the rule set is one frozen value that every seat sees before cards are dealt."""
    game = Game.new(rules(preset))
    for seat in (*game.rules.seats, None):
        assert game.view(seat).rules == Rules.preset(preset)
    with pytest.raises(AttributeError):
        setattr(game.rules.end, "target", 50)  # noqa: B010 - typing knows it is frozen
    with pytest.raises(AttributeError):
        setattr(game.rules, "end", game.rules.end)  # noqa: B010


def test_T5_deal_bidding_and_play_go_clockwise() -> None:
    """T5: the turn passes to the left: North, East, South, West."""
    game = dealt(rules(), dealer=WEST)
    turns = []
    for tricks in (3, 3, 3, 3):
        turns.append(game.to_act)
        game = bid(game, tricks)
    for card in ("H9", "H3", "HQ"):
        turns.append(game.to_act)
        game = play(game, card)
    turns.append(game.to_act)
    assert turns == [0, 1, 2, 3] * 2


def test_T5_two_players_alternate() -> None:
    """T5: the seat to the left of the second seat is the first."""
    game = Game.new(rules("two-player"), seed=1)
    assert game.dealer is not None
    first = game.to_act
    game = game.apply(game.legal_actions().actions[0])
    game = game.apply(game.legal_actions().actions[0])
    assert game.to_act is not None
    assert first is not None
    assert {first, game.to_act} == {0, 1}
