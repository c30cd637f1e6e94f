"""Describe a position and its legal cards in numbers, for the card-value network.

Seats are counted clockwise from the one to play: 0 is that seat, and 2 its partner. Numbers are
scaled so that they are rarely above one. Each has a fixed place, because the network has learned
what each place means.
"""

from typing import Any

from .chances import plays_after
from .demand import lacking
from .position import Position, Setting
from .reasons import Reason
from .seeing import count, higher, highest, lower, lowest

SEATS = 4
SUITS = 4
PARTNER = 2
LAST = 3

ON_TABLE = 0
"""The number of cards on the table, with one place for each number."""
LEFT = 4
NEEDS = 5
"""Tricks that each side still needs for its contract, and those that neither needs."""
NIL = 13
BROKEN_NIL = 17
BID = 21
WON = 25
BROKEN = 29
TRUMPS = 30
"""Trumps held and unseen; voids from 32 on; the count of high trumps at 35."""
HIGH_TRUMPS = 35
WINNING = 36
"""The seat that is winning the trick, and at 39 whether by a ruff."""
LED = 40
VOID_BEHIND = 43
RUFFS_BEHIND = 46
HAND = 49
LED_CARDS = 53
ADVICE = 55
"""The reason for the advised card, with one place for each."""
POSITION = ADVICE + len(Reason) + 1

CARD = 24
"""The number of places for a card; those of its suit follow, because its other cards share them."""
LEVEL = 2
HIGHER = 3
OWN = 6
SURE = 8
"""Whether nothing can beat or ruff the card."""
AGAINST = 9
"""How many higher and lower cards each other seat may have."""
ENDS = 15
"""Whether it is the highest and the lowest card held in its suit."""
BESIDE_ADVISED = 17
PLACE = 19
TAKES = 23
"""Whether the card wins the trick for certain."""

SUIT = 20
"""The number of places for a suit."""
VOID = 6
MAY_RUFF = 9
ROUNDS = 12
OWN_SUIT = 15
ADVISED_SUIT = 19


def tell_position(
    setting: Setting, position: Position, broken: int, reason: int, told: Any
) -> None:
    """Encode the position, and the reason why a card is advised."""
    for place in range(POSITION):
        told[place] = 0.0
    told[ON_TABLE + position.cards] = 1.0
    told[LEFT] = position.left / 13.0
    told[BROKEN] = 1.0 if broken else 0.0
    told[ADVICE + reason] = 1.0
    _tell_needs(setting, position, told)
    _tell_seats(setting, position, told)
    _tell_hand(setting, position, told)
    if position.cards:
        _tell_trick(setting, position, told)


def _tell_needs(setting: Setting, position: Position, told: Any) -> None:
    side, left = setting.side[position.seat], position.left
    ours, theirs = lacking(setting, position, side), lacking(setting, position, 1 - side)
    told[NEEDS] = ours / 5.0
    told[NEEDS + 1] = theirs / 5.0
    told[NEEDS + 2] = (left - max(0, ours) - max(0, theirs)) / 5.0
    told[NEEDS + 3] = 1.0 if ours <= 0 else 0.0
    told[NEEDS + 4] = 1.0 if theirs <= 0 else 0.0
    told[NEEDS + 5] = 1.0 if ours > left else 0.0
    told[NEEDS + 6] = 1.0 if theirs > left else 0.0
    told[NEEDS + 7] = 1.0 if left - ours <= 1 else 0.0


def _tell_seats(setting: Setting, position: Position, told: Any) -> None:
    for step in range(SEATS):
        seat = (position.seat + step) % SEATS
        if setting.nil[seat]:
            told[(BROKEN_NIL if position.won[seat] else NIL) + step] = 1.0
        told[BID + step] = setting.bid[seat] / 5.0
        told[WON + step] = position.won[seat] / 5.0
        if step and position.missing[setting.trump] >> seat & 1:
            told[TRUMPS + 1 + step] = 1.0


def _tell_hand(setting: Setting, position: Position, told: Any) -> None:
    trump = setting.trump
    told[TRUMPS] = count(position.mine[trump]) / 5.0
    told[TRUMPS + 1] = count(position.out[trump]) / 8.0
    told[HIGH_TRUMPS] = masters(setting, position, trump) / 3.0
    high, voids, shortest = 0, 0, 13
    for suit in range(SUITS):
        if suit != trump:
            held = count(position.mine[suit])
            voids += 1 if held == 0 else 0
            shortest = min(shortest, held)
            high += masters(setting, position, suit)
    told[HAND] = position.winners / position.count
    told[HAND + 1] = high / 3.0
    told[HAND + 2] = voids / 2.0
    told[HAND + 3] = shortest / 4.0


def _tell_trick(setting: Setting, position: Position, told: Any) -> None:
    best, led, trump = position.best_suit, position.led, setting.trump
    for step in range(1, SEATS):
        seat = (position.seat + step) % SEATS
        if position.winner == seat:
            told[WINNING + step - 1] = 1.0
        if plays_after(position, seat) and position.missing[led] >> seat & 1:
            told[VOID_BEHIND + step - 1] = 1.0
            if position.missing[trump] >> seat & 1:
                told[RUFFS_BEHIND + step - 1] = 1.0
    told[WINNING + 3] = 1.0 if best == trump and led != trump else 0.0
    told[LED] = 1.0 if led == trump else 0.0
    told[LED + 1] = 1.0 if position.follows else 0.0
    told[LED + 2] = higher(setting, position, best, position.best_bit) / 8.0
    told[LED_CARDS] = count(position.out[led]) / 8.0
    told[LED_CARDS + 1] = count(position.mine[led]) / 5.0


