"""E11, E13 and E14: blind bids, team nil, Big Mo and Little Mo."""

import pytest

from spadille.game import BLIND_NIL, NIL, Bid, Course, Game, Look, Rules, Seat
from support.positions import (
    EAST,
    MIXED,
    NORTH,
    SOUTH,
    WEST,
    bid,
    dealt,
    north_south,
    reasons,
    refused,
    rules,
)
from support.tables import scored

BLIND_SIX = Bid(6, blind=True)
PLAYER = rules(blind__bids="player")
SIDE = rules(blind__bids="side")


def behind(rules: Rules, points: int = 100) -> Game:
    """Return a game in which North and South are this far behind and North bids first."""
    return dealt(rules, MIXED, WEST, 0, points)


def blind_points(won: int, table: Rules = PLAYER, *, bid: int = 6, partner: int = 2) -> int:
    """Return the worth of a blind bid compared with an open one."""
    bids = (Bid(bid, blind=True), Bid(1), Bid(partner), Bid(1))
    return scored(table, bids, (won, 13 - won, 0, 0))[0].points


def test_E11_blind_tricks_are_bid_before_looking() -> None:
    """E11: six or more, by a side a hundred behind, without seeing the cards."""
    game = behind(PLAYER)
    blind = {action for action in game.legal_actions() if action not in {Look(), BLIND_NIL}}
    assert blind == {Bid(tricks, blind=True) for tricks in range(6, 14)}
    assert refused(game, Bid(5, blind=True)).code == "bid/blind-range"
    game = game.apply(BLIND_SIX)
    assert game.view(None).bids[NORTH] == BLIND_SIX
    assert game.view(NORTH).hand is not None


def test_E11_blind_bid_needs_deficit() -> None:
    """E11: the deficit is an option, and so is bidding blind at all."""
    assert refused(behind(PLAYER, 99), BLIND_SIX).code == "bid/blind-deficit"
    anyone = rules(blind__bids="player", blind__deficit=0)
    assert BLIND_SIX in behind(anyone, 0).legal_actions()
    assert refused(behind(rules()), BLIND_SIX).code == "bid/no-such-blind-bid"
    seven = rules(blind__bids="player", blind__minimum=7)
    assert refused(behind(seven), BLIND_SIX).code == "bid/blind-range"


def test_E11_blind_bid_after_looking_is_rejected() -> None:
    """E11, E12: looking gives up the chance."""
    game = behind(PLAYER).apply(Look())
    assert refused(game, BLIND_SIX).code == "bid/blind-after-looking"


def test_E11_blind_bid_of_one_partner_binds_side() -> None:
    """E11: the partner has nothing left to bid, and the contract is that one bid."""
    game = behind(SIDE).apply(BLIND_SIX)
    assert game.view(None).contracts[0] == 6
    game = bid(game, 3)
    assert game.to_act == WEST
    looked = behind(SIDE).apply(Look(), SOUTH)
    assert refused(looked, BLIND_SIX).code == "bid/blind-side"


def test_E11_V8_blind_bid_stays_below_maximum_of_side() -> None:
    """E11, V8: next to a 4, only blind six is left of ten; if no bid is left, the player looks."""
    most = rules(blind__bids="player", bidding__side_maximum=10, nil__blind=False)
    game = bid(behind(most).apply(Look()), 4, 3)
    assert set(game.legal_actions()) == {Look(), BLIND_SIX}
    assert refused(game, Bid(7, blind=True)).code == "bid/not-here"
    assert Look() not in bid(behind(most).apply(Look()), 5, 3).legal_actions()
    for_side = rules(blind__bids="side", bidding__side_maximum=7, nil__blind=False)
    assert set(behind(for_side).legal_actions()) == {Look(), BLIND_SIX, Bid(7, blind=True)}


def test_E7_V10_blind_nil_needs_board_from_partner() -> None:
    """E7, V10: as with an open nil, the partner alone has to bid the side's minimum."""
    board = rules(bidding__side_minimum=4)
    assert BLIND_NIL in bid(behind(board).apply(Look()), 4, 3).legal_actions()
    assert BLIND_NIL not in bid(behind(board).apply(Look()), 3, 3).legal_actions()


