"""The choice of a card by the rules of `intermediate`, and whole rounds played by it."""

from typing import Any

import numpy as np

from ..kernel import kernel
from .attacking import attack
from .avoiding import avoid
from .chances import nil_stands
from .covering import cover, nil_mate
from .following import follow
from .leading import lead
from .looking import look, see_trick
from .needs import count_needs, gain, wants_tricks
from .own_nil import play_own_nil
from .position import BITS, CARD_BIT, CARD_SUIT, LED_BY, LED_SUIT, SUITS, WON_BY


@kernel
def choose(setting: Any, position: Any, won: Any) -> Any:
    """The card that the seat to play plays; `won` is room for a number by seat.

    A nil comes first: my own, my partner's, an opponent's; then what the contract needs.
    """
    look(setting, position)
    card = -1
    if position.count == 1:
        card = 0
    elif nil_stands(setting, position, position.seat):
        card = play_own_nil(setting, position)
    else:
        count_needs(setting, position)
        mate = nil_mate(setting, position)
        if mate >= 0:
            card = cover(setting, position, mate)
        if card < 0:
            card = attack(setting, position)
        if card < 0 and not wants_tricks(setting, position, won):
            card = avoid(setting, position)
        if card < 0 and position.cards == 0:
            card = lead(setting, position)
        elif card < 0:
            card = follow(setting, position)
    return BITS * position.legal[card, CARD_SUIT] + position.legal[card, CARD_BIT]


@kernel
def play(setting: Any, position: Any, card: Any) -> None:
    """Plays a card of the seat to play, and ends the trick where it is the last."""
    players = setting.players
    suit, bit = card // BITS, card % BITS
    seat = (position.leader + position.cards) % players
    position.hands[seat, suit] &= ~(1 << bit)
    position.sizes[seat] -= 1
    position.played[suit] |= 1 << bit
    position.table[position.cards, 0] = suit
    position.table[position.cards, 1] = bit
    position.cards += 1
    if suit == setting.trump:
        position.broken = 1
    see_trick(setting, position)
    led = position.led
    if led >= 0 and suit != led:
        position.missing[led] |= 1 << seat
    if position.cards == players:
        winner = position.winner
        position.past[position.trick, LED_SUIT] = position.table[0, 0]
        position.past[position.trick, LED_BY] = position.leader
        position.past[position.trick, WON_BY] = winner
        position.won[winner] += 1
        position.leader = winner
        position.cards = 0
        position.trick += 1


@kernel
def _restart(source: Any, target: Any, hands: Any) -> None:
    """Makes one position like another with these hands, but for what `look` finds out.

    In loops, which compile much sooner than arrays that are set as a whole.
    """
    for seat in range(len(hands)):
        target.sizes[seat] = source.sizes[seat]
        target.won[seat] = source.won[seat]
        for suit in range(SUITS):
            target.hands[seat, suit] = hands[seat, suit]
        for column in range(2):
            target.table[seat, column] = source.table[seat, column]
    for suit in range(SUITS):
        target.played[suit] = source.played[suit]
        target.missing[suit] = source.missing[suit]
    for trick in range(source.trick):
        for column in range(3):
            target.past[trick, column] = source.past[trick, column]
    target.leader = source.leader
    target.cards = source.cards
    target.trick = source.trick
    target.broken = source.broken
    target.dead = source.dead


@kernel
def play_worlds(  # noqa: PLR0913, PLR0917 - kernels take numbers
    setting: Any, root: Any, scratch: Any, worlds: Any, cards: Any, side: Any, values: Any
) -> None:
    """Plays each of some cards in each of some worlds, and the round to its end.

    `worlds` are hands by world, seat and suit, `cards` numbers of cards. `values[world, card]`
    becomes the gain of `side`, and the tricks by seat follow in `values[world, card, 1:]`.
    """
    players = setting.players
    won = np.zeros(players, np.int64)
    for world in range(len(worlds)):
        for at in range(len(cards)):
            _restart(root, scratch, worlds[world])
            if cards[at] >= 0:
                play(setting, scratch, cards[at])
            while scratch.trick < setting.tricks:
                play(setting, scratch, choose(setting, scratch, won))
            for seat in range(players):
                won[seat] = scratch.won[seat]
                values[world, at, 1 + seat] = won[seat]
            values[world, at, 0] = gain(setting, won, side)
