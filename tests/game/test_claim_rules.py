"""P17 and P18: claiming the rest, and the cost of a wrong claim."""

from collections.abc import Mapping

import pytest

from spadille.game import Award, Card, Claim, Game, Play, Rules, RulesError, Seat
from support.positions import (
    EAST,
    MIXED,
    NORTH,
    SOUTH,
    SUITS_APART,
    WEST,
    bid,
    dealt,
    play,
    reasons,
    refused,
    rules,
)
from support.tables import seated


def claimed(hands: str, false_claim: str = "reject") -> Game:
    """Return a game where North, the first leader, claims all tricks; everyone has bid three."""
    game = bid(dealt(rules(play__false_claim=false_claim), hands), 3, 3, 3, 3)
    return game.apply(Claim())


def played_out(game: Game) -> Game:
    while game.phase == "play":
        game = game.apply(game.legal_actions().actions[0])
    return game


def test_P17_claim_of_certain_tricks_ends_round() -> None:
    """P17: thirteen spades win against any hands; the round is scored at once."""
    game = claimed(SUITS_APART)
    assert game.phase == "score"
    assert game.results[-1].won == (13, 0, 0, 0)
    assert game.view(EAST).claimed == NORTH


def test_P17_leader_may_claim_if_claims_allowed() -> None:
    """P17: claiming is optional: play can also continue with a card."""
    game = bid(dealt(rules(), SUITS_APART), 3, 3, 3, 3)
    assert refused(game, Claim(), EAST).code == "claim/not-now"
    assert game.apply(game.legal_actions().actions[0]).phase == "play"
    without = bid(dealt(rules(play__claims=False), SUITS_APART), 3, 3, 3, 3)
    assert refused(without, Claim(), NORTH).code == "claim/not-now"


ALL_SPADES = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2"


def in_turn(hands: Mapping[Seat, str], cards: str, **options: str) -> Game:
    """Return a table where claims are made in turn, after these cards; everyone has bid three."""
    table = rules(play__claim_by="in_turn", **options).with_options({"nil.blind": False})
    return play(bid(seated(table, hands), 3, 3, 3, 3), cards)


@pytest.mark.parametrize(("claimant", "cards"), [(EAST, "CA"), (WEST, "CA CK CQ")])
def test_P17_player_in_turn_may_claim_during_trick(claimant: Seat, cards: str) -> None:
    """P17: the trick on the table counts as the first of the rest, no matter who plays next."""
    clubs = {NORTH: "CA C2", EAST: "CK C3", SOUTH: "CQ C4"}
    hands = {seat: held for seat, held in clubs.items() if seat != claimant}
    game = in_turn(hands | {claimant: ALL_SPADES}, cards)
    after = Seat((claimant + 1) % 4)
    assert Claim() in game.options(claimant)
    assert refused(game, Claim(), after).code == "claim/not-now"
    done = game.apply(Claim())
    assert done.results[-1].won == tuple(13 * (seat == claimant) for seat in range(4))
    assert done.view(NORTH).claimed == claimant
    assert Game.replay(done.record()).results == done.results
    leader = game.rules.with_options({"play.claim_by": "leader"})
    default = play(bid(seated(leader, hands | {claimant: ALL_SPADES}), 3, 3, 3, 3), cards)
    assert refused(default, Claim()).code == "claim/not-now"


def test_P17_claim_during_trick_fails_if_trick_can_be_lost() -> None:
    """P17: a later player may ruff East's ace, but not West's; each of them claims once."""
    hands = {NORTH: "CK C2", EAST: "CA HA", SOUTH: "CQ SA", WEST: "CJ SK"}
    game = in_turn(hands, "CK").apply(Claim())
    assert (game.phase, game.to_act) == ("play", EAST)
    assert not game.view(NORTH).judgements[0].upheld
    assert refused(game, Claim()).code == "claim/not-now"
    assert Claim() in play(game, "CA").options(SOUTH)


def test_P18_wrong_claim_during_trick_loses_that_trick_too() -> None:
    """P18: North, who wins it against everything that East holds, says who gets all thirteen."""
    hands = {NORTH: "CA", EAST: "CK C2", SOUTH: "SA", WEST: "SK"}
    game = in_turn(hands, "CA", play__false_claim="forfeit_tricks").apply(Claim())
    assert (game.phase, game.to_act) == ("award", NORTH)
    for heir in (NORTH, SOUTH):
        assert game.apply(Award(heir)).results[-1].won[heir] == 13


@pytest.mark.parametrize(("proof", "stands"), [("claimant", False), ("cards", True)])
def test_P17_unbeatable_claim_stands_if_cards_are_proof(proof: str, *, stands: bool) -> None:
    """P17: the clubs win because everyone has one, which North cannot know."""
    hands = {
        NORTH: "CA CK CQ CJ CT C9 C8 C7 SA SK SQ SJ ST",
        EAST: "S9 S8 C6 C5",
        SOUTH: "S7 S6 C4",
        WEST: "S5 S4 C3 C2",
    }
    table = rules(play__claim_proof=proof, play__false_claim="set", play__lead_spades="any")
    game = bid(seated(table.with_options({"nil.blind": False}), hands), 3, 3, 3, 3).apply(Claim())
    assert game.view(EAST).judgements[0].upheld == stands
    assert (game.phase == "score") == stands


def test_P17_free_wrong_claims_with_cards_as_proof_are_rejected() -> None:
    """P17: a wrong claim would show the others' cards for free."""
    with pytest.raises(RulesError) as refusal:
        rules(play__claim_proof="cards")
    assert refusal.value.code == "rules/free-claims"


