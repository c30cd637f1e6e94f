"""The optimizer for the networks."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]


class Adam:
    """Adam with weight decay; it changes the parameters in place."""

    def __init__(self, numbers: Sequence[Numbers], decay: float) -> None:
        self._numbers, self._decay = numbers, decay
        self._mean = [np.zeros_like(number) for number in numbers]
        self._square = [np.zeros_like(number) for number in numbers]
        self.steps = 0

    def step(self, gradients: Sequence[Numbers], rate: float) -> None:
        self.steps += 1
        first, second = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for at, by in enumerate(gradients):
            mean, square, number = self._mean[at], self._square[at], self._numbers[at]
            mean += 0.1 * (by - mean)
            square += 0.001 * (by * by - square)
            step = mean / first / (np.sqrt(square / second) + 1e-8)
            number -= rate * (step + self._decay * number)
