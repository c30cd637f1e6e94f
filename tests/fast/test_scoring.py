"""Kernels score what was bid and won like the engine, and end games when it does."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis.strategies import integers
from msgspec import structs

from spadille.fast.code import bid_number, code_of
from spadille.fast.encoding import ROUND
from spadille.fast.game.ending import DRAWN, GOES_ON, winner
from spadille.fast.game.scoring import MADE, SET, score_round
from spadille.game import LAST_ROUND, Bid, Course, Rules, Seat, SideScore, Standing, outcome
from spadille.game import score_round as engine_scores
from support.strategies import every_rule_set
from support.twin_rounds import score_record


def some_bid(rules: Rules, rng: Random) -> Bid:
    """Any bid at all, whether the rules know it or not."""
    if rng.random() < 0.3:
        return Bid(0, nil=True, blind=rng.random() < 0.5)
    tricks = rng.choice([*range(rules.hand_size + 1), 5, 10, rules.hand_size])
    tricks = min(tricks, rules.hand_size)
    return Bid(tricks, blind=rng.random() < 0.3, mo=rng.choice(["", "", "little", "big"]))


def fates(sides: Sequence[SideScore]) -> list[int]:
    reasons = [{line.reason for line in side.lines} for side in sides]
    return [
        MADE if "contract-made" in said else SET if "contract-set" in said else 0
        for said in reasons
    ]


@settings(max_examples=6 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32))
def test_all_that_can_be_bid_and_won_scores_alike(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    code = code_of(rules)
    before = [Standing(rng.randint(-300, 500), rng.randint(0, 25)) for _ in rules.sides]
    favourite = rng.choice(rules.seats)
    winners = [
        favourite if rng.random() < 0.5 else rng.choice(rules.seats) for _ in range(rules.hand_size)
    ]
    won = [winners.count(seat) for seat in rules.seats]
    bids = [some_bid(rules, rng) for _ in rules.seats]
    if rng.random() < 0.5:  # a contract made exactly
        bids = [bid if bid.nil else Bid(won[seat]) for seat, bid in enumerate(bids)]
    last = rng.choice(code.kinds)
    round: Any = np.zeros(1, ROUND).view(np.recarray)[0]
    round.bids[: rules.players] = [bid_number(bid) for bid in bids]
    round.won[: rules.players] = won
    round.winners[: len(winners)] = winners
    round.done = len(winners)
    round.last = code.numbers[last]
    score = score_record(before)
    score_round(code.record, round, score)
    course = Course(tuple(map(Seat, winners)), last)
    sides = engine_scores(rules, before, tuple(bids), tuple(won), course)
    assert score.points[: len(sides)].tolist() == [side.points for side in sides]
    assert score.overtricks[: len(sides)].tolist() == [side.overtricks for side in sides]
    assert score.total[: len(sides)].tolist() == [side.score for side in sides]
    assert score.bags[: len(sides)].tolist() == [side.bags for side in sides]
    assert score.contract[: len(sides)].tolist() == fates(sides)


@settings(max_examples=6 * settings().max_examples)
@given(every_rule_set(most_rounds=100), integers(0, 2**32))
def test_games_end_alike(rules: Rules, seed: int) -> None:
    """Asked after each of some rounds, as unlikely as their scores may be in play."""
    rng = Random(seed)
    if rng.random() < 0.5:
        ends = rules.target is not None or rules.floor is not None
        sets = rng.choice([0, 2, 5] if ends else [2, 5])
        rules = rules.with_options({"end.max_rounds": 0, "end.sets_to_lose": sets})
    code = code_of(rules)
    first = rng.choice([1, 1, max(1, rules.end.max_rounds - 2), LAST_ROUND - 2])
    level = rng.choice([0, rules.target or 0, rules.floor or 0])
    steps = rng.choice([(0, 10), (-10, 0, 10, 10), (-200, 0)])
    score = score_record([Standing() for _ in rules.sides])
    played: list[tuple[SideScore, ...]] = []
    for number in range(first, min(first + 6, LAST_ROUND) + 1):
        totals = [level + rng.choice(steps) for _ in rules.sides]
        sides = tuple(some_score(rules, side, total, rng) for side, total in enumerate(totals))
        played.append(sides)
        for side, fate in enumerate(fates(sides)):
            score.total[side] = totals[side]
            score.contract[side] = fate
            score.sets[side] += fate == SET
            score.boston[side] = fate == MADE and sides[side].contract == rules.tricks
        expected = outcome(rules, number, played)
        found = winner(code.record, score, number)
        if expected is None:
            assert found == GOES_ON
            continue
        assert found == (DRAWN if expected.winner is None else expected.winner)
        break


def some_score(rules: Rules, side: int, total: int, rng: Random) -> SideScore:
    """The score of a side after a round in which one seat won all tricks, but for its total."""
    bids = tuple(Bid(rng.choice([0, 1, rules.hand_size])) for _ in rules.seats)
    won = [0] * rules.players
    won[rng.choice(rules.seats)] = rules.hand_size
    before = [Standing(rng.randint(-50, 50)) for _ in rules.sides]
    score = engine_scores(rules, before, bids, tuple(won))[side]
    return structs.replace(score, score=total)
