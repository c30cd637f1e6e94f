"""P10, P12 to P14 and P19: the first trick, taking cards back, and the duty to follow suit."""

from random import Random

import pytest
from msgspec import structs

from spadille.game import Call, Card, Game, Message, Play, TakeBack, with_tricks_gathered
from support.positions import (
    EAST,
    MIXED,
    NORTH,
    SOUTH,
    WEST,
    bid,
    dealt,
    legal,
    play,
    played,
    refused,
    rules,
)
from support.strategies import PRESETS, random_action, shuffled
from support.tables import at_play

NO_LEAD = rules(play__lead_spades="any", play__first_trick="no_spade_lead")
NO_SPADES = rules(play__first_trick="no_spades")
VOID = {
    NORTH: "CA C2",
    EAST: "SA D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK",
    SOUTH: "C3",
    WEST: "C4",
}
"""East holds no club."""


def test_P10_first_trick_spade_lead_is_rejected() -> None:
    """P10: even where spades may be led at any time; they may be from the second trick on."""
    game = at_play(NO_LEAD, VOID | {NORTH: "CA C2 SK"})
    assert "SK" not in legal(game)
    assert refused(game, Play(Card.SK)).code == "play/not-here"
    game = play(game, "CA SA C3 C4")
    assert "SA" not in legal(game)
    assert "D2" in legal(game)


def test_P10_first_trick_can_be_ruffed_if_only_leads_restricted() -> None:
    """P10: only the lead is forbidden, so East may ruff."""
    assert "SA" in legal(play(at_play(NO_LEAD, VOID), "CA"))


def test_P10_first_trick_ruff_is_rejected() -> None:
    """P10: the stricter rule forbids ruffing, except from a hand of nothing but spades."""
    game = play(at_play(NO_SPADES, VOID), "CA")
    assert "SA" not in legal(game)
    assert "D2" in legal(game)
    spades = {**VOID, EAST: "SA S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK"}
    assert "SA" in legal(play(at_play(NO_SPADES, spades), "CA"))


def test_P12_holder_of_two_of_clubs_leads_it() -> None:
    """P12: South, who dealt, holds it and may not lead anything else."""
    game = bid(dealt(rules(play__first_lead="lowest_club"), MIXED), 3, 3, 3, 3)
    assert game.to_act == SOUTH
    assert legal(game) == {"C2"}
    game = play(game, "C2 C3 C7 CT")
    assert game.to_act == EAST
    assert len(legal(game)) > 1


def test_P12_holder_of_three_of_clubs_leads_if_two_removed() -> None:
    """P12: the lowest club in play takes its place."""
    table = rules("five-player", play__first_lead="lowest_club")
    game = at_play(table, {NORTH: "C4", EAST: "H2", SOUTH: "C3"})
    assert game.to_act == SOUTH
    assert legal(game) == {"C3"}


TAKE_BACK = rules(play__take_back="until_next_card")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"play__duty": "screamer"}, "C2, CA"),
        ({"play__lead_spades": "any", "play__first_lead": "lowest_club"}, "C2"),
    ],
)
def test_P12_V19_rejected_spade_lead_names_legal_cards(changes: dict[str, str], told: str) -> None:
    """P12, V19: spades are broken or may be led at any time; the other legal leads are shown."""
    spades = "SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3"
    game = at_play(rules(**changes), VOID | {NORTH: f"CA C2 {spades}"})
    assert game.round is not None
    broken = structs.replace(game, round=game.round.change(broken=True))
    refusal = refused(broken, Play(Card.SK))
    assert refusal.code == "play/not-here"
    assert refusal.message == Message("the rules of this table let you play {cards}", cards=told)


def test_P13_card_can_be_taken_back_before_next_card() -> None:
    """P13: afterwards the game is as it was before the card."""
    before = at_play(TAKE_BACK, VOID)
    after = play(before, "CA").apply(TakeBack(), NORTH)
    assert after.round == before.round


def test_P13_taking_back_ruff_unbreaks_spades() -> None:
    """P13, P7: the last card of a trick can also be taken back before the next lead."""
    game = play(at_play(TAKE_BACK, VOID), "CA SA")
    assert game.view(None).broken
    assert not game.apply(TakeBack(), EAST).view(None).broken
    complete = play(game, "C3 C4")
    again = complete.apply(TakeBack(), WEST)
    assert again.view(None).won == (0, 0, 0, 0)
    assert again.round is not None
    assert again.round.change(stands=0) == play(game, "C3").round


def test_P13_taking_back_after_next_card_is_rejected() -> None:
    """P13: nor may another seat take it back, nor may anyone where the option is off."""
    game = play(at_play(TAKE_BACK, VOID), "CA SA")
    assert refused(game, TakeBack(), NORTH).code == "take-back/not-now"
    assert refused(game, TakeBack(), WEST).code == "take-back/not-now"
    strict = play(at_play(rules(), VOID), "CA")
    assert refused(strict, TakeBack(), NORTH).code == "take-back/not-now"


def test_P14_finished_trick_is_kept_as_played() -> None:
    """P14: a trick that may be looked at again is known card by card, with its winner."""
    game = play(at_play(rules(play__review="all"), VOID), "CA SA C3 C4")
    (trick,) = game.view(None).tricks
    assert [str(card) for card in trick.cards] == ["CA", "SA", "C3", "C4"]
    assert (trick.leader, trick.winner) == (NORTH, EAST)


def legal_by_hand(game: Game) -> bool:
    """Return True if the seat to act may discard only when it holds no card of the suit led."""
    round, seat = game.round, game.to_act
    assert round is not None
    assert seat is not None
    if not round.trick:
        return True
    suit_of = round.ranking.suit_of
    led = suit_of[round.trick[0]]
    held = {card for card in round.hands[seat] if suit_of[card] is led}
    cards = {action.card for action in game.legal_actions() if isinstance(action, Play)}
    return cards == held if held else cards == set(round.hands[seat])


def test_P14_finished_trick_is_gathered_at_next_lead() -> None:
    """P14: opened or called tricks stay open; players may remember the others."""
    table = rules(play__review="none", enforcement__mode="honour")
    game = played("H9 H3 HQ HA H4 H5 HK H2", table)
    (first, second) = with_tricks_gathered(game.view(NORTH)).tricks
    assert (first.cards, first.winner, len(second.cards)) == ((), WEST, 4)
    led = game.apply(game.legal_actions().actions[0])
    assert [trick.cards for trick in with_tricks_gathered(led.view(None)).tricks] == [(), ()]
    called = with_tricks_gathered(led.apply(Call(WEST, 1), SOUTH).view(EAST))
    assert [len(trick.cards) for trick in called.tricks] == [4, 0]
    assert len(led.view(NORTH).tricks[0].cards) == 4


@pytest.mark.parametrize("preset", PRESETS)
def test_P19_every_preset_enforces_following_suit(preset: str) -> None:
    """P19: "Bedienpflicht": a player with the led suit follows it; others play any card."""
    rng = Random(19)
    game = Game.new(PRESETS[preset])
    while not game.results:
        if game.waits_for_chance:
            game = game.happen(lambda cards: shuffled(cards, rng))
            continue
        if game.phase == "play":
            assert legal_by_hand(game)
        game = game.apply(random_action(game.legal_actions(), rng))
