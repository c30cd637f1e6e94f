"""V1 to V3, V8 to V15, V17, V18, V21, V26 and V33: variants of the bidding."""

import pytest

from spadille.game import (
    BLIND_NIL,
    NIL,
    Adjust,
    Bid,
    Game,
    Look,
    NoTrump,
    Pass,
    Rules,
    Say,
    Standing,
    outcome,
    rule_sheet,
    score_round,
)
from spadille.notation import parse_deal
from support.positions import (
    EAST,
    MIXED,
    NORTH,
    SOUTH,
    SUITS_APART,
    WEST,
    bid,
    cards_of,
    dealt,
    north_south,
    play,
    refused,
    rules,
)
from support.tables import last_winner, scored, seated

OPEN = rules(nil__blind=False)


def bids(game: Game) -> set[Bid]:
    """Return the bids that the seat to act may make."""
    return {action for action in game.legal_actions() if isinstance(action, Bid)}


def numbers(*tricks: int) -> set[Bid]:
    return set(map(Bid, tricks))


def test_V1_mirror_bid_is_number_of_spades() -> None:
    """V1: no choice and no blind nil; a hand without spades is nil."""
    game = dealt(Rules.preset("mirror"), MIXED)
    assert bids(game) == numbers(4)
    assert refused(game, Bid(5)).code == "bid/not-here"
    assert refused(game, BLIND_NIL).code == "bid/no-blind"
    game = dealt(Rules.preset("mirror"), SUITS_APART)
    assert bids(game) == numbers(13)
    assert bids(bid(game, 13)) == {NIL}


def test_V1_mirror_without_spades_bids_zero_if_zero_allowed() -> None:
    """V1, B4: in this case, zero carries no risk."""
    game = bid(dealt(rules("mirror", bidding__zero=True), SUITS_APART), 13)
    assert bids(game) == numbers(0)


def test_V2_whiz_bid_is_number_of_spades_or_nil() -> None:
    """V2: two choices for each seat, and no blind nil."""
    game = dealt(Rules.preset("whiz"), MIXED)
    assert bids(game) == numbers(4) | {NIL}
    assert bids(bid(game, "nil")) == numbers(3) | {NIL}


def test_V3_suicide_exactly_one_partner_bids_nil() -> None:
    """V3: the first partner to bid is free; the other completes the pair."""
    game = dealt(Rules.preset("suicide"))
    assert bids(game) == numbers(*range(1, 14)) | {NIL}
    game = bid(game, 3, "nil")
    assert bids(game) == {NIL}
    assert bids(bid(game, "nil")) == numbers(*range(1, 14))


TEN_VALUE = rules(scoring__ten_value=200, bidding__side_maximum=10, nil__blind=False)


def test_V8_contract_of_ten_scores_200() -> None:
    """V8: made or set; no side may bid more than ten."""
    assert north_south((5, 5), (6, 5), rules=TEN_VALUE).points == 201
    assert north_south((5, 5), (5, 4), rules=TEN_VALUE).points == -200
    assert north_south((5, 4), (5, 4), rules=TEN_VALUE).points == 90
    assert bids(bid(dealt(TEN_VALUE), 6, 2)) == numbers(1, 2, 3, 4) | {NIL}


def test_V8_contract_of_ten_earns_bonus() -> None:
    """V8: in the other form, it earns 50 points more."""
    bonus = rules(scoring__ten_bonus=50)
    assert north_south((5, 5), (5, 5), rules=bonus).points == 150
    assert north_south((5, 5), (5, 4), rules=bonus).points == -100


@pytest.mark.parametrize("value", [200, 500])
def test_V9_boston_has_own_value(value: int) -> None:
    """V9: all thirteen tricks."""
    boston = rules(scoring__boston_value=value)
    assert north_south((6, 7), (6, 7), rules=boston).points == value
    assert north_south((6, 7), (6, 6), rules=boston).points == -value
    assert north_south((6, 6), (6, 7), rules=boston).points == 121


def test_V9_blind_boston_scores_double_when_made() -> None:
    """V9: a player bids it before looking."""
    boston = rules(scoring__boston_value=200, blind__bids="side")
    for won, points in ((13, 400), (12, -200)):
        side = scored(
            boston,
            (Bid(13, blind=True), Bid(1), Bid(0, blind=True), Bid(1)),
            (won, 13 - won, 0, 0),
        )[0]
        assert side.points == points


def test_V9_boston_wins_game_at_any_score() -> None:
    """V9: this holds at any score."""
    boston = rules(scoring__boston_wins=True)
    behind = [Standing(-230), Standing(300)]
    bids = (Bid(6), Bid(1), Bid(7), Bid(1))
    played = [score_round(boston, behind, bids, (6, 0, 7, 0))]
    assert [side.score for side in played[0]] == [-100, 280]
    ended = outcome(boston, 1, played)
    assert ended is not None
    assert ended.winner == 0
    assert outcome(rules(), 1, played) is None


