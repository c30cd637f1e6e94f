"""What the seat to play sees: the trick as it stands, its cards, and those it has not seen."""

from .position import JUNK, NONE, SUITS, Position, Setting


def count(mask: int) -> int:
    """How many cards are in a mask."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The bit of the lowest card in a mask."""
    return (mask & -mask).bit_length() - 1


def see(setting: Setting, position: Position) -> None:
    """Finds out all but what the seat may play."""
    players = setting.players
    seat = (position.leader + position.cards) % players
    position.seat = seat
    position.after = 0
    for other in range(players):
        turn = other - position.leader
        if turn < 0:
            turn += players
        if turn > position.cards:
            position.after |= 1 << other
    position.left = position.sizes[seat]
    see_trick(setting, position)
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


def see_trick(setting: Setting, position: Position) -> None:
    """The suit that was led, and the card that wins so far."""
    position.led = NONE
    position.winner = NONE
    position.best_suit = NONE
    for at in range(position.cards):
        suit, level = position.table_suit[at], position.table_level[at]
        if position.led < 0 and suit != JUNK:
            position.led = suit
        if at == 0 or beats(setting, position, suit, level):
            position.best_suit = suit
            position.best_bit = position.table_bit[at]
            position.best_level = level
            position.winner = (position.leader + at) % setting.players


def beats(setting: Setting, position: Position, suit: int, level: int) -> bool:
    """Whether a card beats the best one of the trick."""
    best_suit, best = position.best_suit, position.best_level
    if suit == best_suit and suit != JUNK:
        return level > best or (level == best and setting.last_wins == 1)
    return suit == setting.trump or (suit == position.led and best_suit != setting.trump)


def see_wins(setting: Setting, position: Position) -> None:
    """Which of the legal cards win the trick as it stands."""
    position.winners = 0
    for at in range(position.count):
        wins = position.cards == 0 or beats(
            setting, position, position.suit[at], position.level[at]
        )
        position.wins[at] = 1 if wins else 0
        position.winners += position.wins[at]
    position.follows = 1 if position.led >= 0 and position.suit[0] == position.led else 0


def is_trump(setting: Setting, position: Position, card: int) -> bool:
    return position.suit[card] == setting.trump


def above(setting: Setting, position: Position, card: int) -> int:
    """How many unseen cards of the suit beat a legal card."""
    return higher(setting, position, position.suit[card], position.bit[card])


def higher(setting: Setting, position: Position, suit: int, bit: int) -> int:
    """How many unseen cards of the suit beat a card."""
    return count(position.out[suit] & setting.above[suit, bit])


def lower(setting: Setting, position: Position, suit: int, bit: int) -> int:
    """How many unseen cards of the suit a card beats."""
    return count(position.out[suit] & ~setting.above[suit, bit])


def is_master(setting: Setting, position: Position, card: int) -> bool:
    """Whether nothing unseen of its suit beats a legal card."""
    return position.suit[card] != JUNK and above(setting, position, card) == 0


def is_equal(setting: Setting, position: Position, one: int, other: int) -> bool:
    """Whether nothing unseen lies between two legal cards of a suit: they do the same work."""
    return position.suit[one] == position.suit[other] and (
        above(setting, position, one) == above(setting, position, other)
    )
