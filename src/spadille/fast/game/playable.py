"""Find the cards that may be played, as in `game/playable.py` (P3 to P12, V19, V20, V27)."""

import numpy as np

from ..bits import highest, lowest
from ..encoding import (
    ANY_TRICK,
    ASSASSIN,
    CHOICE_ANY,
    CHOICE_HIGHEST,
    JUNK,
    LEAD_BROKEN,
    LEAD_NEVER,
    LOWEST_CLUB,
    LOWEST_CLUBS,
    NO_DUTY,
    NO_SPADES,
    NO_SUIT,
    NOTHING,
    ONE,
    SPADES,
    VOID_ANY,
    VOID_SPADE,
    Number,
    Record,
    Word,
)
from ..kernel import inlined_kernel, lean_kernel
from .cards import takes_over


@inlined_kernel
def those_or_all(kinds: Word, wanted: Word) -> Word:
    """Return the wanted kinds, such as those of the led suit, or all if the hand has none."""
    found = kinds & wanted
    return found or kinds


@inlined_kernel
def bars_lead(lead_spades: Number, broken: Number) -> Number:
    """Return True if a hand that holds another suit may not lead spades (P6, P7)."""
    return lead_spades == LEAD_NEVER or (lead_spades == LEAD_BROKEN and broken == 0)


@inlined_kernel
def locked_spades(code: Record, broken: Number) -> Word:
    """Return the spades if a hand that holds another suit may not lead them."""
    return code.suit[SPADES] if bars_lead(code.lead_spades, broken) else NOTHING


@lean_kernel
def to_play(code: Record, round: Record) -> Number:
    """Return the seat whose turn it is."""
    seat = round.leader + round.count
    return seat - code.players if seat >= code.players else seat


@lean_kernel
def legal_kinds(code: Record, round: Record) -> Word:
    """Return the kinds that the seat whose turn it is may play."""
    seat = to_play(code, round)
    hand = round.hands[seat, 0]
    if round.count == 0:
        kinds = _leads(code, round, seat, hand)
    else:
        kinds = _follows(code, round, seat, hand)
    if code.choice_in_suit != CHOICE_ANY:
        kinds = _ends_of_suits(code, kinds)
    return kinds


@lean_kernel
def _leads(code: Record, round: Record, seat: Number, hand: Word) -> Word:
    first = round.done == 0
    if first and code.first_lead == LOWEST_CLUB:
        for index in range(code.club_count):
            club = ONE << np.uint64(code.clubs[index])
            if hand & club:
                return club
    kinds = those_or_all(hand, ~code.suit[JUNK])
    if code.trump == NO_SUIT:
        return kinds
    forced = _must_play_spades(round, seat)
    if (first and code.first_trick != ANY_TRICK) or (_holds_back(code) and not forced):
        return those_or_all(kinds, ~code.suit[SPADES])
    kinds = those_or_all(kinds, ~locked_spades(code, round.broken))
    return those_or_all(kinds, code.suit[SPADES]) if forced else kinds


@lean_kernel
def _follows(code: Record, round: Record, seat: Number, hand: Word) -> Word:
    led = round.led
    if led == NO_SUIT:
        return hand
    kinds = those_or_all(hand, code.suit[led])
    if kinds & code.suit[led]:
        if code.big_joker_draws and led == SPADES and round.trick[0] == code.big_joker:
            return ONE << np.uint64(highest(kinds))
        if round.done == 0 and code.first_trick == LOWEST_CLUBS and led == 0:
            return ONE << np.uint64(lowest(kinds))
        return kinds
    if code.trump == NO_SUIT:
        return kinds
    if round.done == 0 and code.first_trick >= NO_SPADES:
        kinds = those_or_all(kinds, ~code.suit[SPADES])
    if _must_play_spades(round, seat):
        kinds = those_or_all(kinds, code.suit[SPADES])
    elif _holds_back(code):
        kinds = those_or_all(kinds, ~code.suit[SPADES])
    if code.void != VOID_ANY:
        kinds = _ruffs(code, round, kinds)
    return kinds


@lean_kernel
def _ruffs(code: Record, round: Record, kinds: Word) -> Word:
    """Return the spades if one of them must be played, or else all kinds (V27)."""
    spades = kinds & code.suit[SPADES]
    if spades == NOTHING:
        return kinds
    if code.void == VOID_SPADE:
        return spades
    winning = NOTHING
    rest = spades
    while rest:
        kind = lowest(rest)
        rest &= rest - ONE
        if takes_over(code, round, kind):
            winning |= ONE << np.uint64(kind)
    return winning or spades


@lean_kernel
def _must_play_spades(round: Record, seat: Number) -> Number:
    return (round.assassins >> seat) & 1 != 0


@lean_kernel
def _holds_back(code: Record) -> Number:
    """Return True if players who need not play spades may not play them."""
    return code.duty not in (NO_DUTY, ASSASSIN)


@lean_kernel
def _ends_of_suits(code: Record, kinds: Word) -> Word:
    """Return only the lowest or the highest kind of each suit (V20)."""
    ends = NOTHING
    for suit in range(JUNK + 1):
        held = kinds & code.suit[suit]
        if held:
            end = highest(held) if code.choice_in_suit == CHOICE_HIGHEST else lowest(held)
            ends |= ONE << np.uint64(end)
    return ends
