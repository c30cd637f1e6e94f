"""Count the tricks that a hand takes no matter what the others hold and play."""

from collections.abc import Iterable, Sequence

from ..game import Card, SeatView, Suit, next_seat, tricks_begun
from .order import Order, order_of


def certain_tricks(view: SeatView) -> int:
    """Return how many tricks are certain for the hand in view, before a card is played."""
    order = order_of(view.rules, trump=view.trump)
    mine, outside = _masks(view.hand or (), order, () if view.exchanged else view.refused)
    trumps = _trumps(order, mine, outside)
    return max(trumps, _from_the_lead(order, mine, outside)) if _leads(view) else trumps


def nothing_higher(view: SeatView) -> bool:
    """Return True if no card that others may have beats my best card in its suit.

    If one does, it is not certain who wins the remaining tricks.
    """
    order = order_of(view.rules, trump=view.trump)
    mine, outside = cards_left(view, order)
    return all(_above(order, mine, outside, suit)[0] == 0 for suit, own in enumerate(mine) if own)


def cannot_lose(view: SeatView) -> bool:
    """Return True if each card of the hand wins when it is led, in any order."""
    order = order_of(view.rules, trump=view.trump)
    mine, outside = cards_left(view, order)
    if mine[Suit.JOKERS]:  # unless they are trumps, they win nothing
        return False
    others_ruff = order.trump is not None and outside[order.trump]
    if others_ruff and any(own for suit, own in enumerate(mine) if suit != order.trump):
        return False
    return all(_above(order, mine, outside, suit)[-1] == 0 for suit, own in enumerate(mine) if own)


def certain_trumps(hand: Iterable[Card], order: Order) -> int:
    """Return how many tricks the trumps of a hand are certain to win, however it is played.

    Each trump wins its trick unless a higher one falls on it, and no card can beat two of them.
    """
    return _trumps(order, *_masks(hand, order))


def cards_left(view: SeatView, order: Order) -> tuple[list[int], list[int]]:
    """Return the cards of the hand, and those that others may still have, by suit."""
    played = [card for trick in tricks_begun(view) for card in trick.cards]
    return _masks(view.hand or (), order, played)


def _masks(
    hand: Iterable[Card], order: Order, away: Sequence[Card] = ()
) -> tuple[list[int], list[int]]:
    """Return the cards of a hand, and those that others may have, by suit.

    Among identical cards, those that are gone have the lowest bits, followed by those in the hand.
    """
    gone, seen = order.mask(away), order.mask((*away, *hand))
    mine = [known & ~out for known, out in zip(seen, gone, strict=True)]
    outside = [full & ~known for full, known in zip(order.full, seen, strict=True)]
    return mine, outside


def _trumps(order: Order, mine: Sequence[int], outside: Sequence[int]) -> int:
    if order.trump is None:
        return 0
    certain = used = 0
    for above in _above(order, mine, outside, order.trump):
        if above > used:
            used += 1
        else:
            certain += 1
    return certain


def _above(order: Order, mine: Sequence[int], outside: Sequence[int], suit: int) -> list[int]:
    """Return how many cards outside my hand may beat each of my cards of a suit, fewest first."""
    over = []
    for card in order.level:
        if order.suit_of[card] == suit:
            copies = sum(1 << bit for bit in order.bits_of(card))
            above = ((order.above[card] | copies) & outside[suit]).bit_count()
            over += [above] * (copies & mine[suit]).bit_count()
    return sorted(over)


def _leads(view: SeatView) -> bool:
    """Return True if the hand leads to the first trick and may lead anything."""
    play = view.rules.play
    return (
        view.dealer is not None
        and view.seat == next_seat(view.dealer, view.rules.players)
        and play.first_lead == "left_of_dealer"
        and play.first_trick == "any"
        and play.duty == "none"
        and play.choice_in_suit != "lowest"
        and (not view.trump or not play.bars_lead_of_spades(broken=False))
    )


def _from_the_lead(order: Order, mine: Sequence[int], outside: Sequence[int]) -> int:
    """Return the cards that surely win once trumps are drawn, if my trumps are high enough."""
    total = 0
    if order.trump is not None:
        total = _cashed(order, mine, outside, order.trump)
        if total < outside[order.trump].bit_count():
            return total
    return total + sum(
        _cashed(order, mine, outside, suit)
        for suit in Suit
        if suit not in {order.trump, Suit.JOKERS}
    )


def _cashed(order: Order, mine: Sequence[int], outside: Sequence[int], suit: int) -> int:
    """Return the cards of a suit that win when led one after the other, if no opponent can ruff."""
    over = _above(order, mine, outside, suit)
    top = sum(above == 0 for above in over)
    return len(over) if top >= outside[suit].bit_count() else top
