"""N1 to N3 and N9 to N18: two to six players, solo, in pairs or in threes."""

from collections import Counter

import pytest
from msgspec import structs

from spadille.game import (
    Bid,
    Card,
    Discard,
    Game,
    Keep,
    NameDealer,
    Play,
    Rules,
    RulesError,
    Stack,
    Suit,
    hand_of,
    outcome,
    ranking_of,
)
from support.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    bid,
    cards_of,
    legal,
    play,
    refused,
    round_to,
    rules,
)
from support.tables import FIFTH, at_play, last_winner, scored, seated, winner_of


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_N1_each_player_can_be_own_side(players: int) -> None:
    """N1: each seat is a side with its own contract, its own score and no partner."""
    table = rules(
        table__players=players,
        table__teams="solo",
        deal__leftover="aside" if 52 % players else "none",
        nil__blind=False,
    )
    game = at_play(table, {}, *range(1, players + 1))
    assert game.view(None).contracts == tuple(range(1, players + 1))
    assert table.partner(NORTH) is None
    scores = scored(table, [Bid(2)] * players, (4, 2, *[1] * (players - 2)))
    assert [side.points for side in scores] == [22, 20, *[-20] * (players - 2)]


def test_N1_game_ends_when_one_player_passes_target() -> None:
    """N1: or when one falls to the floor; the highest score wins."""
    table = Rules.preset("three-player")
    ended = outcome(table, 5, [round_to(510, 520, -10)])
    assert ended is not None
    assert ended.winner == 1
    fallen = outcome(table, 5, [round_to(10, 20, -210)])
    assert fallen is not None
    assert fallen.winner == 1


def draft(method: str, first: str) -> Game:
    """Return a draft in which North draws first, from a pack with these cards on top."""
    table = rules("two-player", deal__method=method, nil__blind=False, exchange__swap_cards=0)
    top = cards_of(first)
    pack = (*top, *[card for card in table.deck_cards if card not in top])
    return Game.new(table).apply(NameDealer(NORTH)).apply(Stack(pack))


@pytest.mark.parametrize(("which", "kept", "gone"), [("first", "SA", "C2"), ("next", "C2", "SA")])
def test_N2_draft_keeps_one_of_two_cards(which: str, kept: str, gone: str) -> None:
    """N2: both are seen; the other card is discarded; no cards are dealt."""
    game = draft("pick_of_two", "SA C2")
    assert game.view(NORTH).offered == cards_of("SA C2")
    assert game.view(EAST).offered == ()
    game = game.apply(Keep("first" if which == "first" else "next"))
    assert game.view(NORTH).hand == cards_of(kept)
    assert game.view(NORTH).refused == cards_of(gone)
    assert game.to_act == EAST


def test_N2_draft_continues_until_pack_is_empty() -> None:
    """N2: each player gets thirteen cards."""
    game = draft("pick_of_two", "SA C2")
    while game.phase == "draft":
        game = game.apply(Keep("first"))
    assert game.view(None).hand_sizes == (13, 13)
    assert game.phase == "bidding"


@pytest.mark.parametrize(("method", "seen"), [("keep_or_next", "C2"), ("keep_or_next_unseen", "")])
def test_N3_kept_first_card_shows_next_card(method: str, seen: str) -> None:
    """N3, N4: one card is offered at a time; only in draft B is the other one seen."""
    game = draft(method, "SA C2")
    assert game.view(NORTH).offered == cards_of("SA")
    game = game.apply(Keep("first"))
    assert game.view(NORTH).refused == cards_of(seen)
    assert game.view(NORTH).hand == cards_of("SA")


def test_N3_refused_first_card_forces_next() -> None:
    """N3: this holds for any card."""
    game = draft("keep_or_next", "C2 C3").apply(Keep("next"))
    assert game.view(NORTH).hand == cards_of("C3")


def test_N9_three_players_get_17_cards_each() -> None:
    """N9: the deuce of clubs is removed, or the last card is set aside unseen."""
    three = Rules.preset("three-player")
    assert (three.hand_size, three.rest_size) == (17, 0)
    assert Card.C2 not in three.deck_cards
    aside = rules("three-player", deck__removed=(), deal__leftover="aside")
    game = seated(aside, {}, rest="SA")
    assert (aside.hand_size, aside.rest_size) == (17, 1)
    assert all(Card.SA not in (game.view(seat).hand or ()) for seat in aside.seats)


def test_N10_three_players_with_two_jokers_get_18_cards_each() -> None:
    """N10: the Big and the Little Joker are the highest trumps."""
    table = rules(
        "three-player", deck__removed=(), deck__jokers=2, play__lead_spades="any", nil__blind=False
    )
    assert table.hand_size == 18
    assert winner_of(table, {NORTH: "SA", EAST: "JB", SOUTH: "JL"}, "SA JB JL") == EAST


def test_N11_five_players_get_ten_cards_each() -> None:
    """N11: the deuces of clubs and diamonds are removed."""
    five = Rules.preset("five-player")
    assert five.hand_size == 10
    assert set(five.deck_cards).isdisjoint({Card.C2, Card.D2})
    assert len(five.sides) == 5


def five_with_jokers(role: str) -> Rules:
    return rules(
        "five-player",
        deck__removed=(),
        deck__jokers=3,
        deck__joker_role=role,
        play__lead_spades="any",
        nil__blind=False,
    )


def test_N12_three_jokers_are_highest_trumps() -> None:
    """N12: eleven cards each; Big, Little and the third joker rank above the ace of spades."""
    table = five_with_jokers("trump")
    assert table.hand_size == 11
    ranking = ranking_of(table)
    ranked = cards_of("JB JL JE SA")
    assert sorted(ranked, key=ranking.power.__getitem__, reverse=True) == list(ranked)
    assert {ranking.suit_of[card] for card in ranked} == {Suit.SPADES}


