"""Play my own nil: lose every trick, and get rid of dangerous cards."""

from collections.abc import Sequence

from .chances import danger
from .position import JUNK, NONE, SUITS, Position, Setting
from .reasons import Reason, advise
from .seeing import count, lowest

SIDE_ROUNDS = (2.5, 1.6, 0.85)
_TRUMP_ROUNDS = (2.5, 2.5, 2.2)
_LONG_TRUMP = 1.7
"""The danger to a nil in each round of a suit, and from each trump after the third: how much it
lowers the log odds."""


def play_own_nil(setting: Setting, position: Position) -> int:
    """Advise this seat while its nil is alive; there is always advice."""
    if position.cards == 0:
        return advise(least_dangerous(setting, position), Reason.SAFEST_LEAD)
    if position.winners < position.count:
        if position.follows:
            return advise(highest_loser(position), Reason.SLIP_UNDER)
        return throw_the_worst(setting, position)
    if position.cards < setting.players - 1:
        return advise(least_dangerous(setting, position), Reason.HOPE_FOR_COVER)
    return let_the_highest_go(position)


def note_duck(setting: Setting, position: Position, seat: int, suit: int, bit: int) -> None:
    """Record that a player who followed with a loser has no card between it and the winner.

    The player's nil is alive, so they would have played such a card instead (`highest_loser`).
    """
    if position.cards == 0 or suit != position.led:
        return
    rest = setting.above[suit, bit]
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        if position.best_suit != suit or setting.above[suit, other] >> position.best_bit & 1:
            position.ducked[seat, suit] |= 1 << other


def throw_the_worst(setting: Setting, position: Position) -> int:
    """Discard the card that endangers the nil most."""
    rest = position.spare
    for suit in range(SUITS):
        rest[suit] = position.mine[suit]
    while True:  # a card that may not be played is set aside, and the next one is found
        suit, bit = most_dangerous(setting, rest, setting.missed)
        for card in range(position.count):
            if (
                position.suit[card] == suit
                and position.level[card] == setting.level[suit, bit]
                and not position.wins[card]
            ):
                return advise(card, Reason.THROW_WORST)
        rest[suit] &= ~(1 << bit)


def let_the_highest_go(position: Position) -> int:
    """Play the highest card to a trick that I win in any case."""
    best = 0
    for card in range(1, position.count):
        if position.level[card] > position.level[best]:
            best = card
    return advise(best, Reason.HIGHEST_GOES)


def highest_loser(position: Position) -> int:
    """Return the last legal card that currently loses the trick; `NONE` if all win."""
    for card in range(position.count - 1, -1, -1):
        if not position.wins[card]:
            return card
    return NONE


def least_dangerous(setting: Setting, position: Position) -> int:
    """Return the legal card least likely to win a trick in its suit, the lowest if several are."""
    best, least = NONE, (9.0, 0)
    for card in range(position.count):
        key = (danger(setting, position, card), position.level[card])
        if best < 0 or key < least:
            best, least = card, key
    return best


def most_dangerous(
    setting: Setting, hand: Sequence[int], missed: Sequence[float]
) -> tuple[int, int]:
    """Return the suit and bit of the card whose removal makes a hand safest for nil."""
    worst, most = (NONE, 0), (False, 0.0, 0)
    for suit in range(SUITS):
        before = suit_danger(setting, suit, hand[suit], missed)
        rest = hand[suit]
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            eased = before - suit_danger(setting, suit, hand[suit] & ~(1 << bit), missed)
            highest = suit == setting.trump and setting.above[suit, bit] == 0
            key = (highest, eased, setting.level[suit, bit])
            if worst[0] < 0 or key > most:
                worst, most = (suit, bit), key
    return worst


def suit_danger(setting: Setting, suit: int, mine: int, missed: Sequence[float]) -> float:
    """Return the danger that a holding is forced to win, weighted by the round of the suit.

    The nth lowest card is played in the nth round. It wins when the partner holds nothing higher
    and both opponents have something lower to play.
    """
    if suit == JUNK:
        return 0.0
    weights = _TRUMP_ROUNDS if suit == setting.trump else SIDE_ROUNDS
    total = 0.0
    rest = mine
    for weight in weights:
        if not rest:
            break
        bit = lowest(rest)
        rest &= rest - 1
        over = setting.above[suit, bit]
        higher = count(over & ~mine)
        lower = count(setting.deck[suit] & ~over & ~mine)
        forced = 1.0 - missed[lower]
        total += weight * missed[higher] * forced * forced
    if suit == setting.trump:
        total += _LONG_TRUMP * max(0, count(mine) - 3)
    return total
