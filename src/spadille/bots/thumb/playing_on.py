"""Rounds played to their end by the rules of thumb, each seat knowing what it may know.

The rules of play that it knows are in `Setting`; not aces called low, a prescribed card of a suit,
nor a joker that draws.
"""

from typing import Any

from .choosing import choose
from .needs import gain
from .position import BITS, JUNK, SUITS, Position, Setting
from .reasons import card_of
from .seeing import beats, lowest, see, see_trick, see_wins


def play_worlds(  # noqa: PLR0913, PLR0917 - kernels take numbers
    setting: Setting,
    root: Position,
    scratch: Position,
    worlds: Any,
    cards: Any,
    side: int,
    values: Any,
) -> None:
    """Plays each of some cards in each of some worlds, and the round to its end.

    `worlds` are hands by world, seat and suit, `cards` numbers `BITS * suit + bit`, or -1 to play
    none first. `values[world, card, 0]` becomes the gain of `side`, and the tricks by seat follow.
    """
    for world in range(len(worlds)):
        for at in range(len(cards)):
            restart(root, scratch, worlds[world], setting.players)
            if cards[at] >= 0:
                play(setting, scratch, cards[at] // BITS, cards[at] % BITS)
            while scratch.trick < setting.tricks:
                look(setting, scratch)
                card = card_of(choose(setting, scratch))
                play(setting, scratch, scratch.suit[card], scratch.bit[card])
            for seat in range(setting.players):
                values[world, at, 1 + seat] = scratch.won[seat]
            values[world, at, 0] = gain(setting, scratch.won, side)


def restart(source: Position, target: Position, hands: Any, players: int) -> None:
    """Makes one position like another with these hands, but for what `look` finds out.

    In loops, which compile much sooner than arrays that are set as a whole.
    """
    for seat in range(players):
        target.sizes[seat] = source.sizes[seat]
        target.won[seat] = source.won[seat]
        target.table_suit[seat] = source.table_suit[seat]
        target.table_bit[seat] = source.table_bit[seat]
        target.table_level[seat] = source.table_level[seat]
        for suit in range(SUITS):
            target.hands[seat, suit] = hands[seat, suit]
    for suit in range(SUITS):
        target.played[suit] = source.played[suit]
        target.missing[suit] = source.missing[suit]
    for trick in range(source.trick):
        target.led_suit[trick] = source.led_suit[trick]
        target.led_by[trick] = source.led_by[trick]
        target.won_by[trick] = source.won_by[trick]
    target.leader = source.leader
    target.cards = source.cards
    target.trick = source.trick
    target.broken = source.broken
    target.hidden = source.hidden


def play(setting: Setting, position: Position, suit: int, bit: int) -> None:
    """Plays a card of the seat to play, and ends the trick where it is the last."""
    seat = (position.leader + position.cards) % setting.players
    position.hands[seat, suit] &= ~(1 << bit)
    position.sizes[seat] -= 1
    position.played[suit] |= 1 << bit
    position.table_suit[position.cards] = suit
    position.table_bit[position.cards] = bit
    position.table_level[position.cards] = setting.level[suit, bit]
    position.cards += 1
    if suit == setting.trump:
        position.broken = 1
    see_trick(setting, position)
    if position.led >= 0 and suit != position.led:
        position.missing[position.led] |= 1 << seat
    if position.cards == setting.players:
        position.led_suit[position.trick] = position.table_suit[0]
        position.led_by[position.trick] = position.leader
        position.won_by[position.trick] = position.winner
        position.won[position.winner] += 1
        position.leader = position.winner
        position.cards = 0
        position.trick += 1


def look(setting: Setting, position: Position) -> None:
    """Finds out what the seat to play sees, and what it may play."""
    see(setting, position)
    trump = setting.trump
    suits = playable_suits(setting, position)
    position.count = 0
    for suit in range(SUITS):
        if suit != trump and suits >> suit & 1:
            list_suit(setting, position, suit)
    if trump >= 0 and suits >> trump & 1:
        list_suit(setting, position, trump)
        ruffs = position.led >= 0 and position.led != trump
        if ruffs and setting.must_win and not position.mine[position.led] and position.mine[trump]:
            keep_winning(setting, position)
    see_wins(setting, position)


def playable_suits(setting: Setting, position: Position) -> int:
    """The suits in play of which the seat to play may play, a bit for each."""
    hand, led, trump = position.mine, position.led, setting.trump
    everything = (1 << SUITS) - 1
    others = 0
    for suit in range(SUITS):
        others += suit != trump and hand[suit] != 0
    if led >= 0 and hand[led]:
        return 1 << led
    if position.cards == 0:
        suits = everything
        if hand[JUNK] and (hand[0] or hand[1] or hand[2] or hand[3]):
            suits &= ~(1 << JUNK)
            others -= 1
        if trump >= 0 and others and not may_lead_trump(setting, position):
            return suits & ~(1 << trump)
        if trump >= 0 and hand[trump] and setting.must_lead_trump:
            return 1 << trump
        return suits
    if led >= 0 and trump >= 0 and hand[trump] and others:
        if not setting.ruffs or (position.trick == 0 and not setting.first_ruff):
            return everything & ~(1 << trump)
        if setting.must_ruff:
            return 1 << trump
    return everything


def may_lead_trump(setting: Setting, position: Position) -> bool:
    """Whether who has other cards may lead trump."""
    may = setting.leads_broken if position.broken else setting.leads_unbroken
    return bool(may and setting.ruffs and (position.trick > 0 or setting.first_lead))


def list_suit(setting: Setting, position: Position, suit: int) -> None:
    """Adds the cards of a suit to the legal ones; of identical ones the first."""
    rest = position.mine[suit]
    last = -1
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        level = setting.level[suit, bit]
        if level != last:
            position.suit[position.count] = suit
            position.bit[position.count] = bit
            position.level[position.count] = level
            position.count += 1
            last = level


def keep_winning(setting: Setting, position: Position) -> None:
    """Of trumps that must be played only those stay legal that win, where there are any."""
    kept = 0
    for card in range(position.count):
        suit, bit, level = position.suit[card], position.bit[card], position.level[card]
        if beats(setting, position, suit, level):
            position.suit[kept], position.bit[kept], position.level[kept] = suit, bit, level
            kept += 1
    if kept:
        position.count = kept
