"""The terminal's drawing of a view."""

import pytest
from msgspec import structs

from spadille.bots import load
from spadille.cli.play.canvas import Box, Canvas, card_size, paint_card
from spadille.cli.play.choices import choices_of
from spadille.cli.play.picture import Picture, picture_of, places_around
from spadille.cli.play.prompts import prompt_of
from spadille.cli.play.voice import Voice
from spadille.cli.play.widgets.answer_rows import rows_of
from spadille.game import NIL, PACK, Adjust, Bid, Card, Game, Keep, Look, Rules, Seat, presets
from spadille.locale import LANGUAGES
from support.positions import play
from support.tables import at_play
from support.terminal_rules import NO_BLIND, PICK_OF_TWO

ENGLISH = Voice()


def picture(game: Game, seat: Seat = Seat.SOUTH, voice: Voice = ENGLISH) -> Picture:
    return picture_of(game.view(seat), "Standard", voice)


def bid_all(game: Game, bids: list[Bid]) -> Game:
    for bid in bids:
        game = game.apply(Look()).apply(bid)
    return game


def test_own_seat_is_at_the_bottom_and_the_next_to_the_left() -> None:
    assert places_around(Seat.SOUTH, 4) == {
        Seat.SOUTH: "bottom",
        Seat.WEST: "left",
        Seat.NORTH: "top",
        Seat.EAST: "right",
    }
    assert places_around(Seat.EAST, 2) == {Seat.EAST: "bottom", Seat.NORTH: "top"}


def test_hand_is_face_down_before_the_player_looks() -> None:
    shown = picture(Game.new(seed=7))
    assert (shown.mine, shown.hidden) == (None, 13)


def test_hand_is_sorted_by_alternating_color_and_high_to_low() -> None:
    game = Game.new(seed=7)
    shown = picture(game.apply(Look(), Seat.SOUTH)).mine
    assert shown is not None
    assert sorted(shown) == list(game.round.hands[Seat.SOUTH]) if game.round else False
    suits = [card.suit.letter for card in shown]
    assert suits == sorted(suits, key="SHCD".index)
    for suit in "SHCD":
        ranks = [card.rank for card in shown if card.suit.letter == suit]
        assert ranks == sorted(ranks, reverse=True)


def test_choices_follow_the_phase() -> None:
    game = Game.new(seed=7)
    seat = game.to_act
    assert seat is not None
    assert [choice.key for choice in picture(game, seat).choices] == ["l", "b"]
    game = game.apply(Look())
    labels = [choice.label for choice in picture(game, seat).choices]
    assert labels == ["nil", *map(str, range(1, 14))]
    two = Game.new(Rules.preset("two-player"), seed=7).apply(Look())
    assert two.to_act is not None
    shown = picture(two, two.to_act)
    assert [choice.action for choice in shown.choices] == [Keep("first"), Keep("next")]
    assert shown.offered is not None


