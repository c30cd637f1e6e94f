"""What the seat to play sees of a position, and what it may play."""

from typing import Any

from ..bits import count, lowest
from ..kernel import kernel
from .position import (
    ANY,
    ASSASSIN,
    BROKEN,
    CARD_BIT,
    CARD_LEVEL,
    CARD_SUIT,
    CARD_WINS,
    HIGHER,
    JUNK,
    NEVER,
    NO_SPADES,
    SCREAMER,
    SUITS,
)


@kernel
def beats(setting: Any, led: Any, suit: Any, bit: Any, best_suit: Any, best_bit: Any) -> bool:  # noqa: PLR0913, PLR0917 - kernels take numbers
    """Whether a card beats the best one before it."""
    trump = setting.trump
    if suit == best_suit and suit != JUNK:
        mine, best = setting.level[suit, bit], setting.level[suit, best_bit]
        return bool(mine > best or (mine == best and setting.last_wins == 1))
    if suit == trump:
        return True
    return bool(suit == led and best_suit != trump)


@kernel
def look(setting: Any, position: Any) -> None:
    """Finds out what the seat to play sees: the trick, the unseen cards, and the legal ones."""
    players = setting.players
    seat = (position.leader + position.cards) % players
    position.seat = seat
    position.left = position.sizes[seat]
    see_trick(setting, position)
    for suit in range(SUITS):
        position.out[suit] = (
            setting.deck[suit] & ~position.played[suit] & ~position.hands[seat, suit]
        )
        room = position.dead
        for other in range(players):
            if other != seat and not position.missing[suit] >> other & 1:
                room += position.sizes[other]
        position.room[suit] = room
    _list_legal(setting, position)
    wins = 0
    for at in range(position.count):
        suit, bit = position.legal[at, CARD_SUIT], position.legal[at, CARD_BIT]
        won = position.cards == 0 or beats(
            setting, position.led, suit, bit, position.best_suit, position.best_bit
        )
        position.legal[at, CARD_WINS] = 1 if won else 0
        wins += position.legal[at, CARD_WINS]
    position.wins = wins
    position.follows = (
        1 if position.led >= 0 and position.legal[0, CARD_SUIT] == position.led else 0
    )


@kernel
def see_trick(setting: Any, position: Any) -> None:
    """The suit that was led, -1 while none is, and the card that wins so far."""
    table = position.table
    position.led = -1
    position.winner = -1
    position.best_suit = -1
    position.best_bit = 0
    for at in range(position.cards):
        suit, bit = table[at, 0], table[at, 1]
        if position.led < 0 and suit != JUNK:
            position.led = suit
        if at == 0 or beats(
            setting, position.led, suit, bit, position.best_suit, position.best_bit
        ):
            position.best_suit = suit
            position.best_bit = bit
            position.winner = (position.leader + at) % setting.players


@kernel
def _list_legal(setting: Any, position: Any) -> None:  # noqa: C901, PLR0912 - one case after the other
    """Fills `legal` with the playable cards, low to high, trumps last."""
    seat = position.seat
    trump = setting.trump
    hand = position.hands[seat]
    plain = 0
    for suit in range(SUITS):
        if suit != trump:
            plain += hand[suit] != 0
    led = position.led
    suits = (1 << SUITS) - 1
    only_winning = False
    if led >= 0 and hand[led]:
        suits = 1 << led
    elif position.cards == 0:
        if hand[JUNK] and (hand[0] or hand[1] or hand[2] or hand[3]):
            suits &= ~(1 << JUNK)
            plain -= 1
        if trump >= 0 and plain and not _may_lead_trump(setting, position):
            suits &= ~(1 << trump)
        elif trump >= 0 and hand[trump] and setting.duty == ASSASSIN:
            suits = 1 << trump
    elif led >= 0 and trump >= 0 and hand[trump] and plain:
        held_back = position.trick == 0 and setting.first_trick == NO_SPADES
        duty = setting.duty
        if held_back or duty == SCREAMER:
            suits &= ~(1 << trump)
        elif duty == ASSASSIN or setting.void != ANY:
            suits = 1 << trump
    if led >= 0 and trump >= 0 and led != trump and suits >> trump & 1:
        only_winning = setting.void == HIGHER and not hand[led] and hand[trump] != 0
    listed = 0
    for step in range(SUITS + 1):
        suit = step
        if step == SUITS:
            suit = trump
        elif step == trump:
            continue
        if suit >= 0 and suits >> suit & 1:
            listed = _list_suit(setting, position, suit, listed)
    if only_winning:
        listed = _keep_winning(setting, position, listed)
    position.count = listed


@kernel
def _may_lead_trump(setting: Any, position: Any) -> bool:
    if setting.lead == NEVER or (setting.lead == BROKEN and not position.broken):
        return False
    if position.trick == 0 and setting.first_trick != ANY:
        return False
    return bool(setting.duty != SCREAMER)


@kernel
def _list_suit(setting: Any, position: Any, suit: Any, listed: Any) -> int:
    """Adds the cards of a suit; of identical ones the first."""
    rest = position.hands[position.seat, suit]
    last = -1
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        level = setting.level[suit, bit]
        if level != last:
            position.legal[listed, CARD_SUIT] = suit
            position.legal[listed, CARD_BIT] = bit
            position.legal[listed, CARD_LEVEL] = level
            listed += 1
            last = level
    return int(listed)


@kernel
def _keep_winning(setting: Any, position: Any, listed: Any) -> int:
    """Of the trumps that must be played only those that win, where there are any."""
    legal = position.legal
    kept = 0
    for at in range(listed):
        if beats(
            setting, position.led, legal[at, 0], legal[at, 1], position.best_suit, position.best_bit
        ):
            kept += 1
    if kept == 0:
        return int(listed)
    kept = 0
    for at in range(listed):
        if beats(
            setting, position.led, legal[at, 0], legal[at, 1], position.best_suit, position.best_bit
        ):
            legal[kept, 0], legal[kept, 1], legal[kept, 2] = (
                legal[at, 0],
                legal[at, 1],
                legal[at, 2],
            )
            kept += 1
    return kept


@kernel
def higher(setting: Any, position: Any, suit: Any, bit: Any) -> Any:
    """How many unseen cards of the suit beat a card."""
    return count(position.out[suit] & setting.above[suit, bit])


@kernel
def lower(setting: Any, position: Any, suit: Any, bit: Any) -> Any:
    """How many unseen cards of the suit a card beats."""
    return count(position.out[suit] & ~setting.above[suit, bit])