def tell_suit(setting: Setting, position: Position, suit: int, advised: int, told: Any) -> None:
    """Encode the suit of some legal cards, and whether the advised card belongs to it."""
    for place in range(SUIT):
        told[place] = 0.0
    out, mine = position.out[suit], position.mine[suit]
    held = count(mine)
    told[0] = 1.0 if suit == setting.trump else 0.0
    told[1] = 1.0 if position.cards and suit == position.led else 0.0
    told[2] = count(out) / 13.0
    told[3] = held / 5.0
    told[4] = 1.0 if held == 1 else 0.0
    told[5] = 1.0 if held == 2 else 0.0
    for other in range(SEATS - 1):
        seat = (position.seat + 1 + other) % SEATS
        if position.missing[suit] >> seat & 1:
            told[VOID + other] = 1.0
            if not position.missing[setting.trump] >> seat & 1 and position.out[setting.trump]:
                told[MAY_RUFF + other] = 1.0
    _tell_rounds(position, suit, told)
    beating_all = over_best(setting, position, suit)
    told[OWN_SUIT] = lower(setting, position, suit, lowest(mine)) / 8.0
    told[OWN_SUIT + 1] = beating_all / 8.0
    told[OWN_SUIT + 2] = 1.0 if beating_all == 0 else 0.0
    told[OWN_SUIT + 3] = masters(setting, position, suit) / 3.0
    told[ADVISED_SUIT] = 1.0 if suit == position.suit[advised] else 0.0


def _tell_rounds(position: Position, suit: int, told: Any) -> None:
    """Encode how often the suit was led, in all, by the partner and by opponents."""
    rounds, partners, others = 0, 0, 0
    for trick in range(position.trick):
        if position.led_suit[trick] == suit:
            rounds += 1
            leader = (position.led_by[trick] - position.seat) % SEATS
            partners += 1 if leader == PARTNER else 0
            others += leader % PARTNER
    told[ROUNDS] = rounds / 3.0
    told[ROUNDS + 1] = partners / 2.0
    told[ROUNDS + 2] = others / 2.0


def tell_card(setting: Setting, position: Position, card: int, advised: int, told: Any) -> None:
    """Encode a legal card, relative to the advised one and to the others of its suit."""
    for place in range(CARD):
        told[place] = 0.0
    suit, bit = position.suit[card], position.bit[card]
    over, out, mine = setting.above[suit, bit], position.out[suit], position.mine[suit]
    wins = position.wins[card]
    beaten_by, held, above = position.over[card], count(mine), count(mine & over)
    told[0] = 1.0 if card == advised else 0.0
    told[1] = 1.0 if wins else 0.0
    told[LEVEL] = position.level[card] / 12.0
    told[HIGHER] = beaten_by / 8.0
    told[HIGHER + 1] = (count(out) - beaten_by) / 8.0
    told[HIGHER + 2] = 1.0 if beaten_by == 0 else 0.0
    told[OWN] = above / 4.0
    told[OWN + 1] = (held - 1 - above) / 4.0
    ruffed = position.out[setting.trump] > 0 and suit != setting.trump
    told[SURE] = 1.0 if beaten_by == 0 and not ruffed else 0.0
    told[ENDS] = 1.0 if above == 0 else 0.0
    told[ENDS + 1] = 1.0 if above == held - 1 else 0.0
    told[TAKES] = 1.0 if position.cards == LAST and wins else 0.0
    for other in range(SEATS - 1):
        seat = (position.seat + 1 + other) % SEATS
        if not position.missing[suit] >> seat & 1:
            theirs = out & ~position.ducked[seat, suit]
            over_it = count(theirs & over)
            told[AGAINST + 2 * other] = over_it / 8.0
            told[AGAINST + 2 * other + 1] = (count(theirs) - over_it) / 8.0
    if suit == position.suit[advised]:
        if over >> position.bit[advised] & 1:
            told[BESIDE_ADVISED] = 1.0
        elif card != advised:
            told[BESIDE_ADVISED + 1] = 1.0
    _tell_place(position, card, told)


def _tell_place(position: Position, card: int, told: Any) -> None:
    """Encode whether a card is the lowest or highest winner, or loser, in its suit.

    Legal cards are numbered low to high within a suit, so winners follow losers.
    """
    suit, wins = position.suit[card], position.wins[card]
    below, above = card - 1, card + 1
    if below < 0 or position.suit[below] != suit or position.wins[below] != wins:
        told[PLACE if wins else PLACE + 3] = 1.0
    if above == position.count or position.suit[above] != suit or position.wins[above] != wins:
        told[PLACE + 1 if wins else PLACE + 2] = 1.0


def masters(setting: Setting, position: Position, suit: int) -> int:
    """Return how many of the cards held in a suit no unseen card beats."""
    mine, out = position.mine[suit], position.out[suit]
    return count(mine & setting.above[suit, highest(out)] if out else mine)


def over_best(setting: Setting, position: Position, suit: int) -> int:
    """Return how many unseen cards beat the best one held in a suit."""
    return higher(setting, position, suit, highest(position.mine[suit]))
