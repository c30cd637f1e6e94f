"""D4, D8 to D12: the cut, misdeals, deficient hands, cards dealt face up, and the kitty."""

import pytest

from spadille.bots import load
from spadille.game import (
    BLIND_NIL,
    PACK,
    Bid,
    Card,
    Cut,
    Deal,
    Discard,
    Game,
    Look,
    Play,
    RulesError,
    Seat,
    Stack,
    ThrowIn,
)
from spadille.notation import format_record, parse_record
from support.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    bid,
    cards_of,
    refused,
    rules,
    waiting_for_deal,
)
from support.tables import FIFTH, filled, seated

CUT = rules(deal__cut="offered", nil__blind=False)


def test_D4_player_to_right_of_dealer_can_cut() -> None:
    """D4: that many cards go to the bottom, and the pack is dealt from its new top."""
    game = waiting_for_deal(CUT, EAST).apply(Stack(PACK))
    assert (game.phase, game.to_act) == ("cut", NORTH)
    assert list(game.legal_actions()) == [Cut(at) for at in range(52)]
    for at in (0, 1, 17, 51):
        dealt = game.apply(Cut(at))
        assert dealt.round is not None
        assert dealt.phase == "bidding"
        pack = PACK[at:] + PACK[:at]
        assert dealt.round.hands == Deal.from_pack(pack, EAST, 4).hands


def test_D4_cut_and_shuffle_together_decide_hidden_cards() -> None:
    """D4: the pack is recorded before the cut; in the next round someone else cuts."""
    game = Game.new(CUT, seed=5)
    cutter = game.to_act
    assert cutter is not None
    assert isinstance(game.events[-1].action, Stack)
    for seat in (*game.rules.seats, None):
        view = game.view(seat)
        assert (view.hand, view.offered, view.stock_size) == (None, (), 52)
    hands = {game.apply(Cut(at)).round.hands for at in range(52)}  # type: ignore[union-attr]
    assert len(hands) == 4, "the shuffle makes four hands, the cut says who gets which"
    assert all({*each} == {*next(iter(hands))} for each in hands)
    other = Game.new(CUT, seed=6)
    assert other.apply(Cut(17), other.to_act).round != game.apply(Cut(17)).round
    done = game
    while not done.results:
        done = done.apply(load("beginner").act(done.view_to_act))
    assert Game.replay(parse_record(format_record(done.record()))).results == done.results
    assert (done.phase, done.to_act) == ("cut", Seat((cutter + 1) % 4))


def test_D4_thrown_in_hand_is_cut_again() -> None:
    """D4, D10: the same dealer shuffles, and the same player may cut."""
    table = CUT.with_options({"deal.deficient": ["no_spades", "one_spade", "no_faces"]})
    seed = next(
        seed
        for seed in range(100)
        if any(
            ThrowIn() in Game.new(table, seed=seed).apply(Cut(0)).options(seat)
            for seat in table.seats
        )
    )
    game = Game.new(table, seed=seed).apply(Cut(0))
    shower = next(seat for seat in table.seats if ThrowIn() in game.options(seat))
    assert game.apply(ThrowIn(), shower).phase == "cut"


CLUBS = "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA"


def test_D8_misdeal_is_rejected_and_same_dealer_deals_again() -> None:
    """D8: if one hand has a card too many and another one too few, nothing has happened yet."""
    game = waiting_for_deal(rules(), EAST)
    good = filled(rules(), {})
    moved = Deal((good.hands[0][1:], (*good.hands[1], good.hands[0][0]), *good.hands[2:]))
    assert refused(game, moved).code == "chance/impossible"
    assert game.waits_for_chance
    assert game.apply(good).dealer == EAST


def deficient(test: str, hand: str, dealer: Seat = WEST) -> Game:
    """Return a game in which North holds `hand`, at a table with one test for deficient hands."""
    return seated(rules(deal__deficient=(test,), nil__blind=False), {NORTH: hand}, dealer=dealer)


