"""B7 and B8: partners' estimates, and second thoughts about bids."""

import pytest

from spadille.game import NIL, Adjust, Bid, Game, RulesError, Say, Seat
from spadille.notation import repeat
from support.positions import EAST, MIXED, NORTH, SOUTH, WEST, bid, dealt, refused, rules

TALK = rules(bidding__talk="estimate", nil__blind=False)


def test_B7_estimate_before_own_bid_is_public() -> None:
    """B7: "surely 4, maybe 6" is two numbers that every seat sees, even out of turn."""
    game = dealt(TALK).apply(Say(4, 6), SOUTH)
    assert [game.view(seat).said[SOUTH] for seat in (NORTH, EAST, WEST, None)] == [Say(4, 6)] * 4
    assert game.to_act == NORTH


def test_B7_second_or_late_estimate_is_rejected() -> None:
    """B7: each player may do this once, before bidding."""
    game = dealt(TALK).apply(Say(4, 6), SOUTH)
    assert refused(game, Say(4, 5), SOUTH).code == "say/once"
    assert refused(bid(dealt(TALK), 3), Say(1, 2), NORTH).code == "say/once"


@pytest.mark.parametrize(("sure", "maybe"), [(5, 4), (-1, 3), (3, 14)])
def test_B7_estimate_outside_range_is_rejected(sure: int, maybe: int) -> None:
    """B7: it is a range of tricks, so it cannot carry any other meaning."""
    assert refused(dealt(TALK), Say(sure, maybe), NORTH).code == "say/range"


def test_B7_estimate_by_default_is_rejected() -> None:
    """B7: table talk is an option, and is forbidden by default."""
    game = dealt(rules(nil__blind=False))
    assert refused(game, Say(4, 6), NORTH).code == "say/not-here"
    hidden = rules(bidding__talk="estimate")
    assert refused(dealt(hidden), Say(4, 6), NORTH).code == "say/look-first"


def after_bids(second_thoughts: str, *bids: int | str) -> Game:
    """Return a game after these bids, at a table with second thoughts."""
    return bid(dealt(rules(bidding__second_thoughts=second_thoughts), MIXED), *bids)


def test_B8_first_side_may_match_other_contract() -> None:
    """B8: North and South bid 5, East and West 6; North makes it 6 or leaves it at 5."""
    game = after_bids("match", 3, 4, 2, 2)
    assert (game.phase, game.to_act) == ("adjust", NORTH)
    assert set(game.legal_actions()) == {Adjust(0), Adjust(1)}
    assert game.apply(Adjust(1)).view(None).contracts == (6, 6)
    assert game.apply(Adjust(0)).view(None).contracts == (5, 6)
    assert game.apply(Adjust(1)).phase == "play"
    assert refused(game, Adjust(2)).code == "adjust/not-here"


def test_B8_to_matching_can_lower_bid() -> None:
    """B8: the contract can be matched from above too."""
    assert Adjust(-2) in after_bids("match", 5, 2, 2, 3).legal_actions()


def test_B8_each_side_may_raise_in_order() -> None:
    """B8: North speaks for his side, then East for the other; no one bids less."""
    game = after_bids("raise_side", 3, 4, 2, 2)
    assert set(game.legal_actions()) == {Adjust(by) for by in range(9)}
    game = game.apply(Adjust(2))
    assert game.to_act == EAST
    game = game.apply(Adjust(0))
    assert game.phase == "play"
    assert game.view(None).contracts == (7, 6)


def test_B8_either_partner_may_change_bid() -> None:
    """B8: with 1 and 6 against 5, the 6 may become 4, or the 1 a nil and the 6 a 5."""
    game = after_bids("match", 1, 2, 6, 3)
    assert game.to_act == NORTH
    assert set(game.legal_actions()) == {Adjust(-1), Adjust(0)}
    stands = game.apply(Adjust(0))
    assert stands.to_act == SOUTH
    assert set(stands.legal_actions()) == {Adjust(-2), Adjust(0)}
    assert stands.apply(Adjust(-2)).view(None).contracts == (5, 5)
    assert stands.apply(Adjust(0)).phase == "play"
    begun = game.apply(Adjust(-1))
    assert begun.view(None).bids[NORTH] == NIL
    assert set(begun.legal_actions()) == {Adjust(-1)}
    assert begun.apply(Adjust(-1)).view(None).contracts == (5, 5)


