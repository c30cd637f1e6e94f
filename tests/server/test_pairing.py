"""Tournament pairings: no pair meets twice, and none is left over."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spadille.server.features.contests.events import most_swiss_rounds
from spadille.server.features.contests.standings import (
    Meeting,
    each_against_each,
    first_of_two,
    knock_out,
    next_of_tree,
    swiss,
)


def everybody_once(meetings: tuple[Meeting, ...], count: int) -> bool:
    """Return True if everyone has one meeting, and at most one of these is a bye."""
    there = [one for meeting in meetings for one in meeting]
    return sorted(one for one in there if one is not None) == [*range(count)] and (
        there.count(None) == count % 2
    )


@pytest.mark.parametrize("count", [2, 3, 4, 7, 16, 33])
def test_round_robin_pairs_all_once_with_byes_if_odd(count: int) -> None:
    rounds = [each_against_each(count, round) for round in range(count - 1 + count % 2)]
    assert all(everybody_once(meetings, count) for meetings in rounds)
    met = Counter(frozenset(meeting) for meetings in rounds for meeting in meetings)
    pairs = {frozenset(pair) for pair in combinations(range(count), 2)}
    byes = {frozenset((one, None)) for one in range(count)} if count % 2 else set()
    assert met == Counter(pairs | byes)


@settings(max_examples=40)
@given(st.integers(2, 64), st.integers(0, 2**32))
def test_swiss_pairing_has_no_repeated_match_or_bye(count: int, seed: int) -> None:
    """This holds for all results and for as many rounds as are allowed."""
    rng, met = Random(seed), set[frozenset[int | None]]()
    for _ in range(most_swiss_rounds(count)):
        order = rng.sample(range(count), count)
        meetings = swiss(order, met)
        assert everybody_once(meetings, count)
        new = {frozenset(meeting) for meeting in meetings}
        assert len(new) == len(meetings)
        assert not new & met
        met |= new


def test_swiss_pairing_matches_neighbors_that_have_not_met() -> None:
    assert swiss([2, 0, 3, 1], set()) == ((2, 0), (3, 1))
    assert swiss([2, 0, 3, 1], {frozenset((0, 2))}) == ((2, 3), (0, 1))
    assert swiss([2, 0, 1], {frozenset((1, None))}) == ((2, 1), (0, None))
    both = {frozenset((0, 1)), frozenset((0, 2))}
    assert swiss([0, 1, 2, 3], both) == ((0, 3), (1, 2))


@pytest.mark.parametrize("count", [2, 3, 5, 8, 32, 33])
def test_knockout_pairing_separates_top_two_and_gives_them_byes(count: int) -> None:
    meetings = knock_out(count)
    byes = {first for first, second in meetings if second is None}
    assert byes == set(range(2 * len(meetings) - count))
    while len(meetings) > 1:
        better = [min(one for one in meeting if one is not None) for meeting in meetings]
        meetings = next_of_tree(better)
    assert meetings == ((0, 1),)


def test_pairing_puts_pair_less_often_first_in_front() -> None:
    assert first_of_two((3, 5), {3: 1}) == (5, 3)
    assert first_of_two((3, 5), {3: 1, 5: 1}) == (3, 5)
    assert first_of_two((3, None), {3: 1}) == (3, None)