@pytest.mark.parametrize(
    ("test", "hand", "holds"),
    [
        ("one_spade", "SA D2 D3 D4 D5 D6 H2 H3 H4 H5 H6 C2 C3", True),
        ("one_spade", "SA SK D3 D4 D5 D6 H2 H3 H4 H5 H6 C2 C3", False),
        ("no_spades", "D2 D3 D4 D5 D6 D7 H2 H3 H4 H5 H6 C2 C3", True),
        ("no_spades", "S2 D3 D4 D5 D6 D7 H2 H3 H4 H5 H6 C2 C3", False),
        ("no_faces", "SA ST D2 D3 D4 D5 H2 H3 H4 H5 H6 C2 C3", True),
        ("no_faces", "SA SJ D2 D3 D4 D5 H2 H3 H4 H5 H6 C2 C3", False),
        ("seven_of_suit", "D2 D3 D4 D5 D6 D7 D8 S2 S3 S4 H2 H3 C2", True),
        ("seven_of_suit", "S2 S3 S4 S5 S6 S7 S8 D2 D3 D4 H2 H3 C2", False),
    ],
)
def test_D10_deficient_hand_can_be_thrown_in(test: str, hand: str, *, holds: bool) -> None:
    """D10: these are exactly the hands that the table calls deficient."""
    assert (ThrowIn() in deficient(test, hand).legal_actions(NORTH)) == holds


def test_D10_thrown_in_hand_is_shown_and_same_dealer_redeals() -> None:
    """D10: everyone sees the hand; nothing is scored; one throw-in per round is enough."""
    game = deficient("no_spades", CLUBS).apply(ThrowIn(), NORTH)
    assert game.phase == "deal"
    assert game.dealer == WEST
    assert game.results == ()
    assert game.view(EAST).thrown_in[0].hand == cards_of(CLUBS)
    again = game.apply(filled(game.rules, {NORTH: CLUBS}))
    assert again.to_act == NORTH
    assert ThrowIn() not in again.legal_actions(NORTH)


def test_D14_next_player_deals_after_throw_in_if_agreed() -> None:
    """D14: the player after that bids first, and the deal passes on from there."""
    table = rules(deal__deficient=("no_spades",), deal__redealt_by="next_player", nil__blind=False)
    thrown = seated(table, {NORTH: CLUBS}, dealer=WEST).apply(ThrowIn(), NORTH)
    assert (thrown.phase, thrown.dealer, thrown.results) == ("deal", NORTH, ())
    again = thrown.apply(filled(table, {NORTH: CLUBS}))
    assert again.to_act == EAST
    while not again.results:
        again = again.apply(again.legal_actions().actions[0])
    assert again.results[0].dealer == NORTH
    assert again.apply(filled(table, {})).dealer == EAST
    assert Game.replay(again.record()) == again


def test_D10_throw_in_after_bid_of_side_is_rejected() -> None:
    """D10: he may bid nil instead; after his own or his partner's bid it is too late."""
    game = bid(deficient("no_spades", CLUBS, dealer=EAST), 3)
    assert game.rules.partner(SOUTH) == NORTH
    assert refused(game, ThrowIn(), NORTH).code == "throw-in/not-deficient"
    before_others = bid(deficient("no_spades", CLUBS, dealer=NORTH), 3)
    assert ThrowIn() in before_others.legal_actions(NORTH)
    assert bid(deficient("no_spades", CLUBS), "nil").view(None).bids[NORTH] is not None


