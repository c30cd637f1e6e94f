"""What a seat may do: single actions, and choices of cards too many to list one by one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Literal

from msgspec import Struct

from .actions import Pass, PlayerAction, Swap
from .cards import Card


class Choose(Struct, frozen=True):
    """Any cards of `cards`, as many as one of `sizes`, to pass or to swap."""

    purpose: Literal["pass", "swap"]
    cards: tuple[Card, ...]
    sizes: tuple[int, ...]


class Options(Struct, frozen=True):
    """The legal actions of one seat; iterates over all of them, `in` tests one."""

    actions: tuple[PlayerAction, ...] = ()
    choose: Choose | None = None

    def __iter__(self) -> Iterator[PlayerAction]:
        yield from self.actions
        if self.choose:
            kind = Pass if self.choose.purpose == "pass" else Swap
            for size in self.choose.sizes:
                for cards in combinations(self.choose.cards, size):
                    yield kind(cards)

    def __len__(self) -> int:
        count = len(self.actions)
        if self.choose:
            count += sum(comb(len(self.choose.cards), size) for size in self.choose.sizes)
        return count

    def __contains__(self, action: object) -> bool:
        match action, self.choose:
            case (Pass(cards=cards), Choose(purpose="pass") as choose) | (
                Swap(cards=cards),
                Choose(purpose="swap") as choose,
            ):
                return len(cards) in choose.sizes and Counter(cards) <= Counter(choose.cards)
        return action in self.actions


NONE = Options()
