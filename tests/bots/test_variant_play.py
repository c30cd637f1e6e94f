"""If a rule changes which plays are good, the bots play differently."""

from collections.abc import Mapping

import pytest
from msgspec import structs

from spadille.bots import load
from spadille.game import (
    Agree,
    Award,
    Bid,
    Call,
    Card,
    Claim,
    Game,
    Look,
    NoTrump,
    Options,
    Play,
    Rules,
    Seat,
    SeatView,
    Suit,
    seen_revokes,
)
from support.any_position import acts, decides, plays_card, seen, some_cards, table
from support.positions import BidLike, bid
from support.rollouts import Seen

NORTH, EAST, SOUTH, WEST, FIFTH, _ = Seat

JOKERS = {"deck.jokers": 2, "deck.removed": ["H2", "C2"]}
NO_BAGS = {"scoring.bag_limit": 0}


def leads(view: SeatView) -> str:
    action = load("intermediate").act(view)
    assert isinstance(action, Play)
    return str(action.card)


# Ranking of the cards


def test_K4_jokers_are_counted_before_the_ace_of_spades_is_trusted() -> None:
    view = seen(table(JOKERS, {NORTH: "AKQ.AK.AKQJ.AKQJ"}, 9, 1, 1, 1))
    assert Seen(view).higher(Card.SA) == 2


def test_K8_two_of_diamonds_is_discarded_unless_a_high_trump() -> None:
    hands = {NORTH: ".A4..", EAST: ".6..", SOUTH: "43..T98762.QJT98"}
    assert plays_card(table(NO_BAGS, hands, 3, 3, 3, 3, plays="HA H6")) == "D2"
    high = NO_BAGS | {"deck.high_trumps": ["D2"]}
    assert plays_card(table(high, hands, 3, 3, 3, 3, plays="HA H6")) == "D6"


def test_K2_low_ace_is_not_played_to_win() -> None:
    low = {"deck.aces": "low", **NO_BAGS}
    hands = {WEST: "K2.AKJ.8765.5432", NORTH: ".5..", EAST: ".6..", SOUTH: ".T.."}
    game = table(low, hands, 3, 3, 3, 3, plays="H5 H6 HT")
    assert plays_card(game) == "HJ"


def test_K7_ace_is_called_low_under_a_nil_and_high_to_win() -> None:
    declared = {"deck.aces": "declared", **NO_BAGS}
    hands = {EAST: "2.A2.65432.65432", NORTH: "AK3.K43.AKQ.AKQJ"}
    assert plays_card(table(declared, hands, 5, 3, 3, 3, plays="HK")) == "HA"
    nil = {EAST: "2.A.765432.65432", NORTH: "AK3.K43.AKQ.AKQJ"}
    assert plays_card(table(declared, nil, 5, "nil", 3, 3, plays="HK")) == "HA low"


def test_K7_nil_bidder_leads_an_ace_as_low() -> None:
    declared = {"deck.aces": "declared"}
    hands = {NORTH: "2.A9.98765.98765"}
    assert plays_card(table(declared, hands, "nil", 3, 3, 3)) == "HA low"
    assert "low" in str(decides(table(declared, hands, "nil", 3, 3, 3)).reason)


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_K7_nil_bidder_does_not_ruff_with_low_ace_of_spades(level: str) -> None:
    declared = {"deck.aces": "declared", "nil.blind": False}
    hands = {NORTH: ".AKQ..", EAST: "A3..T98765.65432"}
    action = load(level).act(seen(table(declared, hands, 5, "nil", 3, 3, plays="HA")))
    assert isinstance(action, Play)
    assert action.card.suit is not Suit.SPADES


def test_K6_both_copies_of_a_card_are_counted() -> None:
    packs = {"table.players": 6, "deck.packs": 2, "deck.removed": ["C2", "C2"]}
    hands = {NORTH: "A.AK.A.A"}
    first = Seen(seen(table(packs, hands, 3, 3, 3, 3, 3, 3)))
    assert first.higher(Card.HK) == 1
    assert first.higher(Card.HA) == 0
    assert first.lower(Card.HA) == 25 - first.length(Suit.HEARTS) + 1
    last = packs | {"deck.identical": "last_wins"}
    assert Seen(seen(table(last, hands, 3, 3, 3, 3, 3, 3))).higher(Card.HA) == 1


