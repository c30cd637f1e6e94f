"""Bots claim certain tricks if a claim cannot lose anything (P17)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from
from msgspec import structs

from spadille.bots import load
from spadille.bots.intermediate.intermediate import decide_claim
from spadille.bots.order import order_of
from spadille.game import (
    PACK,
    Claim,
    Game,
    Options,
    Play,
    Rules,
    SeatView,
    Trick,
    claim_holds,
    is_sure_of_rest,
    presets,
    put,
)
from support.bot_positions import ANY_LEAD, NORTH, position
from support.positions import BidLike, cards_of
from support.small_tables import careful_step, small_rules

HIGH = {NORTH: "AKQJT98.AK.AK.AK"}


@given(seed=integers(0, 10**6))
def test_sure_of_rest_matches_accepted_claims(seed: int) -> None:
    """This holds as long as the claim is judged by the claimant's knowledge."""
    random = Random(seed)
    game = Game.new(small_rules(random, play__claim_by="in_turn"))
    while game.phase not in {"score", "over"}:
        if game.phase == "play" and game.round is not None:
            view = game.view_to_act
            if game.rules.play.claim_proof == "claimant" and Claim() in view.options.aside:
                assert is_sure_of_rest(view) == claim_holds(game.round, view.seat)
        game = careful_step(game, random)


@given(name=sampled_from(sorted(presets())), seed=integers(0, 10**6))
def test_bot_claims_are_never_rejected_and_lose_no_points(name: str, seed: int) -> None:
    rules = presets()[name].rules
    if seed % 3 == 0:
        rules = rules.with_options({"play.claim_by": "in_turn"})
    bot = load("intermediate", seed)
    game = Game.new(rules, seed=seed)
    while not game.results and not game.over:
        action = bot.act(game.view_to_act)
        if action == Claim():
            check_claim(game)
        game = game.apply(action)


def check_claim(game: Game) -> None:
    view = game.view_to_act
    after = game.apply(Claim())
    assert after.results
    won = put(view.won, view.seat, view.won[view.seat] + len(view.hand or ()))
    assert after.results[-1].won == won
    if view.trick is None:
        assert after.results[-1].sides == played_out(game).results[-1].sides


def played_out(game: Game) -> Game:
    """Return the game after the claimant plays on from the top and the others play anything."""
    random = Random(1)
    claimant = game.to_act
    while not game.results:
        view = game.view_to_act
        cards = view.options.cards_to_play
        order = order_of(view.rules, trump=view.trump)
        card = random.choice(cards)
        if view.seat == claimant:
            card = max(cards, key=lambda card: (order.is_trump(card), order.level[card]))
        game = game.apply(Play(card))
    return game


def claims(view: SeatView) -> bool:
    return load("intermediate").act(view) == Claim()


@pytest.mark.parametrize("level", ["intermediate", "expert", "master"])
def test_intermediate_and_stronger_bots_claim_all_high_cards(level: str) -> None:
    view = position(HIGH, 12, 1, 1, 1, rules=ANY_LEAD)
    decision = load(level).decide(view)
    assert decision.action == Claim()
    assert "claim" in str(decision.reason)


def test_random_and_beginner_bots_do_not_claim() -> None:
    view = position(HIGH, 12, 1, 1, 1, rules=ANY_LEAD)
    for level in ("random", "beginner"):
        assert load(level).act(view) != Claim()


def last_two(mine: str, won: tuple[int, ...], *bids: BidLike, rules: Rules = ANY_LEAD) -> SeatView:
    """Return North's lead with two tricks left: H4 wins if HA is led first, or may lose."""
    view = position(HIGH, *bids, rules=rules)
    hand = cards_of(mine)
    unseen = cards_of("H5 C2 C3 C4 D2 D3")
    gone = [card for card in PACK if card not in (*hand, *unseen)]
    tricks = [Trick(NORTH, tuple(gone[at : at + 4]), NORTH) for at in range(0, 44, 4)]
    return structs.replace(
        view,
        hand=hand,
        hand_sizes=(2,) * 4,
        tricks=tuple(tricks),
        won=won,
        broken=True,
        options=Options(tuple(Play(card) for card in hand), aside=(Claim(),)),
    )


@pytest.mark.parametrize(
    ("hand", "won", "bids", "claimed"),
    [
        pytest.param("HA H4", (3, 3, 3, 2), (5, 2, 3, 2), True, id="both are needed"),
        pytest.param("HA H4", (3, 3, 3, 2), (2, 2, 3, 2), False, id="one may be left"),
        pytest.param("HA C5", (3, 3, 3, 2), (2, 2, 3, 2), True, id="both win in any case"),
        pytest.param("HA H4", (3, 0, 3, 5), (5, "nil", 3, 2), False, id="a nil may be broken"),
        pytest.param("HA C5", (3, 0, 3, 5), (5, "nil", 3, 2), True, id="it cannot be broken"),
        pytest.param("HA H4", (3, 4, 0, 4), (5, 3, "nil", 2), True, id="the partner's nil holds"),
        pytest.param("HA H4", (0, 4, 3, 4), ("nil", 3, 3, 2), False, id="the own nil may hold"),
    ],
)
def test_bot_claims_only_if_no_better_result_is_possible(
    hand: str, won: tuple[int, ...], bids: tuple[BidLike, ...], *, claimed: bool
) -> None:
    view = last_two(hand, won, *bids)
    assert is_sure_of_rest(view)
    assert (decide_claim(view) is not None) == claimed


def test_bot_does_not_claim_if_revokes_or_the_last_card_count() -> None:
    for options in ({"enforcement.mode": "honour"}, {"scoring.last_spade_bonus": 10}):
        view = last_two("HA H4", (3, 3, 3, 2), 5, 2, 3, 2, rules=ANY_LEAD.with_options(options))
        assert decide_claim(view) is None


def test_bot_plays_the_last_trick_without_a_claim() -> None:
    view = last_two("HA H4", (3, 3, 3, 2), 5, 2, 3, 2)
    one = structs.replace(view, hand=cards_of("HA"), hand_sizes=(1,) * 4)
    assert decide_claim(one) is None
