"""Players' complaints about other programs, each as a position."""

import pytest
from msgspec import structs

from spadille.bots import load
from spadille.fast.kernel import config
from spadille.game import (
    BLIND_NIL,
    TRUMP,
    Bid,
    Card,
    Game,
    Look,
    Options,
    Pass,
    Play,
    PlayerAction,
    Rules,
    Trick,
)
from support import bot_positions
from support.bot_positions import (
    ANY_LEAD,
    bid_made,
    bids_nil,
    card_played,
    decide,
    game_at,
    position,
)
from support.exact_value import exact_values
from support.positions import EAST, MIXED, NORTH, SOUTH, WEST, Before, BidLike, bid, cards_of, dealt

THINKERS = ("expert", "master")

intermediate_only = pytest.mark.parametrize("_level", ["intermediate"], indirect=True)


@pytest.fixture(autouse=True, params=["intermediate", *THINKERS])
def _level(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each position is put to each of these levels."""
    if request.param != "intermediate" and config.DISABLE_JIT:
        pytest.skip("takes minutes where kernels are not compiled")
    monkeypatch.setattr(bot_positions, "LEVEL", request.param)


def assert_no_worse(game: Game, played: str) -> None:
    """Check that the card is as good as any with all cards seen, which is stricter than a rule."""
    values = exact_values(game)
    assert values[Card(played)] == max(values.values())


NO_BAGS = Rules().with_options({"scoring.bag_limit": 0})
PASS_TWO = Rules().with_options({"exchange.nil_cards": 2, "exchange.blind_nil_cards": 2})


# Tricks


def test_bot_does_not_trump_partners_winning_trick() -> None:
    view = position(
        {
            NORTH: "KQ2.AK4.A432.432",
            EAST: "A43.8765.KQJ.Q76",
            SOUTH: "T98765.-.T98765.A".replace("-", ""),
            WEST: "J.QJT932..KJT985",
        },
        3, 3, 3, 3,
        plays="HA H5",
    )  # fmt: skip
    assert card_played(view)[0] != "S"


def test_bot_playing_last_wins_with_cheapest_card() -> None:
    hands = {WEST: "K2.AQJ4.8765.432", NORTH: ".5..", EAST: ".6..", SOUTH: ".T.."}
    view = position(hands, 3, 3, 3, 3, plays="H5 H6 HT")
    assert view.seat == WEST
    assert card_played(view) == "HJ"


def test_bot_playing_last_does_not_ruff_with_a_high_spade() -> None:
    """It may also discard, because its high spades still make its contract."""
    view = position(
        {WEST: "AK2..T98765.9876", NORTH: ".3..", EAST: ".K..", SOUTH: ".A.."},
        3, 3, 3, 3,
        plays="H3 HK HA",
    )  # fmt: skip
    assert card_played(view) not in {"SK", "SA"}


def test_bot_saves_high_card_on_a_lost_trick() -> None:
    hands = {EAST: "KQ2.K74.8765.432", NORTH: "J3.A5.KQJT.KQJT9"}
    game = game_at(hands, 3, 3, 3, 3, plays="HA")
    assert game.to_act == EAST
    card = card_played(game.view_to_act)
    if card != "H4":
        assert bot_positions.LEVEL != "intermediate"
        assert card != "HK"
        assert_no_worse(game, card)


@pytest.mark.parametrize("seed", range(20))
def test_bot_does_not_lead_unprotected_king_while_ace_is_out(seed: int) -> None:
    game = Game.new(Rules().with_options({"nil.allowed": False, "nil.blind": False}), seed=seed)
    for tricks in (3, 3, 3, 3):
        game = game.apply(Bid(tricks))
    view = game.view_to_act
    assert view.hand is not None
    led = Card(card_played(view))
    suit = [card for card in view.hand if card.suit is led.suit]
    if led.rank == 11 and len(suit) > 1:
        assert Card(f"{str(led)[0]}A") in suit


def test_bot_stops_leading_spades_when_opponents_have_none() -> None:
    game = game_at(
        {
            NORTH: "AKQJT98.AK.A2.32",
            EAST: "765.432.654.9876",
            SOUTH: "32.QJT.KQJ.AKQJT",
            WEST: "4.98765.T9873.54",
        },
        7, 1, 5, 1,
        plays="SA S7 S3 S4 SK S6 S2 H5 SQ S5 HT H6",
        rules=ANY_LEAD.with_options({"scoring.bag_limit": 0}),
    )  # fmt: skip
    card = card_played(game.view_to_act)
    if Card(card).suit is TRUMP:
        assert bot_positions.LEVEL != "intermediate"
        assert_no_worse(game, card)


def test_bot_in_second_hand_plays_low_with_king_under_unseen_ace() -> None:
    view = position({EAST: "QJ2.K74.8765.432", NORTH: "AK3.32.KQJT.KQJT"}, 3, 3, 3, 3, plays="H2")
    assert card_played(view) == "H4"


def test_bot_does_not_save_an_ace_that_will_be_ruffed() -> None:
    hands = {EAST: "QJ2.A74.8765.432", NORTH: "AK3.32.KQJT.KQJT"}
    game = game_at(hands, 3, 3, 3, 3, plays="H2")
    card = card_played(game.view_to_act)
    if card != "HA":
        assert_no_worse(game, card)


# Nil


def test_bot_does_not_bid_nil_with_the_ace_of_spades() -> None:
    assert not bids_nil(position({NORTH: "A2.5432.5432.432"}))


def test_bot_bids_nil_on_a_hand_that_cannot_win() -> None:
    assert bids_nil(position({NORTH: "2.65432.5432.432"}))


def test_bot_bids_more_nils_with_an_exchange() -> None:
    hand = {NORTH: "KQ2.A543.642.432"}
    assert not bids_nil(position(hand))
    assert bids_nil(position(hand, rules=PASS_TWO))


def test_bot_bids_nil_with_a_partner_bid_of_eight() -> None:
    view = position({NORTH: "AKQJT.AK.AKQ2.32", SOUTH: "4.7543.8654.J654"}, 8, 2)
    assert view.seat == SOUTH
    assert bids_nil(view)


@intermediate_only
def test_bot_does_not_bid_doubtful_nil_after_partners_nil() -> None:
    """A bot that thinks finds that it succeeds about half the time, given the others' play."""
    hand = {SOUTH: "93.T752.8643.764"}
    assert bids_nil(position(hand, 4, 3))
    assert not bids_nil(position(hand, "nil", 3))
    assert not bids_nil(position(hand, "blind nil", 3))


def test_bot_does_not_underbid_with_a_nil_partner() -> None:
    hand = {SOUTH: "AKQ4.AK2.K64.A32"}
    assert bid_made(position(hand, "nil", 3)).tricks >= bid_made(position(hand, 3, 3)).tricks >= 5


def test_nil_bidder_passes_high_spades_first() -> None:
    view = position({NORTH: "KQ2.A543.6542.43"}, "nil", 3, 3, 3, rules=PASS_TWO)
    decision = decide(view)
    assert isinstance(decision.action, Pass)
    assert set(decision.action.cards) == {Card.SK, Card.SQ}


def test_nil_bidder_passes_from_more_than_one_suit() -> None:
    view = position({NORTH: "32.AK.A5432.5432"}, "nil", 3, 3, 3, rules=PASS_TWO)
    action = decide(view).action
    assert isinstance(action, Pass)
    assert {card.suit for card in action.cards} != {Card.SA.suit}
    assert all(card.rank >= 11 for card in action.cards)


def test_nil_partner_returns_low_cards_and_keeps_covers() -> None:
    view = position(
        {NORTH: "KQ2.A543.6542.43", SOUTH: "A93.KQ2.AK3.AK52"},
        "nil", 3, 5, 3,
        rules=PASS_TWO,
        given="SK SQ",
    )  # fmt: skip
    assert view.seat == SOUTH
    action = decide(view).action
    assert isinstance(action, Pass)
    assert set(action.cards) == {Card.H2, Card.C2}


def test_bot_covers_partners_nil_with_its_own_tricks() -> None:
    view = position(
        {NORTH: "2.Q54.6542.T9876", EAST: "AKQ.763.KQJ.KQ54", SOUTH: "J43.AKJ2.A73.A32"},
        "nil", 4, 4, 3,
        plays="HQ H3",
    )  # fmt: skip
    assert view.seat == SOUTH
    assert card_played(view) in {"HK", "HA"}


def test_nil_bidder_plays_highest_losing_card() -> None:
    game = game_at({EAST: "2.J752.6543.5432", NORTH: "AK.K4.AKQJ.AKQJT"}, 5, "nil", 3, 3,
                   plays="HK")  # fmt: skip
    card = card_played(game.view_to_act)
    if card != "HJ":
        assert bot_positions.LEVEL != "intermediate"
        assert_no_worse(game, card)


def second_to_a_nil(my_bid: int) -> Game:
    """Return a position in which East could stay below the nine of hearts of North, who bid nil."""
    return game_at(
        {
            NORTH: "43.98.87654.7654",
            EAST: "AK2.AT7.AK32.AKJ",
            SOUTH: "QJT.KQ.QJT.QT983",
        },
        "nil", my_bid, 1, 2,
        plays="H9",
    )  # fmt: skip


def test_bot_attacks_a_nil_as_far_as_its_contract_allows() -> None:
    modest, bold = second_to_a_nil(5), second_to_a_nil(11)
    assert card_played(modest.view_to_act) == "H7"
    assert_no_worse(modest, "H7")
    card = card_played(bold.view_to_act)
    if card == "H7":
        assert bot_positions.LEVEL != "intermediate"
        assert_no_worse(bold, card)


# Score and bags


def last_five(
    north_south: Before, east_west: Before, rules: Rules | None = None, won: int = 3
) -> str:
    """Return whether West, playing last to S5 with bids of 4 against 6, wins or loses the trick.

    The earlier plays are not shown, so bots that deal the unseen cards cannot use them. West and
    East need three tricks each and have won `won` each; their opponents need one of two each. Five
    tricks are left.
    """
    view = position(
        {WEST: "K2.AQ43.8765.432", NORTH: ".5..", EAST: ".6..", SOUTH: ".T.."},
        2, 3, 2, 3,
        plays="H5 H6 HT",
        rules=rules,
        before=(north_south, east_west),
    )  # fmt: skip
    card = card_played(
        structs.replace(
            view,
            hand=cards_of("D2 H4 HQ HA SK"),
            hand_sizes=(4, 4, 4, 5),
            won=(1, won, 1, won),
            options=Options(tuple(Play(card) for card in cards_of("H4 HQ HA"))),
        )
    )
    return "wins" if card in {"HQ", "HA"} else "loses"


@intermediate_only
def test_bot_ducks_a_trick_that_would_be_a_bag() -> None:
    assert last_five((200, 5), (200, 5)) == "loses"


@intermediate_only
def test_bot_takes_bags_to_set_a_side_about_to_win() -> None:
    assert last_five((472, 2), (381, 5)) == "wins"


@intermediate_only
def test_bot_takes_every_trick_if_bags_cost_nothing() -> None:
    assert last_five((200, 5), (200, 5), NO_BAGS) == "wins"


@intermediate_only
def test_bot_ducks_if_each_bag_costs_points_at_once() -> None:
    costly = NO_BAGS.with_options({"scoring.bag_points": -10})
    assert last_five((200, 5), (200, 5), costly) == "loses"


@intermediate_only
def test_bot_makes_its_contract_before_avoiding_bags() -> None:
    assert last_five((200, 9), (200, 9), won=2) == "wins"


@intermediate_only
def test_bot_does_not_make_a_contract_that_loses_the_game() -> None:
    """Two tricks are left: made, the contract ends the game at 501 to 510.

    If it is set, the game continues, because the trick is the tenth bag of the others.
    """
    hands = {NORTH: "...K3", EAST: "...9", SOUTH: "..2.", WEST: "...5"}
    view = position(hands, 2, 1, "nil", 2, before=((381, 1), (472, 1)))
    view = structs.replace(
        view,
        hand=cards_of("C3 CK"),
        hand_sizes=(2, 1, 1, 1),
        won=(1, 5, 0, 5),
        trick=Trick(EAST, cards_of("C9 D2 C5")),
        options=Options(tuple(Play(card) for card in cards_of("C3 CK"))),
    )
    assert card_played(view) == "C3"


SIX_TRICKS = "KQ4.AQ5.KJ74.Q32"


def last_bid(north_south: Before, east_west: Before) -> int:
    view = position({WEST: SIX_TRICKS}, 2, 3, 3, before=(north_south, east_west))
    return bid_made(view).tricks


def test_bot_bids_higher_when_opponents_are_about_to_win() -> None:
    assert last_bid((460, 0), (400, 0)) > last_bid((0, 0), (0, 0))


def test_bot_bids_no_more_than_it_needs_to_win_the_game() -> None:
    assert last_bid((100, 0), (450, 0)) < last_bid((0, 0), (0, 0))


def test_bot_bids_depend_only_on_distance_to_the_target() -> None:
    """Only differences from the target count."""
    longer = Rules().with_options({"end.target": 1000, "end.floor": "none"})
    view = position({WEST: SIX_TRICKS}, 2, 3, 3, before=((500, 0), (500, 0)), rules=longer)
    assert bid_made(view).tricks == last_bid((0, 0), (0, 0))


# Blind


def blind_choice(rules: Rules, north_south: Before, east_west: Before) -> PlayerAction:
    game = dealt(rules, MIXED, WEST, north_south, east_west)
    return load("intermediate").act(game.view_to_act)


def test_bot_bids_blind_nil_if_that_would_win_the_game() -> None:
    assert blind_choice(Rules(), (300, 0), (450, 0)) == BLIND_NIL
    assert blind_choice(Rules(), (350, 0), (490, 0)) == BLIND_NIL


def test_bot_looks_at_its_cards_if_not_behind() -> None:
    assert blind_choice(Rules(), (200, 0), (200, 0)) == Look()
    assert blind_choice(Rules(), (200, 0), (250, 0)) == Look()


def test_bot_bids_blind_only_for_a_clear_gain() -> None:
    """Far behind, even a made bid leaves little hope, so setting the others is worth more."""
    assert blind_choice(Rules(), (0, 0), (490, 0)) == Look()
    assert blind_choice(Rules(), (100, 0), (400, 0)) == Look()


@pytest.mark.parametrize(("bids", "choice"), [((3, 3, 2), Look()), ((4, 4, 4), BLIND_NIL)])
def test_bot_bidding_last_bids_blind_nil_after_high_bids(
    bids: tuple[int, int, int], choice: PlayerAction
) -> None:
    """Then the bidder's hand has little chance of taking many tricks, at any score."""
    game = bid(dealt(Rules()), *bids)
    assert load("intermediate").act(game.view_to_act) == choice


def test_bot_bidding_last_looks_if_one_bid_too_many_decides() -> None:
    view = bid(dealt(Rules()), 4, 3, 3).view_to_act
    decision = load("intermediate").decide(view)
    assert decision.action == Look()
    assert "only if the others have not bid too much" in str(decision.reason)


@pytest.mark.parametrize("bids", [("nil", 4, "nil"), ("nil", 5, "nil"), ("nil", 2, "nil")])
def test_bot_bidding_last_bids_no_blind_nil_against_two_nils(
    bids: tuple[BidLike, ...],
) -> None:
    """Someone else has to take the tricks, and its nil would be made four times in a hundred."""
    game = bid(dealt(Rules()), *bids)
    assert load("intermediate").act(game.view_to_act) == Look()