def test_P18_wrong_claim_by_default_changes_nothing() -> None:
    """P18: no card is shown, play continues, and the same claim cannot be made again."""
    game = claimed(MIXED)
    assert (game.phase, game.to_act) == ("play", NORTH)
    assert game.view(EAST).shown == ((),) * 4
    assert refused(game, Claim()).code == "claim/not-now"
    honest = played_out(bid(dealt(rules(), MIXED), 3, 3, 3, 3))
    assert played_out(game).results == honest.results


def test_P18_wrong_claim_exposes_hand_of_claimant() -> None:
    """P18: everyone sees the claimant's hand, and no one else's."""
    game = claimed(MIXED, "exposed")
    assert game.phase == "play"
    hand = game.view(NORTH).hand
    assert game.view(EAST).shown == (hand, (), (), ())


def test_P18_wrong_claim_forfeits_remaining_tricks() -> None:
    """P18: the round is over."""
    game = claimed(MIXED, "forfeit_tricks")
    assert game.phase == "award"
    game = game.apply(game.legal_actions().actions[0])
    assert game.phase == "score"
    ours, theirs = game.results[-1].sides
    assert (ours.taken, theirs.taken) == (0, 13)


@pytest.mark.parametrize(("price", "reason"), [("reject", "nil-made"), ("set", "nil-failed")])
def test_P18_wrong_claim_fails_nil_of_claimant(price: str, reason: str) -> None:
    """P18: North wins no trick, but has claimed all of them."""
    hands = {NORTH: "C2 C3 C4 D2 D3 D4 D5 H2 H3 H4 H5 S2 S3"}
    table = rules(play__false_claim=price, nil__blind=False)
    game = played_out(bid(seated(table, hands), "nil", 3, 3, 3).apply(Claim()))
    assert game.results[-1].won[NORTH] == 0
    assert reason in {line.reason for line in game.results[-1].sides[0].lines}


SPADES = {
    NORTH: "SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 HA HK",
    SOUTH: "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2",
}


def forfeited(hands: Mapping[Seat, str], **options: str) -> Game:
    """Return a game where North makes a wrong claim, which costs all tricks."""
    table = rules(play__false_claim="forfeit_tricks", play__lead_spades="any", **options)
    open_bids = table.with_options({"nil.blind": False})
    return bid(seated(open_bids, hands), 3, 3, 3, 3).apply(Claim())


@pytest.mark.parametrize("holder", [EAST, WEST])
def test_P18_forfeited_tricks_are_awarded_by_rightful_winner(holder: Seat) -> None:
    """P18: this is the holder of the ace of spades, with or without two hearts."""
    game = forfeited(SPADES | {holder: "SA S2"})
    assert (game.phase, game.to_act) == ("award", holder)
    assert list(game.legal_actions()) == [Award(EAST), Award(WEST)]
    for seat in (EAST, WEST):
        done = game.apply(Award(seat))
        assert done.phase == "score"
        assert done.results[-1].won == tuple(13 * (other == seat) for other in range(4))
        assert Game.replay(done.record()).results == done.results


def test_P18_forfeited_tricks_are_awarded_by_next_rightful_winner() -> None:
    """P18: both South and West beat the queen of spades, but South is not on another side."""
    mine = "SQ SJ ST S9 S8 S7 S6 S5 S4 HA HK DA CA"
    hands = {NORTH: mine, EAST: "S2", SOUTH: "SA", WEST: "SK S3"}
    assert forfeited(hands).to_act == WEST
    assert forfeited(hands, table__teams="solo").to_act == SOUTH


def test_P18_next_opponent_awards_tricks_without_rightful_winner() -> None:
    """P18: the claim was not certain, but the partner holds everything that could beat it."""
    hands = {NORTH: "SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 HA", SOUTH: "SA HK"}
    assert forfeited(hands).to_act == EAST


def test_P18_forfeited_tricks_are_awarded_by_winner_of_current_trick() -> None:
    """P18: South has to follow the ace of hearts with the three."""
    hands = {NORTH: "H2", EAST: "HA", SOUTH: "H3"}
    table = {"table__teams": "solo", "play__false_claim": "forfeit_tricks"}
    game = in_turn(hands, "H2 HA", **table).apply(Claim(), SOUTH)
    assert (game.phase, game.to_act) == ("award", EAST)


def test_P18_forfeited_tricks_in_solo_game_go_to_any_other_player() -> None:
    """P18, N1: there are three others to choose from."""
    game = forfeited(SPADES | {WEST: "SA S2"}, table__teams="solo")
    assert game.to_act == WEST
    assert list(game.legal_actions()) == [Award(EAST), Award(SOUTH), Award(WEST)]
    assert refused(game, Award(NORTH)).code == "award/not-here"
    assert refused(game, Award(EAST), EAST).code == "turn/not-yours"
    assert refused(game, Play(Card.SA)).code == "play/not-now"
    assert game.apply(Award(SOUTH)).results[-1].won == (0, 0, 13, 0)


def test_P18_forfeited_tricks_of_two_players_go_to_opponent() -> None:
    """P18: the other player gets the rest at once."""
    options = {"table.players": 2, "table.teams": "solo", "deal.method": "pick_of_two"}
    table = Rules().with_options(
        options | {"play.false_claim": "forfeit_tricks", "nil.blind": False}
    )
    game = Game.new(table, seed=3)
    while game.phase != "play":
        game = game.apply(game.legal_actions().actions[0])
    leader = game.to_act
    game = game.apply(Claim())
    assert leader is not None
    (result,) = game.results
    assert result.won[leader] == 0
    assert sum(result.won) == 13


def test_P18_wrong_claim_fails_contract() -> None:
    """P18: this holds however many tricks the side wins afterwards."""
    sides = played_out(claimed(MIXED, "set")).results[-1].sides
    assert reasons(sides[0])["contract-set"] == -60
