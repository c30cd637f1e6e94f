"""N2 to N8 and E15: the game for two."""

from itertools import pairwise
from random import Random

import pytest

from spadille.game import (
    BLIND_NIL,
    NIL,
    PACK,
    Action,
    Bid,
    Card,
    Game,
    Keep,
    Look,
    NameDealer,
    Redraw,
    Round,
    Seat,
    Stack,
    Standing,
    Swap,
    score_round,
)
from support.positions import NORTH, bid, cards_of, refused, rules
from support.strategies import play_on, random_step

TWO = rules("two-player")
FIRST, SECOND = Seat.NORTH, Seat.EAST


def stacked(*starting: str, dealer: Seat = FIRST) -> Game:
    """Return a game for two in its draft; these cards begin the stack, then the pack in order."""
    top = tuple(Card(text) for text in starting)
    stack = Stack(top + tuple(card for card in PACK if card not in top))
    return Game.new(TWO).apply(NameDealer(dealer)).apply(stack)


def drafted(game: Game, choice: Keep | None = None) -> Game:
    """Return the game after the draft in which both look at and keep the first card."""
    while game.phase == "draft":
        looking = Look() in game.legal_actions()
        game = game.apply(Look() if looking else choice or Keep("first"))
    return game


def round_of(game: Game) -> Round:
    assert game.round is not None
    return game.round


def test_N4_kept_first_card_discards_second_unseen() -> None:
    """N4: a player looks at a card and keeps it; the next goes to the discards face down."""
    game = stacked("SA", "SK").apply(Look())
    assert game.view(FIRST).offered == (Card.SA,)
    game = game.apply(Keep("first"))
    assert game.view(FIRST).hand == (Card.SA,)
    assert game.view(FIRST).refused == ()
    assert round_of(game).pack.discards == (Card.SK,)


def test_N4_refused_first_card_forces_second() -> None:
    """N3, N4: a player has no choice about the second card."""
    game = stacked("C2", "SK").apply(Look()).apply(Keep("next"))
    assert game.view(FIRST).hand == (Card.SK,)
    assert game.view(FIRST).refused == (Card.C2,)
    assert game.to_act == SECOND


def test_N4_opponent_sees_neither_drawn_card() -> None:
    """N4: both cards are drawn and set aside unseen by the opponent."""
    game = stacked("C2", "SK").apply(Look(), SECOND).apply(Look(), FIRST)
    for choice in ("first", "next"):
        view = game.apply(Keep("first" if choice == "first" else "next")).view(SECOND)
        assert view.hand == ()
        assert view.refused == ()
        assert view.hand_sizes == (1, 0)
        assert view.stock_size == 50


def test_N3_draft_turns_alternate_until_stock_is_empty() -> None:
    """N3: first, second, first, second, 13 times each."""
    game = stacked()
    drawers = []
    while game.phase == "draft":
        if Look() in game.legal_actions():
            game = game.apply(Look())
        drawers.append(game.to_act)
        game = game.apply(Keep("next"))
    assert drawers == [FIRST, SECOND] * 13


def test_N5_draft_leaves_26_cards_held_and_26_discarded() -> None:
    """N5: the discards are not used in this round."""
    round = round_of(drafted(stacked()))
    assert [len(hand) for hand in round.hands] == [13, 13]
    assert len(round.pack.discards) == 26
    assert not round.pack.stock
    assert sorted((*round.hands[0], *round.hands[1], *round.pack.discards)) == list(PACK)


@pytest.mark.parametrize("dealer", [FIRST, SECOND])
def test_N6_second_player_bids_and_leads_first(dealer: Seat) -> None:
    """N6: he drew second."""
    other = Seat(1 - dealer)
    game = stacked(dealer=dealer)
    assert game.to_act == dealer
    game = drafted(game)
    assert (game.phase, game.to_act) == ("bidding", other)
    game = bid(game, 4)
    assert game.to_act == dealer
    game = bid(game, 5)
    assert (game.phase, game.to_act) == ("play", other)


def test_N7_first_drawer_alternates_each_round() -> None:
    """N7: the players take turns drawing first from round to round."""
    rng = Random(5)
    game = Game.new(TWO)
    drawers: list[Seat | None] = []
    while len(drawers) < 5 and not game.over:
        number = len(game.results)
        while not (game.phase == "draft" and game.round and game.round.number == number + 1):
            game = random_step(game, rng)
        drawers.append(game.to_act)
        while len(game.results) == number:
            game = random_step(game, rng)
    assert len(drawers) > 2
    assert all(this != then for this, then in pairwise(drawers))


def test_N8_two_player_preset_has_scoring_values() -> None:
    """N8: 10 per trick, nil 100, double nil 200, 100 for ten bags, up to 500, no floor."""
    scoring, end = TWO.scoring, TWO.end
    assert (scoring.trick_value, scoring.nil_value, scoring.blind_nil_value) == (10, 100, 200)
    assert (scoring.bag_points, scoring.bag_limit, scoring.bag_penalty) == (1, 10, 100)
    assert (end.target, TWO.floor) == (500, None)


def test_N8_bids_range_from_nil_to_13() -> None:
    """N8: any number from zero to 13."""
    assert set(drafted(stacked()).legal_actions()) == {NIL, *map(Bid, range(1, 14))}


def test_N8_play_continues_at_any_negative_score() -> None:
    """N8: without a floor, only 500 points or the last round ends the game."""
    game = play_on(Game.new(TWO), Random(3))
    assert min(standing.score for standing in game.standings) < -500
    assert len(game.results) == 100 or max(s.score for s in game.standings) >= 500


