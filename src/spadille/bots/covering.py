"""Covering the partner's nil: win the tricks that he might be forced to win."""

from ..game import Card, T
from .bot import Decision
from .rule import Rule, play
from .table import Table

_FORCED = 3
"""With fewer lower cards than this outside, the partner may have nothing below a card."""

_HIGH = 2
"""So far from the top of its suit a card is still high: a queen."""


def lead_winner(table: Table) -> Decision | None:
    """A winner lets the partner play anything under it."""
    if not table.leads:
        return None
    winners = [card for card in table.masters(trumps=False) if table.holds(card) >= 0.5]
    if not winners:
        return None
    card = max(winners, key=lambda card: (table.holds(card), table.level(card)))
    return play(
        card, T("My partner bid nil: the {card} wins, and he can play his highest under it.")
    )


def lead_his_void(table: Table) -> Decision | None:
    mate = table.nil_mate
    if not table.leads or mate is None:
        return None
    void = [
        card
        for card in table.legal
        if not table.is_trump(card) and table.count.known_void(mate, table.suit(card))
    ]
    if not void:
        return None
    return play(
        void[-1],
        T("My partner bid nil and has no {suit}: he can throw a dangerous card on the {card}."),
        suit=table.suit(void[-1]),
    )


def lead_high(table: Table) -> Decision | None:
    """With no winner, the highest card relative to what is out."""
    if not table.leads:
        return None
    card = min(
        table.legal,
        key=lambda card: (table.count.higher(card) + 2 * table.is_trump(card), -table.level(card)),
    )
    card = _cheapest_equal(table, card)
    return play(card, T("My partner bid nil: I lead high, the {card}, so that he can stay below."))


def rescue(table: Table) -> Decision | None:
    """The partner is winning the trick: overtake him."""
    if table.leads or table.winner != table.nil_mate or not table.winning:
        return None
    best_chance = max(table.holds(card) for card in table.winning)
    card = next(card for card in table.winning if table.holds(card) >= best_chance - 0.05)
    return play(card, T("My partner bid nil and is winning the trick: I save him with the {card}."))


def shelter(table: Table) -> Decision | None:
    """The partner is still to play: raise the trick so that he can stay below."""
    if table.leads or table.nil_mate not in table.after or not table.winning:
        return None
    assert table.best is not None
    assert table.nil_mate is not None
    if table.led is not None and table.count.known_void(table.nil_mate, table.led):
        return None
    if table.count.lower(table.best) >= _FORCED and table.order.from_top(table.best) <= _HIGH:
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
