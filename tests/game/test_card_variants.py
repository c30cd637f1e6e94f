"""V4 to V7, V16, V19, V20, V27 and V28: variants of the trumps and of play."""

import pytest

from spadille.game import Card, Rules, Suit, playable, ranking_of
from support.positions import EAST, MIXED, NORTH, SOUTH, WEST, bid, dealt, legal, play, rules
from support.tables import at_play, winner_of

VOID = {
    NORTH: "CA C3",
    EAST: "SA S3 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK",
    SOUTH: "S4 SK H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK",
    WEST: "C4 S5 S6",
}
"""North leads a club; East and South hold none."""


def trumps(rules: Rules) -> list[Card]:
    """Return all cards that count as spades in play, highest first."""
    ranking = ranking_of(rules)
    spades = ranking.suited(rules.deck_cards, Suit.SPADES)
    return sorted(spades, key=ranking.power.__getitem__, reverse=True)


def highest(rules: Rules, count: int) -> str:
    return " ".join(map(str, trumps(rules)[:count]))


def test_V4_jokers_rank_above_ace_of_spades() -> None:
    """V4: two twos are out, and Big Joker, Little Joker and ace of spades rank in that order."""
    table = rules(deck__jokers=2, deck__removed=("C2", "D2"), play__lead_spades="any")
    assert highest(table, 4) == "JB JL SA SK"
    assert (len(trumps(table)), table.hand_size) == (15, 13)
    hands = {NORTH: "S3", EAST: "SA", SOUTH: "JL", WEST: "JB"}
    assert winner_of(table, hands, "S3 SA JL JB") == WEST


def test_V5_jokers_and_red_two_rank_above_spades() -> None:
    """V5: there are 16 trumps; the deuce of diamonds counts as a spade when following suit."""
    table = Rules.preset("jokers")
    assert highest(table, 6) == "JB JL D2 S2 SA SK"
    assert (len(trumps(table)), table.hand_size) == (16, 13)
    assert set(table.deck_cards).isdisjoint({Card.H2, Card.C2})
    free = table.with_options({"play.lead_spades": "any"})
    game = at_play(free, {NORTH: "S3", EAST: "D2", SOUTH: "SA", WEST: "S4"})
    assert legal(play(game, "S3")) == {"D2"}


def test_V5_high_trumps_rank_in_listed_order() -> None:
    """V5: elsewhere the deuce of spades ranks above that of diamonds, or is the only one."""
    other = rules("jokers", deck__high_trumps=("JB", "JL", "S2", "D2"))
    assert highest(other, 5) == "JB JL S2 D2 SA"
    alone = rules("jokers", deck__high_trumps=("JB", "JL", "S2"), deck__removed=("H2", "C2"))
    assert highest(alone, 4) == "JB JL S2 SA"
    assert Card.D2 not in trumps(alone)


def test_V6_twos_rank_in_listed_order() -> None:
    """V6: they rank in a fixed order, hearts above clubs above diamonds above spades."""
    table = rules(deck__high_trumps=("H2", "C2", "D2", "S2"), play__lead_spades="any")
    assert highest(table, 5) == "H2 C2 D2 S2 SA"
    hands = {NORTH: "SA", EAST: "S2", SOUTH: "D2", WEST: "H2"}
    assert winner_of(table, hands, "SA S2 D2 H2") == WEST


@pytest.mark.parametrize(("draws", "left"), [(True, {"SA"}), (False, {"SA", "S3"})])
def test_V7_big_joker_can_draw_highest_spades(left: set[str], *, draws: bool) -> None:
    """V7: both house rules exist; when another card is led, nothing is drawn."""
    table = rules("jokers", play__lead_spades="any", play__big_joker_draws=draws)
    hands = {NORTH: "JB S5", EAST: "SA S3 " + "D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK"}
    assert legal(play(at_play(table, hands), "JB")) == left
    assert legal(play(at_play(table, hands), "S5")) == {"SA", "S3"}


def test_V7_big_joker_draws_high_trump_before_ace() -> None:
    table = rules("jokers", play__lead_spades="any", play__big_joker_draws=True)
    hands = {NORTH: "JB S5", EAST: "SA D2 S3"}
    assert legal(play(at_play(table, hands), "JB")) == {"D2"}