JUNK = {
    NORTH: "H2 JB",
    EAST: "JL D2 D3 D4 D5 D6 D7 D8 D9 DT DJ",
    SOUTH: "H3 JE",
    WEST: "H4",
    FIFTH: "H5",
}


def test_N12_junk_jokers_win_nothing_and_do_not_follow() -> None:
    """N12: a joker may be played only by a player who cannot follow suit, and never wins."""
    game = at_play(five_with_jokers("junk"), JUNK)
    assert "JB" not in legal(game)
    game = play(game, "H2")
    assert "JL" in legal(game)
    game = play(game, "JL")
    assert "JE" not in legal(game)
    assert last_winner(play(game, "H3 H4 H5")) == FIFTH


def test_N12_led_junk_joker_lets_next_card_set_suit() -> None:
    """N12: it is led only from a hand of jokers; the joker itself wins nothing."""
    ranking = ranking_of(five_with_jokers("junk"))
    trick = cards_of("JB H4 H9 C5 D6")
    assert ranking.led_suit(trick) is Suit.HEARTS
    assert ranking.winning_index(trick) == 2


def test_N12_rejection_names_card_that_set_suit() -> None:
    """N12: it does not name the junk joker before it."""
    game = at_play(five_with_jokers("junk"), {})
    assert game.round is not None
    hands = tuple(map(hand_of, map(cards_of, ("JB", "D2", "D3 C3", "D4", "D5"))))
    game = play(structs.replace(game, round=game.round.change(hands=hands)), "JB D2")
    told = str(refused(game, Play(Card.C3)).message)
    assert told == "you must follow diamonds; the 2 of diamonds was led"


@pytest.mark.parametrize(
    ("teams", "sides"),
    [
        ("solo", ((0,), (1,), (2,), (3,), (4,), (5,))),
        ("pairs", ((0, 3), (1, 4), (2, 5))),
        ("threes", ((0, 2, 4), (1, 3, 5))),
    ],
)
def test_N13_six_players_form_solo_sides_pairs_or_threes(
    teams: str, sides: tuple[tuple[int, ...], ...]
) -> None:
    """N13: in pairs, the partner sits three seats away; the threes sit alternately."""
    table = rules("six-player", table__teams=teams)
    assert table.sides == sides
    bids = [Bid(tricks) for tricks in (1, 2, 3, 4, 5, 6)]
    contracts = [sum(bids[seat].tricks for seat in side) for side in sides]
    scores = scored(table, bids, (0, 0, 0, 0, 0, 17))
    assert [side.contract for side in scores] == contracts


def test_N13_three_partners_share_bids_and_tricks() -> None:
    """N13: with two threes, the tricks of all three partners count toward the contract."""
    table = rules("six-player", table__teams="threes")
    scores = scored(table, [Bid(2)] * 6, (1, 0, 1, 0, 4, 11))
    assert [side.points for side in scores] == [60, 65]


def test_N14_six_players_with_two_packs_get_17_cards_each() -> None:
    """N14: both deuces of clubs are out."""
    six = Rules.preset("six-player")
    assert (six.hand_size, six.rest_size, len(six.deck_cards)) == (17, 0, 102)
    counts = Counter(six.deck_cards)
    assert counts[Card.C2] == 0
    assert set(counts.values()) == {2}


def test_N15_two_leftover_cards_are_set_aside_or_form_kitty() -> None:
    """N15: they stay unseen by everyone, or one player may take them up."""
    aside = rules("six-player", deck__removed=(), deal__leftover="aside")
    assert (aside.hand_size, aside.rest_size, aside.has_kitty) == (17, 2, False)
    kitty = rules("six-player", deck__removed=(), deal__leftover="kitty", nil__blind=False)
    game = seated(kitty, {EAST: "C2 C2"}, rest="SA SA")
    assert (game.phase, game.to_act) == ("kitty", EAST)
    game = game.apply(Discard(cards_of("C2 C2")))
    assert (game.view(EAST).hand or ()).count(Card.SA) == 2


@pytest.mark.parametrize(
    ("row", "packs", "jokers", "removed", "size"),
    [
        ("N16", 2, 4, (), 18),
        ("N17", 1, 0, ("C2", "D2", "H2", "S2"), 8),
        ("N18", 1, 2, (), 9),
    ],
)
def test_N16_N17_N18_six_players_use_other_decks(
    row: str, packs: int, jokers: int, removed: tuple[str, ...], size: int
) -> None:
    """N16 to N18: 108 cards with all jokers, 48 without twos, or 54 with two jokers."""
    table = rules("six-player", deck__packs=packs, deck__jokers=jokers, deck__removed=removed)
    assert table.hand_size == size, row
    game = bid(seated(table.with_options({"nil.blind": False}), {}), *[1] * 6)
    assert game.phase == "play"
    assert game.view(None).hand_sizes == (size,) * 6


def test_N16_first_of_equal_jokers_wins() -> None:
    """N16, K6: there are two Big and two Little Jokers."""
    table = rules("six-player", deck__jokers=4, deck__removed=(), play__lead_spades="any")
    hands = {NORTH: "S3", EAST: "JB", SOUTH: "JB", WEST: "SA"}
    hands |= {FIFTH: "S4", table.seats[5]: "JL"}
    assert winner_of(table, hands, "S3 JB JB SA S4 JL") == EAST


def test_N1_uneven_deck_is_rejected() -> None:
    """N1: the sentence names possible fixes."""
    with pytest.raises(RulesError, match=r"deck\.removed"):
        rules(table__players=5, table__teams="solo")
