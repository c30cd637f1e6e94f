"""Decide in the draft of two players: which card to keep, and what to swap after it."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from ...game import Card, Hand, Keep, Message, Rules, Seat, SeatView, Suit, Swap, T
from ..bot import Decision, bid_nil
from ..order import Order, order_of
from .giving import named
from .hand_value import all_follow

_LIVE = 1 / 3
"""The chance that a card outside my hand is in the opponent's; most are out of play."""

_USUAL_LENGTH = 3


def decide_keep(view: SeatView) -> Decision:
    """Keep a card that suits the plan better than the average card still to come."""
    card, *others = view.offered
    nil = bid_nil(view, view.seat)
    worth = worth_to(view, view.seat)
    if others:
        return _of_two(card, others[0], worth, nil=nil)
    if worth(card) >= _average(worth, view):
        reason = (
            Message("The {card} is low enough for a nil.", card=card)
            if nil
            else Message("The {card} is better than the next card is likely to be.", card=card)
        )
        return Decision(Keep("first"), reason)
    reason = (
        Message("The {card} is too high for a nil; the next one is likely to be lower.", card=card)
        if nil
        else Message("The {card} is below average; the next one is likely to be better.", card=card)
    )
    return Decision(Keep("next"), reason)


def _of_two(first: Card, second: Card, worth: Callable[[Card], float], *, nil: bool) -> Decision:
    """Return the better of two face-up cards."""
    best, other = (first, second) if worth(first) >= worth(second) else (second, first)
    template = (
        T("The {card} is less dangerous to a nil than the {other}.")
        if nil
        else T("The {card} should win more than the {other}.")
    )
    return Decision(
        Keep("first" if best is first else "next"), Message(template, card=best, other=other)
    )


def decide_swap(view: SeatView) -> Decision:
    """Swap the cards that are worse for the nil than an average one."""
    choose = view.options.choose
    assert choose is not None
    order = order_of(view.rules, trump=view.trump, aces_low=bid_nil(view, view.seat))
    worth = partial(harmlessness, order)
    usual = _average(worth, view)
    worst_first = sorted(choose.cards, key=worth)
    cards = tuple(card for card in worst_first if worth(card) < usual)[: max(choose.sizes)]
    if not cards:
        return Decision(Swap(()), Message("My cards are low enough; I keep them all."))
    return Decision(
        Swap(cards),
        Message(
            "A nil cannot survive with the {cards}; their replacements are likely to be lower.",
            cards=named(cards),
        ),
    )


def worth_to(view: SeatView, seat: Seat) -> Callable[[Card], float]:
    """Return what a card is worth to a seat, given the known part of its hand, or to its nil."""
    nil = bid_nil(view, seat)
    order = order_of(view.rules, trump=view.trump, aces_low=nil)
    if nil:
        return partial(harmlessness, order)
    return partial(tricks_of, view.rules, order, view.hand or () if seat == view.seat else ())


def unseen_by(view: SeatView) -> list[Card]:
    """Return the cards of a draft that the others hold or that have not been drawn."""
    seen = Counter((*(view.hand or ()), *view.refused, *view.offered))
    return list((Counter(view.rules.deck_cards) - seen).elements())


def _average(worth: Callable[[Card], float], view: SeatView) -> float:
    """Return what an unseen card is worth on average."""
    unseen = unseen_by(view)
    return sum(worth(card) for card in unseen) / max(len(unseen), 1)


def tricks_of(rules: Rules, order: Order, hand: Hand, card: Card) -> float:
    """Return how many tricks a card is likely to add to an incomplete hand."""
    in_play = order.suit_of[card]
    if in_play is Suit.JOKERS:
        return 0.0
    suit = [other for other in hand if order.suit_of[other] is in_play]
    above = (order.above[card] & ~order.mask(suit)[in_play]).bit_count()
    if order.is_trump(card):
        return 0.55 + 0.4 * (1 - _LIVE) ** above + 0.05 * len(suit)
    nth = 1 + sum(order.level[other] > order.level[card] for other in suit)
    length = max(_USUAL_LENGTH, len(suit) + 1)
    size = rules.hand_size
    unseen = len(rules.deck_cards) - size
    rounds = min(nth + round(above * _LIVE), length)
    in_time = all_follow(length, rounds, 1, unseen, size, order.size(in_play))
    return (1 - _LIVE) ** above * in_time - 0.02 * len(suit)


def harmlessness(order: Order, card: Card) -> float:
    """Return how little a card endangers a nil."""
    if order.suit_of[card] is Suit.JOKERS:
        return 0.0
    if order.is_trump(card) and not order.above[card]:
        return -40.0
    return -order.level[card] - 4.0 * order.is_trump(card)
