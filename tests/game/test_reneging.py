"""R1 to R6: reneging, calling it, and the cost of each, in honor mode."""

from collections.abc import Sequence

import pytest

from spadille.game import (
    Agree,
    Call,
    Card,
    Course,
    Flip,
    Game,
    Judgement,
    Message,
    Play,
    Seat,
    SideScore,
)
from support.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    BidLike,
    a_bid,
    bid,
    legal,
    play,
    reasons,
    refused,
    rules,
)
from support.tables import filled, scored, seated

HANDS = {
    NORTH: "SA SK SQ HA D2 D3 D4 D5 C2 C3 C4 C5 C6",
    EAST: "SJ ST S9 H2 H3 H4 H5 DA DK DQ DJ CA CK",
}
RENEGE = "HA CA"
"""North leads a heart; East, who holds four, discards a club."""


def begin(penalty: str = "set", cards: str = RENEGE, **changes: str) -> Game:
    """Return a game in honor mode after the first trick; the bids are 1, 3, 1, 3."""
    table = rules(enforcement__mode="honour", enforcement__revoke_penalty=penalty, **changes)
    game = play(bid(seated(table.with_options({"nil.blind": False}), HANDS), 1, 3, 1, 3), cards)
    return one_trick(game)


def one_trick(game: Game) -> Game:
    """Return the game after the trick in progress is played legally."""
    done = len(game.view(None).tricks)
    while game.phase == "play" and len(game.view(None).tricks) == done:
        game = game.apply(game.legal_actions().actions[0])
    return game


def settled(game: Game) -> tuple[SideScore, ...]:
    """Return the scores after the rest is played legally and all agree."""
    while game.phase == "play":
        game = one_trick(game)
    while game.phase == "settle":
        game = game.apply(Agree())
    return game.results[-1].sides


def called(game: Game) -> Game:
    """Return the game after North has called East's renege in the first trick."""
    return game.apply(Call(EAST, 1), NORTH)


def test_R1_renege_is_accepted_and_proven_when_called() -> None:
    """R1: in honor mode, any card in the hand is accepted; the record shows it."""
    game = called(begin())
    (verdict,) = game.view(None).judgements
    assert (verdict.kind, verdict.accused, verdict.upheld) == ("call", EAST, True)
    assert called(begin(cards="HA H2")).view(None).judgements[0].upheld is False


def test_R1_illegal_lead_is_renege() -> None:
    """R1, P6: leading a spade too early is a renege too."""
    game = begin(cards="SA").apply(Call(NORTH, 1), EAST)
    assert game.view(None).judgements[0].upheld


def test_R1_renege_in_strict_mode_is_rejected() -> None:
    """R1: in that mode there is nothing to call."""
    game = play(bid(seated(rules(nil__blind=False), HANDS), 3, 3, 3, 3), "HA")
    assert legal(game) == {"H2", "H3", "H4", "H5"}
    assert refused(game, Play(Card.CA)).code == "play/must-follow-suit"
    assert refused(one_trick(game), Call(EAST, 1), NORTH).code == "call/not-here"


def test_R2_renege_fails_contract() -> None:
    """R2: it costs ten for each trick bid, no matter how many tricks the side has won."""
    guilty = settled(called(begin()))[1]
    assert reasons(guilty) == {"contract-set": -60}


def test_R2_renege_can_cost_three_tricks() -> None:
    """R2: they do not count toward the contract."""
    free, guilty = settled(begin())[1], settled(called(begin("three_tricks")))[1]
    assert free.taken == guilty.taken == 9
    assert (reasons(free), reasons(guilty)) == (
        {"contract-made": 60, "bags": 3},
        {"contract-made": 60},
    )


def test_R2_renege_can_cause_redeal() -> None:
    """R2: the same dealer deals again; nothing is scored."""
    game = begin("redeal")
    again = called(game)
    assert (again.phase, again.dealer, again.results) == ("deal", game.dealer, ())


def test_D14_next_player_redeals_after_revoke_if_agreed() -> None:
    """D14, R2: a redealt round counts as one round, whatever the reason."""
    game = begin("redeal", deal__redealt_by="next_player")
    assert (game.dealer, called(game).dealer) == (WEST, NORTH)


def test_R2_redeal_shows_revoke_until_end_of_round() -> None:
    """R2: they see it in the new deal too, at no cost, but not in the next round."""
    again = called(begin("redeal"))
    (verdict,) = again.view(WEST).redeals
    assert (verdict.kind, verdict.seat, verdict.accused) == ("call", NORTH, EAST)
    second = one_trick(play(bid(again.apply(filled(again.rules, HANDS)), 1, 3, 1, 3), RENEGE))
    assert second.view(None).redeals == (verdict,)
    assert second.view(None).judgements == ()
    assert len(called(second).view(None).redeals) == 2
    while second.phase in {"play", "settle"}:
        second = second.apply(second.legal_actions().actions[0])
    assert reasons(second.results[-1].sides[1])["contract-made"] == 60
    assert second.view(None).redeals == (verdict,)
    assert second.apply(filled(second.rules, HANDS)).view(None).redeals == ()


