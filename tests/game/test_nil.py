"""E1 to E12: nil, blind nil, and the exchange with the partner."""

import pytest

from spadille.game import BLIND_NIL, NIL, Bid, Game, Look, Pass, Rules, Seat
from spadille.notation import parse_deal
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
    north_south,
    reasons,
    refused,
    rules,
)

PIRATES = rules("puzzle-pirates")
NIL_EXCHANGE = rules("standard", exchange__nil_cards=2)


def pirates_behind(behind: int = 100) -> Game:
    """Return a game in which North and South are this far behind and North bids first."""
    return dealt(PIRATES, MIXED, WEST, 50, 50 + behind)


def test_E1_any_player_may_bid_nil() -> None:
    """E1: every seat may bid nil, including both partners."""
    game = bid(dealt(rules()), "nil", "nil", "nil", "nil")
    assert game.view(None).bids == (NIL,) * 4
    assert game.view(None).contracts == (None, None)


@pytest.mark.parametrize(("bids", "contract"), [((5, "nil"), 5), (("nil", 2), 2)])
def test_E1_nil_adds_nothing_to_contract(bids: tuple[int | str, int | str], contract: int) -> None:
    """E1: nil adds nothing to the contract."""
    game = bid(dealt(rules()), bids[0], 3, bids[1], 3)
    assert game.view(None).contracts[0] == contract


def test_E1_nil_can_be_disabled() -> None:
    """E1: where nil is off, zero cannot be bid."""
    game = dealt(rules(nil__allowed=False, nil__blind=False))
    assert set(game.legal_actions()) == set(map(Bid, range(1, 14)))
    assert refused(game, NIL).code == "bid/no-nil"
    assert refused(game, Bid(0)).code == "bid/out-of-range"


@pytest.mark.parametrize(
    ("preset", "value"),
    [("puzzle-pirates", 50), ("standard", 100), ("gold-blue", 100), ("two-player", 100)],
)
def test_E1_presets_have_nil_values(preset: str, value: int) -> None:
    """E1, E6: nil counts 50 for pirates and 100 elsewhere; blind nil counts twice as much."""
    assert Rules.preset(preset).scoring.nil_value == value
    assert Rules.preset(preset).scoring.blind_nil_value == 2 * value


@pytest.mark.parametrize(("won", "contract"), [(4, 40), (3, -40)])
def test_E2_made_nil_scores_whether_or_not_contract_is_made(won: int, contract: int) -> None:
    """E2: the bonus comes on top of the partner's gain or loss."""
    side = north_south((4, "nil"), (won, 0))
    assert reasons(side)["nil-made"] == 100
    assert side.points == 100 + contract


@pytest.mark.parametrize("tricks", [1, 2, 8])
def test_E3_nil_fails_with_first_trick(tricks: int) -> None:
    """E3: one or more tricks cost the value once; the partner's bid is scored separately."""
    side = north_south((4, "nil"), (4, tricks))
    assert reasons(side)["nil-failed"] == -100
    assert reasons(side)["contract-made"] == 40


FAILED_NIL = [
    # bids, won, points and bags with bags, help_partner, ignored
    ((5, "nil"), (5, 1), (-49, 1), (-49, 1), (-50, 0)),
    ((5, "nil"), (4, 1), (-149, 1), (-50, 0), (-150, 0)),
    ((5, "nil"), (4, 3), (-147, 3), (-48, 2), (-150, 0)),
    ((5, "nil"), (6, 2), (-47, 3), (-47, 3), (-49, 1)),
    ((5, "nil"), (2, 1), (-149, 1), (-150, 0), (-150, 0)),
    (("nil", "nil"), (1, 2), (-197, 3), (-197, 3), (-200, 0)),
    (("nil", "nil"), (0, 2), (2, 2), (2, 2), (0, 0)),
]


@pytest.mark.parametrize(("bids", "won", "bags", "help_partner", "ignored"), FAILED_NIL)
def test_E4_failed_nil_tricks_count_by_option(
    bids: tuple[int | str, int | str],
    won: tuple[int, int],
    bags: tuple[int, int],
    help_partner: tuple[int, int],
    ignored: tuple[int, int],
) -> None:
    """E4: they are bags, help the partner's contract, or count for nothing."""
    for how, expected in (("bags", bags), ("help_partner", help_partner), ("ignored", ignored)):
        side = north_south(bids, won, rules=rules(scoring__failed_nil_tricks=how))
        assert (how, side.points, side.bags) == (how, *expected)


