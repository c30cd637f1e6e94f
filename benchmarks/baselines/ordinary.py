"""The ordinary game, for which all baselines were published: its cards as bits, and its deals."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from spadille.game import PACK, Card, Rules, SeatView, knowledge_of, tricks_begun

Words = NDArray[np.uint64]

SUIT = 13
"""A card is the bit `13 * suit + rank`, spades being the highest suit."""

_USUAL = Rules().play


def is_ordinary(rules: Rules) -> bool:
    """Return True if two pairs play with an ordinary pack by the usual rules of play."""
    return (
        rules.play == _USUAL
        and rules.deck_cards == PACK
        and rules.deck.aces == "high"
        and rules.players == len(rules.sides) + 2 == 4
        and not rules.bidding.no_trump
        and not rules.bidding.opening_tricks
    )


def is_known(view: SeatView) -> bool:
    """Return True if a card is due in the ordinary game, after only bids of tricks and nils."""
    plain = all(bid is not None and not bid.mo for bid in view.bids)
    return view.phase == "play" and plain and is_ordinary(view.rules)


def is_nil_alive(view: SeatView, seat: int) -> bool:
    """Return True if a seat has bid nil and won no trick."""
    bid = view.bids[seat]
    return bid is not None and bid.nil and view.won[seat] == 0


def bits(cards: tuple[Card, ...]) -> int:
    return sum(1 << card.id for card in cards)


def chance(seed: int | str, view: SeatView) -> Random:
    """Return a source of chance for one card, determined by the seed and the view."""
    return Random(f"{seed}/{view.round_number}/{view.hand}/{view.trick}")


def worlds_of(view: SeatView, count: int, seed: int) -> Words:
    """Return all hands in this many deals that fit the view, each deal as likely as any other.

    They are the cards still held, by sampled deal and seat.
    """
    from spadille.fast.worlds import Worlds  # noqa: PLC0415 - bids need no kernels

    known = knowledge_of(view)
    dealt = Worlds([where for _, where in known.places], known.room).sample(count, seed)
    hands = np.zeros((count, len(known.room)), np.uint64)
    index = np.arange(count)
    for at, (card, _) in enumerate(known.places):
        hands[index, dealt[:, at]] |= np.uint64(1 << card.id)
    hands[:, view.seat] = bits(view.hand or ())
    return np.ascontiguousarray(hands[:, : view.rules.players])


def played(view: SeatView) -> tuple[int, ...]:
    """Return the cards that each seat has played, as bits."""
    found = [0] * view.rules.players
    for trick in tricks_begun(view):
        for turn, card in enumerate(trick.cards):
            found[(trick.leader + turn) % view.rules.players] |= 1 << card.id
    return tuple(found)
