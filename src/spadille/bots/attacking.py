"""Attacking an opponent's nil, as far as my own contract allows."""

from ..game import TRUMP, T
from .bot import Decision
from .rule import Rule, play
from .table import Table

_MARGIN = 0.8
"""How many tricks beyond the contract must be expected before a nil is attacked."""

_LOW = 3
"""A card with fewer unseen cards of its suit below it is low enough to force a nil."""


def _is_worth_it(table: Table) -> bool:
    return bool(table.standing_nils) and (
        table.needs.ours == 0
        or table.needs.lost
        or table.needs.expected_tricks - table.needs.ours >= _MARGIN
    )


def leave_it_to_nil(table: Table) -> Decision | None:
    """The nil bidder is winning: stay below."""
    if table.winner not in table.standing_nils or not table.losing:
        return None
    assert table.winner is not None
    if not _is_worth_it(table) and not table.last:
        return None
    losing = [card for card in table.losing if card.suit is not TRUMP] or list(table.losing)
    card = losing[-1] if table.follows else min(losing, key=lambda card: card.rank)
    return play(
        card,
        T("{seat} bid nil and is winning this trick: I stay below with the {card}."),
        seat=table.winner,
    )


def lead_low_at_nil(table: Table) -> Decision | None:
    if not table.leads or not _is_worth_it(table):
        return None
    targets = table.standing_nils
    low = [
        card
        for card in table.legal
        if card.suit is not TRUMP
        and table.count.lower(card) < _LOW
        and table.count.higher(card) >= _LOW
        and not any(table.count.known_void(seat, card.suit) for seat in targets)
    ]
    if not low:
        return None
    card = min(low, key=lambda card: (table.count.lower(card), -table.count.higher(card)))
    return play(
        card,
        T("{seat} bid nil: a low lead, the {card}, is hard to stay below."),
        seat=targets[0],
    )


def keep_it_low(table: Table) -> Decision | None:
    """The nil bidder is still to play on a low trick: do not raise it."""
    targets = [seat for seat in table.standing_nils if seat in table.after]
    if not targets or not table.follows or not _is_worth_it(table):
        return None
    assert table.best is not None
    assert table.led is not None
    if table.count.known_void(targets[0], table.led):
        return None
    card = table.losing[-1] if table.losing else table.legal[0]
    top = card if card in table.winning else table.best
    if table.count.lower(top) >= _LOW:
        return None
    return play(
        card,
        T("{seat} bid nil and is still to play: the {card} leaves him little room below."),
        seat=targets[0],
    )


ATTACKING: tuple[Rule, ...] = (leave_it_to_nil, lead_low_at_nil, keep_it_low)
"""Against a nil that still stands."""
