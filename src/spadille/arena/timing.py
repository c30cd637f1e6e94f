"""How long decisions take, in little space however many there are."""

from collections import Counter
from math import floor, log

from msgspec import Struct, field

_STEP = 1.01
"""The ratio of neighbouring classes: percentiles are exact to one part in a hundred."""

_SHORTEST = 1e-9


class Times(Struct):
    """A histogram of seconds with classes of equal ratio, and the longest time as it is."""

    classes: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        self.classes[floor(log(max(seconds, _SHORTEST)) / log(_STEP))] += 1
        self.longest = max(self.longest, seconds)

    def merge(self, other: "Times") -> None:
        self.classes.update(other.classes)
        self.longest = max(self.longest, other.longest)

    def quantile(self, share: float) -> float:
        """The seconds that this share of all decisions took at most; 0 where there were none."""
        wanted = share * self.classes.total()
        for class_ in sorted(self.classes):
            wanted -= self.classes[class_]
            if wanted <= 0:
                middle: float = _STEP ** (class_ + 0.5)
                return min(middle, self.longest)
        return self.longest
