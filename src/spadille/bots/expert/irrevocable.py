"""Detect when the last card of a trick is irrevocable because it decides who gets the trick."""

from ...game import Card, SeatView, Trick
from ..bot import bid_nil
from ..order import order_of

CLEAR = 3.0
"""By how many standard errors a card must be better to take a trick that the partner has won."""


def sensible(view: SeatView) -> frozenset[Card]:
    """Return the legal cards; if a live nil plays last, only those that keep it alive.

    If no card keeps it alive, all of them are returned.
    """
    legal = frozenset(view.options.cards_to_play)
    trick = about_to_end(view)
    if trick is None or not bid_nil(view, view.seat) or view.won[view.seat]:
        return legal
    order = order_of(view.rules, trump=view.trump)
    return frozenset(card for card in legal if not order.wins(trick, card)) or legal


def margin_of(view: SeatView, card: Card, usual: float) -> float:
    """Return by how many standard errors a card must beat another one: `usual` or more."""
    trick = about_to_end(view)
    if trick is None or not is_partners(view, trick):
        return usual
    return CLEAR if order_of(view.rules, trump=view.trump).wins(trick, card) else usual


def about_to_end(view: SeatView) -> Trick | None:
    """Return the trick to which the seat is the last to play, if it is."""
    trick = view.trick
    return trick if trick and len(trick.cards) == view.rules.players - 1 else None


def is_partners(view: SeatView, trick: Trick) -> bool:
    """Return True if a partner is winning a trick that counts for the contract."""
    ranking = order_of(view.rules, trump=view.trump).ranking
    best = ranking.winning_index(trick.cards, trick.low)
    winner = view.rules.seats[(trick.leader + best) % view.rules.players]
    if winner not in view.rules.partners(view.seat):
        return False
    if not bid_nil(view, winner):
        return True
    return view.won[winner] > 0 and view.rules.scoring.failed_nils_help