def test_B8_matching_can_make_or_undo_two_nils() -> None:
    """B8: two nils can match, where nil is allowed; and two nils may become bids of tricks."""
    game = after_bids("match", 2, "nil", 1, "nil")
    game = game.apply(Adjust(-2)).apply(Adjust(-1))
    assert game.phase == "play"
    assert game.view(None).bids == (NIL, NIL, NIL, NIL)
    game = after_bids("match", "nil", 3, "nil", 2)
    assert set(game.legal_actions()) == {Adjust(by) for by in range(6)}
    game = game.apply(Adjust(3)).apply(Adjust(2))
    assert game.view(None).bids[:3:2] == (Bid(3), Bid(2))


def test_B8_equal_or_unmatchable_contracts_skip_matching() -> None:
    """B8: without nil, no one bids less than one; a blind nil stays."""
    assert after_bids("match", 3, 3, 2, 2).phase == "play"
    table = rules(bidding__second_thoughts="match", nil__allowed=False, nil__blind=False)
    assert bid(dealt(table), 2, 1, 2, 1).to_act == NORTH
    assert bid(dealt(table), 2, 1, 1, 1).phase == "adjust"
    assert bid(dealt(table), 1, 1, 1, 1).phase == "play"
    blind = after_bids("match", "blind nil", 4, 2, 2)
    assert blind.to_act == SOUTH


@pytest.mark.parametrize("thought", ["raise_side", "raise_each"])
def test_B8_V8_raise_stops_at_maximum_of_side(thought: str) -> None:
    """B8, V8: North and South may bid six together, and East and West already have."""
    most = rules(bidding__second_thoughts=thought, bidding__side_maximum=6, nil__blind=False)
    game = bid(dealt(most, MIXED), 3, 4, 2, 2)
    assert set(game.legal_actions()) == {Adjust(0), Adjust(1)}
    assert set(game.apply(Adjust(1)).legal_actions()) == {Adjust(0)}


def test_B8_raise_keeps_nil() -> None:
    """B8: the partner of a nil speaks for the side."""
    game = after_bids("raise_side", "nil", 4, 2, 2).apply(Adjust(0))
    assert game.to_act == SOUTH
    assert game.apply(Adjust(4)).view(None).bids[NORTH] == NIL


@pytest.mark.parametrize(
    ("bids", "events"),
    [
        ((3, 4, 2, 2), [(NORTH, Adjust(1))]),
        ((3, 4, 2, 2), [(NORTH, Adjust(0))]),
        (("nil", 4, 2, 2), [(SOUTH, Adjust(4))]),
        (("nil", 4, 2, 2), [(SOUTH, Adjust(0))]),
        ((3, 3, 2, 2), [(NORTH, Adjust(0))]),
        (("nil", 3, 5, 2), [(SOUTH, Adjust(0))]),
    ],
)
def test_B8_old_records_with_one_partner_asked_are_read(
    bids: tuple[int | str, ...], events: list[tuple[Seat, Adjust]]
) -> None:
    """B8: they were written before both partners could speak."""
    game = after_bids("match", *bids)
    for seat, action in events:
        game = repeat(game, action, seat)
    card = next(iter(after_bids("none", *bids).legal_actions()))
    assert repeat(game, card, NORTH).phase == "play"


def test_B8_matching_needs_two_sides() -> None:
    """B8: with more than two sides, there are several other contracts to match."""
    with pytest.raises(RulesError, match="needs two sides"):
        rules("solo", bidding__second_thoughts="match")
    assert after_bids("none", 3, 4, 2, 2).phase == "play"