def test_K5_removed_cards_are_not_counted() -> None:
    short = {"table.players": 3, "table.teams": "solo", "deck.removed": ["HA"]}
    view = seen(table(short, {NORTH: ".K..", EAST: "2..."}, 5, 5, 5))
    assert Seen(view).higher(Card.HK) == 0


def test_N12_junk_jokers_are_discarded_first() -> None:
    junk = {
        "table.players": 5,
        "table.teams": "solo",
        "deck.jokers": 3,
        "deck.joker_role": "junk",
        **NO_BAGS,
    }
    hands = {NORTH: ".AKQ..", EAST: "..AK.AKQ JB", SOUTH: ".J.."}
    game = table(junk, hands, 2, 2, 2, 2, 2)
    view = seen(game.apply(Play(Card.HA)))
    assert view.seat == EAST
    cards = some_cards("DA DK CA CK CQ JB")
    only = structs.replace(view, hand=cards, options=Options(tuple(map(Play, cards))))
    assert load("intermediate").act(only) == Play(Card.JB)


# No trump, no bids


def test_V26_bot_without_trump_discards_instead_of_ruffing() -> None:
    rules = {"bidding.no_trump": True, **NO_BAGS}
    hands = {
        NORTH: "2.AKQJ.AKQJ.AKQJ",
        EAST: "KQJT9..T987.T987",
        SOUTH: "A34.432.432.5432",
    }
    game = table(rules, hands, 9, 1, 1, 1)
    game = game.apply(NoTrump(wanted=True)).apply(NoTrump(wanted=True)).apply(Play(Card.HA))
    assert game.to_act == EAST
    assert plays_card(game) in {"D7", "C7"}


def test_V12_round_with_tricks_as_bids_is_played_for_every_trick() -> None:
    itself = {"bidding.first_round_bids_itself": True}
    hands = {WEST: "K2.AQ43.8765.432", NORTH: ".5..", EAST: ".6..", SOUTH: ".T.."}
    game = table(itself, hands, plays="H5 H6 HT")
    assert plays_card(game) == "HQ"


def test_V19_without_ruffs_no_voids_are_made() -> None:
    hands = {NORTH: "432.7.QJ86.QJ864", EAST: "A65.AKQ.5432.532"}
    screamer = {"play.duty": "screamer", **NO_BAGS}
    assert plays_card(table(NO_BAGS, hands, 2, 4, 3, 3)) == "H7"
    assert plays_card(table(screamer, hands, 2, 4, 3, 3)) != "H7"
    void = {NORTH: ".AKQJT..", EAST: ".9876..", SOUTH: "5432..2.T9876543"}
    for rules, shortens in ((NO_BAGS, True), (screamer, False)):
        reason = str(decides(table(rules, void, 2, 4, 3, 3, plays="HA H6")).reason)
        assert ("I can ruff" in reason) == shortens


def test_V19_forced_spade_lead_does_not_claim_only_spades_are_left() -> None:
    assassin = {"play.duty": "assassin", "play.lead_spades": "any"}
    for spades, card in (("AK2", "ace of spades"), ("QJ2", "2 of spades")):
        reason = str(decides(table(assassin, {NORTH: f"{spades}.432.5432.543"}, 3, 3, 3, 3)).reason)
        assert reason.startswith("I have to lead a spade")
        assert card in reason


def test_unbeatable_card_reason_does_not_hope_for_a_cover() -> None:
    rules = {"play.lead_spades": "any"}
    hands = {NORTH: "QJ2...", EAST: "AK.8765.8765.876"}
    forced = decides(table(rules, hands, 3, "nil", 3, 3, plays="SQ"))
    assert str(forced.reason) == "I win this trick whatever I play: the king of spades."
    beatable = {NORTH: "QJ2...", EAST: "K9.8765.8765.876"}
    reason = str(decides(table(rules, beatable, 3, "nil", 3, 3, plays="S2")).reason)
    assert reason.endswith("may still be covered.")


# Several partners, several opponents


