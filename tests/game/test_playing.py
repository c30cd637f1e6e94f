"""P1 to P11: leading, following, winning, breaking spades. P16: the turn timer in the rules."""

import pytest

from spadille.game import Card, Play, Round, Rules, RulesError, Seat, play_card, playable
from support.positions import (
    EAST,
    FOUR,
    MIXED,
    NORTH,
    SOUTH,
    SUITS_APART,
    WEST,
    bid,
    cards_of,
    dealt,
    ending,
    legal,
    played,
    refused,
    rules,
)

LEADS = ("broken", "any", "never")
ANY_LEAD = rules(play__lead_spades="any")


def may_play(round: Round) -> set[Card]:
    return set(playable(round))


@pytest.mark.parametrize("dealer", FOUR)
def test_P1_left_of_dealer_leads(dealer: Seat) -> None:
    """P1: this does not depend on the bids."""
    game = bid(dealt(rules(), MIXED, dealer), 1, 13, "nil", 13)
    assert (game.phase, game.to_act) == ("play", (dealer + 1) % 4)


def test_P2_trick_takes_one_card_from_each_player_clockwise() -> None:
    """P2: the fourth card completes the trick."""
    game = played("H9 H3 HQ", rules())
    view = game.view(None)
    assert view.trick is not None
    assert (view.trick.leader, view.trick.cards) == (NORTH, cards_of("H9 H3 HQ"))
    assert view.tricks == ()
    view = played("H9 H3 HQ HA", rules()).view(None)
    assert view.trick is None
    assert [trick.cards for trick in view.tricks] == [cards_of("H9 H3 HQ HA")]


@pytest.mark.parametrize("lead", LEADS)
def test_P3_players_must_follow_suit(lead: str) -> None:
    """P3: a player with the led suit plays it."""
    game = played("H9", rules(play__lead_spades=lead))
    assert legal(game) == {"H3", "HK"}
    for card in ("S3", "D8", "CT"):
        assert refused(game, Play(Card(card))).code == "play/must-follow-suit"


def test_P3_void_player_plays_any_card() -> None:
    """P3: South has no diamonds: spades, hearts and clubs are all allowed; no one has to trump."""
    game = played("DA D9", rules())
    south = game.view(SOUTH).hand
    assert south is not None
    assert len(legal(game)) == 13
    assert legal(game) == {str(card) for card in south}


def test_P4_highest_spade_wins() -> None:
    """P4: South ruffs, and no one overruffs."""
    game = played("DA D9 S5 D2", rules())
    assert game.view(None).tricks[0].winner == SOUTH
    assert game.view(None).won == (0, 0, 1, 0)


def test_P4_highest_card_of_led_suit_wins_without_spade() -> None:
    """P4: a discard wins nothing, however high it is."""
    game = played("D4 D9 CA DJ", rules())
    assert game.view(None).tricks[0].winner == WEST


def test_P5_winner_leads_next_trick() -> None:
    """P5: South won, so South leads."""
    game = played("DA D9 S5 D2", rules())
    assert game.to_act == SOUTH
    assert played("D4 D9 CA DJ", rules()).to_act == WEST


def test_P6_spade_lead_before_breaking_is_rejected() -> None:
    """P6: a mixed hand must lead a side suit."""
    game = played("", rules())
    assert legal(game) == {"H9", "H5", "DA", "DK", "DQ", "DT", "D4", "CK", "C7"}
    assert refused(game, Play(Card.S9)).code == "play/spades-not-broken"
    assert legal(played("D4 D9 CA DJ", rules())) == {
        "HA", "HJ", "HT", "H7", "H4", "D7", "D6", "D5", "D3", "D2", "C3",
    }  # fmt: skip


def test_P6_broken_spades_can_be_led() -> None:
    """P6: after the ruff the winner may lead a spade."""
    game = played("DA D9 S5 D2", rules())
    assert {"SA", "SQ", "ST", "S8"} <= legal(game)


def test_P6_hand_of_only_spades_leads_spade() -> None:
    """P6: this holds whether or not spades are broken; otherwise no card would be legal."""
    for lead in LEADS:
        round = ending("N:A2... K..3. Q..2. J..4.", rules(play__lead_spades=lead))
        assert may_play(round) == {Card.SA, Card.S2}


def test_P6_spades_can_be_led_anytime_if_allowed() -> None:
    """P6, lead_spades = any: this includes the first lead."""
    assert len(legal(played("", ANY_LEAD))) == 13
    assert legal(played("S9", ANY_LEAD)) == {"SK", "SJ", "S3"}