def test_V16_highest_bidder_leads() -> None:
    """V16: if bids are equal, the first one counts."""
    table = rules(play__first_lead="highest_bidder")
    assert bid(dealt(table), 2, 4, 4, 1).to_act == EAST
    assert bid(dealt(table), 2, 1, 4, "nil").to_act == SOUTH
    assert bid(dealt(rules()), 2, 4, 4, 1).to_act == NORTH


def test_V16_lowest_clubs_fill_first_trick() -> None:
    """V16: a player without clubs plays no spade if there is a choice."""
    table = rules(play__first_lead="lowest_club", play__first_trick="lowest_clubs")
    game = bid(dealt(table, MIXED), 3, 3, 3, 3)
    for card in ("C2", "C3", "C7", "C4"):
        assert legal(game) == {card}
        game = play(game, card)
    low = at_play(table.with_options({"deck.aces": "low"}), {NORTH: "C2", EAST: "CA C5"})
    assert legal(play(low, min(legal(low)))) == {"CA"}
    hands = {NORTH: "C2", EAST: VOID[EAST]}
    game = play(at_play(table, hands), "C2")
    assert legal(game) == {card for card in VOID[EAST].split() if card[0] == "D"}


def duty(which: str, cards: str = "CA", lead: str = "broken") -> set[str]:
    """Return the cards that the next seat may play under a duty."""
    return legal(play(at_play(rules(play__duty=which, play__lead_spades=lead), VOID), cards))


EAST_SPADES = {"SA", "S3"}


def test_V19_screamer_plays_spade_only_without_other_suits() -> None:
    """V19: neither when following nor when leading."""
    assert duty("screamer") == set(VOID[EAST].split()) - EAST_SPADES
    game = at_play(rules(play__duty="screamer", play__lead_spades="any"), VOID)
    assert all(card[0] != "S" for card in legal(game))


def test_V19_assassin_plays_spade_whenever_legal() -> None:
    """V19: an assassin must ruff, and must lead spades once they may be led."""
    assert duty("assassin") == EAST_SPADES
    game = play(at_play(rules(play__duty="assassin"), VOID), "CA S3 S4 C4")
    assert game.to_act == SOUTH
    assert legal(game) == {"SK"}
    assert game.round is not None
    assert playable(game.round) == (Card.SK,)


def test_V19_secret_assassin_holds_ace_of_spades() -> None:
    """V19: East is one; South is a screamer like everyone else."""
    assert duty("secret_assassin") == EAST_SPADES
    assert duty("secret_assassin", "CA S3") == set(VOID[SOUTH].split()) - {"S4", "SK"}


@pytest.mark.parametrize(
    ("which", "east", "south"),
    [("lowest", {"S3", "D3"}, {"S4", "H3"}), ("highest", {"SA", "DK"}, {"SK", "HK"})],
)
def test_V20_legal_card_of_suit_is_lowest_or_highest(
    which: str, east: set[str], south: set[str]
) -> None:
    """V20: if the suit need not be followed, the player may choose any suit, but not any card."""
    game = at_play(rules(play__choice_in_suit=which), VOID | {NORTH: "CA"})
    game = play(game, min(legal(game)))
    assert legal(game) == east
    assert legal(play(game, min(east))) == south


def test_V27_void_player_must_play_spade() -> None:
    """V27: any spade, or a winning one if there is one."""
    must = at_play(rules(play__void="spade"), VOID)
    assert legal(play(must, "CA")) == EAST_SPADES
    assert legal(play(must, "CA SA")) == {"S4", "SK"}
    high = VOID | {EAST: VOID[EAST].replace("S3", "ST")}
    assert legal(play(at_play(rules(play__void="spade"), high), "CA ST")) == {"S4", "SK"}
    over = at_play(rules(play__void="higher_spade"), high)
    assert legal(play(over, "CA ST")) == {"SK"}
    assert legal(play(over, "CA SA")) == {"S4", "SK"}


def test_V28_black_jacks_rank_above_ace_of_spades() -> None:
    """V28: the jack of spades ranks first, then the jack of clubs, which is no longer a club."""
    table = rules(deck__high_trumps=("SJ", "CJ"), play__lead_spades="any")
    assert highest(table, 4) == "SJ CJ SA SK"
    hands = {NORTH: "SA CA", EAST: "CJ", SOUTH: "SJ", WEST: "S3"}
    assert winner_of(table, hands, "SA CJ SJ S3") == SOUTH
    assert "CJ" not in legal(play(at_play(table, hands | {EAST: "CJ C5"}), "CA"))