def test_E11_V11_last_blind_bid_respects_total() -> None:
    """E11, V11: not all tricks, and as many as the table requires."""
    table = {"blind.bids": "player", "blind.deficit": 0, "nil.blind": False}
    for change, left in (
        ({"bidding.total": "not_all"}, {6, 8, 9, 10, 11, 12, 13}),
        ({"bidding.total_minimum": 16}, {10, 11, 12, 13}),
    ):
        game = dealt(Rules().with_options(table | change), MIXED, WEST)
        for tricks in (2, 2, 2):
            game = bid(game.apply(Look()), tricks)
        assert set(game.legal_actions()) - {Look()} == {Bid(n, blind=True) for n in left}


@pytest.mark.parametrize(("won", "points"), [(8, 80 + 60), (9, 80 + 60 + 1), (7, -80)])
def test_E11_made_blind_bid_counts_double(won: int, points: int) -> None:
    """E11: its six tricks count twice; if set, they cost what others cost."""
    assert blind_points(won) == points


def test_E11_blind_multiples_are_options() -> None:
    """E11: at some tables a failed blind bid costs double as well."""
    table = rules(blind__bids="player", blind__failed_multiple=2, blind__made_multiple=3)
    assert blind_points(7, table) == -80 - 60
    assert blind_points(8, table) == 80 + 120


@pytest.mark.parametrize(("won", "made"), [(7, False), (8, True), (9, False)])
def test_E11_blind_bid_can_require_exact_tricks(won: int, *, made: bool) -> None:
    """E11: literally "neither more nor less"."""
    table = rules(blind__bids="player", blind__exact=True)
    assert (blind_points(won, table) > 0) == made
    open_bids = (Bid(6), Bid(1), Bid(2), Bid(1))
    assert scored(table, open_bids, (9, 4, 0, 0))[0].points == 81


TEAM = rules(nil__team=True)


@pytest.mark.parametrize(("won", "points"), [((0, 0), 100), ((1, 0), -100), ((2, 3), -100)])
def test_E13_team_nil_is_scored_as_one_bid(won: tuple[int, int], points: int) -> None:
    """E13: both partners bid nil: a hundred points without a trick, and no bags in that round."""
    side = north_south(("nil", "nil"), won, (0, 5), TEAM)
    assert (side.points, side.bags) == (points, 5)


def test_E13_two_nils_by_default_are_scored_separately() -> None:
    """E13: for example, one made and one failed with two tricks."""
    assert north_south(("nil", "nil"), (0, 2)).points == 100 - 100
    assert north_south(("nil", 3), (0, 3), rules=TEAM).points == 100 + 30


def test_E14_mo_can_be_added_to_bid_of_tricks() -> None:
    """E14: every bid of tricks may also undertake the first six or nine tricks."""
    game = dealt(rules(bidding__opening_tricks=True, nil__blind=False))
    actions = set(game.legal_actions())
    assert {Bid(3), Bid(3, mo="little"), Bid(3, mo="big")} <= actions
    assert Bid(0, nil=True, mo="little") not in actions
    assert game.apply(Bid(3, mo="big")).view(None).bids[NORTH] == Bid(3, mo="big")
    assert refused(dealt(rules(nil__blind=False)), Bid(3, mo="big")).code == "bid/not-here"


@pytest.mark.parametrize(
    ("mo", "first", "points"),
    [("little", 6, 60), ("little", 5, -60), ("big", 9, 90), ("big", 8, -90), ("little", 13, 60)],
)
def test_E14_mo_is_decided_by_first_tricks_of_side(mo: str, first: int, points: int) -> None:
    """E14: partners together win the first six or nine; more earns nothing extra."""
    winners: list[Seat] = [NORTH, SOUTH] * first
    course = Course((*winners[:first], *[EAST] * (13 - first)))
    bids = (Bid(3, mo="little" if mo == "little" else "big"), Bid(1), Bid(2), Bid(1))
    side = scored(rules(bidding__opening_tricks=True), bids, (first, 13 - first, 0, 0), course)[0]
    assert reasons(side)["opening-made" if points > 0 else "opening-failed"] == points
    contract = 50 + first - 5
    assert side.points == contract + points


def test_E14_mo_values_are_options() -> None:
    """E14: other tables pay other amounts."""
    table = rules(bidding__opening_tricks=True, scoring__little_mo_value=50)
    bids = (Bid(3, mo="little"), Bid(1), NIL, Bid(1))
    side = scored(table, bids, (6, 7, 0, 0), Course((NORTH,) * 6 + (EAST,) * 7))[0]
    assert reasons(side)["opening-made"] == 50
