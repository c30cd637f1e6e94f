"""The coach: its advice, its marks, and its fairness about cards that a player could not know."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec import structs

from review_endings import is_best, random_ending
from spadille.bots import Candidate, Decision, load
from spadille.game import (
    BLIND_NIL,
    NIL,
    PACK,
    RANKS,
    Bid,
    Claim,
    Deal,
    Event,
    Game,
    IllegalActionError,
    Look,
    Message,
    Pass,
    Play,
    PlayerAction,
    Record,
    Rules,
    Seat,
    SpadesError,
    Swap,
)
from spadille.notation import format_record
from spadille.study import (
    LIMITS,
    MARKS,
    Losses,
    Reviewed,
    accuracy,
    advise,
    losses_of,
    luck_of,
    mark_of,
    review,
    summaries,
)
from spadille.study.advice import counsel
from support.any_position import table
from support.positions import BidLike

RULES = Rules().with_options({"nil.blind": False})
"""Bids that follow a blind one are not tried on sampled deals."""


def played(levels: Sequence[str], seed: str, rules: Rules = RULES) -> Record:
    """Return the record of a round between bots."""
    game = Game.new(rules, seed=seed)
    bots = [load(level, seed=f"{seed}/{seat}") for seat, level in enumerate(levels)]
    while not game.results:
        assert game.to_act is not None
        game = game.apply(bots[game.to_act].act(game.view_to_act))
    return game.record()


@pytest.fixture(scope="module")
def record() -> Record:
    return played(("random", "beginner", "intermediate", "random"), "reviewed")


@pytest.fixture(scope="module")
def decisions(record: Record) -> list[Reviewed]:
    return list(review(record, nodes=60))


def test_review_judges_every_weighable_choice(record: Record, decisions: list[Reviewed]) -> None:
    game = Game.new(record.rules)
    choices = []
    for number, event in enumerate(record.events):
        seat = event.seat
        weighed = isinstance(event.action, (Bid, Play))
        if seat is not None and weighed and len(game.options(seat).actions) > 1:
            choices.append(number)
        game = game.apply(event.action, event.seat)
    assert [one.event for one in decisions] == choices
    for one in decisions:
        assert one.action == record.events[one.event].action
        assert one.loss >= 0
        assert one.mark in MARKS
        best = one.candidates[0]
        chosen = next(each for each in one.candidates if each.action == one.action)
        assert one.best == best.action
        assert one.mark == mark_of(one.loss, chosen.doubt or 0.0, one.unit)
        assert best.chances is not None
        assert chosen.chances is not None
        assert one.win == (best.chances.win, chosen.chances.win)
        assert all(win is None or 0 <= win <= 1 for win in one.win)
        assert one.seen_loss is None or one.seen_loss >= 0


def place_at(preset: str, phase: str) -> Game:
    """Return the first position in a phase; the first bidder bids nil after seeing the cards."""
    game = Game.new(Rules.preset(preset), seed="judged")
    beginner = load("beginner")
    while game.phase != phase:
        view = game.view_to_act
        nil = NIL in view.options and not any(view.bids)
        game = game.apply(NIL if nil else beginner.act(view))
    return game.apply(Look()) if phase == "draft" else game


@pytest.mark.parametrize(
    ("preset", "phase", "word", "area"),
    [
        ("standard", "bidding", "blind", "bidding"),
        ("hoyle", "exchange", "pass", "exchange"),
        ("two-player", "draft", "keep", "exchange"),
    ],
)
def test_review_judges_looks_drafts_swaps_and_exchanges(
    preset: str, phase: str, word: str, area: str
) -> None:
    game = place_at(preset, phase)
    worst = advise(game.view_to_act, nodes=24).candidates[-1].action
    before = len(game.events)
    (judged,) = review(game.apply(worst).record(), first=before, nodes=24)
    assert str(worst).startswith(word)
    assert (judged.event, judged.action, judged.area) == (before, worst, area)
    assert judged.loss > 0
    assert judged.seen_loss is None
    assert judged.offered == game.view_to_act.offered
    assert bool(judged.offered) == (phase == "draft")


def judged_at(game: Game, action: PlayerAction) -> Reviewed:
    """Return the judgment of an action, which comes next in that game."""
    (judged,) = review(game.apply(action).record(), first=len(game.events), nodes=4)
    assert (judged.event, judged.action) == (len(game.events), action)
    return judged


def test_review_judges_look_only_if_blind_bid_was_better() -> None:
    game = place_at("standard", "bidding")
    assert not list(review(game.apply(Look()).record()))
    behind = table({"end.start_scores": [320, 470]}, {})
    assert judged_at(behind, Look()).best == BLIND_NIL
    assert judged_at(behind, Look()).loss > 0


def test_review_values_open_bid_after_blind_bid_by_hand() -> None:
    game = table({"nil.blind_deficit": 0}, {}).apply(BLIND_NIL).apply(Look())
    counted = load("intermediate").decide(game.view_to_act).candidates
    assert counted
    assert judged_at(game, Bid(3)).candidates == counted


def test_review_counts_blind_bid_before_draft_as_bidding() -> None:
    game = Game.new(Rules.preset("two-player"), seed="judged")
    while game.phase != "draft":
        game = game.apply(load("beginner").act(game.view_to_act))
    assert judged_at(game, BLIND_NIL).area == "bidding"


def test_review_ignores_order_of_swapped_cards() -> None:
    game = Game.new(Rules.preset("two-player"), seed="swap0")
    while game.phase != "swap":
        bids = game.legal_actions()
        blind = BLIND_NIL in bids
        game = game.apply(BLIND_NIL if blind else load("beginner").act(game.view_to_act))
    swap = advise(game.view_to_act, nodes=4).action
    assert isinstance(swap, Swap)
    assert len(swap.cards) > 1
    judged = judged_at(game, Swap(swap.cards[::-1]))
    assert (judged.area, judged.best, judged.loss) == ("exchange", swap, 0.0)


SUITS = {
    Seat.NORTH: ".AKQJT98765432..",
    Seat.EAST: "A..AKQJT9876543.",
    Seat.SOUTH: "...AKQJT98765432",
    Seat.WEST: "KQJT98765432..2.",
}
"""Each hand has one suit, except for two cards that let West take the first trick."""


@pytest.mark.parametrize(
    ("bids", "plays", "area"),
    [
        (("nil", 3, 3, 3), "", "own-nil"),
        (("nil", 3, "nil", 3), "", "own-nil"),
        ((3, 3, "nil", 3), "", "covering"),
        ((3, "nil", "nil", 3), "", "covering"),
        ((3, "nil", 3, 3), "", "attacking"),
        ((3, 3, 3, 3), "", "tricks"),
        ((3, 1, 3, 1), "H2 D3 C2 S2", "tricks"),
        ((3, 1, 3, 1), "H2 D3 C2 S2 D2 H3 DA C3", "bags"),
        ((3, 1, 3, "nil"), "H2 D3 C2 S2", "tricks"),
        ((3, "nil", 3, "nil"), "H2 D3 C2 S2", "covering"),
        ((3, "nil", 3, "nil"), "H2 D3 C2 S2 SK H3 SA C3", "tricks"),
    ],
)
def test_review_area_is_gravest_subject(bids: tuple[BidLike, ...], plays: str, area: str) -> None:
    """A failed nil no longer matters, and its tricks are not those of a contract."""
    game = table({"nil.blind": False}, SUITS, *bids, plays=plays)
    assert judged_at(game, game.legal_actions().actions[0]).area == area


def test_review_skips_cards_it_cannot_weigh() -> None:
    rules = RULES.with_options({"deck.aces": "declared"})
    assert all(isinstance(one.action, Bid) for one in review(played(["random"] * 4, "aces", rules)))


def test_review_action_worth_more_than_advice_loses_nothing() -> None:
    game = place_at("hoyle", "exchange")
    best, *others = advise(game.view_to_act, nodes=4).candidates
    more = next(one for one in others if one.value > best.value)
    assert (judged_at(game, more.action).loss, judged_at(game, more.action).mark) == (0.0, "best")


def test_R1_review_does_not_judge_revoke() -> None:
    game = Game.new(RULES.with_options({"enforcement.mode": "honour"}), seed="reviewed")
    while not game.view_to_act.options.tolerated or len(game.view_to_act.tricks) < 8:
        game = game.apply(load("beginner").act(game.view_to_act))
    legal, revoke = game.legal_actions().actions[0], game.view_to_act.options.tolerated[0]
    assert judged_at(game, legal).seen_loss is not None
    revoked = game.apply(revoke).record()
    assert [*review(revoked, first=len(revoked.events) - 1)] == []


def test_review_of_illegal_action_raises_error() -> None:
    game = Game.new(RULES, seed="reviewed")
    view = game.view_to_act
    while view.phase != "play":
        game = game.apply(load("beginner").act(view))
        view = game.view_to_act
    strange = next(card for card in PACK if card not in (view.hand or ()))
    events = (*game.record().events, Event(view.seat, Play(strange)))
    found = review(structs.replace(game.record(), events=events), first=len(events) - 1)
    with pytest.raises(IllegalActionError):
        next(found)


def test_counsel_costs_are_differences_to_best() -> None:
    """They are points, two of which are a percent of the game, or nothing if due to chance."""
    candidates = (
        Candidate(Bid(3), 7.0, None),
        Candidate(Bid(4), 2.0, None),
        Candidate(Bid(5), 1.0, None, doubt=3.0),
        Candidate(Bid(6), 1.0, None, doubt=4.0),
    )
    weighed = Decision(Bid(3), Message("so"), candidates)
    assert counsel(weighed).costs == (0.0, 5.0, 6.0, 0.0)
    percent = tuple(structs.replace(one, unit="percent") for one in candidates)
    assert counsel(structs.replace(weighed, candidates=percent)).costs == (0.0, 10.0, 12.0, 0.0)


def test_advice_depends_on_seed_and_weighs_requested_action() -> None:
    view = Game.new(RULES, seed="weighed").view_to_act
    advice = advise(view, nodes=20)
    assert advise(view, nodes=20, seed=1).candidates != advice.candidates
    also = Bid(13)
    assert also not in {one.action for one in advice.candidates}
    assert also in {one.action for one in advise(view, nodes=20, also=also).candidates}


def test_E14_review_does_not_judge_opening_tricks() -> None:
    rules = {"bidding.opening_tricks": True, "nil.blind": False}
    game = table(rules, {Seat.NORTH: "AKQJT98.AKQ.AK.A3"}, preset="three-player")
    weighed = [one.action for one in advise(game.view_to_act).candidates]
    assert weighed
    assert not any(isinstance(bid, Bid) and bid.mo for bid in weighed)
    assert not list(review(game.apply(Bid(12, mo="little")).record()))


def test_review_ignores_order_of_passed_cards() -> None:
    game = place_at("hoyle", "exchange")
    given = advise(game.view_to_act, nodes=4).action
    assert isinstance(given, Pass)
    turned = Pass(given.cards[::-1])
    (judged,) = review(game.apply(turned).record(), first=len(game.events), nodes=4)
    assert (judged.action, judged.loss, judged.mark) == (turned, 0.0, "best")


def test_review_same_seed_gives_same_result(record: Record, decisions: list[Reviewed]) -> None:
    assert list(review(record, nodes=60)) == decisions
    assert list(review(record, nodes=60, seats=[Seat.EAST])) == [
        one for one in decisions if one.seat == Seat.EAST
    ]


def test_review_does_not_depend_on_unknown_cards(record: Record) -> None:
    """Two games that differ only in unseen cards get the same marks until the cards are seen."""
    deal = next(event.action for event in record.events if isinstance(event.action, Deal))
    first = next(n for n, event in enumerate(record.events) if isinstance(event.action, Play))
    judge = Seat.SOUTH
    game = Game.new(record.rules)
    for event in record.events[:first]:
        game = game.apply(event.action, event.seat)
    while game.to_act != judge:
        assert game.to_act is not None
        game = game.apply(game.options(game.to_act).actions[0])
    known = game.record()
    shown = {event.action.card for event in known.events if isinstance(event.action, Play)}
    others = [seat for seat in record.rules.seats if seat != judge]
    rng = Random(3)
    compared = 0
    for _ in range(20):
        hidden = [card for seat in others for card in deal.hands[seat] if card not in shown]
        rng.shuffle(hidden)
        hands = list(deal.hands)
        for seat in others:
            kept = [card for card in deal.hands[seat] if card in shown]
            hands[seat] = tuple(sorted(kept + [hidden.pop() for _ in range(13 - len(kept))]))
        other = Game.new(record.rules)
        try:
            for event in known.events:
                action = Deal(tuple(hands)) if isinstance(event.action, Deal) else event.action
                other = other.apply(action, event.seat)
        except IllegalActionError:
            continue  # a player would have revoked with these cards
        action = game.options(judge).actions[-1]
        told = [
            list(review(same.apply(action).record(), seats=[judge], nodes=60))
            for same in (game, other)
        ]
        for one, twin in zip(*told, strict=True):
            assert (one.loss, one.mark, one.best, one.candidates) == (
                twin.loss, twin.mark, twin.best, twin.candidates,
            )  # fmt: skip
        compared += len(told[0])
    assert compared


def test_review_reason_compares_best_with_action(decisions: list[Reviewed]) -> None:
    compared = 0
    for one in decisions:
        other = one.reason.params.get("other")
        if other is None or one.loss < 1 or not isinstance(one.action, Play | Bid):
            continue
        compared += 1
        if isinstance(one.action, Play):
            assert other == one.action.card
        else:
            assert str(other) == str(one.action)
    assert compared > 3


def test_review_worse_players_lose_more() -> None:
    losses = {
        level: [
            one.loss
            for seed in range(2)
            for one in review(played((level,) * 4, f"worse/{seed}"), nodes=30)
            if one.unit == "points"
        ]
        for level in ("random", "intermediate")
    }
    means = {level: sum(lost) / len(lost) for level, lost in losses.items()}
    assert means["random"] > 2 * means["intermediate"]


def test_review_with_open_hands_equals_exact_solution() -> None:
    """Hands of four cards that everyone sees, played at random."""
    kept = {card for card in PACK if card.rank >= RANKS.index("J")}
    rules = RULES.with_options(
        {"deal.face_up": 4, "deck.removed": [str(card) for card in PACK if card not in kept]}
    )
    checked = 0
    for seed in range(12):
        for one in review(played(("random",) * 4, f"open/{seed}", rules), nodes=20):
            if one.trick > 1:
                assert one.seen_loss == pytest.approx(one.loss, abs=0.02)
                checked += 1
    assert checked > 40


def test_best_action_of_known_ending_is_exact() -> None:
    """A sample; `benchmarks/review_endings.py` checks a thousand."""
    endings = [random_ending(Random(f"sample/{number}")) for number in range(24)]
    assert all(is_best(ending) for ending in endings if ending)
    assert sum(ending is not None for ending in endings) >= 20


def test_advice_weighs_all_cards_if_claim_is_possible() -> None:
    ending = random_ending(Random("endings/39"))
    assert ending is not None
    view = ending.game.view_to_act
    advice = advise(view, every=True)
    assert isinstance(advice.action, Claim)
    assert {one.action for one in advice.candidates} == set(view.options.actions)


def test_mark_of_grows_with_loss_unless_within_doubt() -> None:
    for unit, limits in LIMITS.items():
        assert list(limits) == sorted(limits)
        losses = (0.0, *limits)
        assert tuple(mark_of(loss, 0.0, unit) for loss in losses) == MARKS
        assert mark_of(limits[-1], limits[-1] * 0.51, unit) == "fine"
        assert mark_of(limits[-1], limits[-1] * 0.5, unit) == "blunder"
        assert mark_of(0.0, limits[-1], unit) == "best"


def test_accuracy_without_loss_is_100_and_falls_with_loss() -> None:
    assert accuracy([]) is None
    assert accuracy([(0.0, "points"), (0.0, "percent")]) == 100
    assert accuracy([(10.0, "points")]) == pytest.approx(36.8, abs=0.05)
    assert accuracy([(0.0, "points"), (10.0, "percent")]) == pytest.approx(36.8, abs=0.05)


def test_summaries_add_up(decisions: list[Reviewed]) -> None:
    totals = summaries(decisions)
    assert [total.seat for total in totals] == sorted({one.seat for one in decisions})
    for total in totals:
        own = [one for one in decisions if one.seat == total.seat]
        assert total.decisions == len(own) == sum(total.marks.values())
        lost = sum(loss for sums in total.lost.values() for loss in sums.values())
        assert lost == pytest.approx(sum(one.loss for one in own))
        assert len(total.worst) <= 3


def test_losses_of_several_games_give_one_accuracy(decisions: list[Reviewed]) -> None:
    totals = summaries(decisions)
    losses = losses_of(totals, Rules().seats)
    for total, lost in zip(totals, losses, strict=True):
        assert lost.decisions == total.decisions
        assert total.accuracy == pytest.approx(
            accuracy([(lost.cost / lost.decisions, "points")]), abs=0.01
        )
    assert losses_of(totals[1:], Rules().seats)[0] == Losses()


def test_luck_compares_with_ordinary_players(record: Record) -> None:
    (luck,) = luck_of(record)
    assert luck.round == 1
    assert luck.usual is not None
    same = played(("intermediate",) * 4, "reviewed")
    assert luck_of(same)[0].made != luck.made
    assert len(luck.made) == len(luck.usual) == 2


@pytest.mark.parametrize(
    "rules", [Rules.preset("two-player"), RULES.with_options({"deal.cut": "offered"})]
)
def test_luck_after_draft_or_cut_has_no_usual_result(rules: Rules) -> None:
    (luck,) = luck_of(played(("random",) * rules.players, "drafted", rules))
    assert luck.usual is None


def test_review_of_old_record_without_looks_gives_same_result() -> None:
    rules = Rules().with_options({"nil.blind_deficit": 0})
    record = played(("intermediate",) * 4, "older", rules)
    kept = tuple(event for event in record.events if event.action != Look())
    older = structs.replace(record, events=kept)
    assert len(older.events) == len(record.events) - 4
    judged = [one for one in review(record, nodes=20) if one.action != Look()]
    assert sum(one.area == "bidding" for one in judged) == 4
    again = [(one.action, one.loss) for one in review(older, nodes=20)]
    assert again == [(one.action, one.loss) for one in judged]
    assert luck_of(older) == luck_of(record)
    comments = [line for line in format_record(older).splitlines() if line.startswith("#")]
    assert comments == [line for line in format_record(record).splitlines() if line[:1] == "#"]


@pytest.mark.parametrize("nodes", [0, -1])
def test_advise_and_review_reject_invalid_nodes(nodes: int, record: Record) -> None:
    told = f"nodes of expert cannot be {nodes}: "
    with pytest.raises(SpadesError, match=told):
        advise(Game.new(RULES, seed=7).view_to_act, nodes=nodes)
    with pytest.raises(SpadesError, match=told):
        list(review(record, nodes=nodes))


@pytest.mark.parametrize("preset", ["standard", "two-player", "puzzle-pirates", "jokers", "whiz"])
def test_advise_gives_advice_for_every_decision(preset: str) -> None:
    """This includes decisions that are not weighed: drafts, exchanges, kitties and looking."""
    game = Game.new(Rules.preset(preset), seed=f"advice/{preset}")
    while not game.results:
        view = game.view_to_act
        advice = advise(view, nodes=20)
        assert advice.action in view.options
        assert str(advice.reason)
        game = game.apply(advice.action)
