"""The card-value network, which prefers a card to the advised one if it looks clearly better.

It reads a position as the seat to play sees it, and each card that it may play. Its numbers were
trained (`research/train_policy.py`, `docs/bots/networks.md`). The interpreter runs these functions
for `intermediate`, and kernels compile them for rollouts (`../expert/kernels.py`).
"""

import json
from functools import cache, lru_cache
from importlib.resources import files
from struct import calcsize, unpack
from typing import Any

from ...game import Rules, coverage
from ..equity import points_of_a_trick
from .card_features import ADVICE, CARD, POSITION, SUIT, tell_card, tell_position, tell_suit
from .covering import exposure, nil_mate
from .position import NONE, Position, Setting
from .reasons import Reason, card_of, reason_of
from .seeing import is_equal

WIDTH, DEPTH = 64, 32
"""The sizes of the network's two layers."""

MARGIN = 0.02
"""By how much another card must be better, in units of `POINTS` points."""

POINTS = 50.0
"""The points that the network counts as one."""

CARE = 0.3
"""The share of `exposure` by which the network underrates the risk of leads to a partner's nil."""


def is_asked(setting: Setting, position: Position, policy: Any) -> bool:
    """Return True if there is a choice, and the round is like those the network was trained on.

    In those rounds, only points counted, no one knew where hidden cards were, and no trick was
    left out.
    """
    return bool(
        policy.trained
        and position.count > 1
        and not setting.decisive
        and not setting.knows
        and position.trick + position.left == setting.tricks
    )


def prefer(setting: Setting, position: Position, broken: int, advice: int, policy: Any) -> int:
    """Return the number of the legal card to play, given the advised card and its reason.

    `policy` has the fields of a `Network`, whose workspace is overwritten.
    """
    return preference(setting, position, broken, advice, policy)[0]


def preference(
    setting: Setting, position: Position, broken: int, advice: int, policy: Any
) -> tuple[int, float]:
    """Return the same, and by how many points the card is better than the advised one."""
    advised, others = card_of(advice), False
    for card in range(position.count):
        others = others or is_candidate(position, card, advised)
    if not others:
        return advised, 0.0
    consider(setting, position, broken, advice, policy)
    usual = value(setting, position, advised, advised, policy)
    best, most = advised, usual + MARGIN
    for card in range(position.count):
        if is_candidate(position, card, advised):
            found = value(setting, position, card, advised, policy)
            if found > most:
                best, most = card, found
    return best, (most - usual) * POINTS


def values_of(
    setting: Setting, position: Position, broken: int, advice: int, policy: Any
) -> list[float]:
    """Return the values of all legal cards, in points."""
    consider(setting, position, broken, advice, policy)
    advised = card_of(advice)
    return [
        POINTS * value(setting, position, card, advised, policy) for card in range(position.count)
    ]


def is_candidate(position: Position, card: int, advised: int) -> bool:
    """Return True if a card is the lowest of its kind of work, and not of the advised card's kind.

    Legal cards are numbered low to high within a suit.
    """
    return (
        card != advised
        and not is_same(position, card, advised)
        and not (card > 0 and is_same(position, card, card - 1))
    )


def is_same(position: Position, one: int, other: int) -> bool:
    """Return True if two legal cards are equivalent in rank, and both or neither win the trick."""
    return position.wins[one] == position.wins[other] and is_equal(position, one, other)


def value(setting: Setting, position: Position, card: int, advised: int, policy: Any) -> float:
    """Return the network's value of a card, less what it underrates in leads to a partner's nil."""
    found = feel(setting, position, card, advised, policy)
    mate = nil_mate(setting, position) if position.cards == 0 else NONE
    if mate < 0:
        return found
    return found - CARE * exposure(setting, position, mate, card) * setting.loss[mate] / POINTS


def consider(setting: Setting, position: Position, broken: int, advice: int, policy: Any) -> None:
    """Compute the part of the network that depends only on the position, not on the card.

    The part that depends on a card's suit is kept for the next card of that suit.
    """
    tell_position(setting, position, broken, reason_of(advice), policy.told)
    add_rows(policy.sums, policy.bias, policy.position, policy.told)
    policy.of_suit = NONE


