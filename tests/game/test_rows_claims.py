"""P17 and P18: a claim of the rest, and what a wrong one costs."""

from game.positions import EAST, MIXED, NORTH, SUITS_APART, bid, dealt, reasons, refused, rules
from spadille.game import Claim, Game


def claimed(hands: str, false_claim: str = "reject") -> Game:
    """North, who leads to the first trick, claims all tricks; everybody has bid three."""
    game = bid(dealt(rules(play__false_claim=false_claim), hands), 3, 3, 3, 3)
    return game.apply(Claim())


def played_out(game: Game) -> Game:
    while game.phase == "play":
        game = game.apply(game.legal_actions().actions[0])
    return game


def test_P17_who_is_sure_of_all_tricks_may_claim_them() -> None:
    """P17: thirteen spades win whatever the others hold; the round is scored at once."""
    game = claimed(SUITS_APART)
    assert game.phase == "score"
    assert game.results[-1].won == (13, 0, 0, 0)
    assert game.view(EAST).claimed == NORTH


def test_P17_claiming_is_for_the_leader_of_a_trick_where_it_is_allowed() -> None:
    """P17: and nobody has to: play goes on with a card as well."""
    game = bid(dealt(rules(), SUITS_APART), 3, 3, 3, 3)
    assert refused(game, Claim(), EAST).code == "claim/not-now"
    assert game.apply(game.legal_actions().actions[0]).phase == "play"
    without = bid(dealt(rules(play__claims=False), SUITS_APART), 3, 3, 3, 3)
    assert refused(without, Claim(), NORTH).code == "claim/not-now"


def test_P18_by_default_a_wrong_claim_changes_nothing() -> None:
    """P18: no card is shown, play goes on, and the same claim is not made again."""
    game = claimed(MIXED)
    assert (game.phase, game.to_act) == ("play", NORTH)
    assert game.view(EAST).shown == ((),) * 4
    assert refused(game, Claim()).code == "claim/not-now"
    honest = played_out(bid(dealt(rules(), MIXED), 3, 3, 3, 3))
    assert played_out(game).results == honest.results


def test_P18_or_it_goes_on_with_open_cards() -> None:
    """P18: everybody sees the claimant's hand, and no other."""
    game = claimed(MIXED, "exposed")
    assert game.phase == "play"
    hand = game.view(NORTH).hand
    assert game.view(EAST).shown == (hand, (), (), ())


def test_P18_or_the_other_side_gets_all_remaining_tricks() -> None:
    """P18: the round is over."""
    game = claimed(MIXED, "forfeit_tricks")
    assert game.phase == "score"
    ours, theirs = game.results[-1].sides
    assert (ours.taken, theirs.taken) == (0, 13)


def test_P18_or_the_contract_counts_as_failed() -> None:
    """P18: whatever the side goes on to win."""
    sides = played_out(claimed(MIXED, "set")).results[-1].sides
    assert reasons(sides[0])["contract-set"] == -60
