"""The tricks of a whole deal with every trump suit and every leader."""

from collections.abc import Sequence
from functools import partial

from ...game import SUITS, Card, Deal, Suit
from .memory import SUIT
from .positions import card_bits, refused
from .solving import STANDARD, hands_of, solve_batch, word_of

_LANE = (1 << SUIT) - 1
_SPADES = SUIT * Suit.SPADES
_PAIRS = (2, 4)


def trick_table(
    deal: Deal | Sequence[Sequence[Card]] | str, *, memory: int = 256, threads: int = 1
) -> dict[Suit | None, tuple[int, ...]]:
    """Return how many tricks the leader's side takes, by trump suit and leading seat.

    The key for no trump is None, and each tuple has the number for each leading seat, seat 0 first.
    Any suit may be led at any time, as in the double dummy tables of bridge. There are two hands,
    or four of two pairs, of an ordinary pack. `memory` limits the size of all tables together, in
    megabytes.

    >>> table = trick_table("N:A2... K3... Q4... J5...")
    >>> table[Suit.SPADES], table[None]
    ((1, 0, 1, 1), (1, 0, 1, 1))

    Raises:
        SolverError: says what is wrong with the deal.
        ParseError: if a text is not a deal.
    """
    hands = hands_of(deal)
    if len(hands) not in _PAIRS:
        raise refused("sides", "{players} hands do not make two pairs", players=len(hands))
    bits = card_bits(STANDARD, trump=True)
    words = [word_of(hand, bits) for hand in hands]
    seats = range(len(hands))
    tables = [[_with_trumps(word, suit) for word in words] for suit in SUITS for _ in seats]
    leaders = [*seats] * len(SUITS)
    solved = partial(solve_batch, lead="any", cards=False, memory=memory, threads=threads)
    tricks = solved(tables, leaders).lower.tolist()
    found: dict[Suit | None, tuple[int, ...]] = {
        suit: tuple(tricks[len(seats) * at : len(seats) * (at + 1)])
        for at, suit in enumerate(SUITS)
    }
    found[None] = tuple(solved([words] * len(seats), [*seats], trump=False).lower.tolist())
    return found


def _with_trumps(word: int, suit: Suit) -> int:
    """Return a hand in which the spades and the cards of another suit have changed places."""
    place = SUIT * suit
    change = (word >> place ^ word >> _SPADES) & _LANE
    return word ^ (change << place) ^ (change << _SPADES) if place != _SPADES else word
