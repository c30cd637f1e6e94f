"""Losing tricks that would only be bags."""

from ..game import Message, T
from .bot import Decision
from .needs import Goal
from .own_nil import winning_danger
from .rule import Rule, play
from .table import Table


def _why(table: Table) -> Message:
    if table.needs.lost:
        return Message("Our contract is lost, and every trick too many is a bag for them")
    return Message("Another trick would only be a bag")


def lead_low(table: Table) -> Decision | None:
    if table.needs.goal is not Goal.AVOID or not table.leads:
        return None
    card = min(
        table.legal,
        key=lambda card: (winning_danger(table, card), table.is_trump(card), -table.level(card)),
    )
    return play(
        card,
        T("{why}: I lead the {card}, which is likely to lose."),
        why=_why(table),
    )


def duck(table: Table) -> Decision | None:
    if table.needs.goal is not Goal.AVOID or not table.follows or not table.losing:
        return None
    return play(
        table.losing[-1],
        T("{why}: the {card} is the highest card that loses this one."),
        why=_why(table),
    )


def throw_high(table: Table) -> Decision | None:
    if table.needs.goal is not Goal.AVOID or table.leads or not table.losing:
        return None
    card = max(
        table.losing,
        key=lambda card: (
            winning_danger(table, card) + table.is_trump(card),
            table.level(card),
        ),
    )
    return play(
        card,
        T("{why}: I throw the {card}, which might win one later."),
        why=_why(table),
    )


def win_with_the_highest(table: Table) -> Decision | None:
    if table.needs.goal is not Goal.AVOID or not table.last:
        return None
    card = table.legal[-1] if table.follows else table.winning[-1]
    return play(
        card,
        T("I have to win this trick, so I spend a card that would win one anyway: the {card}."),
    )


def hope_to_be_beaten(table: Table) -> Decision | None:
    if table.needs.goal is not Goal.AVOID:
        return None
    return play(table.legal[0], T("I want no more tricks: the {card} may still be beaten."))


AVOIDING: tuple[Rule, ...] = (lead_low, duck, throw_high, win_with_the_highest, hope_to_be_beaten)
"""For a side that wants no more tricks; has advice on any trick if that is so."""