def test_D12_V9_rule_sheet_boston_includes_kitty_trick() -> None:
    boston = rules(
        table__players=6,
        deal__leftover="kitty_and_round",
        scoring__boston_value=300,
        scoring__boston_wins=True,
    )
    assert (boston.hand_size, boston.tricks) == (7, 8)
    told = {str(text) for section in rule_sheet(boston) for text in section.sentences}
    assert told >= {
        "A contract of all 8 tricks wins or loses 300 points instead.",
        "A side that bids all 8 tricks and makes them wins the game at once.",
    }


def test_V10_side_bids_at_least_the_board() -> None:
    """V10: partners together four or more; next to a nil the partner alone."""
    board = rules(bidding__side_minimum=4, nil__blind=False)
    assert bids(bid(dealt(board), 1, 3)) == numbers(*range(3, 14))
    assert bids(bid(dealt(board), "nil", 3)) == numbers(*range(4, 14)) | {NIL}
    assert min(each.tricks for each in bids(dealt(board)) if not each.nil) == 1


def test_V11_last_bid_cannot_make_total_equal_tricks() -> None:
    """V10: partners bid four or more together; next to a nil, the partner does so alone."""
    hook = rules(bidding__total="not_all", nil__blind=False)
    assert bids(bid(dealt(hook), 3, 3, 3)) == (numbers(*range(1, 14)) - numbers(4)) | {NIL}
    assert Bid(4) in bids(bid(dealt(OPEN), 3, 3, 3))


def test_V11_last_bid_reaches_minimum_total() -> None:
    """V11: the hook makes sure that at least one player is wrong."""
    least = rules(bidding__total_minimum=11, nil__blind=False)
    assert bids(bid(dealt(least), 3, 3, 2)) == numbers(*range(3, 14))


def test_V11_total_of_all_tricks_includes_kitty_trick() -> None:
    """V11, D12: twelve cards each, and a thirteenth trick is in the kitty."""
    table = rules(
        deal__leftover="kitty_and_round",
        deal__kitty_taker="highest_bidder",
        bidding__total="not_all",
        nil__blind=False,
    )
    left = bids(bid(seated(table, {}), 3, 3, 3))
    assert Bid(4) not in left
    assert Bid(3) in left


def test_V12_first_round_scores_ten_per_trick_without_bids() -> None:
    """V12: no one bids; each trick won scores ten, with no bags and no nil."""
    table = rules(bidding__first_round_bids_itself=True)
    game = dealt(table, SUITS_APART)
    assert game.phase == "play"
    assert refused(game, Bid(3)).code == "bid/not-now"
    while game.phase == "play":
        game = game.apply(next(iter(game.legal_actions())))
    north, east = game.results[-1].sides
    assert (north.points, north.overtricks) == (130, 0)
    assert (east.points, east.overtricks) == (0, 0)
    second = game.apply(parse_deal(MIXED))
    assert second.phase == "bidding"


def test_V13_blind_seven_needs_deficit_of_250() -> None:
    """V13: a side bids blind, for double points."""
    table = rules(blind__bids="side", blind__minimum=7, blind__deficit=250)
    assert Bid(7, blind=True) in dealt(table, MIXED, WEST, 0, 250).legal_actions()
    assert Bid(7, blind=True) not in dealt(table, MIXED, WEST, 0, 249).legal_actions()


def test_V13_blind_six_can_be_raised_after_bids() -> None:
    """V13: after the bids, when sides may raise theirs."""
    table = rules(blind__bids="side", bidding__second_thoughts="raise_side")
    game = dealt(table, MIXED, WEST, 0, 100).apply(Bid(6, blind=True))
    game = bid(game, 3, 3)
    assert (game.phase, game.to_act) == ("adjust", NORTH)
    assert game.apply(Adjust(2)).view(None).contracts[0] == 8


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_V14_nil_and_blind_nil_have_own_exchange_counts(count: int) -> None:
    """V14: none to four, counted separately."""
    table = rules(exchange__nil_cards=count, exchange__blind_nil_cards=5 - count)
    for said, cards in (("nil", count), ("blind nil", 5 - count)):
        game = bid(dealt(table), said, 3, 3, 3)
        assert game.phase == "exchange"
        choose = game.legal_actions().choose
        assert choose is not None
        assert choose.sizes == (0, cards)
    assert bid(dealt(rules()), "nil", 3, 3, 3).phase == "play"


def test_V14_exchange_together_hides_cards_until_both_pass() -> None:
    """V14, E9: in the other order, the passed cards stay on the table until they are answered."""
    table = rules(exchange__nil_cards=1, exchange__order="together")
    game = bid(dealt(table), "nil", 3, 3, 3).apply(Pass(cards_of("S9")))
    assert game.to_act == SOUTH
    assert game.view(SOUTH).received == ()
    game = game.apply(Pass(cards_of("H2")))
    assert game.view(SOUTH).received == cards_of("S9")
    assert game.view(NORTH).received == cards_of("H2")


