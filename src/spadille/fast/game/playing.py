"""Play a round: leads, plays and tricks, as in `game/phases/playing.py`."""

import numpy as np

from ..encoding import (
    ASSASSIN,
    HIGHEST_BIDDER,
    JUNK,
    LOW,
    LOWEST_CLUB,
    NO_SUIT,
    ONE,
    SECRET_ASSASSIN,
    SPADES,
    Number,
    Record,
)
from ..kernel import inlined_kernel, lean_kernel
from .cards import height, take_out, takes_over
from .playable import to_play
from .seats import first_holder, highest_bidder, left_of


@lean_kernel
def begin_play(code: Record, round: Record) -> None:
    """Prepare the first trick of a round that has its dealer, hands and bids.

    `won` is kept, because with a full round in the kitty, a trick is won before the first card.
    """
    round.done = 0
    round.broken = 0
    round.last = -1
    round.leader = _first_leader(code, round)
    round.assassins = find_assassins(code, round)
    begin_trick(round)


@lean_kernel
def play_card(code: Record, round: Record, play: Number) -> None:
    """Play a legal card of the seat whose turn it is; the trick's last card decides who wins it."""
    seat = to_play(code, round)
    kind = play % LOW
    take_out(round.hands[seat], kind)
    suit = code.suit_of[kind]
    if suit == SPADES:
        round.broken = 1
    if takes_over(code, round, play):
        round.best = seat
        round.height = height(code, play)
    if round.led == NO_SUIT and suit != JUNK:
        round.led = suit
    round.trick[round.count] = play
    round.count += 1
    if round.count == code.players:
        winner = round.best
        at = winner - round.leader
        round.last = round.trick[at + code.players if at < 0 else at]
        round.won[winner] += 1
        round.winners[round.done] = winner
        round.done += 1
        round.leader = winner
        begin_trick(round)


@inlined_kernel
def shows_void(code: Record, round: Record, play: Number) -> Number:
    """Return True if a play shows that the player has no card of the led suit."""
    return round.led not in (NO_SUIT, code.suit_of[play % LOW])


@lean_kernel
def finished(code: Record, round: Record) -> Number:
    """Return True if all cards are played."""
    return round.done == code.hand_size


@lean_kernel
def begin_trick(round: Record) -> None:
    """Reset the trick: no cards, no suit led, and `leader` as the best seat so far."""
    round.count = 0
    round.led = NO_SUIT
    round.best = round.leader
    round.height = -1


@lean_kernel
def _first_leader(code: Record, round: Record) -> Number:
    """Return the seat that leads to the first trick (P1, P12, V16)."""
    if code.first_lead == HIGHEST_BIDDER:
        return highest_bidder(code, round)
    if code.first_lead == LOWEST_CLUB:
        for index in range(code.club_count):
            seat = first_holder(code, round, ONE << np.uint64(code.clubs[index]))
            if seat >= 0:
                return seat
    return left_of(code, round.dealer)


@lean_kernel
def find_assassins(code: Record, round: Record) -> Number:
    """Return the seats that must play spades whenever allowed, with a bit for each (V19)."""
    if code.duty == ASSASSIN:
        return (1 << code.players) - 1
    seats = 0
    if code.duty == SECRET_ASSASSIN and code.ace_of_spades >= 0:
        ace = ONE << np.uint64(code.ace_of_spades)
        for seat in range(code.players):
            if round.hands[seat, 0] & ace:
                seats |= 1 << seat
    return seats