@pytest.mark.parametrize(
    ("presets", "value"),
    [
        (("puzzle-pirates", "standard", "gold-blue", "two-player", "short", "solo"), "ignored"),
        (("mirror", "whiz", "suicide", "jokers", "open-hands-bags"), "bags"),
        (("open-hands",), "help_partner"),
    ],
)
def test_E4_presets_set_failed_nil_tricks(presets: tuple[str, ...], value: str) -> None:
    """E4: in the four texts a failed nil costs its value and no more; elsewhere it adds bags."""
    for preset in presets:
        assert Rules.preset(preset).scoring.failed_nil_tricks == value


@pytest.mark.parametrize("preset", ["standard", "gold-blue"])
def test_E5_blind_nil_is_bid_before_looking(preset: str) -> None:
    """E5, E12: a player looks or bids blind, and cannot do anything else."""
    game = dealt(rules(preset))
    assert set(game.legal_actions()) == {Look(), BLIND_NIL}
    assert game.view(NORTH).hand is None
    assert bid(game, "blind nil").view(EAST).bids[NORTH] == BLIND_NIL


def test_E5_blind_bidder_sees_cards_after_bid() -> None:
    """E5: the hand is shown once the bid is final."""
    game = bid(dealt(rules()), "blind nil")
    assert game.view(NORTH).hand == parse_deal(MIXED).hands[NORTH]


def test_E5_blind_nil_can_be_disabled() -> None:
    """E5: without blind bids, the cards are seen at once."""
    game = dealt(rules(nil__blind=False))
    for seat in FOUR:
        assert game.view(seat).hand == parse_deal(MIXED).hands[seat]
    assert refused(game, BLIND_NIL).code == "bid/no-blind"


@pytest.mark.parametrize(
    ("preset", "value"),
    [("puzzle-pirates", 100), ("standard", 200), ("gold-blue", 200)],
)
def test_E6_blind_nil_is_worth_twice_nil(preset: str, value: int) -> None:
    """E6: made or failed."""
    made = north_south((4, "blind nil"), (4, 0), rules=rules(preset))
    failed = north_south((4, "blind nil"), (4, 1), rules=rules(preset))
    assert reasons(made) == {"contract-made": 40, "blind-nil-made": value}
    assert reasons(failed) == {"contract-made": 40, "blind-nil-failed": -value}


@pytest.mark.parametrize(
    ("behind", "who"),
    [
        (99, set()),
        (100, {NORTH, SOUTH}),
        (101, {NORTH, SOUTH}),
        (-99, set()),
        (-100, {EAST, WEST}),
    ],
)
def test_E7_blind_nil_needs_side_100_points_behind(behind: int, who: set[Seat]) -> None:
    """E7: it is the others' score minus yours before the round; the other side looks at once."""
    game = pirates_behind(behind)
    assert {seat for seat in FOUR if game.view(seat).hand is None} == who
    for seat in FOUR:
        assert (BLIND_NIL in game.legal_actions()) == (game.to_act in who)
        if seat not in who:
            assert refused(game, BLIND_NIL).code == "bid/blind-deficit"
        game = bid(game, 3)


def test_E7_blind_nil_deficit_counts_below_zero() -> None:
    """E7: -60 against 40 is 100 behind."""
    game = dealt(PIRATES, MIXED, WEST, -60, 40)
    assert BLIND_NIL in game.legal_actions()
    assert BLIND_NIL not in dealt(PIRATES, MIXED, WEST, -60, 39).legal_actions()


def test_E7_blind_nil_without_deficit_is_open_to_leading_side() -> None:
    """E7: a deficit of 0 requires none."""
    standard = rules("standard", nil__blind_deficit=0)
    game = dealt(standard, MIXED, WEST, 250, 0)
    assert all(game.view(seat).hand is None for seat in FOUR)
    assert BLIND_NIL in game.legal_actions()


def test_E7_first_round_has_no_deficit() -> None:
    """E7: so everyone sees their cards at once."""
    game = dealt(PIRATES)
    assert all(game.view(seat).hand is not None for seat in FOUR)


def test_E7_solo_blind_nil_deficit_is_to_leader() -> None:
    """E7 with N1: if there are several opponents, the best of them counts."""
    solo = rules("standard", table__teams="solo", nil__blind_deficit=100)
    game = dealt(solo, MIXED, WEST, 0, 30, 100, -10)
    assert [game.view(seat).hand is None for seat in FOUR] == [True, False, False, True]