def test_V15_double_nil_pays_200_and_costs_nothing() -> None:
    """V15: made or not, the two nils count as one."""
    table = rules(nil__team=True, scoring__team_nil_value=200, scoring__team_nil_penalty=0)
    assert north_south(("nil", "nil"), (0, 0), rules=table).points == 200
    assert north_south(("nil", "nil"), (0, 1), rules=table).points == 0


def test_V17_partner_bids_after_estimate() -> None:
    """V17: the side that does not deal speaks first; the second partner knows the estimate."""
    game = dealt(rules(bidding__talk="estimate", nil__blind=False), MIXED, WEST)
    game = bid(game.apply(Say(3, 5), NORTH), 3, 3)
    assert game.to_act == SOUTH
    assert game.view(SOUTH).said[NORTH] == Say(3, 5)


def test_V18_each_player_may_raise_bid_by_one() -> None:
    """V18: in turn; a nil stays a nil."""
    game = bid(dealt(rules(bidding__second_thoughts="raise_each")), 3, "nil", 2, 4)
    asked = []
    while game.phase == "adjust":
        asked.append(game.to_act)
        assert set(game.legal_actions()) == {Adjust(0), Adjust(1)}
        game = game.apply(Adjust(1))
    assert asked == [NORTH, SOUTH, WEST]
    assert game.view(None).contracts == (7, 5)


FORMATS = [
    ("3", "", numbers(3)),
    ("4 or nil", "", numbers(4) | {NIL}),
    ("4+ or nil", "", numbers(*range(4, 14)) | {NIL}),
    ("hearts", "", numbers(2)),
    ("3 * aces", "", numbers(3)),
    ("3 or 4 or nil", "", numbers(3, 4) | {NIL}),
    ("3 or nil", "", numbers(3) | {NIL}),
    ("1", "", numbers(1)),
    ("if partner bid: partner; any", "4 2", numbers(4)),
    ("if last: rest; any", "4 2 3", numbers(4)),
    ("if last: nil; any", "4 2 3", {NIL}),
    ("if first: 2 to 4; any", "", numbers(2, 3, 4)),
    ("if holds S9: nil; any", "", {NIL}),
    ("if holds SJ: nil; 5", "", numbers(5)),
    ("round", "", numbers(1)),
    ("spades + 1", "", numbers(5)),
]


@pytest.mark.parametrize(("said", "before", "left"), FORMATS, ids=[f[0] for f in FORMATS])
def test_V21_bid_format_limits_bids(said: str, before: str, left: set[Bid]) -> None:
    """V21: forced tournament bids, each a line in the bid language, on the deal `MIXED`."""
    game = dealt(rules(bidding__bids=said, nil__blind=False))
    game = bid(game, *map(int, before.split()))
    assert bids(game) == left


def test_V21_bids_depend_on_round_and_previous_bid() -> None:
    """V21: progression and repeat."""
    growing = rules(bidding__bids="round", nil__blind=False)
    assert bids(dealt(growing, MIXED, WEST, 0, 0)) == numbers(2)
    repeat = rules(bidding__bids="if round 1: any; previous", nil__blind=False)
    game = bid(dealt(repeat), 5, 4, 3, 2)
    while game.phase == "play":
        game = game.apply(next(iter(game.legal_actions())))
    game = game.apply(parse_deal(MIXED))
    assert game.to_act == EAST
    assert bids(game) == numbers(4)


NO_TRUMP = rules(bidding__no_trump=True, nil__blind=False)
HANDS = {NORTH: "HA S2", EAST: "SA D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK", SOUTH: "H3", WEST: "H4"}


def asked(answers: str) -> Game:
    """Return a game after these answers about trump: y or n in turn."""
    game = bid(seated(NO_TRUMP, HANDS), 3, 3, 3, 3)
    for answer in answers:
        game = game.apply(NoTrump(answer == "y"))
    return game


def test_V26_no_trump_with_partner_consent_disables_trump() -> None:
    """V26: with the partner's consent, the ace of spades ruffs nothing."""
    game = asked("yy")
    assert game.phase == "play"
    assert not game.view(None).trump
    assert last_winner(play(game, "HA SA H3 H4")) == NORTH
    assert last_winner(play(asked("nnnn"), "HA SA H3 H4")) == EAST


def test_V26_no_trump_needs_spade_and_partner_consent() -> None:
    """V26: if the partner says no, trump stays and the next player is asked."""
    game = asked("yn")
    assert game.view(None).trump
    assert game.to_act == EAST
    apart = bid(dealt(NO_TRUMP, SUITS_APART), 9, 1, 1, 1).apply(NoTrump(wanted=False))
    assert refused(apart, NoTrump(wanted=True)).code == "no-trump/no-spade"


def test_V33_normal_bid_requires_looking_first() -> None:
    """V33: a player who could still bid blind has to look before any other bid."""
    game = dealt(rules())
    assert game.view(NORTH).hand is None
    assert refused(game, Bid(3)).code == "bid/look-first"
    assert Bid(3) in game.apply(Look()).legal_actions()
