"""Sums of rows, compared with NumPy's."""

import numpy as np
import pytest

from spadille.fast.vectors import add_positive_rows, add_rows, dot_positive


@pytest.mark.parametrize("width", [32, 64, 96, 160])
@pytest.mark.parametrize("height", [1, 7, 8, 20, 63, 64, 65, 98, 130])
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_sums_of_rows_agree_with_numpy(width: int, height: int, share: float) -> None:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(height, width)).astype(np.float32)
    start = rng.normal(size=width).astype(np.float32)
    numbers = rng.normal(size=height + 17).astype(np.float32)  # those beyond the rows do not count
    numbers[:height][rng.random(height) >= share] = 0.0
    counted = numbers[:height]
    sums = np.empty(width, np.float32)
    add_rows(sums, start, rows, numbers)
    np.testing.assert_allclose(sums, start + counted @ rows, rtol=0, atol=1e-4)
    add_positive_rows(sums, start, rows, numbers)
    np.testing.assert_allclose(sums, start + counted.clip(0.0) @ rows, rtol=0, atol=1e-4)


@pytest.mark.parametrize("width", [8, 32, 64])
def test_dot_product_of_positive_numbers_agrees_with_numpy(width: int) -> None:
    rng = np.random.default_rng(2)
    numbers, factors = rng.normal(size=(2, width)).astype(np.float32)
    assert dot_positive(numbers, factors) == pytest.approx(numbers.clip(0.0) @ factors, abs=1e-5)


def test_sums_may_replace_their_start() -> None:
    rows = np.eye(64, dtype=np.float32)
    sums = np.zeros(64, np.float32)
    for count in range(1, 4):
        add_rows(sums, sums, rows, np.ones(64, np.float32))
        assert sums.tolist() == [float(count)] * 64
