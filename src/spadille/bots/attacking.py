"""Attacking an opponent's nil, as far as my own contract allows."""

from ..game import Card, Seat, Suit, T
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
    losing = [card for card in table.losing if not table.is_trump(card)] or list(table.losing)
    card = losing[-1] if table.follows else min(losing, key=table.level)
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
    card = max(table.legal, key=lambda card: (_stuck(table, target, card), -table.level(card)))
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
    suit = table.suit(card)
    if suit is Suit.JOKERS:
        return 0.0
    above = count.above(card)
    forced = count.none_of(target, suit, count.below(card)) * (
        1 - count.none_of(target, suit, above)
    )
    for cover in table.view.rules.partners(target):
        topped = 1 - count.none_of(cover, suit, _upper_half(above))
        if not table.is_trump(card):
            topped += count.ruff_chance(cover, suit)
        forced *= max(0.0, 1 - topped)
    return forced


def _upper_half(mask: int) -> int:
    """The cards of a mask above the middle one, which stands for what the nil bidder plays."""
    for _ in range(mask.bit_count() // 2 + 1):
        mask &= mask - 1
    return mask


def keep_it_low(table: Table) -> Decision | None:
    """The nil bidder is still to play on a low trick: do not raise it."""
    targets = [seat for seat in table.standing_nils if seat in table.after]
    if not targets or not table.follows or not _is_worth_it(table):
        return None
    assert table.best is not None
    if table.suit(table.best) is not table.led:
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