def test_E8_only_one_partner_may_bid_blind_nil() -> None:
    """E8: the partner of a blind nil sees his cards and may bid plain nil at most."""
    game = bid(pirates_behind(), "blind nil", 3)
    assert game.view(SOUTH).hand is not None
    assert refused(game, BLIND_NIL).code == "bid/blind-per-side"
    assert NIL in game.legal_actions()
    assert bid(game, "nil").view(None).bids[SOUTH] == NIL


def test_E8_blind_nil_limit_applies_per_side() -> None:
    """E8: it is per side; and where two are allowed, both partners may bid one."""
    one_each = rules("standard", nil__blind_per_side=1)
    game = bid(dealt(one_each), "blind nil", "blind nil")
    assert BLIND_NIL not in game.legal_actions()
    assert bid(dealt(rules()), *["blind nil"] * 4).phase == "play"


def test_E9_blind_nil_exchanges_two_cards_with_partner() -> None:
    """E9: after all bids and before the lead; the partner sees the cards before choosing any."""
    game = bid(pirates_behind(), "blind nil", 3, 4, 3)
    assert (game.phase, game.to_act) == ("exchange", NORTH)
    given, returned = cards_of("DA DK"), cards_of("DA CA")
    game = game.apply(Pass(given))
    assert game.to_act == SOUTH
    seen = game.view(SOUTH)
    assert seen.hand is not None
    assert set(given) <= set(seen.hand)
    assert set(seen.received) == set(given)
    game = game.apply(Pass(returned))
    assert (game.phase, game.to_act) == ("play", NORTH)
    hand = game.view(NORTH).hand
    assert hand is not None
    assert set(hand) == (set(parse_deal(MIXED).hands[NORTH]) - set(given)) | set(returned)
    assert game.view(NORTH).hand_sizes == (13,) * 4
    assert set(game.view(NORTH).received) == set(returned)
    assert set(game.view(SOUTH).given) == set(returned)


@pytest.mark.parametrize("partner", ["nil", 4])
def test_E9_pirates_blind_nil_exchanges_even_with_nil_partner(partner: int | str) -> None:
    """E9: the text makes no exception for a partner who has bid nil, and who initiates nothing."""
    game = bid(pirates_behind(), "blind nil", 3, partner, 3)
    game = game.apply(Pass(cards_of("DA DK"))).apply(Pass(cards_of("DA CA")))
    assert (game.phase, game.to_act) == ("play", NORTH)


def test_E9_partner_may_return_received_cards() -> None:
    """E9: nothing prevents the partner from returning the cards received."""
    game = bid(pirates_behind(), "blind nil", 3, 4, 3)
    same = Pass(cards_of("DA DK"))
    assert game.apply(same).apply(same).view(NORTH).hand == parse_deal(MIXED).hands[NORTH]


def test_E9_blind_nil_bidder_may_decline_exchange() -> None:
    """E9: he may exchange two cards, but need not."""
    game = bid(pirates_behind(), "blind nil", 3, 4, 3).apply(Pass(()))
    assert game.phase == "play"
    assert game.view(NORTH).hand == parse_deal(MIXED).hands[NORTH]


@pytest.mark.parametrize("count", [1, 3, 4])
def test_E9_exchange_of_wrong_number_is_rejected(count: int) -> None:
    """E9: it must be exactly as many cards as the rules say."""
    game = bid(pirates_behind(), "blind nil", 3, 4, 3)
    diamonds, spades = cards_of("DA DK DQ DT"), cards_of("SA SQ ST S8")
    assert refused(game, Pass(diamonds[:count])).code == "pass/wrong-number"
    game = game.apply(Pass(diamonds[:2]))
    assert refused(game, Pass(spades[:count])).code == "pass/wrong-number"
    assert refused(game, Pass(())).code == "pass/wrong-number"


def test_E9_pirates_plain_nil_exchanges_nothing() -> None:
    """E9, E10: two cards, and for blind nil only."""
    assert bid(pirates_behind(), "nil", 3, 4, 3).phase == "play"
    assert PIRATES.exchange.nil_cards == 0


@pytest.mark.parametrize("preset", ["standard", "gold-blue"])
def test_E9_other_presets_exchange_nothing(preset: str) -> None:
    """E9, E10: the texts of these presets let no one pass cards."""
    assert bid(dealt(rules(preset)), "blind nil", "nil", 4, 3).phase == "play"


