"""Checks whether cards belong to a current round with several people, or to a challenge.

No one can learn anything about such cards here before the round is over. It does not help to write
down a record along the way, to swap plain suits, to replace some small cards, or to leave out cards
that have been played.
"""

from collections.abc import Collection, Iterable
from itertools import permutations
from typing import NamedTuple

from ...game import Card, Deal, Game, Seat
from .table import Table

Cards = int
"""A set of cards: one bit for each card, by its id."""

_SUIT = 13
_PLAIN = 3 * _SUIT

_FEW = ((11, 2), (7, 1), (4, 0))
"""For hands of at least the first size, how many cards may differ while they count as the same."""


class InPlay(NamedTuple):
    """The hands in a round in progress, by seat, as they were dealt.

    `left` are all remaining hands at any time since then. `alone` is the player's seat in a
    challenge, and None if several people play.
    """

    dealt: tuple[Cards, ...]
    left: tuple[Cards, ...] = ()
    alone: Seat | None = None


def mask_of(hand: Iterable[Card]) -> Cards:
    """Return the cards of a hand as a set, with one bit for each card id."""
    found = 0
    for card in hand:
        found |= 1 << card.id
    return found


def in_play(table: Table) -> InPlay | None:
    """Return the cards of the round in progress, if they must stay secret."""
    game = table.game
    if game is None or table.status != "playing" or table.between_rounds:
        return None
    people = table.persons
    attempt = table.made.attempt is not None
    if len(people) < 2 and not attempt and not table.made.compared:
        return None
    dealt = next(
        (event.action.hands for event in reversed(game.events) if isinstance(event.action, Deal)),
        (),
    )
    alone = table.seat_of(people[0]) if attempt else None
    return InPlay(tuple(map(mask_of, dealt)), tuple(_left(game)), alone)


def gives_away(hands: Collection[Cards], round: InPlay) -> bool:
    """Return True if judging a game with these hands would reveal something about the round.

    In a challenge, it does if the player's hand appears and other hands are made up. A person who
    knows all hands has already played them.
    """
    if round.alone is None:
        return any(_alike(mine, other) for other in (*round.dealt, *round.left) for mine in hands)
    if not round.dealt or all(hand in hands for hand in round.dealt):
        return False
    own = round.dealt[round.alone]
    return any(_alike(mine, own) for mine in hands)


def _left(game: Game) -> Iterable[Cards]:
    """Yield the hands in a round at each moment since play began."""
    round = game.round
    if round is None:
        return
    done = [(trick.leader, trick.cards) for trick in round.tricks]
    for seat, held in enumerate(round.hands):
        hand = mask_of(held)
        yield hand
        for leader, cards in [(round.leader, round.trick), *reversed(done)]:
            at = (seat - leader) % len(round.hands)
            if at < len(cards):
                hand |= 1 << cards[at].id
                yield hand


def _alike(mine: Cards, other: Cards) -> bool:
    """Return True if two hands are the same except for a few cards or the order of plain suits."""
    size = other.bit_count()
    if mine.bit_count() != size:
        return False
    few = next((few for least, few in _FEW if size >= least), None)
    if few is None:
        return False
    return any((renamed ^ other).bit_count() <= 2 * few for renamed in _renamed(mine))


def _renamed(hand: Cards) -> Iterable[Cards]:
    """Yield the hand with its plain suits exchanged in every possible way."""
    suit = (1 << _SUIT) - 1
    rest = hand >> _PLAIN << _PLAIN
    plain = [hand >> _SUIT * number & suit for number in range(3)]
    for one, two, three in permutations(plain):
        yield rest | one | two << _SUIT | three << 2 * _SUIT