THREES = {"table.players": 6, "table.teams": "threes", "deck.packs": 2, "deck.removed": ["C2"] * 2}


def test_N13_bot_with_two_partners_ruffs_no_trick_of_either() -> None:
    hands = {NORTH: ".A..", EAST: ".6..", SOUTH: "432..AKQJT98.AKQJT98"}
    from_first = table(THREES | NO_BAGS, hands, 3, 3, 3, 3, 3, 3, plays="HA H6")
    assert from_first.to_act == SOUTH
    assert not plays_card(from_first).startswith("S")
    hands = {NORTH: ".5..", EAST: ".6..", SOUTH: ".A..", WEST: ".8..", FIFTH: hands[SOUTH]}
    from_second = table(THREES | NO_BAGS, hands, 3, 3, 3, 3, 3, 3, plays="H5 H6 HA H8")
    assert from_second.to_act == FIFTH
    assert not plays_card(from_second).startswith("S")


def test_N13_bot_with_two_partners_covers_the_nil_of_either() -> None:
    for nil in (SOUTH, FIFTH):
        bids: list[BidLike] = [3, 3, 3, 3, 3, 3]
        bids[nil] = "nil"
        game = table(THREES | NO_BAGS, {NORTH: "AK2.AK3.QJ4.QJ54 C8"}, *bids)
        assert game.to_act == NORTH
        assert plays_card(game) in {"HA", "HK"}


def test_N1_bot_alone_leaves_no_trick_to_others() -> None:
    """In the same position with a partner, it leaves the trick to the partner."""
    hands = {NORTH: ".A54..", EAST: ".6..", SOUTH: "32..AKQJT9.AKQJT", WEST: ".7.."}
    paired = table(NO_BAGS, hands, 3, 3, 3, 3, plays="HA H6")
    alone = table(NO_BAGS | {"table.teams": "solo"}, hands, 3, 3, 3, 3, plays="HA H6")
    assert not plays_card(paired).startswith("S")
    assert plays_card(alone).startswith("S")


# Scoring


def last_of_five(options: Mapping[str, object], *, won: int) -> str:
    """Return West's last play to a heart trick that it can win with the queen; its side bid 6."""
    hands = {WEST: "K2.AQ43.8765.432", NORTH: ".5..", EAST: ".6..", SOUTH: ".T.."}
    view = seen(table(options, hands, 2, 3, 2, 3, plays="H5 H6 HT"))
    cards = some_cards("D2 H4 HQ HA SK")
    plays = tuple(Play(card) for card in some_cards("H4 HQ HA"))
    changed = structs.replace(
        view,
        hand=cards,
        hand_sizes=(4, 4, 4, 5),
        won=(1, won, 1, won),
        options=Options(plays),
    )
    return leads(changed)


def test_S10_S11_extra_tricks_are_taken_only_if_free() -> None:
    assert last_of_five({"scoring.bag_limit": 0}, won=3) == "HQ"
    assert last_of_five({"scoring.bag_limit": 0, "scoring.bag_points": -10}, won=3) == "H4"
    assert last_of_five({"scoring.bag_limit": 0, "scoring.bag_points": -10}, won=2) == "HQ"


def test_V23_bags_that_score_for_opponents_are_avoided() -> None:
    others = {"scoring.bag_limit": 5, "scoring.bag_penalty": 50, "scoring.bag_penalty_to": "others"}
    assert last_of_five(others, won=3) == "H4"


def test_E13_failed_team_nil_is_no_longer_played_as_a_nil() -> None:
    team = {"nil.team": True}
    hands = {NORTH: "3.5432.5432.5432", SOUTH: "2.9876.9876.9876"}
    view = seen(table(team, hands, "nil", 6, "nil", 6))
    assert "nil" in str(load("intermediate").decide(view).reason)
    failed = structs.replace(view, won=(0, 0, 1, 0))
    assert "I bid nil" not in str(load("intermediate").decide(failed).reason)


# Known cards and bids