@pytest.mark.parametrize(
    ("test", "hand", "holds"),
    [
        ("points < 5", "SJ SQ D2 D3 D4 D5 DJ H2 H3 H4 H5 C2 C3", True),
        ("points < 5", "SA SJ D2 D3 D4 D5 D6 H2 H3 H4 H5 C2 C3", False),
        ("highest <= 10", "ST D2 D3 D4 D5 D6 DT H2 H3 H4 H5 C2 C3", True),
        ("highest <= 10", "SJ D2 D3 D4 D5 D6 DT H2 H3 H4 H5 C2 C3", False),
        ("honours = 1", "SK D2 D3 D4 D5 D6 DT H2 H3 H4 H5 C2 C3", True),
        ("spades > 6", "SK SQ SJ S2 S3 S4 S5 H2 H3 H4 H5 C2 C3", True),
        ("spades=0 and longest>=8 or honours<1", CLUBS, True),
        ("spades=0 and longest<8 or honours<1", CLUBS, False),
    ],
)
def test_D10_custom_test_decides_deficient_hand(test: str, hand: str, *, holds: bool) -> None:
    """D10: by points, highest card, number of spades or honors, or longest suit."""
    table = rules(deal__deficient_when=test, nil__blind=False)
    assert (ThrowIn() in seated(table, {NORTH: hand}).legal_actions(NORTH)) == holds


def test_D10_throw_ins_are_limited_by_option() -> None:
    """D10: it is possible again after a new deal, that many times per player and round."""
    for times in (1, 3):
        table = rules(deal__deficient=("no_spades",), deal__throw_ins=times, nil__blind=False)
        game = seated(table, {NORTH: CLUBS})
        for _ in range(times):
            game = game.apply(ThrowIn(), NORTH).apply(filled(table, {NORTH: CLUBS}))
        assert refused(game, ThrowIn(), NORTH).code == "throw-in/not-deficient"


@pytest.mark.parametrize("test", ["points", "points < x", "jokers = 1", "spades = 1 or", "a" * 50])
def test_D10_malformed_deficient_test_is_rejected(test: str) -> None:
    """D10: the refusal quotes the words that cannot be parsed."""
    with pytest.raises(RulesError, match="cannot read"):
        rules(deal__deficient_when=test)


def test_D10_throw_in_without_test_is_rejected() -> None:
    """D10: it is off unless the table agrees on it."""
    assert refused(seated(rules(nil__blind=False), {NORTH: CLUBS}), ThrowIn(), NORTH).code


FACE_UP = ("C2 C3", "D2 D3", "H2 H3", "S2 S3")


def face_up(*, blind: bool) -> Game:
    """Return a deal with two cards of each hand face up."""
    table = rules(deal__face_up=2, nil__blind=blind)
    hands = {NORTH: "C2 C3", EAST: "D2 D3", SOUTH: "H2 H3", WEST: "S2 S3"}
    return waiting_for_deal(table).apply(filled(table, hands, face_up=FACE_UP))


def test_D11_face_up_cards_are_public() -> None:
    """D11: everyone sees the same number of cards from each hand."""
    game = face_up(blind=False)
    assert game.phase == "bidding"
    assert game.view(None).face_up == tuple(map(cards_of, FACE_UP))
    table = game.rules
    unequal = filled(table, {NORTH: "C2 C3"}, face_up=("C2 C3", "", "", ""))
    assert refused(waiting_for_deal(table), unequal).code == "chance/impossible"


def test_D11_face_up_cards_are_hidden_until_blind_bids_end() -> None:
    """D11: they are turned up when blind bids are no longer possible."""
    game = face_up(blind=True)
    assert game.phase == "look"
    assert game.view(EAST).face_up == ()
    game = game.apply(BLIND_NIL)
    for _ in range(3):
        assert game.view(None).face_up == ()
        game = game.apply(Look())
    assert game.phase == "bidding"
    assert game.view(None).face_up == tuple(map(cards_of, FACE_UP))
    assert game.view(None).bids[NORTH] == BLIND_NIL
    assert game.to_act == EAST


def test_D11_face_up_copy_is_played_first() -> None:
    """D11, K6: it lies on the table, not in the hand, even before the trick is complete."""
    table = rules("six-player", deal__face_up=1, nil__blind=False)
    up = ("D3", "H3", "S3", "D4", "H4", "S4")
    hands = dict(zip(table.seats, up, strict=True)) | {NORTH: "D3 D3"}
    game = waiting_for_deal(table, table.seats[-1]).apply(filled(table, hands, face_up=up))
    game = bid(game, 1, 1, 1, 1, 1, 1)
    assert game.view(EAST).face_up[NORTH] == (Card.D3,)
    game = game.apply(Play(Card.D3))
    assert Card.D3 in (game.view(NORTH).hand or ())
    assert game.view(EAST).face_up[NORTH] == ()


