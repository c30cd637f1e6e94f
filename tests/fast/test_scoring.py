"""The compiled engine scores rounds like the engine, and ends games when it does."""

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
    """Return any bid at all, whether or not the rules allow it."""
    if rng.random() < 0.3:
        return Bid(0, nil=True, blind=rng.random() < 0.5)
    tricks = rng.choice([*range(rules.hand_size + 1), 5, 10, rules.hand_size])
    tricks = min(tricks, rules.hand_size)
    return Bid(tricks, blind=rng.random() < 0.3, mo=rng.choice(["", "", "little", "big"]))


def reasons(side: SideScore) -> set[str]:
    return {line.reason for line in side.lines}


def fates(sides: Sequence[SideScore]) -> list[int]:
    return [
        MADE if "contract-made" in said else SET if "contract-set" in said else 0
        for said in map(reasons, sides)
    ]


@settings(max_examples=6 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32))
def test_any_bids_and_tricks_are_scored_like_engine(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    code = code_of(rules)
    before = [
        Standing(rng.randint(-300, 500), rng.randint(0, 25), rng.randint(0, 4), rng.randint(0, 2))
        for _ in rules.sides
    ]
    favourite = rng.choice(rules.seats)
    winners = [
        favourite if rng.random() < 0.5 else rng.choice(rules.seats) for _ in range(rules.hand_size)
    ]
    won = [winners.count(seat) for seat in rules.seats]
    bids = [some_bid(rules, rng) for _ in rules.seats]
    if rng.random() < 0.5:  # a contract made exactly
        bids = [bid if bid.nil else Bid(won[seat]) for seat, bid in enumerate(bids)]
    number = rng.choice([1, 2])
    itself = number == 1 and rules.bidding.first_round_bids_itself
    if itself:
        bids = [Bid(tricks) for tricks in won]
    last = rng.choice(code.kinds)
    round: Any = np.zeros(1, ROUND).view(np.recarray)[0]
    round.bids[: rules.players] = [bid_number(bid) for bid in bids]
    round.won[: rules.players] = won
    round.winners[: len(winners)] = winners
    round.done = len(winners)
    round.number = number
    round.last = code.numbers[last]
    score = score_record(before)
    score_round(code.record, round, score)
    course = Course(tuple(map(Seat, winners)), last)
    made = (None,) * rules.players if itself else tuple(bids)
    sides = engine_scores(rules, before, made, tuple(won), course)
    assert score.points[: len(sides)].tolist() == [side.points for side in sides]
    assert score.overtricks[: len(sides)].tolist() == [side.overtricks for side in sides]
    assert score.total[: len(sides)].tolist() == [side.score for side in sides]
    assert score.bags[: len(sides)].tolist() == [side.bags for side in sides]
    assert score.sets[: len(sides)].tolist() == [side.sets for side in sides]
    assert score.sets_in_a_row[: len(sides)].tolist() == [side.sets_in_a_row for side in sides]
    assert score.taken[: len(sides)].tolist() == [side.taken for side in sides]
    took_all = ["all-tricks" in reasons(side) for side in sides]
    assert score.took_all[: len(sides)].tolist() == took_all
    assert score.contract[: len(sides)].tolist() == fates(sides)


@settings(max_examples=6 * settings().max_examples)
@given(every_rule_set(most_rounds=100), integers(0, 2**32))
def test_games_end_like_engine(rules: Rules, seed: int) -> None:
    """They are compared after each of several rounds, however unlikely the scores are in play."""
    rng = Random(seed)
    if rng.random() < 0.5:
        ends = rules.target is not None or rules.floor is not None
        sets = rng.choice([0, 2, 5] if ends else [2, 5])
        row = rng.choice([0, 1, 2]) if sets > 2 or ends else 0
        row = min(row, max(0, sets - 1)) if sets else row
        options = {"end.max_rounds": 0, "end.sets_to_lose": sets, "end.sets_in_a_row": row}
        rules = rules.with_options({**options, "end.nil_is_set": rng.random() < 0.5})
    if rng.random() < 0.5:
        rules = rules.with_options(
            {"end.first_round_minimum": rng.randint(1, min(13, rules.tricks))}
        )
    code = code_of(rules)
    first = rng.choice([1, 1, max(1, rules.end.max_rounds - 2), LAST_ROUND - 2])
    level = rng.choice([0, rules.target or 0, rules.floor or 0])
    steps = rng.choice([(0, 10), (-10, 0, 10, 10), (-200, 0)])
    score = score_record([Standing() for _ in rules.sides])
    standings = [Standing() for _ in rules.sides]
    played: list[tuple[SideScore, ...]] = []
    for number in range(first, min(first + 6, LAST_ROUND) + 1):
        totals = [level + rng.choice(steps) for _ in rules.sides]
        itself = number == 1 and rules.bidding.first_round_bids_itself
        sides = some_scores(rules, standings, totals, rng, itself=itself)
        standings = [side.standing for side in sides]
        played.append(sides)
        for side, fate in enumerate(fates(sides)):
            one = sides[side]
            score.total[side] = one.score
            score.contract[side] = fate
            score.sets[side] = one.sets
            score.sets_in_a_row[side] = one.sets_in_a_row
            score.taken[side] = one.taken
            boston = fate == MADE and one.contract == rules.tricks
            score.boston[side] = boston and not itself
            score.took_all[side] = "all-tricks" in reasons(one)
        expected = outcome(rules, number, played)
        found = winner(code.record, score, number)
        if expected is None:
            assert found == GOES_ON
            continue
        assert found == (DRAWN if expected.winner is None else expected.winner)
        break


def some_scores(
    rules: Rules,
    before: Sequence[Standing],
    totals: Sequence[int],
    rng: Random,
    *,
    itself: bool,
) -> tuple[SideScore, ...]:
    """Return the scores of a round in which one seat won all tricks, or the seats shared them.

    The totals are as given.
    """
    bids = tuple(
        None if itself else Bid(tricks, nil=tricks == 0 and rng.random() < 0.5)
        for tricks in rng.choices([0, 1, rules.hand_size], k=rules.players)
    )
    won = [0] * rules.players
    winners = rng.choice([[rng.choice(rules.seats)], rules.seats])
    for seat in rng.choices(winners, k=rules.tricks):
        won[seat] += 1
    sides = engine_scores(rules, before, bids, tuple(won))
    return tuple(
        structs.replace(side, score=total) for side, total in zip(sides, totals, strict=True)
    )
