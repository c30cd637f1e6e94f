"""A minimax in a few lines that shares nothing with the solver."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

Cards = frozenset[int]
Worth = Callable[[tuple[int, ...]], int]
"""The worth of each seat's tricks in the round to side 0."""

SPADES = 3


class Position(NamedTuple):
    """Cards are `13 * suit + rank`; `broken` refers to the state before the trick in progress."""

    hands: tuple[Cards, ...]
    leader: int
    trick: tuple[int, ...]
    won: tuple[int, ...]
    broken: bool

    @property
    def to_play(self) -> int:
        return (self.leader + len(self.trick)) % len(self.hands)


def suit(card: int) -> int:
    return min(card // 13, SPADES)


def legal(position: Position, lead: str) -> list[int]:
    hand = sorted(position.hands[position.to_play])
    if position.trick:
        return [card for card in hand if suit(card) == suit(position.trick[0])] or hand
    if lead == "never" or (lead == "broken" and not position.broken):
        return [card for card in hand if suit(card) != SPADES] or hand
    return hand


def after(position: Position, card: int) -> Position:
    seat = position.to_play
    hands = tuple(
        hand - {card} if other == seat else hand for other, hand in enumerate(position.hands)
    )
    trick = (*position.trick, card)
    broken = position.broken or suit(card) == SPADES
    if len(trick) < len(hands):
        return Position(hands, position.leader, trick, position.won, broken)
    best = 0
    for at, other in enumerate(trick):
        if suit(other) == suit(trick[best]):
            if other > trick[best]:
                best = at
        elif suit(other) == SPADES:
            best = at
    winner = (position.leader + best) % len(hands)
    won = tuple(tricks + (other == winner) for other, tricks in enumerate(position.won))
    return Position(hands, winner, (), won, broken)


def value(position: Position, lead: str, sides: Sequence[int], worth: Worth) -> int:
    """Return the worth of a position when both sides play their best."""
    return _value(position, lead, sides, worth, {})


def _value(
    position: Position,
    lead: str,
    sides: Sequence[int],
    worth: Worth,
    known: dict[Position, int],
) -> int:
    if not any(position.hands):
        return worth(position.won)
    if position not in known:
        best = max if sides[position.to_play] == 0 else min
        known[position] = best(
            _value(after(position, card), lead, sides, worth, known)
            for card in legal(position, lead)
        )
    return known[position]


def random_position(  # noqa: PLR0913 - all that is random in it
    rng: Random, players: int, cards: int, *, lead: str, broken: bool, played: int = 0
) -> Position:
    """Return a random position with hands of that many cards, after some of them are played."""
    pack = rng.sample(range(52), players * cards)
    hands = tuple(frozenset(pack[seat::players]) for seat in range(players))
    position = Position(hands, rng.randrange(players), (), (0,) * players, broken)
    for _ in range(played):
        position = after(position, rng.choice(legal(position, lead)))
    return position
