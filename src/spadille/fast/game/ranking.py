"""Find which card wins a trick, as in `game/ranking.py` (K2 to K8, P4)."""

from ..bits import highest
from ..encoding import JUNK, LOW, NO_SUIT, Number, Record, Word
from ..kernel import inlined_kernel, lean_kernel


@lean_kernel
def height(code: Record, play: Number) -> Number:
    """Return the height of a play in its suit, with all spades above the other suits.

    An ace called low is below the rest of its suit; junk jokers are below everything.
    """
    kind = play % LOW
    suit = code.suit_of[kind]
    if suit == JUNK:
        return -1
    if play < LOW:
        return 2 * kind + 1
    return 2 * code.lowest[suit]


@lean_kernel
def takes_over(code: Record, round: Record, play: Number) -> Number:
    """Return True if a play takes the lead in the trick; at height -1, nothing could win yet."""
    suit = code.suit_of[play % LOW]
    if suit == JUNK or (suit not in (round.led, code.trump) and round.led != NO_SUIT):
        return False
    own = height(code, play)
    return own > round.height or (own == round.height and code.last_wins != 0)


@inlined_kernel
def best_kind(cards: Word, led: Word, trumps: Word) -> Number:
    """Return the winner of a whole trick of different kinds, with no ace called low."""
    return highest((cards & trumps) or (cards & led))
