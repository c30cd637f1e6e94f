"""Sampled deals fit their constraints, and each one that fits is as likely as any other."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import DataObject, data, integers, lists

from spadille.fast.worlds import TooManyError, Worlds, resample

ENDINGS: list[tuple[list[int], list[int]]] = [
    ([0b111] * 6, [2, 2, 2]),
    ([0b111, 0b111, 0b110, 0b110, 0b101, 0b011, 0b011, 0b001], [3, 3, 2]),
    ([0b011, 0b011, 0b110, 0b110, 0b110, 0b101], [1, 2, 3]),
    ([0b1111, 0b1011, 0b1011, 0b0110, 0b1110, 0b1101, 0b0111], [2, 2, 2, 1]),
    ([0b10, 0b01, 0b11], [1, 2]),
]


def all_deals(places: list[int], room: list[int]) -> list[tuple[int, ...]]:
    """Return every way to distribute the cards, by trying them all one after another."""
    if not places:
        return [] if any(room) else [()]
    fitting = [place for place, left in enumerate(room) if left and places[0] >> place & 1]
    return [
        (place, *rest)
        for place in fitting
        for rest in all_deals(places[1:], [left - (i == place) for i, left in enumerate(room)])
    ]


@pytest.mark.parametrize(("places", "room"), ENDINGS)
def test_sample_draws_every_fitting_deal_equally_often(places: list[int], room: list[int]) -> None:
    deals = all_deals(places, room)
    worlds = Worlds(places, room)
    assert worlds.count == len(deals)
    expected = 400
    sample = worlds.sample(expected * len(deals), seed=5)
    found = Counter(map(tuple, sample.tolist()))
    assert set(found) <= set(deals)
    freedom = len(deals) - 1
    chi_square = sum((found[deal] - expected) ** 2 / expected for deal in deals)
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 1e-9


@given(data())
def test_worlds_count_equals_number_of_all_deals(data: DataObject) -> None:
    draw = data.draw
    room = draw(lists(integers(0, 3), min_size=1, max_size=4))
    most = (1 << len(room)) - 1
    places = draw(lists(integers(1, most), min_size=sum(room), max_size=sum(room)))
    deals = all_deals(places, room)
    worlds = Worlds(places, room)
    assert worlds.count == len(deals)
    if deals:
        assert {tuple(deal) for deal in worlds.sample(20, seed=1).tolist()} <= set(deals)
    else:
        with pytest.raises(ValueError, match="no deal fits"):
            worlds.sample(1, seed=1)


def test_sample_same_seed_gives_same_deals() -> None:
    worlds = Worlds([0b111] * 30 + [0b110] * 9, [13, 13, 13])
    assert (worlds.sample(5, seed=1) == worlds.sample(5, seed=1)).all()
    assert (worlds.sample(5, seed=1) != worlds.sample(5, seed=2)).any()


def test_worlds_reject_cards_that_do_not_fill_room() -> None:
    with pytest.raises(ValueError, match="3 cards do not fill room for 4"):
        Worlds([1, 1, 1], [4])


def test_worlds_reject_too_many_groups() -> None:
    with pytest.raises(TooManyError):
        Worlds([1 + place for place in range(30)], [15, 15, 0, 0, 0])


def test_resample_follows_weights() -> None:
    weights = np.array([0.0, 1.0, 3.0])
    assert Counter(resample(weights, 400, seed=1).tolist()) == {1: 100, 2: 300}
    assert resample(np.zeros(3), 4, seed=1).tolist() == [0, 1, 2, 0]
