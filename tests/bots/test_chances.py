"""Chances that candidates report: contracts, nils, bags and the game; and the reasons in words."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import integers, one_of

from spadille.bots import Candidate, Decision, load
from spadille.bots.expert.compare import UNKNOWN, Outlook
from spadille.bots.expert.endings import endings_of, is_solvable, solve_deals
from spadille.bots.expert.expert import Expert
from spadille.bots.expert.position import Position, is_covered
from spadille.bots.expert.rollout import card_codes
from spadille.bots.heuristics.position import SUITS
from spadille.bots.order import order_of
from spadille.fast.solver import best_line
from spadille.game import (
    BLIND_NIL,
    NIL,
    PACK,
    Bid,
    Card,
    Game,
    Keep,
    Look,
    Message,
    NameDealer,
    Pass,
    Play,
    RoundResult,
    Rules,
    Seat,
    SeatView,
    Stack,
    Swap,
    preset,
    presets,
)
from spadille.locale import translate
from spadille.notation import parse_deal
from support.bot_positions import NORTH, SOUTH, position
from support.strategies import any_rules, every_rule_set

NODES = 200


def expert(view: SeatView, nodes: int = NODES, also: object = None) -> Decision:
    bot = load("expert", 1, nodes=nodes)
    assert isinstance(bot, Expert)
    return bot.weigh(view, also)  # type: ignore[arg-type]


def rounds(rules: Rules, seed: int, level: str = "beginner") -> Iterator[Game]:
    """Yield the positions in a round, and the moment after it."""
    bot = load(level, seed)
    game = Game.new(rules, seed=seed)
    while not game.over and not game.results:
        yield game
        game = game.apply(bot.act(game.view_to_act))
    yield game


def told_by_score(result: RoundResult) -> list[float]:
    """Return contracts by side, nils by seat and bags by side, as on the score sheet."""
    reasons = [{line.reason for line in side.lines} for side in result.sides]
    contracts = [
        np.nan if side.contract is None else float("contract-set" not in found)
        for side, found in zip(result.sides, reasons, strict=True)
    ]
    nils = [
        float(won == 0) if bid.nil else np.nan
        for bid, won in zip(result.bids, result.won, strict=True)
    ]
    return [*contracts, *nils, *(float(side.overtricks) for side in result.sides)]


@given(rules=one_of(any_rules(), every_rule_set()), seed=integers(0, 10**6))
def test_chances_at_round_end_match_the_score(rules: Rules, seed: int) -> None:
    if not is_covered(rules):
        return
    *during, after = rounds(rules, seed)
    views = [game.view_to_act for game in during if game.phase == "play"]
    if not views or not after.results or None in views[-1].bids:
        return
    result = after.results[0]
    tricks = np.array([[0.0, *result.won]])
    ends = Outlook(Position(views[-1])).of_results(tricks)[0, :-1]
    np.testing.assert_array_equal(ends, told_by_score(result))


@pytest.mark.parametrize("seed", range(8))
def test_chances_of_a_solved_ending_match_the_best_line(seed: int) -> None:
    rules = preset("standard" if seed % 2 else "puzzle-pirates").rules
    asked = 0
    for game in rounds(rules, seed, "intermediate"):
        if game.phase != "play" or game.round is None or len(game.view_to_act.hand or ()) > 4:
            continue
        view = game.view_to_act
        at_table = Position(view)
        if not is_solvable(at_table, 4):
            continue
        endings = endings_of(at_table)
        order = order_of(rules)
        hands = np.zeros((1, 4, SUITS), np.int64)
        for seat, hand in enumerate(game.round.hands):
            hands[0, seat] = order.mask(list(hand))
        cards = view.options.cards_to_play
        codes = card_codes(at_table, cards)
        values = solve_deals(at_table, endings.utility, hands, codes)
        outlook = Outlook(at_table)
        ends = endings.outcomes(outlook, values)[0]
        trick = view.trick
        line = best_line(
            game.round.hands,
            view.seat if trick is None else trick.leader,
            trick=() if trick is None else trick.cards,
            won=view.won,
            broken=view.broken,
            rules=rules,
            utility=endings.utility,
        )
        end = game
        for card in line:
            end = end.apply(Play(card))
        said = outlook.of_results(np.array([[0.0, *end.results[-1].won]]))[0]
        for found, true in zip(ends[cards.index(line[0])].tolist(), said.tolist(), strict=True):
            assert found in {UNKNOWN, true} or np.isnan(found)
            asked += found == true
    assert asked


def test_every_candidate_has_chances() -> None:
    view = position({NORTH: "AK2.QJ3.T98.7654"}, "nil", 3, 4, 3)
    for found in expert(view).candidates:
        chances = found.chances
        assert chances is not None
        assert found.unit == "points"
        (ours, theirs), (mine, *others) = chances.contracts, chances.nils
        assert others == [None] * 3
        for chance in (ours, theirs, mine, chances.win):
            assert chance is not None
            assert 0 <= chance <= 1
        assert all(bags is not None and bags >= 0 for bags in chances.bags)


def test_chance_to_make_a_bid_falls_with_its_size() -> None:
    found = expert(position({NORTH: "AKQ2.AK3.K84.Q62"}), nodes=800).candidates
    made = {}
    for each in found:
        assert isinstance(each.action, Bid)
        assert each.chances is not None
        made[each.action.tricks] = each.chances.contracts[0] or 0.0
    assert len(made) >= 2
    assert [made[bid] for bid in sorted(made)] == sorted(made.values(), reverse=True)
    nil = expert(position({NORTH: "32.5432.432.5432"}), nodes=400).candidates[0]
    assert nil.action == NIL
    assert nil.chances is not None
    holds = nil.chances.nils[NORTH]
    assert holds is not None
    assert holds > 0.5
    assert nil.chances.nils[1:] == (None,) * 3


def test_values_near_the_game_end_are_chances_to_win() -> None:
    view = position({NORTH: "AKQ2.A43.A32.432"}, 3, 3, 3, 3, before=((460, 0), (100, 0)))
    for found in expert(view).candidates:
        assert found.unit == "percent"
        assert found.chances is not None
        assert found.chances.win == pytest.approx(found.value / 100)


def test_requested_candidate_changes_nothing_else() -> None:
    view = position({NORTH: "AK2.QJ3.T98.7654"})
    usual = load("expert", 1, nodes=NODES).decide(view)
    asked = expert(view, also=Bid(9))
    assert asked.action == usual.action
    by_action = {found.action: found for found in asked.candidates}
    assert by_action[Bid(9)].value < by_action[asked.action].value - 30
    for found in usual.candidates:
        assert by_action[found.action].value == found.value


def test_equivalent_cards_have_equal_values() -> None:
    view = position({NORTH: "AKQ.432.AK.65432"}, 3, 3, 3, 3)
    for card in (Card.H2, Card.H3, Card.H4):
        found = {each.action: each for each in expert(view, also=Play(card)).candidates}
        low = [found[action] for action in found if str(action)[0] == "H"]
        assert Play(card) in found
        assert len({(each.value, each.chances) for each in low}) == 1


def test_dominated_card_is_evaluated_on_request() -> None:
    hands = {
        NORTH: "AKQ.AKQ.AKQ.AKQJ",
        SOUTH: "432.J5432.432.32",
    }
    view = position(hands, 3, 3, "nil", 3, plays="")
    assert view.seat == NORTH
    only = position({SOUTH: "65.T2.65432.5432"}, 3, 3, "nil", 3)
    assert only.seat == NORTH
    found = expert(view, also=Play(Card.CJ)).candidates
    assert Play(Card.CJ) in {each.action for each in found}


def pair_of(decision: Decision) -> tuple[Candidate, Candidate] | None:
    """Return the card or bid that was chosen and the one that it is compared to."""
    params = decision.reason.params
    best = decision.candidates[0]
    for other in decision.candidates[1:]:
        named = other.action.card if isinstance(other.action, Play) else _name(other.action)
        if str(params.get("other")) == str(named):
            return best, other
    return None


def _name(action: object) -> object:
    assert isinstance(action, Bid)
    return "nil" if action.nil else action.tricks


def _told(number: object) -> Any:
    return str(number) if isinstance(number, Message) else number


def numbers(found: Candidate, view: SeatView) -> set[object]:
    """Return every number that a sentence may give for a candidate, rounded as in the sentence."""
    assert found.chances is not None
    chances = found.chances
    mine = view.rules.side_of(view.seat)
    told: set[object] = set()
    for side, made in enumerate(chances.contracts):
        if made is not None:
            told.add(round(100 * (made if side == mine else 1 - made)))
    for seat, holds in enumerate(chances.nils):
        if holds is not None:
            ours = view.rules.side_of(seat) == mine
            told.add(round(100 * (holds if ours else 1 - holds)))
    told |= {f"{bags:.1f}" for bags in chances.bags if bags is not None}
    return told


@pytest.mark.parametrize("seed", range(6))
def test_reasons_never_contradict_the_chances(seed: int) -> None:
    """Every named chance matches the numbers, and is better for the chosen candidate."""
    rng = Random(seed)
    rules = preset(rng.choice(["standard", "puzzle-pirates", "solo", "open-hands"])).rules
    bots = [load("expert", f"{seed}/{seat:d}", nodes=120) for seat in rules.seats]
    game = Game.new(rules, seed=seed)
    explained = 0
    while not game.results:
        view = game.view_to_act
        decision = bots[view.seat].decide(view)
        game = game.apply(decision.action)
        params = decision.reason.params
        if "deals" not in params:
            continue
        best = decision.candidates[0]
        assert best.action == decision.action
        assert translate(decision.reason, "de") != str(decision.reason)
        pair = pair_of(decision)
        if pair is None:
            continue
        other = pair[1]
        if "m" in params:
            explained += 1
            ours, others = (_told(params[name]) for name in ("n", "m"))
            assert ours in numbers(best, view)
            assert others in numbers(other, view)
            fewer = isinstance(ours, str)
            assert (float(ours) < float(others)) if fewer else (ours > others)
        elif decision.reason.plural is not None:
            assert params["n"] == round(best.value - other.value) >= 1
    assert explained or game.results


@pytest.mark.parametrize("hand", ["432.5432.432.432", "T2.J532.J32.T432"])
def test_nil_reason_states_the_chance_found(hand: str) -> None:
    decision = expert(position({NORTH: hand}), nodes=40)
    best = decision.candidates[0]
    assert best.action == NIL == load("intermediate", 1).decide(position({NORTH: hand})).action
    assert best.chances is not None
    assert decision.reason.params["n"] == round(100 * (best.chances.nils[NORTH] or 0))


def test_every_preset_has_chances_or_none() -> None:
    for name in presets():
        game = Game.new(preset(name).rules, seed=3)
        bot = load("beginner", 1)
        while game.phase != "play":
            game = game.apply(bot.act(game.view_to_act))
        decision = expert(game.view_to_act, nodes=30)
        for found in decision.candidates:
            assert found.unit in {"points", "percent"}
            assert found.chances is None or len(found.chances.nils) == game.rules.players


def test_contract_beyond_all_tricks_is_evaluated() -> None:
    view = position({NORTH: "AK2.QJ3.T98.7654"}, 8, 3, 9, 3)
    assert expert(view).candidates


@pytest.mark.parametrize("name", ["standard", "open-hands", "solo", "mirror"])
def test_intermediate_shows_the_values_of_compared_bids(name: str) -> None:
    rules = preset(name).rules
    view = position({NORTH: "AK2.QJ3.T98.7654"}, rules=rules)
    decision = load("intermediate", 1).decide(view)
    best, *others = decision.candidates
    assert best.action == decision.action
    assert all(other.value <= best.value for other in others)
    unit = "points" if name == "open-hands" else "percent"
    for found in decision.candidates:
        assert found.unit == unit
        assert found.error is None
        assert found.chances is not None
        assert isinstance(found.action, Bid)
        told = found.chances.nils[NORTH] if found.action.nil else found.chances.contracts[0]
        assert told is not None
        assert 0 <= told <= 1
    if unit == "points":
        assert -200 < best.value < 200


def after_nil(game: Game) -> Game:
    """Return the game after the first bidder has bid nil, and the others tricks."""
    game = game.apply(NIL)
    while game.phase == "bidding":
        game = game.apply(Look() if Look() in game.legal_actions() else Bid(3))
    return game


EXCHANGED = {"exchange.nil_cards": 2, "nil.blind": False}
TO_DRAFT = ("keep_or_next_unseen", "keep_or_next", "pick_of_two")


@pytest.mark.parametrize("order", ["bidder_first", "together"])
def test_exchange_candidates_are_evaluated(order: str) -> None:
    game = after_nil(Game.new(Rules().with_options({**EXCHANGED, "exchange.order": order}), seed=3))
    high_first = Pass(tuple(sorted(game.view_to_act.hand or (), key=lambda card: card.id % 13))[:2])
    for also in (high_first, None):
        view = game.view_to_act
        found = expert(view, 600, also or Pass((view.hand or ())[:2]))
        giving = [one.action for one in found.candidates]
        assert found.action == giving[0]
        assert len(set(giving)) == len(giving) >= 3
        assert (Pass(()) in giving) is (also is not None)
        for one in found.candidates:
            assert isinstance(one.action, Pass)
            assert set(one.action.cards) <= set(view.hand or ())
            assert one.chances is not None
            (nil,) = [chance for chance in one.chances.nils if chance is not None]
            assert 0.0 <= nil <= 1.0
        assert expert(view, 600, also or Pass((view.hand or ())[:2])) == found
        game = game.apply(found.action)
        if also is not None:
            worth = {one.action: one.value for one in found.candidates}
            assert worth[found.action] > worth[high_first]  # low cards are safe
    assert game.phase == "play"


def test_nil_chance_rises_when_spades_are_passed() -> None:
    rules = Rules().with_options({**EXCHANGED, "deal.first_dealer": "random"})
    game = Game.new(rules).apply(NameDealer(Seat.WEST))
    deal = parse_deal("N:AK2.432.432.5432 QJT9.AKQ.AKQ.AKQ 876.JT9.JT9.JT98 543.8765.8765.76")
    view = after_nil(game.apply(deal)).view_to_act
    found = expert(view, 600, Pass((Card.C2, Card.C3)))
    assert found.action == Pass((Card.SA, Card.SK))
    nils = {one.action: one.chances.nils[0] for one in found.candidates if one.chances}
    assert (nils[found.action] or 0) > 0.5 > (nils[Pass((Card.C2, Card.C3))] or 0)
    assert (nils[Pass(())] or 0) == 0


@pytest.mark.parametrize("method", TO_DRAFT)
def test_draft_evaluates_both_choices(method: str) -> None:
    rules = preset("two-player").rules.with_options({"deal.method": method})
    for stop in (1, 20, 25):
        game = Game.new(rules, seed=1)
        picks = 0
        while picks < stop:
            view = game.view_to_act
            picks += isinstance(game.legal_actions().actions[0], Keep)
            game = game.apply(load("intermediate").act(view))
        while game.phase == "draft" and game.view_to_act.hand is None:
            game = game.apply(Look())
        if game.phase != "draft":
            continue
        found = expert(game.view_to_act, 400)
        assert {one.action for one in found.candidates} == {Keep("first"), Keep("next")}
        assert found.candidates[0].action == found.action
        assert all(one.chances is not None for one in found.candidates)


def test_draft_values_high_spade_as_a_trick() -> None:
    game = Game.new(
        preset("two-player").rules.with_options({"nil.blind": False, "exchange.swap_cards": 0})
    )
    rest = [card for card in PACK if card not in {Card.SA, Card.C2}]
    game = game.apply(NameDealer(Seat.EAST)).apply(Stack((Card.SA, Card.C2, *rest)))
    found = expert(game.view_to_act, 2000)
    assert found.action == Keep("first")
    (best, other) = found.candidates
    assert best.value - other.value > 2 * (other.doubt or 0)


def test_draft_before_bidding_has_no_nil_chances() -> None:
    """A choice cannot be judged by the few who would bid nil with such cards."""
    without = {"nil.blind": False, "exchange.swap_cards": 0}
    game = Game.new(preset("two-player").rules.with_options(without))
    rest = [card for card in PACK if card != Card.D3]
    game = game.apply(NameDealer(Seat.EAST)).apply(Stack((Card.D3, *rest)))
    found = expert(game.view_to_act, 2000)
    assert all(one.chances and one.chances.nils == (None, None) for one in found.candidates)


def to_swap(seed: int) -> SeatView:
    """Return a position after a draft in which a blind nil may swap cards."""
    game = Game.new(preset("two-player").rules, seed=seed)
    bidder = None
    while game.phase != "swap":
        view = game.view_to_act
        if view.hand is None and bidder is None:
            bidder = view.seat
            game = game.apply(BLIND_NIL)
        elif view.hand is None:
            game = game.apply(Look())
        else:
            game = game.apply(load("intermediate").act(view))
    return game.view_to_act


def test_swap_candidates_after_a_draft_are_evaluated() -> None:
    view = to_swap(1)
    assert view.hand is not None
    mine = Swap(view.hand[:1])
    found = expert(view, 1200, mine)
    swaps = [one.action for one in found.candidates]
    assert {Swap(()), mine} <= set(swaps)
    assert swaps[0] == found.action
    for one in found.candidates:
        assert one.chances is not None
        assert one.chances.nils[view.seat] is not None
    assert expert(view, 1200, mine) == found


def test_swap_candidate_of_the_player_changes_nothing_else() -> None:
    view = to_swap(6)
    alone = load("expert", 1, nodes=100)
    assert isinstance(alone, Expert)
    usual = alone.weigh(view)
    for cards in ((Card.S4,), (Card.HJ, Card.S4), (Card.S6, Card.CJ, Card.D4)):
        found = expert(view, 100, Swap(cards))
        assert found.action == usual.action
        assert {one.action for one in found.candidates} == {
            *(one.action for one in usual.candidates),
            Swap(cards),
        }


def test_blind_choice_candidates_have_values() -> None:
    rules = preset("standard").rules.with_options({"nil.blind_deficit": 0})
    view = Game.new(rules, seed=1).view_to_act
    assert view.hand is None
    found = expert(view)
    assert found.candidates[0].action == found.action == Look()
    blind = next(one for one in found.candidates if one.action == BLIND_NIL)
    assert blind.value < found.candidates[0].value
    assert blind.chances is not None
    assert 0 < (blind.chances.nils[view.seat] or 0) < 0.5