@pytest.mark.parametrize("penalty", ["set", "three_tricks"])
def test_R3_innocent_side_scores_its_own_result(penalty: str) -> None:
    """R3: its bags count as usual, and the penalty tricks go to no one."""
    assert settled(called(begin(penalty)))[0] == settled(begin(penalty))[0]


def test_R4_wrong_call_costs_three_tricks() -> None:
    """R4: it costs the side that called, if the table says so."""
    honest = begin(cards="HA H2")
    before, after = settled(honest)[0], settled(called(honest))[0]
    assert after.taken == before.taken
    assert (before.points, after.points) == (22, -20)
    lenient = begin(cards="HA H2", enforcement__false_call="none")
    assert settled(called(lenient))[0] == before


def test_R4_call_of_partner_or_unfinished_trick_is_rejected() -> None:
    """R4: and each card may be called only once."""
    game = begin()
    assert refused(game, Call(SOUTH, 1), NORTH).code == "call/not-possible"
    assert refused(game, Call(EAST, 2), NORTH).code == "call/not-possible"
    assert refused(called(game), Call(EAST, 1), SOUTH).code == "call/not-possible"


@pytest.mark.parametrize(("penalty", "costs"), [("three_tricks", True), ("none", False)])
def test_R5_opening_trick_without_renege_can_cost_three_tricks(
    penalty: str, *, costs: bool
) -> None:
    """R5: East opens North's trick, in which everyone followed suit."""
    honest = begin(cards="HA H2", enforcement__illegal_flip=penalty)
    before, after = settled(honest)[1], settled(honest.apply(Flip(1), EAST))[1]
    assert (after.points != before.points) == costs


def test_R5_opened_trick_can_prove_renege() -> None:
    """R5: in that case, it costs the player who reneged."""
    game = begin(cards="HA H2")
    assert refused(game, Flip(1), NORTH).code == "call/not-possible"
    reneged = begin(cards="SA")
    game = reneged.apply(Flip(1), WEST)
    (verdict,) = game.view(None).judgements
    assert (verdict.upheld, verdict.accused) == (True, NORTH)


PENALTIES = ["set", "three_tricks"]


def charged(
    bids: Sequence[BidLike], won: Sequence[int], *breaches: Judgement, **changes: object
) -> tuple[SideScore, ...]:
    """Return a round in which these breaches of the rules were found."""
    table = rules("standard", enforcement__mode="honour", **changes)
    return scored(table, [a_bid(bid) for bid in bids], won, Course(judgements=breaches))


def revoke(seat: Seat) -> Judgement:
    """Return a renege proven by the player to the left."""
    return Judgement("call", Seat((seat + 1) % 4), 1, upheld=True, accused=seat)


def wrong_call(seat: Seat) -> Judgement:
    return Judgement("call", seat, 1, upheld=False, accused=Seat((seat + 1) % 4))


@pytest.mark.parametrize("penalty", PENALTIES)
@pytest.mark.parametrize(("bid", "value"), [("nil", 100), ("blind nil", 200)])
def test_R2_renege_fails_nil(penalty: str, bid: str, value: int) -> None:
    """R2: no number of tricks makes up for a nil bidder's renege, so the nil fails."""
    alone = {"table__teams": "solo", "enforcement__revoke_penalty": penalty}
    assert reasons(charged((bid, 4, 4, 4), (0, 4, 4, 5), **alone)[0]) == {
        f"{bid.replace(' ', '-')}-made": value
    }
    assert reasons(charged((bid, 4, 4, 4), (0, 4, 4, 5), revoke(NORTH), **alone)[0]) == {
        f"{bid.replace(' ', '-')}-failed": -value
    }


def test_R2_renege_of_nil_bidder_fails_nil_beside_contract() -> None:
    """R2: the contract needs three more tricks, no matter which partner reneged."""
    table = {"enforcement__revoke_penalty": "three_tricks"}
    pair = charged(("nil", 4, 3, 4), (0, 5, 6, 2), revoke(NORTH), **table)[0]
    assert reasons(pair) == {"contract-made": 30, "nil-failed": -100}
    short = charged(("nil", 4, 3, 4), (0, 5, 5, 3), revoke(NORTH), **table)[0]
    assert reasons(short) == {"contract-set": -30, "nil-failed": -100}


@pytest.mark.parametrize("penalty", PENALTIES)
def test_R2_renege_of_partner_keeps_nil(penalty: str) -> None:
    """R2: the partner's contract pays for it."""
    table = {"enforcement__revoke_penalty": penalty}
    pair = charged(("nil", 4, 3, 4), (0, 5, 3, 5), revoke(SOUTH), **table)[0]
    assert reasons(pair) == {"contract-set": -30, "nil-made": 100}


