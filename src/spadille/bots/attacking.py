"""Attacking an opponent's nil, as far as my own contract allows."""

from ..game import TRUMP, Card, Seat, T
from .bot import Decision
from .rule import Rule, play
from .table import Table

_MARGIN = 0.5
"""How many tricks beyond the contract must be expected before a nil is attacked."""

_WORTH_A_LEAD = 0.02

_WORTH_A_DUCK = 0.12


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
    """The lead that most likely leaves a nil bidder nothing below and the cover nothing above."""
    if not table.leads or not _is_worth_it(table):
        return None
    target = table.standing_nils[0]
    card = max(table.legal, key=lambda card: (_stuck(table, target, card), -card.rank))
    if _stuck(table, target, card) < _WORTH_A_LEAD:
        return None
    return play(
        card,
        T("{seat} bid nil: the {card} is a lead that is hard to stay below."),
        seat=target,
    )


def _stuck(table: Table, target: Seat, card: Card) -> float:
    """The chance that the nil bidder has to beat `card` and nobody can take the trick off him."""
    count = table.count
    out = count.out[card.suit]
    below = out & ((1 << card.rank) - 1)
    above = out & ~below
    cover = table.view.rules.partner(target)
    forced = count.none_of(target, card.suit, below) * (1 - count.none_of(target, card.suit, above))
    if cover is None:
        return forced
    median = 0
    for rank in range(card.rank + 1, 13):
        if above >> rank & 1:
            median = rank
            if (above >> rank).bit_count() * 2 <= above.bit_count() + 1:
                break
    topped = 1 - count.none_of(cover, card.suit, above >> (median + 1) << (median + 1))
    if card.suit is not TRUMP:
        topped += count.void_chance(cover, card.suit) * (1 - count.void_chance(cover, TRUMP))
    return forced * max(0.0, 1 - topped)


def keep_it_low(table: Table) -> Decision | None:
    """The nil bidder is still to play on a low trick: do not raise it."""
    targets = [seat for seat in table.standing_nils if seat in table.after]
    if not targets or not table.follows or not _is_worth_it(table):
        return None
    assert table.best is not None
    if table.best.suit is not table.led:
        return None
    card = table.losing[-1] if table.losing else table.legal[0]
    top = card if card in table.winning else table.best
    if _stuck(table, targets[0], top) < _WORTH_A_DUCK:
        return None
    return play(
        card,
        T("{seat} bid nil and is still to play: the {card} leaves him little room below."),
        seat=targets[0],
    )


ATTACKING: tuple[Rule, ...] = (leave_it_to_nil, lead_low_at_nil, keep_it_low)
"""Against a nil that still stands."""
