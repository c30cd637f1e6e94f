"""Find the cards that the seat to play may play and those that it has not seen."""

from .position import JUNK, SUITS, Position, Setting


def count(mask: int) -> int:
    """Return how many cards are in a mask."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Return the bit of the lowest card in a mask."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Return the bit of the highest card in a mask, -1 if it is empty."""
    return mask.bit_length() - 1


def see(setting: Setting, position: Position) -> None:
    """Compute everything except the legal cards, which are not known yet."""
    players, seat = setting.players, position.seat
    position.after = 0
    for step in range(1, players - position.cards):
        position.after |= 1 << (seat + step) % players
    position.left = position.sizes[seat]
    position.count = 0
    position.winners = 0
    hidden = position.hidden
    for suit in range(SUITS):
        position.mine[suit] = position.hands[seat, suit]
        position.out[suit] = setting.deck[suit] & ~position.played[suit] & ~position.mine[suit]
        if setting.knows:
            hidden -= count(position.out[suit] & setting.aside[seat, suit])
            position.out[suit] &= ~setting.aside[seat, suit]
    for suit in range(SUITS):
        position.room[suit] = hidden
        for other in range(players):
            if other != seat and not position.missing[suit] >> other & 1:
                position.room[suit] += position.sizes[other]


def add_legal(setting: Setting, position: Position, suit: int, bit: int, wins: int) -> None:
    """Add a legal card, and whether it would currently win the trick."""
    at = position.count
    position.suit[at] = suit
    position.bit[at] = bit
    position.level[at] = setting.level[suit, bit]
    position.over[at] = higher(setting, position, suit, bit)
    position.wins[at] = wins
    position.winners += wins
    position.follows = 1 if position.suit[0] == position.led else 0
    position.count = at + 1


def is_trump(setting: Setting, position: Position, card: int) -> bool:
    """Return True if a legal card, given by its index, is a trump."""
    return position.suit[card] == setting.trump


def higher(setting: Setting, position: Position, suit: int, bit: int) -> int:
    """Return how many unseen cards of the suit beat a card."""
    return count(position.out[suit] & setting.above[suit, bit])


def lower(setting: Setting, position: Position, suit: int, bit: int) -> int:
    """Return how many unseen cards of the suit a card beats."""
    return count(position.out[suit] & ~setting.above[suit, bit])


def is_master(position: Position, card: int) -> bool:
    """Return True if no unseen card of its suit beats a legal card."""
    return position.suit[card] != JUNK and position.over[card] == 0


def is_equal(position: Position, one: int, other: int) -> bool:
    """Return True if two legal cards of a suit are equivalent: no unseen card lies between them."""
    same_suit = position.suit[one] == position.suit[other]
    return same_suit and position.over[one] == position.over[other]