def test_P6_spade_lead_from_mixed_hand_can_be_forbidden() -> None:
    """P6, lead_spades = never: breaking them changes nothing."""
    game = played("DA D9 S5 D2", rules(play__lead_spades="never"))
    assert game.view(None).broken
    assert not {card for card in legal(game) if card[0] == "S"}
    assert refused(game, Play(Card.SA)).code == "play/spades-not-led"


@pytest.mark.parametrize("preset", ["puzzle-pirates", "standard", "gold-blue", "two-player"])
def test_P6_presets_require_broken_spades(preset: str) -> None:
    """P6: all four texts say so."""
    assert Rules.preset(preset).play.lead_spades == "broken"


@pytest.mark.parametrize("spade", ["S5", "SA"])
def test_P7_spade_on_another_suit_breaks_spades(spade: str) -> None:
    """P7: they are broken once the card is played, not only at the end of the trick."""
    assert not played("DA D9", rules()).view(None).broken
    assert played(f"DA D9 {spade}", rules()).view(None).broken


def test_P7_discard_does_not_break_spades() -> None:
    """P7: this is a card of a side suit on another side suit."""
    assert not played("DA D9 CA DJ", rules()).view(None).broken


def test_P7_underruff_breaks_spades() -> None:
    """P7: an underruff is still a spade on the table."""
    round = ending("N:.2.. 3.4.. 2..4. 5..6.", rules())
    for card in ("H2", "H4", "S2", "S5"):
        round = play_card(round, Card(card))
    assert round.broken
    assert round.tricks[0].winner == WEST


def test_P8_lead_from_only_spades_breaks_spades() -> None:
    """P8: this holds from the lead on, no matter who follows; the next leader may lead a spade."""
    round = ending("N:32... A4.3.. ..32. ...32", rules())
    assert play_card(round, Card.S3).broken
    for card in ("S3", "SA", "D2", "C2"):
        assert Card(card) in playable(round)
        round = play_card(round, Card(card))
    assert round.broken
    assert may_play(round) == {Card.S4, Card.H3}


@pytest.mark.parametrize("dealer", FOUR)
def test_P9_first_lead_is_not_spade(dealer: Seat) -> None:
    """P9: this holds for every hand in this deal, since each has side suits."""
    game = bid(dealt(rules("puzzle-pirates"), MIXED, dealer), 3, 3, 3, 3)
    leads = legal(game)
    assert leads
    assert not {card for card in leads if card[0] == "S"}


def test_P9_first_lead_from_13_spades_is_spade() -> None:
    """P9 with P6: the exception keeps the game going."""
    game = bid(dealt(rules(), SUITS_APART), 13, 1, 1, 1)
    assert len(legal(game)) == 13
    assert game.to_act == NORTH


def test_P11_led_spade_is_followed_with_spades() -> None:
    """P11: this works as with any other suit."""
    game = played("DA D9 S5 D2 SA", rules())
    assert legal(game) == {"S7"}


def test_P15_tricks_won_are_public() -> None:
    """P15: every view has a count for each seat."""
    game = played("DA D9 S5 D2 SA S7 S2 S3", rules())
    for seat in (*FOUR, None):
        assert game.view(seat).won == (0, 0, 2, 0)


def test_P1_play_out_of_turn_is_rejected() -> None:
    """P2: the others must wait, whatever cards they have."""
    game = played("", rules())
    for seat, card in ((EAST, "H3"), (SOUTH, "HQ"), (WEST, "HA")):
        assert refused(game, Play(Card(card)), seat).code == "turn/not-yours"


def test_P3_card_not_held_is_rejected() -> None:
    """P3: neither another player's card nor one that has already been played."""
    assert refused(played("", rules()), Play(Card.SA)).code == "play/not-held"
    game = played("H9 H3 HQ HA H4 H5", rules())
    assert refused(game, Play(Card.H3)).code == "play/not-held"


@pytest.mark.parametrize(
    ("preset", "seconds"),
    [("puzzle-pirates", 30), ("standard", 0), ("gold-blue", 0), ("two-player", 0)],
)
def test_P16_presets_set_turn_timer(preset: str, seconds: int) -> None:
    """P16: pirates have one; when it runs out, a random legal card is played."""
    clock = Rules.preset(preset).clock
    assert clock.turn_seconds == seconds
    assert clock.on_timeout == "random_legal"


def test_P20_time_bank_lasts_whole_game_and_gains_increment() -> None:
    """P20: only time beyond the turn timer is taken from the bank."""
    clock = rules(clock__turn_seconds=10, clock__bank_seconds=60, clock__increment_seconds=5).clock
    assert clock.limit(60) == 70
    assert clock.bank_after(60, 8) == 65
    assert clock.bank_after(60, 25) == 50
    assert clock.bank_after(3, 25) == 5
    with pytest.raises(RulesError, match="increment_seconds needs"):
        rules(clock__increment_seconds=5)
