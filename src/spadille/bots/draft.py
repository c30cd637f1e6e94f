"""The draft of two players: keep the card drawn or take the next, and the swap after it."""

from collections.abc import Callable
from functools import partial

from ..game import PACK, TRUMP, Bid, Card, Hand, Keep, Message, Swap, T, View
from .bot import Decision
from .honours import all_follow
from .naming import named

_LIVE = 1 / 3
"""The chance that a card outside is in the opponent's hand; most are out of play."""

_USUAL_LENGTH = 3


def decide_keep(view: View) -> Decision:
    """Keeps a card that is better for the plan than the average of all that may come."""
    card = view.offered[0]
    hand = view.hand or ()
    bids_nil = _bids_nil(view)
    worth = _harmlessness if bids_nil else partial(_tricks, hand=hand)
    if worth(card) >= _average(worth, view, card):
        reason = (
            Message(T("The {card} is low enough for a nil."), card=card)
            if bids_nil
            else Message(T("The {card} is better than the next card is likely to be."), card=card)
        )
        return Decision(Keep("first"), reason)
    reason = (
        Message(T("The {card} is too high for a nil; the next is likely to be lower."), card=card)
        if bids_nil
        else Message(T("The {card} is below average; the next is likely to be better."), card=card)
    )
    return Decision(Keep("next"), reason)


def decide_swap(view: View) -> Decision:
    """Puts away the cards that are worse for the nil than an average one."""
    choose = view.options.choose
    assert choose is not None
    assert view.hand is not None
    usual = _average(_harmlessness, view)
    worst_first = sorted(choose.cards, key=_harmlessness)
    cards = tuple(card for card in worst_first if _harmlessness(card) < usual)[: max(choose.sizes)]
    if not cards:
        return Decision(Swap(()), Message(T("My cards are low enough; I keep them all.")))
    return Decision(
        Swap(cards),
        Message(
            T("A nil cannot live with the {cards}; what comes is likely to be lower."),
            cards=named(cards),
        ),
    )


def _average(worth: Callable[[Card], float], view: View, offered: Card | None = None) -> float:
    """What an unseen card is worth on average."""
    seen: Hand = (*(view.hand or ()), *view.refused, *([offered] if offered else []))
    unseen = [card for card in PACK if card not in seen]
    return sum(worth(card) for card in unseen) / max(len(unseen), 1)


def _tricks(card: Card, hand: Hand) -> float:
    """How many tricks a card is likely to bring to a hand in the making."""
    suit = [other for other in hand if other.suit is card.suit]
    above = 12 - card.rank - sum(other.rank > card.rank for other in suit)
    if card.suit is TRUMP:
        return 0.55 + 0.4 * (1 - _LIVE) ** above + 0.05 * len(suit)
    nth = 1 + sum(other.rank > card.rank for other in suit)
    length = max(_USUAL_LENGTH, len(suit) + 1)
    in_time = all_follow(length, min(nth + round(above * _LIVE), length), 1)
    return (1 - _LIVE) ** above * in_time - 0.02 * len(suit)


def _harmlessness(card: Card) -> float:
    """How little a card endangers a nil."""
    if card is Card.SA:
        return -40.0
    return -card.rank - 4.0 * (card.suit is TRUMP)


def _bids_nil(view: View) -> bool:
    assert view.seat is not None
    bid: Bid | None = view.bids[view.seat]
    return bid is not None and bid.nil