SMALLEST_PAD = 29
MANY_ANSWERS: dict[str, tuple[dict[str, object], str, int]] = {
    "blind bids": ({"blind.bids": "player", "blind.deficit": 0}, "bidding", 12),
    "a contract is raised": ({"bidding.second_thoughts": "raise_side", **NO_BLIND}, "adjust", 12),
    "six cut two packs": (
        {"table.players": 6, "deck.packs": 2, "deck.jokers": 4, "deal.cut": "offered"},
        "cut",
        10,
    ),
    "one card of two": (PICK_OF_TWO, "draft", 8),
    "a round of few": ({**NO_BLIND}, "bidding", 12),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("asked", MANY_ANSWERS)
def test_choices_fit_the_smallest_terminal(asked: str, lang: str) -> None:
    options, phase, room = MANY_ANSWERS[asked]
    game = Game.new(Rules().with_options(options), seed=7)
    while game.phase != phase:
        game = game.apply(game.legal_actions().actions[:2][-1])
    choices = choices_of(game.view_to_act, Voice(lang))
    rows = rows_of(choices, SMALLEST_PAD)
    assert len(rows) <= room
    assert [number for row in rows for number in row.numbers] == list(range(len(choices)))
    for row in rows:
        assert row.beside * (row.width + 1) - 1 <= SMALLEST_PAD
        for number, label in zip(row.numbers, row.labels, strict=True):
            assert label.startswith(choices[number].label)
            assert len(label) <= row.width


def test_V18_B8_changed_bid_is_shown_before_and_after() -> None:
    """V18, B8: a nil is shown as a nil and not as 0, both before and after the change."""
    rules = Rules().with_options({"bidding.second_thoughts": "match", "nil.blind": False})
    bidden = Game.new(rules, seed=7).apply(Bid(2)).apply(Bid(1))
    lowered = bidden.apply(Bid(1)).apply(Bid(1)).apply(Adjust(0)).view_to_act
    labels = [choice.label for choice in choices_of(lowered, ENGLISH)]
    assert labels == ["nil", "Keep the bid"]
    assert choices_of(lowered, ENGLISH)[0].key == "n"
    raised = bidden.apply(NIL).apply(Bid(3)).apply(Adjust(0)).view_to_act
    assert prompt_of(raised, ENGLISH) == "Everyone has bid. Do you keep your bid of nil?"
    assert [choice.key for choice in choices_of(raised, ENGLISH)] == ["k", "2"]


def test_K7_P10_void_player_is_told_if_any_card_is_playable() -> None:
    """K7, P10: an ace that may be high or low is one card, and a spade may not be played here."""
    aces = Rules().with_options(
        {"deck.aces": "declared", "play.first_trick": "no_spades", "nil.blind": False}
    )
    hands = {Seat.NORTH: "C3 C2", Seat.EAST: "HA DA SA SK D2 D3 D4 D5 D6 D7 D8 D9 DT"}
    view = play(at_play(aces, hands), "C3").view_to_act
    told = "You are void; play one of the marked cards."
    assert prompt_of(view, ENGLISH) == told


def test_N12_junk_joker_lead_makes_no_player_void() -> None:
    junk = {"deck.jokers": 1, "deck.joker_role": "junk", "nil.blind": False}
    game = at_play(Rules().with_options({**junk, "deal.leftover": "aside"}), {Seat.NORTH: "JB"})
    assert game.round is not None
    hands = ((Card.JB,), *game.round.hands[1:])
    view = play(structs.replace(game, round=game.round.change(hands=hands)), "JB").view_to_act
    assert prompt_of(view, ENGLISH) == "No suit has been led yet; play any card."


def test_N2_spanish_card_choice_has_articles() -> None:
    game = Game.new(Rules().with_options(PICK_OF_TWO), seed=7)
    view = structs.replace(game.view_to_act, offered=(Card.SK, Card.DQ))
    told = "¿Te quedas con el rey de picas o con la reina de diamantes?"
    assert prompt_of(view, Voice("es")) == told


def test_bids_and_contracts_are_shown() -> None:
    game = bid_all(Game.new(seed=7), [Bid(3), NIL, Bid(4), Bid(2)])
    first = game.round.order[0] if game.round else Seat.NORTH
    shown = picture(game, first)
    assert shown.seats["bottom"].bid == "bid: 3"
    assert shown.seats["left"].bid == "bid: nil"
    assert shown.seats["top"].role == "your partner"
    mine = next(side for side in shown.sides if side.mine)
    assert mine.bidding == "contract 7, won 0"


def test_complete_trick_stays_until_the_next_card() -> None:
    game = bid_all(Game.new(seed=7), [Bid(3)] * 4)
    for _ in range(4):
        game = game.apply(next(iter(game.legal_actions())))
    shown = picture(game).trick
    assert shown is not None
    assert len(shown.cards) == 4
    assert game.to_act is not None
    assert shown.winner == places_around(Seat.SOUTH, 4)[game.to_act]
    assert picture(game).last is None
    game = game.apply(next(iter(game.legal_actions())))
    after = picture(game)
    assert after.trick is not None
    assert after.last is not None
    assert (len(after.trick.cards), after.trick.winner) == (1, None)
    assert after.last.cards == shown.cards


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        (Voice("en"), "A♠ K♥ Q♦ J♣ 10♠"),
        (Voice("de"), "A♠ K♥ D♦ B♣ 10♠"),
        (Voice("de", symbols=False), "AS KH DD BC 10S"),
    ],
)
def test_card_indices_follow_the_language(voice: Voice, text: str) -> None:
    cards = (Card.SA, Card.HK, Card.DQ, Card.CJ, Card.ST)
    assert " ".join(map(voice.card, cards)) == text


def test_cards_keep_their_shape() -> None:
    assert card_size(20, 20) == (13, 9)
    assert card_size(12, 20) == (9, 7)
    assert card_size(20, 3) == (5, 3)
    assert card_size(6, 9) == (6, 5)
    assert card_size(1, 1) == (4, 3)


def test_narrowest_card_shows_its_suit_as_a_letter() -> None:
    for card in PACK:
        canvas = Canvas(4, 3)
        paint_card(canvas, Box(0, 0, 4, 3), card, Voice("de", symbols=False), "plain")
        told = canvas.content().plain.splitlines()[1].strip("|")
        assert told[0] in "23456789TBDKA"
        assert told[1] == card.suit.letter


@pytest.mark.parametrize("size", [(9, 7), (13, 9)])
def test_card_has_as_many_pips_as_its_rank(size: tuple[int, int]) -> None:
    for card in PACK[:52]:
        canvas = Canvas(*size)
        paint_card(canvas, Box(0, 0, *size), card, ENGLISH, "plain")
        lines = canvas.content().plain.splitlines()
        assert lines[0].split() == [ENGLISH.card(card)] == lines[-1].split()
        pips = "".join(lines[1:-1]).count(ENGLISH.suit(card.suit))
        counts = {"A": 1, "J": 1, "Q": 1, "K": 1, "10": 10}
        assert pips == counts.get(ENGLISH.rank(card)) or pips == int(ENGLISH.rank(card))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", presets())
def test_prompts_fit_their_line(name: str, lang: str) -> None:
    """This holds in the narrowest terminal allowed, with a turn timer next to the prompt."""
    bot = load("beginner")
    game = Game.new(Rules.preset(name), seed=3)
    while not game.results and game.to_act is not None:
        view = game.view_to_act
        assert len(picture_of(view, "", Voice(lang)).prompt) <= 64
        game = game.apply(bot.act(view))


def test_V22_R8_board_shows_sets_and_revokes_that_lose_the_game() -> None:
    rules = Rules().with_options(
        {"end.sets_to_lose": 3, "end.sets_in_a_row": 2, "enforcement.revokes_to_lose": 2}
    )
    game = at_play(rules.with_options(NO_BLIND), {})
    view = game.view(Seat.SOUTH)
    standing = structs.replace(view.standings[0], sets=2, sets_in_a_row=1, revokes=1)
    view = structs.replace(view, standings=(standing, view.standings[1]))
    ours, theirs = picture_of(view, "", ENGLISH).sides
    assert ours.losses == ("sets: 2 of 3", "sets in a row: 1 of 2", "revokes: 1 of 2")
    assert theirs.losses == ("sets: 0 of 3", "sets in a row: 0 of 2")
    assert picture(at_play(Rules().with_options(NO_BLIND), {})).sides[0].losses == ()
