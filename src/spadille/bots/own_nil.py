"""Playing my own nil: lose every trick, and lose the dangerous cards in them."""

from ..game import TRUMP, Card, T
from .bot import Decision
from .nil_chance import most_dangerous
from .rule import Rule, play
from .table import Table

_MISSED = 2 / 3

_UNRUFFED = 0.3
"""The chance that nobody ruffs a lead that nobody can follow, while spades are out."""


def winning_danger(table: Table, card: Card) -> float:
    """How likely a card is to win a trick in its suit that the others would rather I won."""
    higher = table.count.higher(card)
    lower = table.count.lower(card)
    if higher + lower == 0:
        ruffed = card.suit is not TRUMP and table.count.outside(TRUMP)
        return _UNRUFFED if ruffed else 1.0
    return float(_MISSED**higher * (1 - _MISSED**lower) ** 2)


def lead_the_safest(table: Table) -> Decision | None:
    if not table.leads:
        return None
    card = min(table.legal, key=lambda card: (winning_danger(table, card), card.rank))
    return play(card, T("I bid nil: the {card} is my lead that is most likely to be beaten."))


def slip_under(table: Table) -> Decision | None:
    if not table.follows or not table.losing:
        return None
    return play(
        table.losing[-1],
        T("I bid nil: the {card} is the highest card I can lose under the {best}."),
        best=table.best,
    )


def throw_the_worst(table: Table) -> Decision | None:
    """Off suit, the card that endangers the nil most goes."""
    if table.follows or not table.losing:
        return None
    losing = set(table.losing)
    worst = next(card for card in most_dangerous(table.hand, len(table.hand)) if card in losing)
    return play(worst, T("I bid nil and cannot follow: the {card} is my most dangerous card."))


def hope_for_cover(table: Table) -> Decision | None:
    if table.last:
        return None
    card = min(table.legal, key=lambda card: (winning_danger(table, card), card.rank))
    return play(
        card,
        T("I bid nil but must beat the {best}: the {card} may still be covered."),
        best=table.best,
    )


def let_the_highest_go(table: Table) -> Decision | None:
    return play(
        max(table.legal, key=lambda card: card.rank),
        T("This trick is mine whatever I play, so my highest card goes: the {card}."),
    )


OWN_NIL: tuple[Rule, ...] = (
    lead_the_safest,
    slip_under,
    throw_the_worst,
    hope_for_cover,
    let_the_highest_go,
)
"""For a seat whose own nil still stands."""