def test_D11_face_up_cards_are_counted() -> None:
    up = {"deal.face_up": 1}
    hands = {NORTH: "AK2.K43.AK32.432", WEST: ".A.."}
    game = table(up, hands, face_up={WEST: "HA", NORTH: "C2"})
    while game.phase == "look":
        game = game.apply(Look())
    count = Seen(bid(game, 3, 3, 3, 3).view(NORTH))
    assert count.none_above(WEST, Card.HK) == 0.0
    assert count.none_above(EAST, Card.HK) == 1.0


def test_D12_discarded_cards_are_remembered() -> None:
    kitty = {"deck.jokers": 2, "deal.leftover": "kitty", "deal.kitty_taker": "dealer"}
    game = table(kitty, {WEST: "2.65432.5432.432"}, rest="JB SK")
    put_away = acts(game)
    game = game.apply(put_away)
    for _ in range(4):
        game = game.apply(Look()) if Look() in game.legal_actions() else game
        game = game.apply(Bid(3))
    view = game.view(WEST)
    assert Seen(view).higher(Card.SA) == 1  # the Little Joker


def test_R1_bot_in_honor_mode_breaks_no_rule_and_calls_no_revoke() -> None:
    honour = Rules().with_options(
        {"enforcement.mode": "honour", "play.take_back": "until_next_card"}
    )
    game = Game.new(honour, seed=3)
    seats_agreed = 0
    while not game.results:
        assert game.to_act is not None
        view = game.view_to_act
        action = load("intermediate").act(view)
        assert action in view.options.actions
        seats_agreed += action == Agree()
        game = game.apply(action)
    assert seats_agreed == 4


# After a wrong claim


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
@pytest.mark.parametrize(
    ("east", "west", "heir"), [("nil", 3, WEST), (3, "nil", EAST), (3, 3, EAST)]
)
def test_P18_tricks_of_a_wrong_claim_are_not_given_to_a_nil(
    level: str, east: BidLike, west: BidLike, heir: Seat
) -> None:
    rules = {"play.false_claim": "forfeit_tricks", "play.lead_spades": "any", **NO_BAGS}
    hands = {NORTH: "KQJT9876543.AK..", EAST: "A2.QJT.."}
    game = table(rules, hands, 5, east, 3, west).apply(Claim())
    assert game.to_act == EAST
    assert load(level).act(seen(game)) == Award(heir)


# Calling revokes

RENEGE = {
    NORTH: "AKQ.A.5432.65432",
    EAST: "JT9.5432.AKQJ.AK",
    SOUTH: ".76.T9876.QJT987",
    WEST: "8765432.KQJT98..",
}
"""East may not throw a club on the ace of hearts."""


def reneged(plays: str) -> Game:
    options = {"enforcement.mode": "honour", "nil.blind": False}
    return table(options, RENEGE, 3, 3, 3, 3, plays=plays)


@pytest.mark.parametrize("level", ["intermediate", "expert"])
def test_R1_bot_calls_a_proven_revoke_once(level: str) -> None:
    game = reneged("HA CA H7 H8 C2 CK C7 H9 H2")
    assert seen_revokes(seen(game)) == ((EAST, 1),)
    decision = load(level).decide(seen(game))
    assert decision.action == Call(EAST, 1)
    called = game.apply(decision.action)
    assert called.view(None).judgements[0].upheld
    assert isinstance(load("intermediate").act(seen(called)), Play)


def test_R4_bot_does_not_call_an_unproven_revoke() -> None:
    assert seen_revokes(seen(reneged("HA CA H7 H8"))) == ()
    assert isinstance(load("intermediate").act(seen(reneged("HA CA H7 H8"))), Play)
    partner = reneged("HA CA H7 H8 C2 CK C7 H9 H2 H6")
    assert partner.to_act == WEST
    assert seen_revokes(seen(partner)) == ((EAST, 1),)
    assert isinstance(load("intermediate").act(seen(partner)), Play)


def test_R6_bot_calls_a_revoke_before_agreeing_to_the_score() -> None:
    game = reneged("HA CA H7 H8")
    while game.phase == "play":
        game = game.apply(game.legal_actions().actions[0])
    assert game.to_act == NORTH
    called = game.apply(load("intermediate").act(seen(game)))
    assert [(judged.accused, judged.upheld) for judged in called.view(None).judgements] == [
        (EAST, True)
    ]
    assert load("intermediate").act(seen(called)) == Agree()