def test_E15_double_nil_is_bid_before_first_card() -> None:
    """E15: the decision comes first, then the first draw; each player makes it on his own turn."""
    game = stacked("SA")
    assert set(game.legal_actions()) == {Look(), BLIND_NIL}
    assert game.view(FIRST).offered == ()
    assert refused(game, Keep("first")).code == "keep/decide-first"
    assert refused(game, BLIND_NIL, SECOND).code == "turn/not-yours"
    game = game.apply(BLIND_NIL)
    assert game.view(FIRST).offered == (Card.SA,)
    game = game.apply(Keep("next"))
    assert set(game.legal_actions()) == {Look(), BLIND_NIL}
    game = game.apply(BLIND_NIL)
    assert game.view(FIRST).bids == (BLIND_NIL, BLIND_NIL)


def test_E15_double_nil_after_first_card_is_rejected() -> None:
    """E15, E12: a player who has looked at a card cannot bid double nil, in the draft or later."""
    game = stacked().apply(Look())
    assert refused(game, BLIND_NIL).code == "bid/blind-after-looking"
    game = drafted(game)
    assert refused(game, BLIND_NIL).code == "bid/blind-after-looking"


def test_E15_double_nil_bidder_does_not_bid_again() -> None:
    """E15: it was bid before the draft; only the opponent bids afterwards."""
    game = drafted(stacked().apply(BLIND_NIL)).apply(Swap(()))
    assert (game.phase, game.to_act) == ("bidding", SECOND)
    assert bid(game, 4).phase == "play"


def test_E15_two_double_nils_skip_bidding() -> None:
    """E15: after both swaps, the second player leads."""
    game = stacked().apply(BLIND_NIL).apply(Keep("first")).apply(BLIND_NIL)
    game = drafted(game)
    assert (game.phase, game.to_act) == ("swap", FIRST)
    game = game.apply(Swap(()))
    assert (game.phase, game.to_act) == ("swap", SECOND)
    game = game.apply(Swap(()))
    assert (game.phase, game.to_act) == ("play", SECOND)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_E15_swap_replaces_up_to_three_cards_from_discards(count: int) -> None:
    """E15: the replacements come from the 26 discards; swapped cards are dead."""
    game = drafted(stacked().apply(BLIND_NIL))
    before = round_of(game)
    away = before.hands[FIRST][:count]
    fresh = before.pack.discards[5 : 5 + count]
    game = game.apply(Swap(away))
    assert game.waits_for_chance
    game = game.apply(Redraw(fresh))
    after = round_of(game)
    assert set(after.hands[FIRST]) == (set(before.hands[FIRST]) - set(away)) | set(fresh)
    assert set(after.pack.discards) == set(before.pack.discards) - set(fresh)
    assert not set(away) & set(after.pack.discards)
    view = game.view(FIRST)
    assert (set(view.given), set(view.received)) == (set(away), set(fresh))
    other = game.view(SECOND)
    assert (other.given, other.received) == ((), ())
    assert [(gift.giver, gift.receiver, gift.count) for gift in other.exchanged] == [
        (FIRST, None, count)
    ]


def test_E15_swap_of_four_cards_is_rejected() -> None:
    """E15: the limit is three."""
    game = drafted(stacked().apply(BLIND_NIL))
    refusal = refused(game, Swap(round_of(game).hands[FIRST][:4]))
    assert refusal.code == "swap/too-many"


def test_E15_swapped_cards_do_not_return() -> None:
    """E15: neither player can get a swapped card back, even later."""
    game = stacked().apply(BLIND_NIL).apply(Keep("first")).apply(BLIND_NIL)
    game = drafted(game)
    away = round_of(game).hands[FIRST][:2]
    game = game.apply(Swap(away))
    wrong: list[Action] = [
        Redraw(away),
        Redraw(round_of(game).pack.discards[:1]),
        Redraw(round_of(game).pack.discards[:3]),
        Redraw(round_of(game).pack.discards[:1] * 2),
        Redraw(round_of(game).hands[SECOND][:2]),
        Stack(PACK),
        NameDealer(NORTH),
    ]
    for redraw in wrong:
        assert refused(game, redraw).code == "chance/impossible"
    taken = round_of(game).pack.discards[:2]
    game = game.apply(Redraw(taken))
    game = game.apply(Swap(round_of(game).hands[SECOND][:2]))
    assert refused(game, Redraw(away)).code == "chance/impossible"
    assert refused(game, Redraw(taken)).code == "chance/impossible"


def test_E15_swap_during_redraw_is_rejected() -> None:
    """E15: the swap is over once the cards are gone."""
    game = drafted(stacked().apply(BLIND_NIL))
    hand = round_of(game).hands[FIRST]
    game = game.apply(Swap(hand[:2]))
    for seat in (FIRST, SECOND):
        assert refused(game, Swap(hand[4:5]), seat).code == "swap/not-now"
    assert refused(game, Swap(())).code == "game/waits-for-cards"


@pytest.mark.parametrize(("won", "points"), [(0, 200), (1, -200)])
def test_E15_double_nil_is_worth_200(won: int, points: int) -> None:
    """E15, E6: made or failed."""
    sides = score_round(TWO, (Standing(), Standing()), (BLIND_NIL, Bid(5)), (won, 13 - won))
    assert sides[0].points == points


def test_N4_incomplete_stack_is_rejected() -> None:
    """K1, N4: it must have all 52 cards, and none twice."""
    game = Game.new(TWO).apply(NameDealer(FIRST))
    for cards in (PACK[:51], (*PACK[:51], Card.C2), cards_of("SA SK")):
        assert refused(game, Stack(cards)).code == "chance/impossible"
