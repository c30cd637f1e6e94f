"""A view as a position for kernels: all but the hands of the others."""

import numpy as np
from numpy.typing import NDArray

from ...fast.rollout import (
    BITS,
    JUNK,
    SUITS,
    Position,
    new_position,
)
from ...game import SeatView
from .cards import Cards

Integers = NDArray[np.int64]


def position_of(view: SeatView, cards: Cards, leader: int) -> Position:
    """The position that the seat of the view sees, with its own hand only.

    `leader` leads the trick on the table, or to the next one.
    """
    rules, order = view.rules, cards.order
    position = new_position()
    masks = [0] * SUITS
    for number, trick in enumerate((*view.tricks, *([view.trick] if view.trick else []))):
        led = None
        for step, card in enumerate(trick.cards):
            suit = order.suit_of[card]
            order.add(masks, card)
            if led is None and suit < JUNK:
                led = suit
            if led is not None and suit is not led:
                position.missing[led] |= 1 << (trick.leader + step) % rules.players
        if trick.winner is not None:
            position.past[number] = order.suit_of[trick.cards[0]], trick.leader, trick.winner
    played = list(masks)
    for card in view.hand or ():
        order.add(masks, card)
    position.played[:] = played
    position.hands[view.seat] = [both & ~gone for both, gone in zip(masks, played, strict=True)]
    position.sizes[: rules.players] = view.hand_sizes
    position.won[: rules.players] = view.won
    position.leader = leader
    position.trick = len(view.tricks)
    position.broken = view.broken
    dead = len(rules.deck_cards) - sum(mask.bit_count() for mask in played) - sum(view.hand_sizes)
    position.dead = dead
    if view.trick is not None:
        position.cards = len(view.trick.cards)
        for step, card in enumerate(view.trick.cards):
            code = cards.codes[card][0]
            position.table[step] = code // BITS, code % BITS
    return position


def worlds_of(
    position: Position, players: int, seat: int, codes: tuple[int, ...], dealt: Integers
) -> Integers:
    """The hands of all seats in each world, by world, seat and suit.

    `dealt` is the place of each unseen card by world, as in `Worlds.sample`.
    """
    worlds, _ = dealt.shape
    hands = np.zeros((worlds, players + 1, SUITS), np.int64)
    index = np.arange(worlds)
    for at, code in enumerate(codes):
        hands[index, dealt[:, at], code // BITS] |= 1 << code % BITS
    hands[:, seat] = position.hands[seat]
    return np.ascontiguousarray(hands[:, :players])
