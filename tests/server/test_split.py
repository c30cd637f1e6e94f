"""More people than one table holds."""

import pytest
from hypothesis import given
from hypothesis.strategies import integers

from spadille.table.rule_choice import splits


@pytest.mark.parametrize(
    ("people", "best"), [(7, (4, 3)), (8, (4, 4)), (9, (5, 4)), (12, (4, 4, 4)), (13, (5, 4, 4))]
)
def test_N19_seven_or_more_are_split_into_tables(people: int, best: tuple[int, ...]) -> None:
    assert splits(people)[0] == best


def test_N19_nine_may_also_play_at_three_tables() -> None:
    assert splits(9) == ((5, 4), (3, 3, 3))


@given(integers(3, 100))
def test_N19_split_seats_all_at_even_tables(people: int) -> None:
    ways = splits(people)
    assert ways
    assert len(set(ways)) == len(ways)
    for sizes in ways:
        assert sum(sizes) == people
        assert 3 <= min(sizes) <= max(sizes) <= 6
        assert max(sizes) - min(sizes) <= 1


def test_N19_too_few_people_are_not_split() -> None:
    assert splits(2) == ()