def test_R2_renege_with_two_nils_fails_nil_of_offender() -> None:
    """R2: both fail where the contract counts as failed, since the nils are the contract."""
    bids, won = ("nil", 6, "nil", 6), (0, 7, 0, 6)
    three = charged(bids, won, revoke(NORTH), enforcement__revoke_penalty="three_tricks")[0]
    assert [line.points for line in three.lines] == [-100, 100]
    both = charged(bids, won, revoke(NORTH), enforcement__revoke_penalty="set")[0]
    assert [line.points for line in both.lines] == [-100, -100]


@pytest.mark.parametrize("penalty", PENALTIES)
def test_R2_renege_of_either_partner_fails_team_nil(penalty: str) -> None:
    """R2, E13: it is a single bid by both."""
    table = {"nil__team": True, "enforcement__revoke_penalty": penalty}
    side = charged(("nil", 6, "nil", 6), (0, 7, 0, 6), revoke(SOUTH), **table)[0]
    assert reasons(side) == {"team-nil-failed": -100}
    assert side.lines[0].text == Message("team nil forfeited")


def test_R4_wrong_call_fails_nil_of_caller() -> None:
    """R4: here too, no tricks could make up for it; if a call is free, it costs nothing."""
    alone = {"table__teams": "solo"}
    bids, won = ("nil", 4, 4, 4), (0, 4, 4, 5)
    side = charged(bids, won, wrong_call(NORTH), **alone)[0]
    assert reasons(side) == {"nil-failed": -100}
    assert side.lines[0].text == Message("{seat}'s nil forfeited", seat=NORTH)
    free = charged(bids, won, wrong_call(NORTH), enforcement__false_call="none", **alone)[0]
    assert reasons(free) == {"nil-made": 100}


def opened(seat: Seat, winner: Seat | None) -> Judgement:
    """Return a trick won by `winner` that was opened and contained no renege."""
    return Judgement("flip", seat, 1, upheld=False, winner=winner)


@pytest.mark.parametrize(
    ("won", "first", "second"),
    [
        ((3, 4, 3, 3), {"contract-set": -60}, {"contract-made": 60, "bags": 1}),
        ((5, 2, 6, 0), {"contract-made": 60, "bags": 2}, {"contract-set": -60}),
        ((5, 2, 4, 2), {"contract-made": 60}, {"contract-made": 60}),
        ((1, 9, 1, 2), {"contract-set": -60}, {"contract-made": 60, "bags": 5}),
    ],
)
def test_R5_confiscated_tricks_go_to_side_that_won_opened_trick(
    won: tuple[int, ...], first: dict[str, int], second: dict[str, int]
) -> None:
    """R5: it gets as many as its contract lacks, never as bags."""
    for winner in (EAST, None):
        breach = opened(NORTH, winner)
        sides = charged((3, 3, 3, 3), won, breach, enforcement__illegal_flip="confiscate")
        assert [reasons(side) for side in sides] == [first, second]


def test_R5_solo_confiscated_tricks_go_to_winner_of_opened_trick() -> None:
    """R5: a nil gets no tricks from it, but the nil of the player who opened the trick fails."""
    table = {"table__teams": "solo", "enforcement__illegal_flip": "confiscate"}
    bids, won = (4, 4, 4, 3), (4, 2, 4, 3)
    points = [side.points for side in charged(bids, won, opened(NORTH, EAST), **table)]
    assert points == [-40, 40, 40, 30]
    nils = charged(("nil", "nil", 6, 6), (0, 0, 6, 7), opened(NORTH, EAST), **table)
    assert [side.points for side in nils] == [-100, 100, 60, 61]


def test_R5_opened_trick_verdict_names_its_winner() -> None:
    """R5: the table knows whose trick it was."""
    honest = begin(cards="HA H2", enforcement__illegal_flip="confiscate")
    verdict = honest.apply(Flip(1), EAST).view(None).judgements[0]
    assert (verdict.upheld, verdict.accused, verdict.winner) == (False, None, NORTH)


def test_R6_renege_can_be_called_until_round_is_scored() -> None:
    """R6: even after the last trick, until everyone agrees."""
    game = begin()
    while game.phase == "play":
        game = one_trick(game)
    assert game.phase == "settle"
    assert Call(EAST, 1) in game.legal_actions(NORTH)
    assert reasons(settled(called(game))[1]) == {"contract-set": -60}


def test_R6_renege_call_can_expire_with_next_trick() -> None:
    """R6: after that it is too late."""
    game = begin(enforcement__call_until="next_trick")
    assert Call(EAST, 1) in game.legal_actions(NORTH)
    later = one_trick(game)
    assert refused(later, Call(EAST, 1), NORTH).code == "call/not-possible"
