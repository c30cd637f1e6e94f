"""Covering the partner's nil: win the tricks that he might be forced to win."""

from ..game import TRUMP, Card, T
from .bot import Decision
from .rule import Rule, play
from .table import Table

_FORCED = 3
"""With fewer lower cards than this outside, the partner may have nothing below a card."""


def lead_winner(table: Table) -> Decision | None:
    """A winner lets the partner play anything under it."""
    if not table.leads:
        return None
    winners = [card for card in table.masters(spades=False) if table.holds(card) >= 0.5]
    if not winners:
        return None
    card = max(winners, key=lambda card: (table.holds(card), card.rank))
    return play(
        card, T("My partner bid nil: the {card} wins, and he can play his highest under it.")
    )


def lead_his_void(table: Table) -> Decision | None:
    assert table.partner is not None
    if not table.leads:
        return None
    void = [
        card
        for card in table.legal
        if card.suit is not TRUMP and table.count.known_void(table.partner, card.suit)
    ]
    if not void:
        return None
    return play(
        void[-1],
        T("My partner bid nil and has no {suit}: he can throw a dangerous card on the {card}."),
        suit=void[-1].suit,
    )


def lead_high(table: Table) -> Decision | None:
    """With no winner, the highest card relative to what is out."""
    if not table.leads:
        return None
    card = min(
        table.legal,
        key=lambda card: (table.count.higher(card) + 2 * (card.suit is TRUMP), -card.rank),
    )
    card = _cheapest_equal(table, card)
    return play(card, T("My partner bid nil: I lead high, the {card}, so that he can stay below."))


def rescue(table: Table) -> Decision | None:
    """The partner is winning the trick: overtake him."""
    if table.leads or table.winner != table.partner or not table.winning:
        return None
    best_chance = max(table.holds(card) for card in table.winning)
    card = next(card for card in table.winning if table.holds(card) >= best_chance - 0.05)
    return play(card, T("My partner bid nil and is winning the trick: I save him with the {card}."))


def shelter(table: Table) -> Decision | None:
    """The partner is still to play: raise the trick so that he can stay below."""
    if table.leads or table.partner not in table.after or not table.winning:
        return None
    assert table.best is not None
    assert table.partner is not None
    if table.led is not None and table.count.known_void(table.partner, table.led):
        return None
    if table.count.lower(table.best) >= _FORCED and table.best.rank >= 10:
        return None
    card = table.winning[-1] if table.follows else table.winning[0]
    card = _cheapest_equal(table, card)
    return play(
        card, T("My partner bid nil and is still to play: the {card} gives him room below it.")
    )


def _cheapest_equal(table: Table, card: Card) -> Card:
    return next(other for other in table.legal if table.count.equals(other, card))


COVERING: tuple[Rule, ...] = (lead_winner, lead_his_void, lead_high, rescue, shelter)
"""For the partner of a nil that still stands."""