def feel(setting: Setting, position: Position, card: int, advised: int, policy: Any) -> float:
    """Return the network's value of a card in a position already taken in by `consider`."""
    suit = position.suit[card]
    if policy.of_suit != suit:
        tell_suit(setting, position, suit, advised, policy.told)
        add_rows(policy.with_suit, policy.sums, policy.suit, policy.told)
        policy.of_suit = suit
    tell_card(setting, position, card, advised, policy.told)
    add_rows(policy.first, policy.with_suit, policy.card, policy.told)
    add_positive_rows(policy.second, policy.deep_bias, policy.deep, policy.first)
    return dot_positive(policy.second, policy.last)


def add_rows(sums: Any, start: Any, rows: Any, numbers: Any) -> None:
    """Set sums to `start` plus each row, multiplied by the number at its place.

    Kernels use `fast/vectors.py` for this and the next two.
    """
    totals = start
    for row, factor in zip(rows, numbers, strict=False):
        if factor:
            totals = [total + factor * one for total, one in zip(totals, row, strict=True)]
    sums[:] = totals


def add_positive_rows(sums: Any, start: Any, rows: Any, numbers: Any) -> None:
    """Set sums to `start` plus each row whose number is positive, multiplied by it."""
    totals = start
    for row, factor in zip(rows, numbers, strict=True):
        if factor > 0.0:
            totals = [total + factor * one for total, one in zip(totals, row, strict=True)]
    sums[:] = totals


def dot_positive(numbers: Any, factors: Any) -> float:
    """Return the sum of the positive numbers, each multiplied by its factor."""
    found = 0.0
    for number, factor in zip(numbers, factors, strict=True):
        if number > 0.0:
            found += number * factor
    return found


FILE = "card_network.bin"

BAG_COSTS = (0.5, 1.5)
"""The least and most that a bag may cost, in tricks bid and made."""

SHAPES: dict[str, tuple[int, int]] = {
    "position": (POSITION, WIDTH),
    "card": (CARD, WIDTH),
    "suit": (SUIT, WIDTH),
    "bias": (1, WIDTH),
    "deep": (WIDTH, DEPTH),
    "deep_bias": (1, DEPTH),
    "last": (1, DEPTH),
}
"""The rows and columns of each matrix, in the order in which the file has them."""


class Network:
    """The trained numbers as lists, and workspace for one decision."""

    def __init__(self, matrices: dict[str, list[list[float]]]) -> None:
        self.trained = 1
        self.position, self.card, self.suit, self.deep = (
            matrices[name] for name in ("position", "card", "suit", "deep")
        )
        (self.bias,), (self.deep_bias,), (self.last,) = (
            matrices[name] for name in ("bias", "deep_bias", "last")
        )
        self.of_suit = NONE
        self.told = [0.0] * POSITION
        self.sums, self.with_suit, self.first = ([0.0] * WIDTH for _ in range(3))
        self.second = [0.0] * DEPTH


def network_for(rules: Rules, *, trump: bool) -> Network | None:
    """Return the network, or None if it was not trained for a round by these rules."""
    return Network(trained()) if trump and is_trained_for(rules) else None


@lru_cache(maxsize=64)
def is_trained_for(rules: Rules) -> bool:
    """Return True if rounds with trump by these rules are like those the network has learned."""
    least, most = (share * points_of_a_trick(rules) for share in BAG_COSTS)
    return coverage.POLICY.covers(rules) and least <= rules.scoring.bag_cost <= most


@cache
def trained() -> dict[str, list[list[float]]]:
    """Return the rows of each matrix of the network that comes with Spadille."""
    return parsed(files(__package__).joinpath(FILE).read_bytes())


def parsed(file: bytes) -> dict[str, list[list[float]]]:
    """Return the rows of each matrix in a file.

    It begins with a line of JSON, the names of the reasons whose rows follow the others of
    `position`; rows are in half precision. A reason that the network does not know has zeros.
    """
    heading, _, numbers = file.partition(b"\n")
    reasons = json.loads(heading)
    shapes = {**SHAPES, "position": (ADVICE + len(reasons), WIDTH)}
    matrices, at = {}, 0
    for name, (height, width) in shapes.items():
        row = f"<{width}e"
        size = calcsize(row)
        matrices[name] = [
            list(unpack(row, numbers[start : start + size]))
            for start in range(at, at + height * size, size)
        ]
        at += height * size
    rows = dict(zip(reasons, matrices["position"][ADVICE:], strict=True))
    nothing = [0.0] * WIDTH
    matrices["position"][ADVICE:] = [nothing, *(rows.get(one.name, nothing) for one in Reason)]
    return matrices