def test_E10_nil_exchange_gives_and_returns_cards() -> None:
    """E10: one or two cards on any nil; only nil bidders begin."""
    game = bid(dealt(NIL_EXCHANGE), 3, "nil", 4, 3)
    assert game.to_act == EAST
    game = game.apply(Pass(cards_of("SK SJ")))
    assert game.to_act == WEST
    assert game.apply(Pass(cards_of("S7 D2"))).phase == "play"


def test_E10_nil_exchanges_of_both_sides_follow_bid_order() -> None:
    """E10: they follow the order of the bids."""
    game = bid(dealt(NIL_EXCHANGE), "nil", "nil", 4, 3)
    actors = []
    for cards in ("DA DK", "SA SQ", "SK SJ", "S7 D2"):
        actors.append(game.to_act)
        game = game.apply(Pass(cards_of(cards)))
    assert actors == [NORTH, SOUTH, EAST, WEST]
    assert game.phase == "play"


def test_E10_declined_exchange_keeps_exchange_of_other_side() -> None:
    """E10: one side's refusal does not bind the other."""
    game = bid(dealt(NIL_EXCHANGE), "nil", "nil", 4, 3).apply(Pass(()))
    assert game.to_act == EAST
    assert game.apply(Pass(())).phase == "play"


def test_E10_two_nils_of_one_side_exchange_nothing() -> None:
    """E10: if both partners bid nil, there is no one to pass to."""
    assert bid(dealt(NIL_EXCHANGE), "nil", 3, "nil", 3).phase == "play"
    game = bid(dealt(NIL_EXCHANGE), "nil", 3, "nil", "nil")
    assert game.to_act == WEST


def test_E10_two_nils_of_one_side_exchange_in_turn_if_allowed() -> None:
    """E10: each of them begins once, in the order of the bids; either may decline."""
    table = NIL_EXCHANGE.with_options({"exchange.between_nils": True})
    game = bid(dealt(table), "nil", 3, "nil", 3)
    actors = []
    for cards in ("DA DK", "SA SQ", "DA DK", "S9 S6"):
        actors.append(game.to_act)
        game = game.apply(Pass(cards_of(cards)))
    assert actors == [NORTH, SOUTH, SOUTH, NORTH]
    assert game.phase == "play"
    declined = bid(dealt(table), "nil", 3, "nil", 3).apply(Pass(()))
    assert (declined.to_act, declined.apply(Pass(())).phase) == (SOUTH, "play")


def test_E10_exchanged_cards_are_hidden_from_others() -> None:
    """E10: the others see how many cards went where."""
    game = bid(dealt(NIL_EXCHANGE), "nil", 3, 4, 3).apply(Pass(cards_of("DA DK")))
    for seat in (NORTH, SOUTH, EAST, WEST, None):
        view = game.view(seat)
        assert len(view.given) == (2 if seat == NORTH else 0)
        assert len(view.received) == (2 if seat == SOUTH else 0)
        assert [(gift.giver, gift.receiver, gift.count) for gift in view.exchanged] == [(0, 2, 2)]


def test_E12_blind_bid_after_looking_is_rejected() -> None:
    """E12: after looking, only an open bid is left, including plain nil."""
    game = dealt(rules()).apply(Look())
    assert refused(game, BLIND_NIL).code == "bid/blind-after-looking"
    assert set(game.legal_actions()) == {NIL, *map(Bid, range(1, 14))}


def test_E12_hand_is_hidden_until_look() -> None:
    """E12: not even the seat's hand is in its view before it has looked."""
    game = dealt(rules(), SUITS_APART)
    for seat in FOUR:
        assert game.view(seat).hand is None
        assert game.view(seat).looked == (False,) * 4
    game = game.apply(Look(), SOUTH)
    assert [game.view(seat).hand is None for seat in FOUR] == [True, True, False, True]
    assert game.view(None).hand is None


def test_E12_early_look_is_final() -> None:
    """E12: a player may look before their turn, which gives up the blind bid."""
    game = dealt(rules()).apply(Look(), WEST)
    assert refused(game, Look(), WEST).code == "look/already"
    assert refused(game, Bid(3), WEST).code == "turn/not-yours"
    game = bid(game, 3, 3, 3)
    assert refused(game, BLIND_NIL, WEST).code == "bid/blind-after-looking"


def test_E12_open_bid_without_looking_is_rejected() -> None:
    """E12: a player who has not looked must bid blind or look."""
    game = dealt(rules())
    for action in (Bid(3), NIL):
        assert refused(game, action).code == "bid/look-first"
    assert refused(game, BLIND_NIL, EAST).code == "turn/not-yours"