def kitty(taker: str, rest: str = "HA SA") -> Game:
    """Return five players with ten cards each and two in the middle; North holds the club deuce."""
    table = rules(
        "five-player",
        deck__removed=(),
        deal__leftover="kitty",
        deal__kitty_taker=taker,
        nil__blind=False,
    )
    named = {NORTH: "C3", EAST: "C2"} if "C2" not in rest else {}
    return seated(table, named, rest=rest)


def test_D12_holder_of_two_of_clubs_takes_kitty_before_bidding() -> None:
    """D12: he adds it to his hand and discards as many cards, which no one else sees."""
    game = kitty("two_of_clubs")
    assert (game.phase, game.to_act) == ("kitty", EAST)
    assert game.view(EAST).hand is not None
    assert len(game.view(EAST).hand or ()) == 12
    assert refused(game, Discard((Card.HA,))).code == "discard/wrong-number"
    assert refused(game, Discard((Card.C3, Card.HA))).code == "discard/not-held"
    game = game.apply(Discard((Card.HA, Card.C2)))
    assert game.phase == "bidding"
    assert Card.SA in (game.view(EAST).hand or ())
    assert game.view(EAST).given == (Card.C2, Card.HA)
    assert game.view(NORTH).given == ()
    assert game.view(EAST).hand_sizes == (10,) * 5


def test_D12_dealer_takes_kitty_with_two_of_clubs() -> None:
    """D12: the same holds where the dealer always takes it."""
    assert kitty("two_of_clubs", rest="C2 SA").to_act == FIFTH
    assert kitty("dealer").to_act == FIFTH


def test_D12_highest_bidder_takes_kitty_after_bidding() -> None:
    """D12: if bids are equal, the first one counts."""
    game = kitty("highest_bidder")
    assert game.phase == "bidding"
    game = bid(game, 2, 4, 4, 1, 3)
    assert (game.phase, game.to_act) == ("kitty", EAST)
    assert game.apply(Discard((Card.HA, Card.SA))).phase == "play"


def test_D12_full_round_in_kitty_counts_as_trick_of_taker() -> None:
    """D12: if it has one more card per player, the discard counts as a trick won."""
    table = rules(deal__leftover="kitty_and_round", nil__blind=False)
    assert (table.hand_size, table.rest_size, table.tricks) == (12, 4, 13)
    game = seated(table, {SOUTH: "C2"})
    assert game.to_act == SOUTH
    game = game.apply(Discard(game.view(SOUTH).received))
    assert game.view(None).won == (0, 0, 1, 0)


def test_D12_taker_of_full_round_may_bid_all_tricks() -> None:
    """D12: all 17 of three players, since the one from the kitty counts."""
    table = rules(
        table__players=3, table__teams="solo", deal__leftover="kitty_and_round", nil__blind=False
    )
    assert (table.hand_size, table.tricks) == (16, 17)
    game = seated(table, {EAST: "C2"})
    game = game.apply(Discard(game.view(EAST).received))
    highest = []
    for _ in range(3):
        highest.append(max(bid.tricks for bid in game.legal_actions() if isinstance(bid, Bid)))
        game = game.apply(Bid(highest[-1]))
    assert (highest[EAST], sorted(highest)) == (17, [16, 16, 17])
    anybody = seated(table.with_options({"deal.kitty_taker": "highest_bidder"}), {})
    assert Bid(17) in anybody.legal_actions()
    assert refused(anybody, Bid(18)).code == "bid/out-of-range"
    plain = seated(rules(nil__blind=False), {})
    assert Bid(14) not in plain.legal_actions()


def test_D12_plain_kitty_is_no_trick() -> None:
    """D12: leftover cards alone count for nothing."""
    game = kitty("dealer").apply(Discard((Card.HA, Card.SA)))
    assert game.view(None).won == (0,) * 5
